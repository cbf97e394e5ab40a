// @ts-check
// What numbers would have been with another value, as a second curve beside the recorded one.

import { axis } from "./axis.js";
import { extent, runs } from "./chart.js";
import { h, s, set, text } from "./dom.js";
import { number, tick, ticks } from "./format.js";

/** @typedef {import("./events.generated.js").BranchSeen} BranchSeen */
/** @typedef {import("./series.js").Point} Point */
/** @typedef {import("./state.js").State} State */

const [HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [150, 58, 10, 8, 22];

/** The points of a curve. @param {BranchSeen} b @param {readonly (number|null)[]} values @returns {Point[]} */
function points(b, values) {
  return b.steps.map((step, i) => ({ step, mean: values[i], min: values[i], max: values[i], rms: null, bad: values[i] === null ? 1 : 0 }));
}

/** The last numbers of both curves, in words. @param {BranchSeen} b */
export function outcome(b) {
  const last = b.steps.length - 1;
  const shown = (/** @type {number|null} */ x) => (x === null ? "NaN/Inf" : number(x));
  const same = b.recorded.every((x, i) => x === b.changed[i]);
  if (same) return `no difference up to step ${b.steps[last]}`;
  return `step ${b.steps[last]}: ${shown(b.recorded[last])}, would be ${shown(b.changed[last])}`;
}

/** @param {AbortSignal} signal */
export function whatIf(signal) {
  const choice = h("select", { class: "opscope-graph-choice", "aria-label": "number to compare" });
  const change = h("code", {});
  const readout = h("span");
  const grid = s("g", { class: "opscope-grid" });
  const was = s("path", { class: "opscope-line" });
  const would = s("path", { class: "opscope-line opscope-branch-line" });
  const cross = s("path", { class: "opscope-cross" });
  const chart = s("svg", { class: "opscope-chart", height: HEIGHT, role: "img" }, grid, was, would, cross);
  const key = h("div", { class: "opscope-branch-key" }, h("span", {}, h("i", {}), "recorded"), h("span", {}, h("i", { class: "opscope-branch-would" }), "with the change"), change);
  const el = h("section", { class: "opscope-card opscope-wide opscope-what-if", hidden: true }, h("h4", {}, "What if", choice, readout), chart, key);
  /** @type {BranchSeen|undefined} */
  let shown;
  let drawn = "";
  let to = { x: (/** @type {number} */ _) => 0, step: (/** @type {number} */ _) => 0 };
  /** @type {State["fold"]["branches"]} */
  let all = new Map();

  choice.addEventListener("change", () => ((shown = all.get(choice.value)), draw()), { signal });
  chart.addEventListener(
    "pointermove",
    (event) => {
      if (!shown) return;
      const step = to.step(event.clientX - chart.getBoundingClientRect().left);
      const i = shown.steps.reduce((best, one, k) => (Math.abs(one - step) < Math.abs(/** @type {BranchSeen} */ (shown).steps[best] - step) ? k : best), 0);
      text(readout, `step ${shown.steps[i]}   ${number(shown.recorded[i])}   would be ${number(shown.changed[i])}`);
      set(cross, "d", `M${to.x(shown.steps[i])},${TOP}V${HEIGHT - BOTTOM}`);
    },
    { signal },
  );
  chart.addEventListener("pointerleave", () => (set(cross, "d", ""), text(readout, shown ? outcome(shown) : "")), { signal });
  const size = new ResizeObserver(() => draw());
  size.observe(chart);
  signal.addEventListener("abort", () => size.disconnect());

  function draw() {
    const b = shown;
    if (!b) return;
    const width = Math.max(200, chart.clientWidth || el.clientWidth);
    const look = `${b.name} ${b.change} ${width} ${b.changed.length} ${b.changed.at(-1)}`;
    if (look === drawn) return;
    drawn = look;
    const curves = [points(b, b.recorded), points(b, b.changed)];
    const all = [...curves[0], ...curves[1]].sort((p, q) => p.step - q.step);
    const vertical = axis(all);
    const placed = (/** @type {number|null} */ v) => (v === null ? null : vertical.to(v));
    const { x, y } = extent(all.map((p) => ({ ...p, min: placed(p.min), max: placed(p.max), mean: placed(p.mean) })));
    const inner = width - LEFT - RIGHT;
    const px = (/** @type {number} */ v) => +(LEFT + ((v - x[0]) / (x[1] - x[0])) * inner).toFixed(1);
    const py = (/** @type {number} */ v) => +(TOP + (1 - (vertical.to(v) - y[0]) / (y[1] - y[0])) * (HEIGHT - TOP - BOTTOM)).toFixed(1);
    to = { x: px, step: (v) => x[0] + ((v - LEFT) / inner) * (x[1] - x[0]) };
    const across = vertical.marks(...y, 4).flatMap((v) => [s("path", { d: `M${LEFT},${py(v)}H${width - RIGHT}` }), s("text", { x: LEFT - 6, y: py(v) + 3.5, "text-anchor": "end" }, tick(v))]);
    const along = ticks(...x, Math.max(3, width / 110))
      .filter(Number.isInteger)
      .map((v) => s("text", { x: px(v), y: HEIGHT - 6, "text-anchor": "middle" }, tick(v)));
    grid.replaceChildren(...across, ...along, s("path", { class: "opscope-floor", d: `M${LEFT},${HEIGHT - BOTTOM}H${width - RIGHT}` }));
    const line = (/** @type {Point[]} */ of) =>
      runs(of, (p) => p.mean !== null)
        .map((run) => (run.length > 1 ? `M${run.map((p) => `${px(p.step)},${py(/** @type {number} */ (p.mean))}`).join("L")}` : `M${px(run[0].step) - 4},${py(/** @type {number} */ (run[0].mean))}h8`))
        .join("");
    set(was, "d", line(curves[0]));
    set(would, "d", line(curves[1]));
    set(chart, "aria-label", `${b.name}: ${outcome(b)}, if ${b.change}`);
    text(readout, outcome(b));
    text(change, b.change);
  }

  return {
    el,
    /** @param {State} state */
    update(state) {
      const { branches } = state.fold;
      set(el, "hidden", !branches.size);
      if (branches === all) return draw();
      all = branches;
      const newest = [...all.values()].at(-1);
      const names = [...all.values()].filter((b) => b.change === newest?.change).map(({ name }) => name);
      choice.replaceChildren(...names.map((name) => h("option", { value: name }, state.scalarNames.get(name) || name)));
      shown = all.get(names.includes(shown?.name ?? "") ? (shown?.name ?? "") : (names[0] ?? ""));
      if (shown) choice.value = shown.name;
      draw();
    },
  };
}
