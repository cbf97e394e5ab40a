// @ts-check
// Curves in bounded memory; the same rules as opscope/bounded_series.py and opscope/ui/points.py.

import { SERIES_CAPACITY } from "./events.generated.js";

/** @typedef {{step: number, mean: number|null, min: number|null, max: number|null, rms: number|null, bad: number}} Point */
/** @typedef {{points: Point[], stride: number}} Series */

/** @type {Series} */
export const EMPTY = { points: [], stride: 1 };

/** The series with more points. Each bucket of `stride` steps holds one point; the stride doubles when there are too many.
 * A point of an earlier step than the last one is ignored: the run shows its past again.
 * @param {Series} series @param {Point[]} more @returns {Series} */
export function extend({ points, stride }, more) {
  let kept = points.slice();
  for (const point of more) {
    if (kept.length && point.step < kept[kept.length - 1].step) continue;
    append(kept, point, stride);
    while (kept.length > SERIES_CAPACITY) {
      stride *= 2;
      /** @type {Point[]} */
      const fewer = [];
      for (const p of kept) append(fewer, p, stride);
      kept = fewer;
    }
  }
  return { points: kept, stride };
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

/** Name and point of each scalar of a step. A scalar that is not finite is null.
 * @param {import("./events.generated.js").StepFinished} e @returns {[string, Point][]} */
export function scalarPoints(e) {
  return e.scalars.slice(0, e.names.length).map((x, i) => {
    return [e.names[i], { step: e.step, mean: x, min: x, max: x, rms: null, bad: x === null ? 1 : 0 }];
  });
}
