// @ts-check
// The events of opscope/events.py as the page sees them, and how a message of the comm is unpacked.

/**
 * @typedef {{kind: "RunStarted", title: string, place: string}} RunStarted
 * @typedef {{kind: "GraphDrawn", program: number, svg: string, ops: number, hidden: number}} GraphDrawn
 * @typedef {{kind: "StepFinished", step: number, seconds: number, names: string[], scalars: (number|null)[]}} StepFinished
 * @typedef {{kind: "ValueSeen", name: string, op: number, op_type: string, role: string, step: number,
 *   shape: number[], dtype: string, min: number|null, max: number|null, mean: number|null, std: number|null,
 *   zeros: number, nan: number, inf: number, grad_of: string, parameter: boolean, site: string}} ValueSeen
 * @typedef {{kind: "DetailSeen", name: string, step: number, low: number, high: number, counts: number[],
 *   rows: number, cols: number, row_stride: number, col_stride: number, pixels: Uint8Array, request: number}} DetailSeen
 * @typedef {{kind: "Stopped", reason: string, op: number, op_type: string, name: string, step: number, site: string,
 *   text: string, run: number, tick: number, depth: number, block: number, role: string, past: boolean, behind?: boolean,
 *   path: string, line: number, source: string}} Stopped
 * @typedef {{kind: "Continued", step: number}} Continued
 * @typedef {{kind: "BreakpointsChanged", numbers: number[], specs: string[], conditions: string[], hits: number[],
 *   ops: string[]}} BreakpointsChanged
 * @typedef {{kind: "HistoryGrown", first: number, last: number, bytes: number}} HistoryGrown
 * @typedef {{kind: "Warned", subject: string, text: string}} Warned
 * @typedef {{kind: "Terminated", reason: string, steps: number, error: string}} Terminated
 * @typedef {{kind: "Answered", request: number, ok: boolean, text: string}} Answered
 */

/**
 * A piece of history that was left out of the events (latest wins) or happened before this view came.
 * @typedef {{kind: "Trail", group: "value"|"scalar", name: string, points: import("./series.js").Point[]}} Trail
 */

/**
 * @typedef {RunStarted|GraphDrawn|StepFinished|ValueSeen|DetailSeen|Stopped|Continued|BreakpointsChanged|HistoryGrown
 *   |Warned|Terminated|Answered|Trail} Event
 */

/**
 * What the kernel sends: `snapshot` starts afresh, `batch` goes on.
 * @typedef {{kind: "batch"|"snapshot", n: number, events: any[], trails: [("value"|"scalar"), string, number][], block: number}} WireMessage
 */

/**
 * What a view can tell the run.
 * @typedef {"Pause"|"Continue"|"Terminate"|"Next"|"StepIn"|"StepOut"|"StepBack"|"ReverseContinue"|"RunToEnd"|"NextRun"
 *   |"RunTo"|"Goto"|"SetBreakpoint"|"ClearBreakpoint"|"FetchDetail"|"WatchDetail"} CommandKind
 */

/**
 * A view of a buffer's bytes. Typed arrays wider than a byte need alignment, so those are copied (`floats`).
 * @param {DataView|ArrayBuffer} buffer @returns {Uint8Array}
 */
export function bytes(buffer) {
  return buffer instanceof ArrayBuffer
    ? new Uint8Array(buffer)
    : new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}

/** @param {DataView|ArrayBuffer} buffer @returns {Float32Array} */
export function floats(buffer) {
  const copy = bytes(buffer).slice();
  return new Float32Array(copy.buffer, 0, copy.byteLength >> 2);
}

/** The events of a message, trails in front of the values that end them.
 * @param {WireMessage} message @param {(DataView|ArrayBuffer)[]} buffers @returns {Event[]} */
export function unpack(message, buffers) {
  const events = message.events.map((event) => {
    const at = event.pixels?.buffer;
    return typeof at === "number" ? { ...event, pixels: bytes(buffers[at]) } : event; // replayed ones have theirs
  });
  const first = events.findIndex((e) => e.kind !== "RunStarted" && e.kind !== "GraphDrawn");
  const at = first < 0 ? events.length : first;
  return [...events.slice(0, at), ...trails(message, buffers), ...events.slice(at)];
}

/** @param {WireMessage} message @param {(DataView|ArrayBuffer)[]} buffers @returns {Trail[]} */
function trails(message, buffers) {
  if (!message.trails?.length) return [];
  const block = floats(buffers[message.block]);
  let start = 0;
  return message.trails.map(([group, name, count]) => {
    const column = (/** @type {number} */ k, /** @type {number} */ i) => {
      const x = block[start + k * count + i];
      return Number.isNaN(x) ? null : x;
    };
    const points = Array.from({ length: count }, (_, i) => ({
      step: block[start + i],
      mean: column(1, i),
      min: column(2, i),
      max: column(3, i),
      rms: column(4, i),
      bad: block[start + 5 * count + i],
    }));
    start += 6 * count;
    return { kind: "Trail", group, name, points };
  });
}

/** One event as `events.to_json` writes it. @param {string} line @returns {Event} */
export function fromJson(line) {
  return JSON.parse(line, (_key, value) =>
    value && typeof value === "object" && typeof value.base64 === "string" && Object.keys(value).length === 1
      ? Uint8Array.from(atob(value.base64), (c) => c.charCodeAt(0))
      : value,
  );
}
