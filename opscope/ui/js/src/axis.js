// @ts-check
// The vertical axis of a history: linear, or a signed logarithm where a few values would flatten all others.

import { ticks } from "./format.js";

const FLATTENED = 1e5; // times the middle size

/** `to` maps a value to the axis; `marks` are the values of the ticks between two places of the axis.
 * @typedef {{to: (y: number) => number, marks: (low: number, high: number, about: number) => number[], isLog: boolean}} Axis */

/** @type {Axis} */
const LINEAR = { to: (y) => y, marks: ticks, isLog: false };

/** @param {readonly import("./series.js").Point[]} points @returns {Axis} */
export function axis(points) {
  const sizes = points
    .flatMap(({ min, max, mean }) => [min, max, mean])
    .flatMap((y) => (y ? [Math.abs(y)] : []))
    .sort((a, b) => a - b);
  const middle = sizes[sizes.length >> 1] ?? 1;
  if (!((sizes.at(-1) ?? 0) > FLATTENED * middle)) return LINEAR;
  const to = (/** @type {number} */ y) => Math.sign(y) * Math.log10(1 + Math.abs(y) / middle);
  return {
    to,
    isLog: true,
    marks(low, high, about) {
      const from = Math.ceil(Math.log10(middle));
      const decades = Math.max(1, Math.ceil((Math.max(high, -low) * (low < 0 && high > 0 ? 2 : 1)) / about));
      const found = [0];
      for (let k = from + decades - 1; k <= 308 && to(10 ** k) <= Math.max(high, -low); k += decades) found.push(10 ** k, -(10 ** k));
      return found.filter((y) => to(y) >= low && to(y) <= high);
    },
  };
}
