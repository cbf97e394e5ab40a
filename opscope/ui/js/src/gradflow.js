// @ts-check
// Gradient flow: the RMS gradient of every parameter, as bars on a common logarithmic scale, and its history.

import { css, gradient, SPECIAL, viridis } from "./colormap.js";
import { arrange, h, nameTag, rename, set, text } from "./dom.js";
import { health, number } from "./format.js";
import { valuePoint } from "./series.js";
import { parameterGradients } from "./state.js";

/** @typedef {import("./events.generated.js").ValueSeen} ValueSeen */
/** @typedef {import("./series.js").Point} Point */
/** @typedef {import("./state.js").State} State */

const STRIP = 128;
const MIN_DECADES = 3;
const MAX_DECADES = 12;

/** The range of decades [from, to] of all positive numbers: at least three decades, at most twelve.
 * @param {readonly number[]} all @returns {[number, number]} */
export function decades(all) {
  const positive = all.filter((x) => x > 0 && Number.isFinite(x)).map(Math.log10);
  if (!positive.length) return [-4, 0];
  const to = Math.ceil(Math.max(...positive) + 1e-9) + 0; // never -0
  return [Math.max(to - MAX_DECADES, Math.min(to - MIN_DECADES, Math.floor(Math.min(...positive)))), to];
}

/** Position of x between the decades, in [0, 1]. @param {number} x @param {[number, number]} range */
export function place(x, [from, to]) {
  return x > 0 ? Math.max(0, Math.min(1, (Math.log10(x) - from) / (to - from))) : 0;
}

/** The colour of one step in the history strip. @param {Point} p @param {[number, number]} range @returns {string|null} */
export function shade(p, range) {
  if (p.bad) return css(SPECIAL.nan);
  return p.rms ? css(viridis(place(p.rms, range))) : null;
}

/** @type {import("./tab_registry.js").Tab} */
export const gradientFlowTab = { id: "flow", label: "Gradient flow", short: "Flow", create: gradflow, count: (state) => parameterGradients(state).length };

/** @param {import("./tab_registry.js").Actions} actions @returns {import("./tab_registry.js").Pane} */
function gradflow({ select, signal }) {
  const scale = h("div", { class: "opscope-decades" });
  const head = h("div", { class: "opscope-flow-row opscope-flow-head" }, h("span", {}, "parameter"), scale, h("span", {}, "RMS"), h("span", {}, "over steps"));
  const body = h("div", { class: "opscope-flow-body" });
  const none = h("div", { class: "opscope-nothing" }, "No gradient of a parameter has been seen. Tap the gradients to see how they flow.");
  const low = h("span");
  const high = h("span");
  const legend = h(
    "div",
    { class: "opscope-legend opscope-flow-legend" },
    h("span", {}, "RMS gradient of each parameter"),
    h("div", { class: "opscope-scale" }, low, h("i", { style: `background: ${gradient()}` }), high),
    h("span", { class: "opscope-mark" }, h("i", { style: `background: ${css(SPECIAL.nan)}` }), "NaN or Inf"),
  );
  /** @type {Map<string, ReturnType<typeof bar>>} */
  const bars = new Map();
  body.addEventListener(
    "click",
    (event) => {
      const hit = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest("[data-name]"));
      if (hit) select(hit.dataset.name ?? "");
    },
    { signal },
  );
  return {
    el: h("div", { class: "opscope-flow" }, none, h("div", { class: "opscope-flow-table" }, head, body, legend)),
    update(state, { selected }) {
      const values = parameterGradients(state);
      set(none, "hidden", values.length > 0);
      set(head, "hidden", !values.length);
      const past = values.flatMap((v) => (state.history.get(v.name)?.points ?? []).flatMap((p) => (p.rms ? [p.rms] : [])));
      const range = decades(past);
      label(scale, range);
      text(low, number(10 ** range[0]));
      text(high, number(10 ** range[1]));
      set(legend, "hidden", !values.length);
      for (const v of values) {
        const one = bars.get(v.name) ?? bar(v.name);
        bars.set(v.name, one);
        one.update(v, state.history.get(v.name)?.points ?? [], range, v.name === selected);
      }
      arrange(body, values.map((v) => /** @type {any} */ (bars.get(v.name)).el));
    },
  };
}

/** @param {HTMLElement} scale @param {[number, number]} range */
function label(scale, range) {
  const [from, to] = range;
  const room = Math.max(1, Math.min(6, Math.floor(scale.clientWidth / 44)));
  const key = [...range, room].join();
  if (scale.dataset.range === key) return;
  scale.dataset.range = key;
  const every = Math.ceil((to - from) / room);
  const marks = [];
  for (let d = to; d >= from; d -= every) {
    const style = `left: ${((100 * (d - from)) / (to - from)).toFixed(2)}%`;
    marks.push(h("span", { style }, "10", h("sup", {}, String(d).replace("-", "\u2212"))));
  }
  scale.replaceChildren(...marks);
}

/** @param {string} name */
function bar(name) {
  const title = nameTag(name);
  const fill = h("i");
  const track = h("span", { class: "opscope-track" }, fill);
  const value = h("span", { class: "opscope-number" });
  const strip = h("canvas", { class: "opscope-strip", width: STRIP, height: 1, role: "img", "aria-label": "RMS gradient over the steps" });
  const el = h("button", { class: "opscope-flow-row", type: "button", "data-name": name }, title, track, value, strip);
  let drawn = "";
  /** @type {unknown} */
  let shown;
  return {
    el,
    /** @param {ValueSeen} v @param {readonly Point[]} points @param {[number, number]} range @param {boolean} selected */
    update(v, points, range, selected) {
      set(el, "aria-pressed", selected ? "true" : "false");
      if (shown === v && drawn === range.join()) return;
      shown = v;
      drawn = range.join();
      const { rms } = valuePoint(v);
      const is = health(v);
      rename(title, v.grad_of);
      set(el, "data-health", is);
      set(fill, "data-nothing", rms === null); // no finite element: a hatched bar instead of a short one
      set(track, "style", `--decade: ${(100 / (range[1] - range[0])).toFixed(3)}%`);
      set(fill, "style", `width: ${(100 * (rms === null ? 1 : place(rms, range))).toFixed(2)}%`);
      text(value, v.nan ? "NaN" : v.inf ? "Inf" : number(rms));
      paint(strip, points, range);
    },
  };
}

/** @param {HTMLCanvasElement} canvas @param {readonly Point[]} points @param {[number, number]} range */
function paint(canvas, points, range) {
  const context = canvas.getContext("2d");
  if (!context) return;
  context.clearRect(0, 0, STRIP, 1);
  const first = points[0]?.step ?? 0;
  const steps = (points.at(-1)?.step ?? 0) - first + 1;
  points.forEach((p, i) => {
    const colour = shade(p, range);
    if (!colour) return;
    const next = points[i + 1]?.step ?? p.step + 1;
    const from = Math.floor(((p.step - first) / steps) * STRIP);
    context.fillStyle = colour;
    context.fillRect(from, 0, Math.ceil(((next - first) / steps) * STRIP) - from, 1);
  });
}
