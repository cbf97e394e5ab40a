// @ts-check
// Colours of the graph by a measure: time, memory, gradient norm, change between two steps.

import { number, percent } from "./format.js";

/** @typedef {import("./events.generated.js").OperatorsMeasured} OperatorsMeasured */

/** @type {Record<string, {label: string, about: string, text: (x: number) => string, log?: boolean}>} */
export const MEASURES = {
  time: { label: "time", about: "of a replay of the step, operator by operator", text: seconds },
  memory: { label: "memory", about: "bytes that the operator writes", text: bytes },
  gradient: { label: "gradient norm", about: "norm of the gradients that the operator writes", text: number, log: true },
  change: { label: "change", about: "of what the operator writes, between the two steps", text: percent, log: true },
};

/** @param {number} x */
function seconds(x) {
  return x >= 1 ? `${number(x)} s` : x >= 1e-3 ? `${number(x * 1e3)} ms` : `${number(x * 1e6)} µs`;
}

/** @param {number} x */
function bytes(x) {
  return x >= 2 ** 20 ? `${number(x / 2 ** 20)} MiB` : x >= 1024 ? `${number(x / 1024)} KiB` : `${x} bytes`;
}

/** The number of each node: that of its operator; a folded node has the sum, or of norms and changes the largest.
 * @param {OperatorsMeasured} m @param {ReadonlyMap<string, string>} hiddenIn @returns {Map<string, number>} */
export function numbers(m, hiddenIn) {
  const largest = MEASURES[m.by]?.log;
  /** @type {Map<string, number>} */
  const out = new Map();
  m.ops.forEach((op, i) => {
    const id = hiddenIn.get(`op-${op}`) ?? `op-${op}`;
    const before = out.get(id);
    out.set(id, before === undefined ? m.numbers[i] : largest ? Math.max(before, m.numbers[i]) : before + m.numbers[i]);
  });
  return out;
}

/** The place of a number on the scale of all of them, in [0, 1]. @param {string} by @param {Iterable<number>} all
 * @returns {{at: (x: number) => number, low: number, high: number}} */
export function scale(by, all) {
  const positive = [...all].filter((x) => x > 0);
  const high = Math.max(...positive, 0);
  if (!MEASURES[by]?.log) return { at: (x) => (high ? Math.sqrt(x / high) : 0), low: 0, high };
  const low = Math.min(...positive, high);
  const span = Math.log(high / low);
  return { at: (x) => (x <= 0 ? 0 : span ? Math.log(x / low) / span : 1), low, high };
}
