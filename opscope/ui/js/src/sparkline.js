// @ts-check
// A curve without axes: the mean over the steps, with a tick where something was not finite.

import { s, set, text } from "./dom.js";
import { sampled } from "./series.js";

/** @typedef {import("./series.js").Point} Point */

const MAX_POINTS = 64;
const ROUNDING = 2 ** -23; // of float32, relative to the largest element

/** Path data of the means, and of ticks where there were NaN or Inf. Gaps stay gaps. At most `MAX_POINTS` points.
 * `marks` are dots at the points. @param {readonly Point[]} points @param {number} width @param {number} height
 * @returns {{line: string, bad: string, marks: string}} */
export function paths(points, width, height) {
  const every = Math.max(1, Math.ceil(points.length / MAX_POINTS));
  const thinned = points.filter((_, i) => (points.length - 1 - i) % every === 0);
  const means = thinned.flatMap((p) => (p.mean === null ? [] : [p.mean]));
  const low = Math.min(...means);
  const largest = Math.max(...thinned.flatMap((p) => [p.min ?? 0, p.max ?? 0, p.mean ?? 0].map(Math.abs)));
  const spread = Math.max(...means) - low;
  const span = spread > ROUNDING * largest ? spread : 0; // the mean of a constant value differs in its last bits
  const first = thinned[0]?.step ?? 0;
  const steps = (thinned.at(-1)?.step ?? 0) - first || 1;
  let line = "";
  let bad = "";
  let marks = "";
  let pen = "M";
  for (const p of thinned) {
    const x = (1 + ((p.step - first) / steps) * (width - 2)).toFixed(1);
    if (p.bad) bad += `M${x},${height - 3}V${height}`;
    if (p.mean === null) {
      pen = "M";
      continue;
    }
    const y = span > 0 ? height - 4 - ((p.mean - low) / span) * (height - 6) : height / 2;
    line += `${pen}${x},${y.toFixed(1)}`;
    marks += `M${x},${y.toFixed(1)}h0`;
    pen = "L";
  }
  return { line, bad, marks };
}

/** @param {number} width @param {number} height */
export function sparkline(width, height) {
  const line = s("path", { class: "opscope-spark-line" });
  const bad = s("path", { class: "opscope-spark-bad" });
  const marks = s("path", { class: "opscope-spark-marks" });
  const note = s("title", {});
  const el = s("svg", { class: "opscope-spark", width, height, viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true" }, note, line, marks, bad);
  /** @type {unknown} */
  let shown;
  return {
    el,
    /** @param {import("./series.js").Series|undefined} series */
    update(series) {
      if (series === shown) return;
      shown = series;
      const drawn = paths(series?.points ?? [], width, height);
      set(line, "d", drawn.line);
      set(bad, "d", drawn.bad);
      const lacks = sampled(series); // a line through samples shows where they are
      set(marks, "d", lacks ? drawn.marks : "");
      text(note, lacks);
    },
  };
}
