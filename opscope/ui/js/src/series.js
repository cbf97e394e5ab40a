// @ts-check
// Curves in bounded memory; the same rules as opscope/bounded_series.py and opscope/ui/points.py.

import { SERIES_CAPACITY } from "./events.generated.js";

/** @typedef {{step: number, mean: number|null, min: number|null, max: number|null, rms: number|null, bad: number}} Point */
/** `seen` steps were added, `first` is the first of them. @typedef {{points: Point[], stride: number, seen: number, first: number}} Series */

/** @type {Series} */
export const EMPTY = { points: [], stride: 1, seen: 0, first: 0 };

/** The series with more points. Each bucket of `stride` steps holds one point; the stride doubles when there are too many.
 * A point of an earlier step than the last one is ignored: the run shows its past again. `trail`: the points stand for so
 * many steps, of which that is the first.
 * @param {Series} series @param {Point[]} more @param {{seen: number, first: number}} [trail] @returns {Series} */
export function extend({ points, stride, seen, first }, more, trail) {
  let kept = points.slice();
  const before = kept.at(-1)?.step;
  if (trail && more.length && (before === undefined || trail.first >= before)) seen += trail.seen - (trail.first === before ? 1 : 0);
  if (before === undefined) first = trail?.first ?? more[0]?.step ?? 0;
  for (const point of more) {
    if (kept.length && point.step < kept[kept.length - 1].step) continue;
    if (!trail && point.step !== kept.at(-1)?.step) seen += 1;
    append(kept, point, stride);
    while (kept.length > SERIES_CAPACITY) {
      stride *= 2;
      /** @type {Point[]} */
      const fewer = [];
      for (const p of kept) append(fewer, p, stride);
      kept = fewer;
    }
  }
  return { points: kept, stride, seen, first };
}

/** `sampled: 29 of 60 steps` of a series that lacks steps between its first and its last one; else "".
 * @param {Series|undefined} series */
export function sampled(series) {
  const last = series?.points.at(-1)?.step;
  const steps = series && last !== undefined ? last - series.first + 1 : 0;
  return series && series.seen < steps ? `sampled: ${series.seen.toLocaleString("en")} of ${steps.toLocaleString("en")} steps` : "";
}

/** @param {Point[]} points @param {Point} point @param {number} stride */
function append(points, point, stride) {
  const last = points.at(-1);
  if (last && Math.floor((last.step - 1) / stride) === Math.floor((point.step - 1) / stride)) {
    points[points.length - 1] = merge(last, point);
  } else {
    points.push(point);
  }
}

/** One point of two in the same bucket: spikes and non-finite values stay visible.
 * @param {Point} old @param {Point} added @returns {Point} */
function merge(old, added) {
  return {
    step: added.step,
    mean: added.mean,
    min: choose(Math.min, old.min, added.min),
    max: choose(Math.max, old.max, added.max),
    rms: added.rms,
    bad: Math.max(old.bad, added.bad),
  };
}

/** @param {(a: number, b: number) => number} choice @param {number|null} a @param {number|null} b */
function choose(choice, a, b) {
  if (a === null || b === null) return a === null ? b : a;
  return choice(a, b);
}

/** The point whose step is nearest. @param {readonly Point[]} points @param {number} step @returns {Point|undefined} */
export function nearestPoint(points, step) {
  return points.reduce((/** @type {Point|undefined} */ best, p) => (!best || Math.abs(p.step - step) < Math.abs(best.step - step) ? p : best), undefined);
}

/** The point of a value's summary. @param {import("./events.generated.js").ValueSeen} e @returns {Point} */
export function valuePoint(e) {
  const rms = e.mean === null || e.std === null ? null : Math.hypot(e.mean, e.std);
  return { step: e.step, mean: e.mean, min: e.min, max: e.max, rms, bad: e.nan + e.inf };
}

/** Name and point of each tapped scalar of a step, as of its summary.
 * @param {import("./events.generated.js").StepFinished} e @returns {[string, Point][]} */
export function tappedPoints(e) {
  return (e.tapped ?? []).map((name, i) => {
    const x = e.tapped_scalars?.[i] ?? null;
    return [name, { step: e.step, mean: x, min: x, max: x, rms: x === null ? null : Math.abs(x), bad: x === null ? 1 : 0 }];
  });
}

/** Name and point of each scalar of a step. A scalar that is not finite is null.
 * @param {import("./events.generated.js").StepFinished} e @returns {[string, Point][]} */
export function scalarPoints(e) {
  return e.scalars.slice(0, e.names.length).map((x, i) => {
    return [e.names[i], { step: e.step, mean: x, min: x, max: x, rms: null, bad: x === null ? 1 : 0 }];
  });
}
