// @ts-check
// The messages of the comm: how they become events. The events' own types are in events.generated.js.

/** @typedef {import("./events.generated.js").RunEvent} RunEvent */

/**
 * A piece of a curve: points of steps whose events were left out (a newer event replaced them, or the view opened later).
 * @typedef {{kind: "Trail", slot: "history"|"scalars", name: string, points: import("./series.js").Point[], seen: number, first: number}} Trail
 */

/** @typedef {RunEvent|Trail} Event */

/**
 * What the kernel sends: a `snapshot` replaces the state, a `batch` continues it; `ack` asks for an answer when it is
 * painted; `beat` is how many seconds the kernel is silent at most; a message `beat` says only which message was the last, `n`; `id` is the model's. Trails are described in opscope/ui/event_fold.py.
 * @typedef {{kind: "batch"|"snapshot"|"beat", n: number, ack?: boolean, beat?: number, id?: string, numbers?: number, events: any[], trails: ["history"|"scalars", string, number, number, number][], block: number}} WireMessage
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

const NUMBERS = /** @type {const} */ (["step", "min", "max", "mean", "std", "zeros", "nan", "inf"]);

/** The values of which only numbers were sent, and those that were sent whole, which are described from now on
 * (opscope/ui/described_values.py). @param {WireMessage} message @param {(DataView|ArrayBuffer)[]} buffers
 * @param {any[]} described @returns {Event[]} */
function values(message, buffers, described) {
  if (message.kind === "snapshot") described.length = 0;
  for (const event of message.events) if (event.kind === "ValueSeen") described.push(event);
  if (message.numbers === undefined) return [];
  const block = floats(buffers[message.numbers]);
  const count = block.length / (1 + NUMBERS.length);
  return Array.from({ length: count }, (_, i) => {
    const value = { ...described[block[i]] };
    NUMBERS.forEach((name, k) => {
      const x = block[(k + 1) * count + i];
      value[name] = Number.isNaN(x) ? null : x;
    });
    return value;
  });
}

/** The events of a message. Trails come before the events that hold their last points. `described` are the values whose
 * descriptions were sent before. @param {WireMessage} message @param {(DataView|ArrayBuffer)[]} buffers
 * @param {any[]} [described] @returns {Event[]} */
export function unpack(message, buffers, described = []) {
  const events = message.events.map((event) => {
    const at = event.pixels?.buffer;
    return typeof at === "number" ? { ...event, pixels: bytes(buffers[at]) } : event; // events of a recording have their bytes
  });
  const first = events.findIndex((e) => e.kind !== "RunStarted" && e.kind !== "GraphDrawn");
  const at = first < 0 ? events.length : first;
  return [...events.slice(0, at), ...trails(message, buffers), ...values(message, buffers, described), ...events.slice(at)];
}

/** @param {WireMessage} message @param {(DataView|ArrayBuffer)[]} buffers @returns {Trail[]} */
function trails(message, buffers) {
  if (!message.trails?.length) return [];
  const block = floats(buffers[message.block]);
  let start = 0;
  return message.trails.map(([slot, name, count, seen, first]) => {
    const column = (/** @type {number} */ k, /** @type {number} */ i) => {
      const x = block[start + k * count + i];
      return Number.isFinite(x) ? x : null; // too large for float32: a gap
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
    return { kind: "Trail", slot, name, points, seen, first };
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
