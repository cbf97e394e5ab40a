// @ts-check
// A slice of a value as pixels: facets side by side, sequential or signed colours, numbers in the cells.

import { approximate, MINUS_INF, NAN, PLUS_INF, SPECIAL, viridis } from "./colormap.js";
import { number } from "./format.js";

/**
 * Cells of one or more facets. `row_stride` and `col_stride` are the elements of a cell, `top` and `left` the first.
 * @typedef {object} Picture
 * @property {number} facets
 * @property {number} rows
 * @property {number} cols
 * @property {number} low
 * @property {number} high
 * @property {Uint8Array} pixels
 * @property {readonly string[]} numbers  the elements, where they are few
 */

/** @typedef {{facet: number, row: number, col: number}} Cell */

/** How many facets stand side by side in a box, so that their cells are largest.
 * @param {Picture} p @param {number} width @param {number} height @returns {number} */
export function columns(p, width, height) {
  let best = 1;
  let largest = 0;
  for (let n = 1; n <= p.facets; n++) {
    const size = Math.min(width / (n * (p.cols + 1)), height / (Math.ceil(p.facets / n) * (p.rows + 1)));
    if (size > largest) [best, largest] = [n, size];
  }
  return best;
}

/** The cells of the whole grid, with a gap of one cell between facets. @param {Picture} p @param {number} n @returns {[number, number]} */
export function gridSize(p, n) {
  const beside = Math.min(n, p.facets);
  return [beside * (p.cols + 1) - 1, Math.ceil(p.facets / n) * (p.rows + 1) - 1];
}

/** The cell at a place of the grid; null in a gap. @param {Picture} p @param {number} n @param {number} x @param {number} y @returns {Cell|null} */
export function cellAt(p, n, x, y) {
  const [i, j] = [Math.floor(x / (p.cols + 1)), Math.floor(y / (p.rows + 1))];
  const [col, row] = [x - i * (p.cols + 1), y - j * (p.rows + 1)];
  const facet = j * n + i;
  return col < p.cols && row < p.rows && facet < p.facets && i < n ? { facet, row, col } : null;
}

/** Blue for negative, white for zero, red for positive numbers. @param {number} t in [-1, 1] @returns {import("./colormap.js").Rgb} */
export function signedColor(t) {
  const x = Math.max(-1, Math.min(1, t));
  const far = x < 0 ? [33, 102, 172] : [178, 24, 43];
  const share = Math.abs(x) ** 0.8;
  return /** @type {import("./colormap.js").Rgb} */ (far.map((c) => Math.round(247 + (c - 247) * share)));
}

/** The colour of each of the 256 pixel values. @param {Picture} p @param {boolean} signed */
export function table(p, signed) {
  const most = Math.max(Math.abs(p.low), Math.abs(p.high)) || 1;
  return Array.from({ length: 256 }, (_, pixel) => {
    if (pixel === NAN) return SPECIAL.nan;
    if (pixel === MINUS_INF) return SPECIAL.minusInf;
    if (pixel === PLUS_INF) return SPECIAL.plusInf;
    const x = approximate(pixel, p.low, p.high);
    return signed ? signedColor(x / most) : viridis(p.high > p.low ? (x - p.low) / (p.high - p.low) : 0.5);
  });
}

/** The element of a cell as text: exact where it was sent. @param {Picture} p @param {Cell} at */
export function elementText(p, { facet, row, col }) {
  const i = (facet * p.rows + row) * p.cols + col;
  const exact = p.numbers[i];
  if (exact !== undefined) return exact === "nan" ? "NaN" : exact.replace("inf", "Inf").replaceAll("-", "−");
  const x = approximate(p.pixels[i], p.low, p.high);
  return Number.isNaN(x) ? "NaN" : x === Infinity ? "+Inf" : x === -Infinity ? "−Inf" : `≈ ${number(x)}`;
}

/** Of the lines between facets: where elements are as light, or as dark, as the panel, the facets stay apart. */
const BETWEEN = [128, 128, 128, 48];

/** @param {Picture} p @param {number} x @param {number} y */
const isBetween = (p, x, y) => x % (p.cols + 1) === p.cols || y % (p.rows + 1) === p.rows;

/** Paints the grid, one canvas pixel for each cell. @param {HTMLCanvasElement} canvas @param {Picture} p @param {number} n @param {boolean} signed */
export function paintGrid(canvas, p, n, signed) {
  const [width, height] = gridSize(p, n);
  const context = canvas.getContext("2d");
  if (!context || width <= 0 || height <= 0) return;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const image = context.createImageData(width, height);
  const colors = table(p, signed);
  for (let i = 0; i < width * height; i++) if (isBetween(p, i % width, Math.floor(i / width))) image.data.set(BETWEEN, 4 * i);
  for (let facet = 0; facet < p.facets; facet++) {
    const [x, y] = [(facet % n) * (p.cols + 1), Math.floor(facet / n) * (p.rows + 1)];
    for (let row = 0; row < p.rows; row++) {
      for (let col = 0; col < p.cols; col++) {
        const at = 4 * ((y + row) * width + x + col);
        const [r, g, b] = colors[p.pixels[(facet * p.rows + row) * p.cols + col]];
        image.data[at] = r;
        image.data[at + 1] = g;
        image.data[at + 2] = b;
        image.data[at + 3] = 255;
      }
    }
  }
  context.putImageData(image, 0, 0);
}

const LONGEST = 7; // characters that fit into a cell

/** A number for a cell: three digits, fewer if they do not fit; whole numbers and those above 1000 with all digits.
 * @param {number} x */
export function short(x) {
  const whole = String(Math.round(x));
  const written = (/** @type {number} */ digits) => {
    const plain = String(Number(x.toPrecision(digits)));
    const power = x.toExponential(digits - 1).replace("e+", "e");
    return power.length < plain.length ? power : plain;
  };
  const isWhole = Number.isInteger(x) || Math.abs(x) >= 1000;
  const text = isWhole && whole.length <= LONGEST ? whole : ([3, 2].map(written).find((one) => one.length <= LONGEST) ?? written(1));
  return text.replaceAll("-", "\u2212");
}

/** Paints cells with their numbers, at the resolution of the screen. @param {HTMLCanvasElement} canvas @param {Picture} p
 * @param {number} width @param {number} height @param {boolean} signed */
export function paintNumbers(canvas, p, width, height, signed) {
  const context = canvas.getContext("2d");
  if (!context) return;
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
  context.scale(devicePixelRatio, devicePixelRatio);
  const colors = table(p, signed);
  const [w, t] = [width / p.cols, height / p.rows];
  context.font = `${Math.min(11, w / 4.6).toFixed(1)}px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (let row = 0; row < p.rows; row++) {
    for (let col = 0; col < p.cols; col++) {
      const i = row * p.cols + col;
      const [r, g, b] = colors[p.pixels[i]];
      context.fillStyle = `rgb(${r}, ${g}, ${b})`;
      context.fillRect(col * w, row * t, w - 1, t - 1);
      context.fillStyle = 0.299 * r + 0.587 * g + 0.114 * b > 140 ? "#111111" : "#ffffff";
      const x = Number(p.numbers[i]);
      const text = Number.isFinite(x) ? short(x) : elementText(p, { facet: 0, row, col });
      context.fillText(text, (col + 0.5) * w, (row + 0.5) * t);
    }
  }
}
