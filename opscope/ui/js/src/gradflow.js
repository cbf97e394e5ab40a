// @ts-check
// Gradient flow: the RMS gradient of every parameter, as bars on a common logarithmic scale, and its history.

import { css, gradient, SPECIAL, viridis } from "./colormap.js";
import { arrange, h, nameTag, rename, set, text } from "./dom.js";
import { count, health, number, ticks, titles } from "./format.js";
import { EMPTY, sampled, valuePoint } from "./series.js";
import { elsewhere, parameterGradients } from "./state.js";

/** @typedef {import("./events.generated.js").ValueSeen} ValueSeen */
/** @typedef {import("./series.js").Point} Point */
/** @typedef {import("./state.js").State} State */
/** What all rows share: the decades of the bars and the steps of the strips.
 * @typedef {{range: [number, number], steps: [number, number]}} Axes */

const STRIP = 128;
const ROW = 36; // pixels, as in the style sheet
/** @type {readonly Point[]} */
const NO_POINTS = Object.freeze([]);
const MIN_DECADES = 3;
const MAX_DECADES = 12;

/** The range of decades [from, to] between the smallest and the largest RMS: at least three decades, at most twelve.
 * @param {number} low @param {number} high @returns {[number, number]} */
export function decades(low, high) {
  if (!(low <= high)) return [-4, 0];
  const to = Math.ceil(Math.log10(high) + 1e-9) + 0; // never -0
  return [Math.max(to - MAX_DECADES, Math.min(to - MIN_DECADES, Math.floor(Math.log10(low)))), to];
}

/** @type {WeakMap<readonly Point[], [number, number]>} */
const ranges = new WeakMap();

/** The smallest and the largest positive RMS of a history; Infinity and 0 if there is none.
 * @param {readonly Point[]} points @returns {[number, number]} */
export function rmsRange(points) {
  let found = ranges.get(points);
  if (!found) {
    let [low, high] = [Infinity, 0];
    for (const { rms } of points) {
      if (!rms || !Number.isFinite(rms)) continue;
      low = Math.min(low, rms);
      high = Math.max(high, rms);
    }
    found = [low, high];
    ranges.set(points, found);
  }
  return found;
}

/** Position of x between the decades, in [0, 1]. @param {number} x @param {[number, number]} range */
export function place(x, [from, to]) {
  return x > 0 ? Math.max(0, Math.min(1, (Math.log10(x) - from) / (to - from))) : 0;
}

const SHADES = Array.from({ length: 129 }, (_, i) => css(viridis(i / 128)));

/** The colour of one step in the history strip. @param {Point} p @param {[number, number]} range @returns {string|null} */
export function shade(p, range) {
  if (p.bad) return css(SPECIAL.nan);
  return p.rms ? SHADES[Math.round(place(p.rms, range) * (SHADES.length - 1))] : null;
}

/** @type {import("./tab_registry.js").Tab} */
export const gradientFlowTab = { id: "flow", label: "Gradient flow", short: "Flow", create: gradflow, count: (state) => parameterGradients(state).length };

/** @param {import("./tab_registry.js").Actions} actions @returns {import("./tab_registry.js").Pane} */
function gradflow({ select, refresh, signal }) {
  const scale = h("div", { class: "opscope-decades" });
  const along = h("div", { class: "opscope-strip-steps", title: "steps" });
  const head = h("div", { class: "opscope-flow-row opscope-flow-head" }, h("span", {}, "parameter"), scale, h("span", {}, "RMS"), along);
  const body = h("div", { class: "opscope-flow-body" });
  const none = h("div", { class: "opscope-nothing" }, "No gradient of a parameter has been seen. Tap them: taps=\"*@GRAD\" when the run starts.");
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
  const el = h("div", { class: "opscope-flow" }, none, h("div", { class: "opscope-flow-table" }, head, body, legend));
  el.addEventListener("scroll", refresh, { signal, passive: true });
  const points = (/** @type {State} */ state, /** @type {ValueSeen} */ v) => state.history.get(v.name)?.points ?? NO_POINTS;
  return {
    el,
    update(state, { selected }) {
      const values = parameterGradients(state);
      set(none, "hidden", values.length > 0);
      set(head, "hidden", !values.length);
      let [lowest, highest] = [Infinity, 0];
      for (const v of values) {
        const [from, to] = rmsRange(points(state, v));
        [lowest, highest] = [Math.min(lowest, from), Math.max(highest, to)];
      }
      const range = decades(lowest, highest);
      label(scale, range);
      const steps = stepRange(values.map((v) => points(state, v)));
      labelSteps(along, steps);
      text(low, number(10 ** range[0]));
      text(high, number(10 ** range[1]));
      set(legend, "hidden", !values.length);
      for (const v of values) if (!bars.has(v.name)) bars.set(v.name, bar(v.name));
      const rows = values.map((v) => /** @type {ReturnType<typeof bar>} */ (bars.get(v.name)));
      arrange(body, rows.map((row) => row.el));
      const at = state.stopped?.step || null;
      const called = titles(values);
      const first = Math.floor((el.scrollTop - (body.offsetTop - el.offsetTop)) / ROW) - 2; // both from the top of the panel
      const last = first + Math.ceil(el.clientHeight / ROW) + 4;
      values.forEach((v, i) => {
        if (i < first || i > last) return rows[i].choose(v.name === selected);
        rows[i].update(v, called.get(v.name) ?? v.name, state.history.get(v.name) ?? EMPTY, { range, steps }, elsewhere(state, v), at);
        rows[i].choose(v.name === selected);
      });
    },
  };
}

/** The first and the last step of all histories: the strips have one axis.
 * @param {readonly (readonly Point[])[]} histories @returns {[number, number]} */
export function stepRange(histories) {
  const some = histories.filter((points) => points.length);
  if (!some.length) return [0, 0];
  return [Math.min(...some.map((points) => points[0].step)), Math.max(...some.map((points) => points[points.length - 1].step))];
}

/** Writes steps above the strips, at the middle of their columns. @param {HTMLElement} el @param {[number, number]} steps */
function labelSteps(el, [first, last]) {
  const room = Math.floor(el.clientWidth / 40);
  const key = `${first} ${last} ${room}`;
  if (el.dataset.steps === key) return;
  el.dataset.steps = key;
  const whole = () => ticks(first, last, room).filter((step) => Number.isInteger(step) && step >= first);
  const shown = last > first && room > 1 ? (room > 2 ? whole() : [first, last]) : [last];
  el.replaceChildren(
    ...shown.map((step) => {
      const at = (step - first + 0.5) / (last - first + 1);
      const shift = at < 0.12 ? 0 : at > 0.88 ? -100 : -50; // inside the row
      return h("span", { style: `left: ${(100 * at).toFixed(2)}%; transform: translateX(${shift}%)` }, count(step));
    }),
  );
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
    /** @param {boolean} selected */
    choose: (selected) => set(el, "aria-pressed", selected ? "true" : "false"),
    /** @param {ValueSeen} v @param {string} called @param {import("./series.js").Series} series @param {Axes} axes @param {string} when
     * @param {number|null} at the step with the cursor */
    update(v, called, series, { range, steps }, when, at) {
      const key = `${range} ${steps} ${when} ${at} ${called}`;
      if (shown === v && drawn === key) return;
      shown = v;
      drawn = key;
      set(el, "data-elsewhere", Boolean(when));
      set(el, "title", when ? `not computed yet: its value ${when}` : undefined);
      const { rms } = valuePoint(v);
      const is = health(v);
      rename(title, called.replaceAll("@GRAD", ""));
      set(el, "data-health", is);
      set(fill, "data-nothing", rms === null); // no finite element: a hatched bar instead of a short one
      set(track, "style", `--decade: ${(100 / (range[1] - range[0])).toFixed(3)}%`);
      set(fill, "style", `width: ${(100 * (rms === null ? 1 : place(rms, range))).toFixed(2)}%`);
      text(value, v.nan ? "NaN" : v.inf ? "Inf" : number(rms));
      paint(strip, series, { range, steps }, at);
      set(strip, "title", sampled(series) || undefined);
    },
  };
}

/** Between the samples of a series that lacks steps, the strip is pale.
 * @param {HTMLCanvasElement} canvas @param {import("./series.js").Series} series @param {Axes} axes @param {number|null} at */
function paint(canvas, series, { range, steps: [first, final] }, at) {
  const { points, stride } = series;
  const lacks = sampled(series);
  const context = canvas.getContext("2d");
  if (!context) return;
  context.clearRect(0, 0, STRIP, 1);
  const steps = final - first + 1;
  points.forEach((p, i) => {
    const next = points[i + 1]?.step ?? p.step + 1;
    const from = Math.floor(((p.step - first) / steps) * STRIP);
    if (!p.bad && i + 1 < points.length && Math.floor(((next - first) / steps) * STRIP) === from) return; // it is covered
    const colour = shade(p, range);
    if (!colour) return;
    context.fillStyle = colour;
    context.globalAlpha = lacks ? 0.35 : 1;
    context.fillRect(from, 0, Math.ceil(((next - first) / steps) * STRIP) - from, 1);
    context.globalAlpha = 1;
    if (lacks) context.fillRect(from, 0, Math.max(2, Math.ceil((stride / steps) * STRIP)), 1);
  });
  if (at === null || at < first || at >= first + steps) return;
  context.fillStyle = getComputedStyle(canvas).color;
  context.fillRect(Math.floor(((at - first) / steps) * STRIP), 0, 2, 1);
}
