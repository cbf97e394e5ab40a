// @ts-check
// The elements of a value as a matrix: one canvas pixel for each cell of the thumbnail, enlarged without smoothing.

import { approximate, colour, css, gradient, MINUS_INF, NAN, PLUS_INF, SPECIAL } from "./colormap.js";
import { h, set, text } from "./dom.js";
import { index, number } from "./format.js";

/** @typedef {import("./events.generated.js").DetailSeen} DetailSeen */

const HEIGHT = 168;
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

/** @param {AbortSignal} signal */
export function heatmap(signal) {
  const canvas = h("canvas", { class: "opscope-heatmap", role: "img", "aria-label": "elements as colours" });
  const box = h("div", { class: "opscope-heatmap-box", style: `height: ${HEIGHT}px` }, canvas);
  const low = h("span");
  const high = h("span");
  const scale = h("div", { class: "opscope-scale" }, low, h("i", { style: `background: ${gradient()}` }), high);
  const marks = [
    mark("NaN", SPECIAL.nan, NAN),
    mark("−Inf", SPECIAL.minusInf, MINUS_INF),
    mark("+Inf", SPECIAL.plusInf, PLUS_INF),
  ];
  const readout = h("div", { class: "opscope-readout" });
  const title = h("span");
  const el = h(
    "section",
    { class: "opscope-card" },
    h("h4", {}, "Elements", title),
    box,
    h("div", { class: "opscope-legend" }, scale, ...marks.map((m) => m.el)),
    readout,
  );
  /** @type {DetailSeen|undefined} */
  let shown;
  /** @type {number[]} */
  let dims = [];
  /** @type {[number, number]|null} */
  let hovered = null;

  const showReadout = () => {
    const inside = shown && hovered && hovered[0] < shown.rows && hovered[1] < shown.cols;
    text(readout, shown && hovered && inside ? describe(shown, dims, ...hovered) : shown ? sample(shown) : "");
  };
  canvas.addEventListener(
    "pointermove",
    (event) => {
      if (!shown) return;
      const r = canvas.getBoundingClientRect();
      const row = Math.floor(((event.clientY - r.top) / r.height) * shown.rows);
      const col = Math.floor(((event.clientX - r.left) / r.width) * shown.cols);
      hovered = [Math.max(0, Math.min(shown.rows - 1, row)), Math.max(0, Math.min(shown.cols - 1, col))];
      showReadout();
    },
    { signal },
  );
  canvas.addEventListener("pointerleave", () => ((hovered = null), showReadout()), { signal });

  return {
    el,
    /** @param {DetailSeen|undefined} detail @param {number[]} shape */
    update(detail, shape) {
      dims = shape;
      resize(box, canvas, detail);
      if (detail === shown) return;
      shown = detail;
      text(title, detail ? `step ${detail.step}` : "");
      text(low, detail ? number(detail.low) : "");
      text(high, detail ? number(detail.high) : "");
      for (const m of marks) m.update(detail?.pixels);
      showReadout();
      if (detail) paint(canvas, detail);
    },
  };
}

/** @param {HTMLElement} box @param {HTMLCanvasElement} canvas @param {DetailSeen|undefined} detail */
function resize(box, canvas, detail) {
  const cells = detail ? detail.rows * detail.cols : 0;
  set(canvas, "hidden", !cells); // the canvas still shows the former value
  if (!detail || !cells) return;
  const [w, t] = fit(detail.rows, detail.cols, box.clientWidth, HEIGHT);
  set(canvas, "style", `width: ${w.toFixed(1)}px; height: ${t.toFixed(1)}px`);
}

/** @param {HTMLCanvasElement} canvas @param {DetailSeen} d */
function paint(canvas, d) {
  const context = canvas.getContext("2d");
  if (!context || !d.rows || !d.cols) return;
  if (canvas.width !== d.cols) canvas.width = d.cols;
  if (canvas.height !== d.rows) canvas.height = d.rows;
  const image = context.createImageData(d.cols, d.rows);
  colour(d.pixels.subarray(0, d.rows * d.cols), image.data);
  context.putImageData(image, 0, 0);
}

/** @param {DetailSeen} d */
function sample(d) {
  const { row_stride: r, col_stride: c } = d;
  if (!d.rows || !d.cols) return "no elements";
  const every = (/** @type {number} */ n, /** @type {string} */ what) => (n > 1 ? [`every ${n}th ${what}`] : []);
  return [`${d.rows} × ${d.cols} cells`, ...every(r, "row"), ...every(c, "column")].join(", ");
}

/** A swatch of the legend, dimmed while no pixel has its colour.
 * @param {string} name @param {import("./colormap.js").Rgb} rgb @param {number} pixel */
function mark(name, rgb, pixel) {
  const el = h("span", { class: "opscope-mark", "data-absent": true }, h("i", { style: `background: ${css(rgb)}` }), name);
  return {
    el,
    /** @param {Uint8Array|undefined} pixels */
    update: (pixels) => set(el, "data-absent", !pixels?.includes(pixel)),
  };
}
