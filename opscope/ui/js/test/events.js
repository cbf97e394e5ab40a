// Events as short as tests need them.

/** @param {Partial<import("../src/protocol.js").ValueSeen>} [fields] */
export const value = (fields = {}) => ({
  kind: "ValueSeen", name: "h", op: 3, op_type: "matmul", role: "forward", step: 1, shape: [2, 3], dtype: "float32",
  min: -1, max: 2, mean: 0.5, std: 1, zeros: 0, nan: 0, inf: 0, grad_of: "", parameter: false, site: "t.py:1", ...fields,
}); // prettier-ignore

export const detail = (fields = {}) => ({
  kind: "DetailSeen", name: "h", step: 1, low: 0, high: 252, counts: [1, 0, 4], rows: 2, cols: 3, row_stride: 2, col_stride: 5,
  pixels: new Uint8Array([0, 1, 255, 2, 128, 254]), request: 0, ...fields,
}); // prettier-ignore

export const finished = (step, scalars = [0.5]) => ({ kind: "StepFinished", step, seconds: 0.1, names: ["loss"], scalars });
export const stopped = { kind: "Stopped", reason: "pause", op: 17, op_type: "relu", name: "h", step: 4, site: "t.py:9 in net" };
export const started = { kind: "RunStarted", title: "demo", place: "cpu" };
export const graph = { kind: "GraphDrawn", program: 1, svg: "<svg/>", ops: 3, hidden: 0 };
