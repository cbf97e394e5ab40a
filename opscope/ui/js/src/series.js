// @ts-check
// Bounded history of one number; the same rule as opscope/ui/series.py.

/** @typedef {{step: number, mean: number|null, min: number|null, max: number|null, rms: number|null, bad: number}} Point */
/** @typedef {{points: Point[], stride: number}} Series */

export const CAPACITY = 256;

/** @type {Series} */
export const EMPTY = { points: [], stride: 1 };

/** The series with more points: one bucket of `stride` steps is one point, and the stride doubles when there are too many.
 * A point older than the last is known already.
 * @param {Series} series @param {Point[]} more @returns {Series} */
export function extend({ points, stride }, more) {
  let kept = points.slice();
  for (const point of more) {
    if (kept.length && point.step < kept[kept.length - 1].step) continue; // of a step that is gone back to
    append(kept, point, stride);
    while (kept.length > CAPACITY) {
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
  if (last && Math.floor(last.step / stride) === Math.floor(point.step / stride)) {
    points[points.length - 1] = merge(last, point);
  } else {
    points.push(point);
  }
}

/** Two points of one bucket as one: spikes and non-finite values stay visible.
 * @param {Point} old @param {Point} now @returns {Point} */
function merge(old, now) {
  return {
    step: now.step,
    mean: now.mean,
    min: pick(Math.min, old.min, now.min),
    max: pick(Math.max, old.max, now.max),
    rms: now.rms,
    bad: Math.max(old.bad, now.bad),
  };
}

/** @param {(a: number, b: number) => number} choose @param {number|null} a @param {number|null} b */
function pick(choose, a, b) {
  if (a === null || b === null) return a === null ? b : a;
  return choose(a, b);
}
