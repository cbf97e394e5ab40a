// @ts-check
// Text for numbers and shapes, and the health and group of a value; opscope/ui/value_text.py has the same functions
// (tests/ui/format_cases.json, tests/ui/test_agreement.py).

import { MOSTLY_ZEROS } from "./events.generated.js";

const MINUS = "\u2212";

/** @typedef {"ok"|"zeros"|"inf"|"nan"} Health */

/** Four significant digits, with an exponent outside 0.001 .. 9999; a dash for null.
 * @param {number|null|undefined} x @returns {string} */
export function number(x) {
  if (x === null || x === undefined) return "–";
  if (x === 0) return "0";
  const [mantissa, exponent] = x.toExponential(3).split("e");
  const power = Number(exponent);
  const text = power >= -3 && power <= 3 ? x.toFixed(3 - power) : `${mantissa}e${power}`;
  return text.replaceAll("-", MINUS);
}

/** `8×3×32×32`; `scalar` for a value without dimensions. @param {number[]} dims */
export function shape(dims) {
  return dims.length ? dims.join("×") : "scalar";
}

const TAIL_LENGTH = 13;
const CUT_LENGTH = 9; // where no word begins in the tail
const UNSPLIT_LENGTH = 16;

/** A long name in two parts, of which the first is the one to shorten. Generated names differ at their ends, so those stay,
 * from the beginning of a word. Those of repeated layers differ at their numbers, which must stay in sight, with as many
 * words before them as fit: `blocks.11.norm1.weight` is `…11.norm1.weight`, `model.down1.0.bias` is `…down1.0.bias`; of
 * `scores · scale_10` the number stays.
 * @param {string} name @returns {[string, string]} */
export function splitName(name) {
  const isTold = name.includes(" · "); // from others of that name, by its number
  if (name.length <= UNSPLIT_LENGTH && !isTold) return [name, ""];
  const numbered = fromNumbers(name);
  if (numbered.length <= UNSPLIT_LENGTH && !isTold) return [numbered, ""];
  const starts = isTold ? /_?\d+$/g : /[._/@]/g;
  const tails = [...numbered.matchAll(starts)].map(({ index }) => numbered.slice(index)).filter((tail) => tail.length <= TAIL_LENGTH);
  const tail = tails[0] ?? numbered.slice(-CUT_LENGTH);
  return [numbered.slice(0, -tail.length), tail];
}

/** The end of a path from its last number on, or the longest end that has this number and is short.
 * @param {string} name */
function fromNumbers(name) {
  const last = /^[^ ]*\.(?=\d+\.)/.exec(name)?.[0].length ?? 0;
  if (!last) return name;
  const ends = [...name.slice(0, last).matchAll(/\./g)].map(({ index }) => `…${name.slice(index + 1)}`);
  return ends.find((end) => end.length <= UNSPLIT_LENGTH) ?? ends[ends.length - 1];
}

/** `f32` for float32: rows are short. @param {string} dtype */
export function shortType(dtype) {
  return dtype.replace(/^(float|int|uint|complex|bfloat)(?=\d)/, (word) => ({ uint: "u", bfloat: "bf" })[word] ?? word[0]);
}

/** A share as text: `0%` and `100%` are exact, what would round to them is `<0.1%` and `>99.9%`.
 * @param {number} share @param {number} decimals */
export function percent(share, decimals = 1) {
  if (share === 0 || share === 1) return `${100 * share}%`;
  const least = 10 ** -decimals;
  const text = (100 * share).toFixed(decimals);
  if (share > 0 && Number(text) === 0) return `<${least.toFixed(decimals)}%`;
  if (share < 1 && Number(text) >= 100) return `>${(100 - least).toFixed(decimals)}%`;
  return `${text}%`;
}

/** A measured share in [0, 1]: one digit below ten percent. @param {number} share */
export function wholePercent(share) {
  return percent(share, share < 0.0995 ? 1 : 0).replace("%", "\u202f%");
}

/** A rate, as `7 Hz`; with a digit below two. @param {number} rate */
export function hertz(rate) {
  return `${rate < 1.95 ? rate.toFixed(1) : Math.round(rate)}\u202fHz`;
}

/** Counts with thin spaces between thousands. @param {number} n */
export function count(n) {
  return String(n).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** Bytes in the largest decimal unit that leaves a number above one. @param {number} n */
export function bytes(n) {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, n)) / 3)));
  const scaled = n / 1000 ** power;
  return `${power && scaled < 10 ? scaled.toFixed(1) : Math.round(scaled)}\u202f${units[power]}`;
}

/** The worst of nan, inf, zeros (a share of `MOSTLY_ZEROS` or more) and ok. @param {{nan: number, inf: number, zeros: number}} value @returns {Health} */
export function health(value) {
  if (value.nan) return "nan";
  if (value.inf) return "inf";
  return value.zeros >= MOSTLY_ZEROS ? "zeros" : "ok";
}

/** The label of each health. @type {Record<Health, string>} */
export const HEALTH_TEXT = { ok: "ok", zeros: "zeros", inf: "Inf", nan: "NaN" };

/** The name of a value that is shown first, and the others: what the user calls it stands before `relu_3`, of several
 * names (`net.fc.weight, self.fc.weight`) the first.
 * @param {{name: string, called: string, named: boolean}} value @returns {[string, string]} */
export function names(value) {
  return value.named || !value.called ? [value.name, value.called] : [value.called.split(", ")[0], value.name];
}

/** All names of a value, for a tooltip: `hidden, relu_0.tmp_0`. @param {{name: string, called: string, named: boolean}} value */
export function allNames(value) {
  return names(value).filter(Boolean).join(", ");
}

/** What each value is called where many are listed. Where several have one name, as the results of a layer that is called
 * again and again, the generated name follows: `h · add_52`.
 * @template {{name: string, called: string, named: boolean}} V
 * @param {Iterable<V>} values @returns {Map<string, string>} by the name of the value */
export function titles(values) {
  const all = [...values].map((value) => /** @type {const} */ ([value.name, names(value)[0]]));
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const [, first] of all) times.set(first, (times.get(first) ?? 0) + 1);
  return new Map(all.map(([name, first]) => [name, (times.get(first) ?? 0) > 1 && first !== name ? `${first} · ${name}` : first]));
}

/** The heading under which a value is listed. @param {{grad_of: string, role: string, parameter: boolean}} value */
export function group(value) {
  if (value.grad_of || value.role === "backward") return "gradients";
  if (value.parameter) return "parameters";
  return value.role === "optimize" ? "optimizer" : "forward";
}

/** Position of a thumbnail's pixel in the original value, seen as a matrix whose rows are all leading axes.
 * @param {number[]} dims @param {number} row @param {number} col @returns {number[]} */
export function index(dims, row, col) {
  if (dims.length < 2) return dims.length ? [col] : [];
  const lead = [];
  for (let axis = dims.length - 2; axis >= 0; axis--) {
    lead.unshift(axis ? row % dims[axis] : row);
    row = Math.floor(row / dims[axis]);
  }
  return [...lead, col];
}

/** Round numbers (1, 2, 5 times a power of ten) inside low..high, about `about` of them. @param {number} low @param {number} high @param {number} about */
export function ticks(low, high, about = 4) {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return [low];
  const power = 10 ** Math.floor(Math.log10(span / about));
  for (const multiple of [10, 5, 2, 1]) {
    const unit = power * multiple;
    const first = Math.ceil(low / unit - 1e-9);
    const last = Math.floor(high / unit + 1e-9);
    if (last - first + 1 >= about - 1 || multiple === 1) return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * unit);
  }
  return [];
}

/** The short label of a tick; never -0 or 0.30000000000000004. @param {number} x */
export function tick(x) {
  if (x === 0) return "0";
  const a = Math.abs(x);
  const text = a >= 1e5 || a < 1e-3 ? x.toExponential(1).replace(".0e", "e").replace("e+", "e") : String(Number(x.toPrecision(6)));
  return text.replaceAll("-", MINUS);
}
