import assert from "node:assert/strict";
import test from "node:test";

import { axis } from "../src/axis.js";
import { extent, runs } from "../src/chart.js";
import { approximate, colour, SPECIAL, TABLE, viridis } from "../src/colormap.js";
import { decades, rmsRange, place, shade } from "../src/gradflow.js";
import { describe, fit } from "../src/heatmap.js";
import * as histogram from "../src/histogram.js";
import { bounded, onto, opening, topMiddle, zoomed } from "../src/panzoom.js";
import { elementAt, zoomed as zoomedSlice } from "../src/inspector.js";
import { emptiest } from "../src/minimap.js";
import { cellAt, columns, gridSize, short, table } from "../src/picture.js";
import { statisticsNote } from "../src/detail.js";
import { harmless } from "../src/sanitize.js";
import { SERIES_CAPACITY } from "../src/events.generated.js";
import { EMPTY, extend, sampled } from "../src/series.js";
import { paths } from "../src/sparkline.js";
import { detail } from "./events.js";

const valueOf = (dtype, shape) => ({ dtype, shape });
const at = (step, mean = step, more = {}) => ({ step, mean, min: mean, max: mean, rms: mean, bad: 0, ...more });
const steps = (n, make = at) => Array.from({ length: n }, (_, i) => make(i + 1));

test("an axis is linear until a few values would flatten all others", () => {
  assert.equal(axis([]).isLog, false);
  assert.equal(axis([at(1), at(2), at(3, -3)]).isLog, false);
  const spike = axis([at(1), at(2), at(3, 1.5), at(4, -2), at(5, 1e38)]);
  assert.equal(spike.isLog, true);
  assert.ok(spike.to(2) - spike.to(1) > 0.1 && spike.to(1e38) < 40 && spike.to(-2) < 0);
  const marks = spike.marks(spike.to(-3), spike.to(1e38), 4);
  assert.ok(marks.includes(0) && marks.length >= 3 && marks.length <= 6 && Math.max(...marks) <= 1e38);
});

test("an axis is logarithmic where the user wishes it", () => {
  const losses = axis([at(1, 4.5), at(2, 0.3), at(3, 0.004)], true);
  assert.ok(losses.isLog && losses.to(0.1) === -1);
  assert.deepEqual(losses.marks(-3, 1, 4), [0.001, 0.01, 0.1, 1, 10]);
  assert.ok(losses.marks(-0.2, 0.3, 4).length >= 3); // less than a decade
  const signed = axis([at(1, -2), at(2, 0), at(3, 1e-3)], true);
  assert.ok(signed.isLog && signed.to(0) === 0 && signed.to(-2) < -2);
  assert.equal(axis([at(1), at(2), at(5, 1e38)], false).isLog, false);
  assert.equal(axis([], true).isLog, false);
});

test("a history is bounded, covers the run and keeps its spikes", () => {
  for (const n of [1, 255, 256, 257, 1000, 20000]) {
    const { points, stride } = extend(EMPTY, steps(n, (s) => at(s, s === 700 ? 1e6 : 0)));
    assert.ok(points.length <= SERIES_CAPACITY);
    assert.equal(points.at(-1).step, n);
    assert.ok(points[0].step <= stride);
    assert.equal(sampled(extend(EMPTY, steps(n))), "");
    const thirds = extend(EMPTY, steps(n).filter((p) => p.step % 3 === 1));
    if (n > 1) assert.equal(sampled(thirds), `sampled: ${Math.ceil(n / 3).toLocaleString("en")} of ${(Math.ceil(n / 3) * 3 - 2).toLocaleString("en")} steps`);
    const [half, rest] = [steps(n).slice(0, n / 2), steps(n).slice(Math.floor(n / 2))]; // as trails
    assert.equal(extend(extend(EMPTY, half, { seen: half.length, first: 1 }), rest, { seen: rest.length, first: rest[0].step }).seen, n);
    if (n > 700) assert.equal(Math.max(...points.map((p) => p.max)), 1e6);
  }
});

test("a sparkline has gaps where there is no mean, and marks what was not finite", () => {
  const { line, bad } = paths([at(1), at(2), at(3, null, { bad: 4 }), at(4), at(5)], 50, 20);
  assert.equal(line.match(/M/g)?.length, 2);
  assert.equal(bad.match(/M/g)?.length, 1);
  assert.deepEqual(paths([], 50, 20), { line: "", bad: "", marks: "" });
  assert.doesNotMatch(paths(steps(1000), 50, 20).line, /NaN|Infinity/);
  assert.doesNotMatch(paths(steps(3, (s) => at(s, 7)), 50, 20).line, /NaN|Infinity/);
  const same = paths(steps(9, (s) => at(s, 0.006 + (s % 2) * 1e-8, { min: -3.9, max: 3.9 })), 50, 20).line;
  assert.deepEqual([...new Set(same.match(/,[\d.]+/g))], [",10.0"]); // a constant value, whose mean is rounded otherwise
});

test("a chart's extent is never empty", () => {
  assert.deepEqual(extent([]).x, [0, 1]);
  for (const points of [[], [at(3, 0)], [at(1, null)], steps(2, (s) => at(s, 5))]) {
    const { x, y } = extent(points);
    assert.ok(x[1] > x[0] && y[1] > y[0]);
  }
  assert.deepEqual(runs([at(1), at(2, null), at(3)], (p) => p.mean !== null).map((r) => r.length), [1, 1]);
});

test("the colours of NaN and Inf are far from every number's", () => {
  const far = (a, b) => Math.hypot(...a.map((x, k) => x - b[k]));
  for (const special of Object.values(SPECIAL)) {
    for (let p = 2; p < 255; p++) assert.ok(far(special, TABLE[p]) > 90);
    for (const other of Object.values(SPECIAL)) assert.ok(other === special || far(special, other) > 90);
  }
  const out = new Uint8ClampedArray(12);
  colour(new Uint8Array([0, 1, 255]), out);
  assert.deepEqual([...out], [...SPECIAL.nan, 255, ...SPECIAL.minusInf, 255, ...SPECIAL.plusInf, 255]);
});

test("the map gets lighter all the way", () => {
  const light = Array.from({ length: 100 }, (_, i) => viridis(i / 99)).map(([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b);
  for (let i = 1; i < light.length; i++) assert.ok(light[i] > light[i - 1]);
});

test("a pixel stands for about its number", () => {
  assert.deepEqual([0, 1, 255, 2, 254, 128].map((p) => approximate(p, -1, 1)), [NaN, -Infinity, Infinity, -1, 1, 0]);
});

test("hovering names the element in the original", () => {
  const d = detail();
  assert.equal(describe(d, [4, 15], 1, 1), "row 2, col 5  ≈ 126.0");
  assert.equal(describe(d, [2, 2, 15], 1, 2), "[1, 0, 10]  row 2, col 10  ≈ 252.0");
  assert.match(describe(d, [4, 15], 0, 0), /NaN$/);
  assert.match(describe(d, [4, 15], 0, 1), /−Inf$/);
});

test("a thumbnail fits its box and can always be seen", () => {
  for (const [r, c] of [[1, 1], [64, 64], [1, 4096], [4096, 1], [16, 10]]) {
    const [w, h] = fit(r, c, 340, 168);
    assert.ok(w <= 340 && h <= 168 && w >= 14 && h >= 14, `${r} ${c} ${w} ${h}`);
  }
  assert.deepEqual(fit(64, 64, 340, 160), [170, 160]);
  assert.deepEqual(fit(2, 2, 340, 168), [52, 52]);
});

test("a bin that holds one element is not invisible", () => {
  assert.deepEqual(histogram.heights([0, 1, 10000]), [0, 0.012, 1]);
  assert.deepEqual(histogram.heights([0, 0]), [0, 0]);
  assert.equal(histogram.describe(detail(), 2), "168.0 … 252.0: 4");
});

test("elements that are all equal are one bar in the middle, and none are no cells", () => {
  const same = detail({ low: 3, high: 3, counts: [5, 0, 0, 0] });
  assert.deepEqual(histogram.drawn(same), [0, 0, 5, 0]);
  assert.equal(histogram.describe(same, 1), "5 finite elements, all equal");
  assert.equal(histogram.describe(detail({ low: 3, high: 3, counts: [1, 0] }), 0), "1 finite element");
  assert.equal(histogram.describe(detail({ low: 0, high: 0, counts: [0, 0] }), 0), "no finite elements");
  assert.equal(statisticsNote(valueOf("complex64", [2, 3])), "Statistics, distribution and colours are of the magnitudes.");
  assert.equal(statisticsNote(valueOf("float32", [0, 3])), "It has no elements.");
  assert.equal(statisticsNote(valueOf("float32", [])), "");
});

test("decades hold what is shown: three to twelve of them", () => {
  const points = (all) => all.map((rms, i) => ({ step: i + 1, mean: 0, min: 0, max: 0, rms, bad: 0 }));
  assert.deepEqual(decades(...rmsRange(points([]))), [-4, 0]);
  assert.deepEqual(decades(...rmsRange(points([0.02, 0.05]))), [-4, -1]);
  assert.deepEqual(decades(...rmsRange(points([3e-7, 0.5]))), [-7, 0]);
  assert.deepEqual(decades(...rmsRange(points([1e-40, 2, NaN, 0, Infinity, null]))), [-11, 1]);
  assert.equal(place(1e-5, [-10, 0]), 0.5);
  assert.deepEqual([place(0, [-3, 0]), place(1e9, [-3, 0]), place(1e-9, [-3, 0])], [0, 1, 0]);
  assert.equal(shade(at(1, 0), [-3, 0]), null);
  assert.equal(shade(at(1, 1, { bad: 1 }), [-3, 0]), "rgb(255, 0, 200)");
});

test("zooming keeps the point under the pointer, within bounds", () => {
  const whole = { x: 0, y: 0, w: 100, h: 50 };
  const near = zoomed(whole, 2, 0.25, 0.5);
  assert.deepEqual(near, { x: 12.5, y: 12.5, w: 50, h: 25 });
  assert.ok(Math.abs(bounded(zoomed(whole, 1e6), whole).w - 2.5) < 1e-9);
  assert.ok(Math.abs(bounded(zoomed(whole, 1e-6), whole).w - 400) < 1e-9);
  assert.deepEqual(opening({ x: 0, y: 0, w: 100, h: 5000 }, 600, 400).y, 0);
  assert.equal(opening(whole, 600, 400).w, 600);
  const wide = { x: 0, y: 0, w: 9000, h: 900 }; // at the top there is a node at the left only
  const nodes = [{ x: 100, y: 0, w: 50, h: 20 }, { x: 10, y: 5, w: 50, h: 20 }, { x: 4500, y: 60, w: 50, h: 20 }];
  assert.equal(topMiddle(nodes, opening(wide, 600, 400)), 125);
  assert.equal(topMiddle([], opening(wide, 600, 400)), undefined);
  const view = opening(wide, 600, 400, 125);
  assert.ok(view.x === 0 && view.w < wide.w && view.x + view.w > 150);
  assert.deepEqual(onto({ x: 90, y: -40, w: 20, h: 20 }, whole), { x: 80, y: 0, w: 20, h: 20 });
  assert.deepEqual(onto({ x: 0, y: 0, w: 200, h: 10 }, whole), { x: -50, y: 0, w: 200, h: 10 });
});

test("only harmless attributes stay in a drawing", () => {
  for (const [name, value] of [["id", "op-3"], ["d", "M0,0"], ["fill", "url(#g)"], ["xlink:href", "#a"], ["stroke-width", "2"], ["font-family", "Helvetica,sans-Serif"], ["xmlns", "http://www.w3.org/2000/svg"]])
    assert.ok(harmless(name, value), name);
  for (const [name, value] of [["onclick", "x()"], ["onload", "x()"], ["href", "https://x"], ["xlink:href", "javascript:x"], ["xlink:href", "data:text/html,x"], ["style", "a:b"], ["fill", "url(https://x)"], ["fill", "url( 'http://x')"], ["fill", "u\\72l(http://x)"], ["src", "x"]])
    assert.ok(!harmless(name, value), `${name}=${value}`);
});

const filters = {
  shape: [29, 1, 8, 8], axes: [2, 3, 0], index: [0, 0, 0, 0], facets: 29, facet_stride: 1, top: 0, left: 0, height: 8, width: 8,
  row_stride: 1, col_stride: 1, low: -1, high: 3, nonfinite: 0, pixels: new Uint8Array(29 * 64).fill(2), numbers: [], difference: "",
}; // prettier-ignore
const asPicture = ({ facets, height: rows, width: cols, low, high, pixels, numbers }) => ({ facets, rows, cols, low, high, pixels, numbers });

test("facets stand side by side, and each cell is found again", () => {
  const p = asPicture(filters);
  const n = columns(p, 600, 300);
  assert.ok(n > 4 && n < 29);
  const [width, height] = gridSize(p, n);
  const seen = new Set();
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = cellAt(p, n, x, y);
      if (at) seen.add(`${at.facet} ${at.row} ${at.col}`);
    }
  }
  assert.equal(seen.size, 29 * 64);
  assert.equal(cellAt(p, n, 8, 0), null); // the gap
  assert.equal(elementAt(filters, { facet: 28, row: 1, col: 2 }), "[28, 0, 1, 2]  ≈ −1.000");
});

test("a zoom stays inside of the slice", () => {
  const matrix = { ...filters, shape: [4096, 100], axes: [0, 1, -1], facets: 1, height: 4096, width: 100 };
  assert.deepEqual(zoomedSlice(matrix, 4095, 50, 4), { top: 3072, left: 38, height: 1024, width: 25 });
  assert.deepEqual(zoomedSlice({ ...matrix, height: 1024 }, 10, 50, 1 / 4), { top: 0, left: 0, height: 4096, width: 100 });
});

test("signed colours are white at zero, whatever the range", () => {
  const colors = table(asPicture(filters), true);
  const zero = 2 + Math.round(252 / 4);
  assert.ok(colors[zero].every((c) => c > 240));
  assert.ok(colors[254][0] > colors[254][2] && colors[2][2] > colors[2][0]);
});

test("a number keeps as many digits as fit into a cell", () => {
  const shown = { 0: "0", "-0.123456": "−0.123", 1e-9: "1e-9", "-0.00617": "−0.0062", 9.6e-4: "0.00096", "-1.23e-10": "−1e−10", 1234.5: "1235", 123456: "123456", "-12345678": "−1.23e7", 0.5: "0.5", 2: "2", 999.9: "1000" };
  for (const [x, text] of Object.entries(shown)) assert.equal(short(Number(x)), text.replaceAll("-", "−"), x);
  assert.ok([1e300, -1e-300, -123456789, 0.000123456, -99999.5].every((x) => short(x).length <= 7));
});

test("a logarithmic histogram keeps the order of the bars", () => {
  const log = histogram.heights([0, 1, 10, 1000], true);
  assert.ok(log[0] === 0 && log[1] > 0.05 && log[1] < log[2] && log[3] === 1);
  assert.equal(histogram.quantile({ low: 0, high: 4, counts: [1, 1, 1, 1] }, 0.5), 2);
  assert.equal(histogram.quantile({ low: 0, high: 4, counts: [0, 0] }, 0.5), null);
});

test("the map of the graph is where it covers the fewest nodes", () => {
  const sight = { x: 100, y: 50, w: 800, h: 600 };
  const node = (x, y) => ({ x, y, w: 60, h: 30 });
  const [lower, upper] = [node(820, 600), node(820, 60)];
  assert.equal(emptiest(sight, 1, []), "right bottom");
  assert.equal(emptiest(sight, 1, [lower]), "left bottom");
  assert.equal(emptiest(sight, 1, [lower, node(110, 600)]), "right top");
  assert.equal(emptiest(sight, 1, [lower, node(110, 600), upper]), "left top");
  assert.equal(emptiest(sight, 1, [lower, node(110, 600), upper, node(110, 60)]), "right bottom");
  assert.equal(emptiest(sight, 0.2, [node(700, 400)]), "right bottom"); // zoomed in, the map covers less
});
