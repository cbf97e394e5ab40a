// @ts-check
// The history of one value: its mean over the steps, inside the band from min to max.

import { axis } from "./axis.js";
import { h, s, set, text } from "./dom.js";
import { number, tick, ticks } from "./format.js";
import { nearestPoint, sampled } from "./series.js";

/** @typedef {import("./series.js").Point} Point */

const HEIGHT = 150;
const LEFT = 58;
const RIGHT = 10;
const TOP = 8;
const BOTTOM = 22;
const LABEL = "history of mean, min and max";

/** Range of steps and of values of a history, with a margin; never empty.
 * @param {readonly Point[]} points @returns {{x: [number, number], y: [number, number]}} */
export function extent(points) {
  const ys = points.flatMap((p) => [p.min, p.max, p.mean]).filter((y) => y !== null);
  let low = ys.length ? Math.min(.../** @type {number[]} */ (ys)) : 0;
  let high = ys.length ? Math.max(.../** @type {number[]} */ (ys)) : 1;
  if (high === low) [low, high] = [low - (Math.abs(low) || 1) / 2, high + (Math.abs(high) || 1) / 2];
  const margin = (high - low) * 0.04;
  const first = points[0]?.step ?? 0;
  const last = points.at(-1)?.step ?? 1;
  return { x: [first, last > first ? last : first + 1], y: [low - margin, high + margin] };
}

/** Sequences of neighboring points for which `has` is true: gaps in the data stay gaps in the drawing.
 * @param {readonly Point[]} points @param {(p: Point) => boolean} has @returns {Point[][]} */
export function runs(points, has) {
  /** @type {Point[][]} */
  const out = [];
  let open = false;
  for (const p of points) {
    if (has(p)) {
      if (!open) out.push([]);
      out[out.length - 1].push(p);
    }
    open = has(p);
  }
  return out;
}

/** `goTo` is called with the step of a click.
 * @param {{goTo: (step: number) => void, signal: AbortSignal}} actions */
export function chart({ goTo, signal }) {
  const grid = s("g", { class: "opscope-grid" });
  const band = s("path", { class: "opscope-band" });
  const line = s("path", { class: "opscope-line" });
  const bad = s("path", { class: "opscope-bad" });
  const marks = s("path", { class: "opscope-sample-marks" });
  const cross = s("path", { class: "opscope-cross" });
  const cursor = s("path", { class: "opscope-cursor" });
  const root = s("svg", { class: "opscope-chart", height: HEIGHT, role: "img", "aria-label": LABEL });
  root.append(grid, band, line, marks, bad, cross, cursor);
  const readout = h("span");
  const log = h("button", { type: "button", class: "opscope-log", "aria-pressed": "false", title: "logarithmic axis" }, "log");
  const el = h("section", { class: "opscope-card opscope-wide" }, h("h4", {}, "History", readout), log, root);
  /** @type {readonly Point[]} */
  let points = [];
  let drawn = "";
  let note = ""; // if the curve lacks steps
  /** @type {number|null} */
  let hovered = null; // pixels from the left
  /** What the user has chosen, other than what suits the values. @type {boolean|undefined} */
  let wish;
  /** @type {ReturnType<typeof scales>} */
  let to = scales([], 1, wish);
  log.addEventListener(
    "click",
    () => {
      const chosen = !to.vertical.isLog;
      wish = axis(points).isLog === chosen ? undefined : chosen;
      redraw();
    },
    { signal },
  );

  const showReadout = () => {
    const p = hovered === null ? undefined : nearestPoint(points, to.step(hovered));
    text(readout, p ? `step ${p.step}  mean ${number(p.mean)}  ${number(p.min)} … ${number(p.max)}` : note || (reachable ? "mean, min … max; click to go there" : "mean, min … max"));
    set(cross, "d", p ? `M${to.x(p.step)},${TOP}V${HEIGHT - BOTTOM}` : "");
  };
  /** @type {[number, number]|null} */
  let reachable = null;
  const showCursor = (/** @type {number|null} */ at) => {
    const { x } = to.extent;
    set(cursor, "d", at === null || !points.length || at < x[0] || at > x[1] ? "" : `M${to.x(at)},7l-4,-6h8zV${HEIGHT - BOTTOM}`);
  };
  root.addEventListener(
    "click",
    (e) => {
      if (!reachable || !points.length) return;
      const step = Math.round(to.step(e.clientX - root.getBoundingClientRect().left));
      goTo(Math.max(reachable[0], Math.min(reachable[1], step)));
    },
    { signal },
  );
  root.addEventListener("pointermove", (e) => ((hovered = e.clientX - root.getBoundingClientRect().left), showReadout()), { signal });
  root.addEventListener("pointerleave", () => ((hovered = null), showReadout()), { signal });

  let redraw = () => {};
  const size = new ResizeObserver(() => redraw());
  size.observe(root);
  signal.addEventListener("abort", () => size.disconnect());
  return {
    el,
    /** `at` is the step where the run is paused, with the cursor; `reach` the steps that a click can go to, null if none.
     * @param {import("./series.js").Series|undefined} series @param {number|null} at @param {[number, number]|null} reach */
    update(series, at, reach) {
      redraw = () => this.update(series, at, reach);
      const now = series?.points ?? [];
      note = sampled(series);
      reachable = reach;
      set(root, "data-goes", Boolean(reach));
      set(root, "aria-label", at === null ? LABEL : `${LABEL}; the cursor is at step ${at}`);
      showCursor(at);
      const width = Math.max(200, root.clientWidth || el.clientWidth);
      const look = `${width} ${wish}`;
      if (now === points && drawn === look) return showReadout(); // whether a click goes there may have changed
      points = now;
      drawn = look;
      to = scales(points, width, wish);
      set(marks, "d", note ? points.flatMap((p) => (p.mean === null ? [] : [`M${to.x(p.step)},${to.y(p.mean)}h0`])).join("") : "");
      set(log, "aria-pressed", to.vertical.isLog ? "true" : "false");
      draw(grid, band, line, bad, points, to, width);
      showCursor(at);
      showReadout();
    },
  };
}

/** A point without neighbors: a dash at the mean, on a line from min to max. @param {Point} p @param {ReturnType<typeof scales>} to */
function isolatedPoint(p, to) {
  const range = p.min === null || p.max === null ? "" : `M${to.x(p.step)},${to.y(p.min)}V${to.y(p.max)}`;
  return `M${to.x(p.step) - 4},${to.y(/** @type {number} */ (p.mean))}h8${range}`;
}

/** @param {readonly Point[]} points @param {number} width @param {boolean|undefined} wish a logarithmic axis or not */
function scales(points, width, wish) {
  const vertical = axis(points, wish);
  const placed = (/** @type {number|null} */ v) => (v === null ? null : vertical.to(v));
  const { x, y } = extent(points.map((p) => ({ ...p, min: placed(p.min), max: placed(p.max), mean: placed(p.mean) })));
  const inner = width - LEFT - RIGHT;
  const tall = HEIGHT - TOP - BOTTOM;
  return {
    extent: { x, y },
    vertical,
    x: (/** @type {number} */ v) => +(LEFT + ((v - x[0]) / (x[1] - x[0])) * inner).toFixed(1),
    y: (/** @type {number} */ v) => +(TOP + (1 - (vertical.to(v) - y[0]) / (y[1] - y[0])) * tall).toFixed(1),
    step: (/** @type {number} */ px) => x[0] + ((px - LEFT) / inner) * (x[1] - x[0]),
  };
}

/** @param {SVGElement} grid @param {SVGElement} band @param {SVGElement} line @param {SVGElement} bad
 * @param {readonly Point[]} points @param {ReturnType<typeof scales>} to @param {number} width */
function draw(grid, band, line, bad, points, to, width) {
  const floor = HEIGHT - BOTTOM;
  const across = to.vertical.marks(...to.extent.y, 4).flatMap((y) => [
    s("path", { d: `M${LEFT},${to.y(y)}H${width - RIGHT}` }),
    s("text", { x: LEFT - 6, y: to.y(y) + 3.5, "text-anchor": "end" }, tick(y)),
  ]);
  const along = ticks(...to.extent.x, Math.max(3, width / 110))
    .filter(Number.isInteger)
    .map((x) => s("text", { x: to.x(x), y: HEIGHT - 6, "text-anchor": "middle" }, tick(x)));
  grid.replaceChildren(...(points.length ? [...across, ...along] : []), s("path", { class: "opscope-floor", d: `M${LEFT},${floor}H${width - RIGHT}` }));
  const areas = runs(points, (p) => p.min !== null && p.max !== null).map((run) => {
    const there = run.map((p) => `${to.x(p.step)},${to.y(/** @type {number} */ (p.max))}`);
    const back = [...run].reverse().map((p) => `${to.x(p.step)},${to.y(/** @type {number} */ (p.min))}`);
    return `M${[...there, ...back].join("L")}Z`;
  });
  set(band, "d", areas.join(""));
  const lines = runs(points, (p) => p.mean !== null).map((run) => {
    const xy = run.map((p) => `${to.x(p.step)},${to.y(/** @type {number} */ (p.mean))}`);
    return xy.length > 1 ? `M${xy.join("L")}` : isolatedPoint(run[0], to);
  });
  set(line, "d", lines.join(""));
  const marks = points.filter((p) => p.bad).map((p) => `M${to.x(p.step)},${floor - 5}V${floor}`);
  set(bad, "d", marks.join(""));
}
