// Events as short as tests need them.

/** @param {Partial<import("../src/events.generated.js").ValueSeen>} [fields] */
export const value = (fields = {}) => ({
  kind: "ValueSeen", name: "h", op: 3, op_type: "matmul", role: "forward", step: 1, shape: [2, 3], dtype: "float32",
  min: -1, max: 2, mean: 0.5, std: 1, zeros: 0, nan: 0, inf: 0, grad_of: "", parameter: false, site: "t.py:1", program: 1, ...fields,
}); // prettier-ignore

export const detail = (fields = {}) => ({
  kind: "DetailSeen", name: "h", step: 1, low: 0, high: 252, counts: [1, 0, 4], rows: 2, cols: 3, row_stride: 2, col_stride: 5,
  pixels: new Uint8Array([0, 1, 255, 2, 128, 254]), request: 0, ...fields,
}); // prettier-ignore

export const finished = (step, scalars = [0.5]) => ({ kind: "StepFinished", step, seconds: 0.1, names: ["loss"], scalars });
export const stop = (fields = {}) => ({
  kind: "Stopped", reason: "pause", op: 17, op_type: "relu", name: "h", step: 4, site: "t.py:9 in net", text: "", run: 4, tick: 17, depth: 0,
  block: 0, role: "", past: false, behind: false, path: "", line: 0, source: "", ...fields,
}); // prettier-ignore
export const stopped = stop();
export const breakpointsChanged = (...all) => ({
  kind: "BreakpointsChanged", numbers: all.map((b) => b.number), specs: all.map((b) => b.spec ?? "h"),
  conditions: all.map((b) => b.condition ?? ""), hits: all.map((b) => b.hits ?? 0), ops: all.map((b) => b.ops ?? ""),
}); // prettier-ignore
export const recordedRange = (last, first = 1) => ({ kind: "RecordedRangeChanged", first, last, bytes: 3_200_000 });
export const terminated = (reason = "finished") => ({ kind: "Terminated", reason, steps: 4, error: reason === "failed" ? "ValueError: no\n  fix: look" : "" });
export const started = { kind: "RunStarted", title: "demo", place: "cpu" };
export const graph = { kind: "GraphDrawn", program: 1, svg: "<svg/>", ops: 3, hidden: 0, open: [], arrangement: "", center: "", reveal: "", dot: "" };
