// @ts-check
// The vertical axis of a history: linear or logarithmic, as wished; without a wish a logarithm where a few values would
// flatten all others. Values that are not all positive have a signed logarithm, linear around zero.

import { ticks } from "./format.js";

const FLATTENED = 1e5; // times the middle size
const NARROW = 1.2; // decades: fewer have too few round powers of ten

/** `to` maps a value to the axis; `marks` are the values of the ticks between two places of the axis.
 * @typedef {{to: (y: number) => number, marks: (low: number, high: number, about: number) => number[], isLog: boolean}} Axis */

/** @type {Axis} */
const LINEAR = { to: (y) => y, marks: ticks, isLog: false };

/** @type {Axis} */
const LOG = {
  to: Math.log10,
  isLog: true,
  marks(low, high, about) {
    if (high - low < NARROW) return ticks(10 ** low, 10 ** high, about).filter((y) => y > 0);
    const decades = Math.max(1, Math.ceil((high - low) / about));
    const found = [];
    for (let k = Math.ceil(low); k <= high; k += decades) found.push(10 ** k);
    return found;
  },
};

/** @param {readonly import("./series.js").Point[]} points @param {boolean} [wish] a logarithm or not @returns {Axis} */
export function axis(points, wish) {
  const all = points.flatMap(({ min, max, mean }) => [min, max, mean]).filter((y) => y !== null);
  const sizes = all
    .flatMap((y) => (y ? [Math.abs(y)] : []))
    .sort((a, b) => a - b);
  const middle = sizes[sizes.length >> 1] ?? 1;
  const flattens = (sizes.at(-1) ?? 0) > FLATTENED * middle;
  if (!(wish ?? flattens) || !sizes.length) return LINEAR;
  if (wish && sizes.length === all.length && all.every((y) => y > 0)) return LOG;
  return signedLog(wish ? sizes[Math.floor(sizes.length / 20)] : middle);
}

/** A logarithm of sizes above `unit`, linear below. @param {number} unit @returns {Axis} */
function signedLog(unit) {
  const to = (/** @type {number} */ y) => Math.sign(y) * Math.log10(1 + Math.abs(y) / unit);
  return {
    to,
    isLog: true,
    marks(low, high, about) {
      const from = Math.ceil(Math.log10(unit));
      const decades = Math.max(1, Math.ceil((Math.max(high, -low) * (low < 0 && high > 0 ? 2 : 1)) / about));
      const found = [0];
      for (let k = from + decades - 1; k <= 308 && to(10 ** k) <= Math.max(high, -low); k += decades) found.push(10 ** k, -(10 ** k));
      return found.filter((y) => to(y) >= low && to(y) <= high);
    },
  };
}
