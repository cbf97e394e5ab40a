// @ts-check
// Distribution of the finite elements: equal bins over [low, high], on a canvas.

import { h, set, text } from "./dom.js";
import { count, number } from "./format.js";

/** @typedef {import("./events.generated.js").DetailSeen} DetailSeen */

const HEIGHT = 168;

/** Heights of the bars in [0, 1]; a bin that is not empty stays visible.
 * @param {readonly number[]} counts @returns {number[]} */
export function heights(counts) {
  const highest = Math.max(1, ...counts);
  return counts.map((c) => (c ? Math.max(0.012, c / highest) : 0));
}

/** The counts as they are drawn: if all elements are equal, a single bar in the middle. @param {DetailSeen} d */
export function drawn(d) {
  if (d.low !== d.high) return d.counts;
  const middle = d.counts.length >> 1;
  return d.counts.map((_, i) => (i === middle ? d.counts.reduce((a, b) => a + b, 0) : 0));
}

/** @param {DetailSeen} d @param {number} bin */
export function describe(d, bin) {
  const width = (d.high - d.low) / d.counts.length;
  if (!width) return total(d);
  return `${number(d.low + bin * width)} … ${number(d.low + (bin + 1) * width)}: ${count(d.counts[bin])}`;
}

/** @param {AbortSignal} signal */
export function histogram(signal) {
  const canvas = h("canvas", { class: "opscope-histogram", role: "img", "aria-label": "histogram", style: `height: ${HEIGHT}px` });
  const low = h("span");
  const zero = h("span", { class: "opscope-zero" }, "0");
  const high = h("span");
  const readout = h("div", { class: "opscope-readout" });
  const title = h("span");
  const axis = h("div", { class: "opscope-axis" }, low, zero, high);
  const el = h("section", { class: "opscope-card" }, h("h4", {}, "Distribution", title), canvas, axis, readout);
  /** @type {DetailSeen|undefined} */
  let shown;
  /** @type {number|null} */
  let hovered = null;
  let painted = "";

  const showReadout = () => {
    const inside = shown && hovered !== null && hovered < shown.counts.length;
    text(readout, shown ? (inside ? describe(shown, /** @type {number} */ (hovered)) : total(shown)) : "");
  };
  canvas.addEventListener(
    "pointermove",
    (event) => {
      if (!shown) return;
      const r = canvas.getBoundingClientRect();
      hovered = Math.max(0, Math.min(shown.counts.length - 1, Math.floor(((event.clientX - r.left) / r.width) * shown.counts.length)));
      showReadout();
    },
    { signal },
  );
  canvas.addEventListener("pointerleave", () => ((hovered = null), showReadout()), { signal });

  return {
    el,
    /** @param {DetailSeen|undefined} detail */
    update(detail) {
      const size = `${canvas.clientWidth}/${devicePixelRatio}/${getComputedStyle(canvas).color}`;
      if (detail === shown && size === painted) return;
      shown = detail;
      painted = size;
      text(title, detail ? `step ${detail.step}` : "");
      text(low, detail ? number(detail.low) : "");
      text(high, detail ? number(detail.high) : "");
      const at = detail && detail.low < 0 && detail.high > 0 ? -detail.low / (detail.high - detail.low) : null;
      set(zero, "style", at === null || at < 0.15 || at > 0.85 ? "visibility: hidden" : `left: ${(100 * at).toFixed(2)}%`);
      showReadout();
      paint(canvas, detail, at);
    },
  };
}

/** @param {DetailSeen} d */
function total(d) {
  const all = d.counts.reduce((a, b) => a + b, 0);
  if (!all) return "no finite elements";
  if (d.low === d.high) return all === 1 ? "1 finite element" : `${count(all)} finite elements, all equal`;
  return `${count(all)} finite element${all === 1 ? "" : "s"} in ${d.counts.length} bins`;
}

/** @param {HTMLCanvasElement} canvas @param {DetailSeen|undefined} detail @param {number|null} zero */
function paint(canvas, detail, zero) {
  const context = canvas.getContext("2d");
  const width = canvas.clientWidth;
  if (!context || !width) return;
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(HEIGHT * devicePixelRatio);
  context.scale(devicePixelRatio, devicePixelRatio);
  const style = getComputedStyle(canvas);
  context.fillStyle = style.borderBottomColor;
  context.fillRect(0, HEIGHT - 1, width, 1);
  if (!detail) return;
  if (zero !== null) context.fillRect(Math.round(zero * width), 0, 1, HEIGHT);
  context.fillStyle = style.color;
  const bar = width / detail.counts.length;
  heights(drawn(detail)).forEach((y, i) => {
    const tall = y * (HEIGHT - 8);
    context.fillRect(i * bar + 0.5, HEIGHT - 1 - tall, Math.max(1, bar - 1), tall);
  });
}
