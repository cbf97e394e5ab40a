// @ts-check
// The thumbnail of a value: its size in the panel, and its elements as text.

import { approximate } from "./colormap.js";
import { index, number } from "./format.js";

/** @typedef {import("./events.generated.js").DetailSeen} DetailSeen */

const MAX_CELL = 26;
const MIN_SIDE = 14;
const MAX_STRETCH = 4;

/** The size of a thumbnail in a box: square cells, unless they would leave more than half of the box empty.
 * @param {number} rows @param {number} cols @param {number} width @param {number} height @returns {[number, number]} */
export function fit(rows, cols, width, height) {
  const cell = Math.min(MAX_CELL, width / cols, height / rows);
  const side = (/** @type {number} */ n, /** @type {number} */ room) =>
    Math.max(MIN_SIDE, cell * n, cell < MAX_CELL ? Math.min(room / 2, MAX_STRETCH * cell * n) : 0);
  return [side(cols, width), side(rows, height)];
}

/** The element under the pointer, as text. @param {DetailSeen} d @param {number[]} dims @param {number} r @param {number} c */
export function describe(d, dims, r, c) {
  const row = r * d.row_stride;
  const col = c * d.col_stride;
  const x = approximate(d.pixels[r * d.cols + c], d.low, d.high);
  const value = Number.isNaN(x) ? "NaN" : x === Infinity ? "+Inf" : x === -Infinity ? "−Inf" : `≈ ${number(x)}`;
  const where = dims.length > 2 ? `[${index(dims, row, col).join(", ")}]  ` : "";
  return `${where}row ${row}, col ${col}  ${value}`;
}

/** What a thumbnail shows of the elements. @param {DetailSeen} d */
export function sample(d) {
  const { row_stride: r, col_stride: c } = d;
  if (!d.rows || !d.cols) return "no elements";
  const every = (/** @type {number} */ n, /** @type {string} */ what) => (n > 1 ? [`every ${n}th ${what}`] : []);
  return [`${d.rows} × ${d.cols} cells`, ...every(r, "row"), ...every(c, "column")].join(", ");
}
