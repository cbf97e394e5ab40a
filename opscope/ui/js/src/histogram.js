// @ts-check
// Distribution of the finite elements: equal bins over [low, high], on a canvas.

import { h, set, text } from "./dom.js";
import { count, number } from "./format.js";

/** @typedef {import("./events.generated.js").DetailSeen} DetailSeen */

const HEIGHT = 168;

/** Heights of the bars in [0, 1]; a bin that is not empty stays visible. `log`: of the logarithms of the counts.
 * @param {readonly number[]} counts @param {boolean} [log] @returns {number[]} */
export function heights(counts, log = false) {
  const size = (/** @type {number} */ c) => (log ? Math.log1p(c) : c);
  const highest = Math.max(size(1), ...counts.map(size));
  return counts.map((c) => (c ? Math.max(0.012, size(c) / highest) : 0));
}

/** About where a share of the finite elements lies below; null without elements. @param {DetailSeen} d @param {number} share */
export function quantile(d, share) {
  let rest = share * d.counts.reduce((a, b) => a + b, 0);
  const width = (d.high - d.low) / d.counts.length;
  for (const [bin, c] of d.counts.entries()) {
    if (c && rest <= c) return d.low + width * (bin + rest / c);
    rest -= c;
  }
  return null;
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
  const log = h("button", { type: "button", class: "opscope-log", "aria-pressed": "false", title: "logarithmic counts: rare values stay visible" }, "log");
  const axis = h("div", { class: "opscope-axis" }, low, zero, high);
  const el = h("section", { class: "opscope-card" }, h("h4", {}, "Distribution", title), log, canvas, axis, readout);
  /** @type {DetailSeen|undefined} */
  let shown;
  /** @type {number|null} */
  let hovered = null;
  let painted = "";
  let logarithmic = false;
  /** @type {() => void} */
  let repaint = () => {};
  log.addEventListener(
    "click",
    () => {
      logarithmic = !logarithmic;
      set(log, "aria-pressed", logarithmic ? "true" : "false");
      repaint();
    },
    { signal },
  );

  const showReadout = () => {
    const inside = shown && hovered !== null && hovered < shown.counts.length;
    set(canvas, "aria-label", shown ? `histogram of step ${shown.step}, from ${number(shown.low)} to ${number(shown.high)}: ${total(shown)}` : "histogram");
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
      const some = detail?.counts.some(Boolean);
      text(low, detail && some ? number(detail.low) : "");
      text(high, detail && some ? number(detail.high) : "");
      const at = detail && detail.low < 0 && detail.high > 0 ? -detail.low / (detail.high - detail.low) : null;
      set(zero, "style", at === null || at < 0.15 || at > 0.85 ? "visibility: hidden" : `left: ${(100 * at).toFixed(2)}%`);
      showReadout();
      const middle = detail && detail.high > detail.low ? [0.05, 0.5, 0.95].map((share) => number(quantile(detail, share))) : [];
      set(canvas, "title", middle.length ? `5 %, median and 95 % of the elements: about ${middle.join(", ")}` : undefined);
      repaint = () => paint(canvas, detail, at, logarithmic);
      repaint();
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

/** @param {HTMLCanvasElement} canvas @param {DetailSeen|undefined} detail @param {number|null} zero @param {boolean} log */
function paint(canvas, detail, zero, log) {
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
  heights(drawn(detail), log).forEach((y, i) => {
    const tall = y * (HEIGHT - 18);
    context.fillRect(i * bar + 0.5, HEIGHT - 1 - tall, Math.max(1, bar - 1), tall);
  });
  if (detail.high > detail.low) markQuantiles(context, detail, width, style.borderTopColor);
}

/** Ticks above the bars: 5 %, the median and 95 % of the elements. @param {CanvasRenderingContext2D} context
 * @param {DetailSeen} detail @param {number} width @param {string} color */
function markQuantiles(context, detail, width, color) {
  const [low, median, high] = [0.05, 0.5, 0.95].map((share) => (((quantile(detail, share) ?? detail.low) - detail.low) / (detail.high - detail.low)) * width);
  context.fillStyle = color;
  context.fillRect(low, 5, high - low, 1);
  for (const [x, tall] of [[low, 7], [median, 11], [high, 7]]) context.fillRect(x - 0.75, 5.5 - tall / 2, 1.5, tall);
}
