// @ts-check
// The elements of a value: axes, positions, facets, zoom to numbers, colours, and the difference to a pinned value.

import { cellEditor } from "./cell_editor.js";
import { css, gradient, MINUS_INF, NAN, PLUS_INF, SPECIAL } from "./colormap.js";
import { h, set, text } from "./dom.js";
import { number, shape as shapeText } from "./format.js";
import { describe, fit, sample } from "./heatmap.js";
import { nameIn } from "./state.js";
import { cellAt, columns, elementText, gridSize, paintGrid, paintNumbers, signedColor } from "./picture.js";

/** @typedef {import("./events.generated.js").DetailSeen} DetailSeen */
/** @typedef {import("./events.generated.js").SliceSeen} SliceSeen */
/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./state.js").State} State */

const HEIGHT = 168;
const TALL = 300; // of a slice with several facets
const TALLEST = 600; // of a slice with numbers
const CELL = [34, 18]; // pixels of a cell that shows its number
const ZOOM = 4;
const CLICK_ZOOM = 16;
const MIN_WINDOW = 8;
const KEEP = "keep these elements, to compare others with them";

/** What is asked for: the axes and the window. Axes of -1 are chosen by the kernel.
 * @typedef {{rows: number, cols: number, facets: number, index: string, top: number, left: number, height: number, width: number, difference: boolean}} View */

/** @type {View} */
const WHOLE = { rows: -1, cols: -1, facets: -1, index: "", top: 0, left: 0, height: 0, width: 0, difference: false };

/** The window of a zoom about an element, within the slice. @param {SliceSeen} s @param {number} row @param {number} col
 * @param {number} factor below 1 to see more @returns {Pick<View, "top"|"left"|"height"|"width">} */
export function zoomed(s, row, col, factor) {
  const [rows, cols] = [sizeOf(s, 0), sizeOf(s, 1)];
  const height = Math.min(rows, Math.max(MIN_WINDOW, Math.round(s.height / factor)));
  const width = Math.min(cols, Math.max(MIN_WINDOW, Math.round(s.width / factor)));
  const at = (/** @type {number} */ center, /** @type {number} */ size, /** @type {number} */ whole) => Math.max(0, Math.min(whole - size, Math.round(center - size / 2)));
  return { top: at(row, height, rows), left: at(col, width, cols), height, width };
}

/** The view of one facet without the others: only there are cells large enough for numbers.
 * @param {SliceSeen} s @param {number} facet @returns {Pick<View, "rows"|"cols"|"facets"|"index"|"top"|"left"|"height"|"width">} */
export function facetAlone(s, facet) {
  const [rows, cols] = s.axes;
  const index = indexAt(s, { facet, row: 0, col: 0 }).map((at, axis) => (axis === rows || axis === cols ? 0 : at));
  return { rows, cols, facets: -1, index: index.join(","), top: 0, left: 0, height: 0, width: 0 };
}

/** The length of the axis of rows (0), columns (1) or facets (2). @param {SliceSeen} s @param {0|1|2} which */
function sizeOf(s, which) {
  const axis = s.axes[which];
  return axis < 0 ? 1 : s.shape[axis];
}

/** @param {SliceSeen} s @returns {Picture} */
export function pictureOf(s) {
  return { facets: s.facets, rows: Math.ceil(s.height / s.row_stride), cols: Math.ceil(s.width / s.col_stride), low: s.low, high: s.high, pixels: s.pixels, numbers: s.numbers };
}

/** The index of the first element of a cell. @param {SliceSeen} s @param {import("./picture.js").Cell} cell @returns {number[]} */
export function indexAt(s, cell) {
  const [rows, cols, facets] = s.axes;
  const of = new Map([[rows, s.top + cell.row * s.row_stride], [cols, s.left + cell.col * s.col_stride], [facets, cell.facet * s.facet_stride]]);
  return s.shape.map((_, axis) => of.get(axis) ?? s.index[axis]);
}

/** The element of a cell: its index in the value, and its number. @param {SliceSeen} s @param {import("./picture.js").Cell} cell */
export function elementAt(s, cell) {
  const [rows, cols, facets] = s.axes;
  const [row, col] = [s.top + cell.row * s.row_stride, s.left + cell.col * s.col_stride];
  const many = (/** @type {number} */ first, /** @type {number} */ stride, /** @type {number} */ end) => (stride > 1 ? `${first}–${Math.min(end, first + stride) - 1}` : `${first}`);
  const index = s.shape.map((_, axis) => {
    if (axis === rows) return many(row, s.row_stride, s.top + s.height);
    if (axis === cols) return many(col, s.col_stride, s.left + s.width);
    return String(axis === facets ? cell.facet * s.facet_stride : s.index[axis]);
  });
  return `[${index.join(", ")}]  ${elementText(pictureOf(s), cell)}`;
}

/** @param {{ask: import("./panel.js").Ask, signal: AbortSignal, offline: boolean}} options */
export function inspector({ ask, signal, offline }) {
  const canvas = h("canvas", { class: "opscope-heatmap", role: "img", tabindex: offline ? undefined : 0, "aria-label": "elements as colours; plus and minus zoom, arrows move, Enter or a double click sets an element" });
  const box = h("div", { class: "opscope-heatmap-box" }, canvas);
  const low = h("span");
  const high = h("span");
  const ramp = h("i");
  const marks = [mark("NaN", SPECIAL.nan, NAN), mark("−Inf", SPECIAL.minusInf, MINUS_INF), mark("+Inf", SPECIAL.plusInf, PLUS_INF)];
  const readout = h("div", { class: "opscope-readout" });
  const title = h("span");
  const choices = { rows: axisChoice("rows"), cols: axisChoice("columns"), facets: axisChoice("facets") };
  const positions = h("span", { class: "opscope-positions" });
  const map = h("select", { class: "opscope-slice-map", title: "colors", "aria-label": "colors" }, h("option", { value: "auto" }, "auto"), h("option", { value: "sequential" }, "low to high"), h("option", { value: "signed" }, "signed"));
  const closer = tool("+", "zoom in (click a cell or a facet, or +)", "zoom-in", () => zoom(ZOOM));
  const farther = tool("−", "zoom out (-)", "zoom-out", () => zoom(1 / ZOOM));
  const pin = tool("Pin", KEEP, "pin", () => ask("PinValue", { name: isPinned() ? "" : name }));
  const compare = tool("Difference", "show the difference to the pinned value", "difference", () => look({ ...view, difference: !view.difference }));
  const bar = h("div", { class: "opscope-slice-bar", hidden: true }, choices.rows.el, choices.cols.el, choices.facets.el, positions, h("label", {}, "colors", map), h("span", { class: "opscope-slice-tools" }, farther, closer, pin, compare));
  const editor = cellEditor({ ask, signal });
  const legend = h("div", { class: "opscope-legend" }, h("div", { class: "opscope-scale" }, low, ramp, high), ...marks.map((m) => m.el));
  const el = h("section", { class: "opscope-card opscope-elements" }, h("h4", {}, "Elements", title), bar, box, editor.el, legend, readout);

  let name = "";
  let label = ""; // of the value, as the user calls it
  /** @type {State["fold"]["pinned"]} */
  let pinned = null;
  let view = WHOLE;
  let place = ""; // where and of what the slice was asked for
  /** @type {State["stopped"]} */
  let stop = null; // there: an edit stops anew at the same place
  let refusal = "";
  let answered = false; // whether the newest slice is of that place
  let looks = 0; // slices that were asked for
  let painted = "";
  /** @type {DetailSeen|undefined} */
  let thumbnail;
  /** @type {SliceSeen|undefined} */
  let slice;
  /** @type {number[]} */
  let dims = [];
  /** @type {[number, number]|null} */
  let hovered = null;
  /** What the first click of two was on: it zooms, so the second one is on another picture.
   * @type {{slice: SliceSeen|undefined, at: [number, number]|null}|null} */
  let clicked = null;
  let facetsBefore = -1; // the axis of the facets, of which one is shown

  /** @param {string} label @param {string} about @param {string} kind @param {() => void} act */
  function tool(label, about, kind, act) {
    const button = h("button", { type: "button", class: `opscope-slice-tool opscope-${kind}`, title: about, "aria-label": about }, label);
    button.addEventListener("click", act, { signal });
    return button;
  }

  /** @param {"rows"|"columns"|"facets"} label */
  function axisChoice(label) {
    const field = h("select", { class: `opscope-axis-${label}`, "aria-label": `axis of the ${label}` });
    field.addEventListener("change", () => chooseAxis(label === "columns" ? "cols" : label, Number(field.value)), { signal });
    return { el: h("label", {}, label, field), field };
  }

  /** Shows an axis as rows, columns or facets; what showed it takes the other one's axis.
   * @param {"rows"|"cols"|"facets"} which @param {number} axis */
  function chooseAxis(which, axis) {
    if (!slice) return;
    const [rows, cols, facets] = slice.axes;
    const axes = { rows, cols, facets };
    const other = /** @type {("rows"|"cols"|"facets")[]} */ (Object.keys(axes)).find((key) => axis >= 0 && axes[key] === axis);
    if (other) axes[other] = axes[which];
    axes[which] = axis;
    look({ ...view, ...axes, top: 0, left: 0, height: 0, width: 0 });
  }

  /** Asks for a slice. @param {View} wanted */
  function look(wanted) {
    if (wanted.facets >= 0) facetsBefore = -1;
    view = wanted;
    refusal = "";
    const request = ++looks;
    ask("FetchSlice", { name, ...view }, (ok, answer) => {
      if (request !== looks) return true; // of a value or place that is no longer shown
      answered = ok;
      if (!ok) [refusal, view] = [answer, { ...view, difference: false }];
      showReadout();
      return true;
    });
  }

  /** Zooms all facets alike; from the closest window on to one of them alone, and back.
   * @param {number} factor @param {[number, number]} [at] */
  function zoom(factor, at) {
    if (!slice) return;
    const [row, col] = at ?? [slice.top + slice.height / 2, slice.left + slice.width / 2];
    const window = zoomed(slice, row, col, factor);
    const same = window.height === slice.height && window.width === slice.width;
    if (same && factor > 1 && slice.facets > 1) enter(slice, (hovered && cellAt(pictureOf(slice), grid(pictureOf(slice)), ...hovered)?.facet) || 0);
    else if (same && factor < 1 && facetsBefore >= 0) look({ ...view, ...window, facets: facetsBefore });
    else look({ ...view, ...window });
  }

  /** Shows one facet. @param {SliceSeen} s @param {number} facet */
  function enter(s, facet) {
    look({ ...view, ...facetAlone(s, facet) });
    facetsBefore = s.axes[2];
  }

  const shownStep = () => (slice ?? thumbnail)?.step;
  const isPinned = () => pinned?.name === name && pinned?.step === shownStep();
  const current = () => (slice ? pictureOf(slice) : thumbnail ? { ...thumbnail, facets: 1, numbers: [] } : null);
  const grid = (/** @type {Picture} */ p) => columns(p, box.clientWidth || 400, p.facets > 1 ? TALL : HEIGHT);
  const signed = () => map.value === "signed" || (map.value === "auto" && Boolean(slice?.difference));

  function showReadout() {
    const cell = slice && hovered && cellAt(pictureOf(slice), grid(pictureOf(slice)), ...hovered);
    const inside = thumbnail && hovered && hovered[1] < thumbnail.rows && hovered[0] < thumbnail.cols;
    const element = slice ? cell && elementAt(slice, cell) : inside && thumbnail && hovered ? describe(thumbnail, dims, hovered[1], hovered[0]) : "";
    text(readout, refusal || element || (slice ? sliceText(slice) : thumbnail ? sample(thumbnail) : ""));
  }

  /** @param {PointerEvent|MouseEvent} event @returns {[number, number]|null} */
  function at(event) {
    const p = current();
    if (!p) return null;
    const r = canvas.getBoundingClientRect();
    const [w, t] = gridSize(p, grid(p));
    const inside = (/** @type {number} */ x, /** @type {number} */ n) => Math.max(0, Math.min(n - 1, Math.floor(x * n)));
    return [inside((event.clientX - r.left) / r.width, w), inside((event.clientY - r.top) / r.height, t)];
  }
  canvas.addEventListener("pointermove", (event) => ((hovered = at(event)), showReadout()), { signal });
  canvas.addEventListener("pointerleave", () => ((hovered = null), showReadout()), { signal });
  /** Opens the editor of a cell: the one at a place, or without one the first that is shown.
   * @param {SliceSeen|undefined} s @param {[number, number]|null} where */
  function edit(s, where) {
    if (!s || offline) return;
    const p = pictureOf(s);
    const cell = (where && cellAt(p, grid(p), ...where)) ?? { facet: 0, row: 0, col: 0 };
    editor.open(name, label, indexAt(s, cell).join(", "), s.numbers.length ? elementText(p, cell).replaceAll("−", "-") : "", canvas);
  }
  canvas.addEventListener("dblclick", () => edit(clicked?.slice, clicked?.at ?? null), { signal });
  canvas.addEventListener(
    "click",
    (event) => {
      if (event.detail > 1) return; // the second of a double click
      clicked = { slice, at: at(event) };
      const cell = slice && cellAt(pictureOf(slice), grid(pictureOf(slice)), ...(at(event) ?? [0, 0]));
      if (slice && cell && slice.facets > 1) enter(slice, cell.facet);
      else if (slice && cell && !showsNumbers()) zoom(CLICK_ZOOM, [slice.top + cell.row * slice.row_stride, slice.left + cell.col * slice.col_stride]);
    },
    { signal },
  );
  canvas.addEventListener(
    "keydown",
    (event) => {
      const to = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
      if (event.key === "+" || event.key === "=") zoom(ZOOM);
      else if (event.key === "-") zoom(1 / ZOOM);
      else if (event.key === "Enter") edit(slice, hovered);
      else if (to && slice) zoom(1, [slice.top + slice.height * (0.5 + to[0] / 2), slice.left + slice.width * (0.5 + to[1] / 2)]);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal },
  );
  map.addEventListener("change", () => ((painted = ""), paint()), { signal });
  positions.addEventListener(
    "change",
    () => {
      const index = dims.map((_, axis) => /** @type {HTMLInputElement|null} */ (positions.querySelector(`[data-axis="${axis}"]`))?.value ?? "0");
      look({ ...view, index: index.map((one) => String(Math.max(0, Math.round(Number(one) || 0)))).join(",") });
    },
    { signal },
  );
  positions.addEventListener("keydown", (event) => event.stopPropagation(), { signal });

  /** @param {SliceSeen} s */
  function showControls(s) {
    const options = s.shape.map((size, axis) => [String(axis), `${axis} (${size})`]);
    for (const [i, { field }] of [choices.rows, choices.cols, choices.facets].entries()) {
      const all = [["-1", "none"], ...options];
      const key = all.join();
      if (field.dataset.key !== key) field.replaceChildren(...all.map(([value, label]) => h("option", { value }, label)));
      field.dataset.key = key;
      field.value = String(s.axes[i]);
    }
    set(choices.rows.el, "hidden", s.shape.length < 2);
    set(choices.cols.el, "hidden", s.shape.length < 2);
    set(choices.facets.el, "hidden", s.shape.length < 3);
    const rest = s.shape.flatMap((size, axis) => (s.axes.includes(axis) || size < 2 ? [] : [[axis, size, s.index[axis]]]));
    const key = JSON.stringify(rest);
    if (positions.dataset.key === key) return;
    positions.dataset.key = key;
    positions.replaceChildren(
      ...rest.map(([axis, size, value]) => h("label", {}, `axis ${axis}`, h("input", { type: "number", min: 0, max: size - 1, value, "data-axis": axis, title: `position on axis ${axis}, 0 to ${size - 1}` }))),
    );
  }

  /** Whether the cells are few and large enough for their numbers. */
  function showsNumbers() {
    if (!slice) return false;
    const { facets, rows, cols, numbers } = pictureOf(slice);
    return facets === 1 && numbers.length > 0 && box.clientWidth / cols >= CELL[0] && rows * CELL[1] <= TALLEST;
  }

  function paint() {
    const p = current();
    const cells = p ? p.rows * p.cols * p.facets : 0;
    set(canvas, "hidden", !cells); // the canvas and its legend still show the former value
    set(legend, "hidden", !cells);
    if (!p || !cells) return;
    const n = grid(p);
    const [w, t] = gridSize(p, n);
    const room = box.clientWidth;
    const numbers = showsNumbers();
    const size = numbers ? [Math.min(room, p.cols * 64), p.rows * CELL[1]] : p.facets > 1 ? [Math.min(room, (w * TALL) / t), Math.min(TALL, (t * room) / w)] : fit(p.rows, p.cols, room, HEIGHT);
    const look = `${size} ${devicePixelRatio} ${signed()} ${numbers}`;
    if (look === painted) return;
    painted = look;
    set(box, "style", `height: ${Math.max(numbers || p.facets > 1 ? 0 : HEIGHT, Math.ceil(size[1]))}px`);
    set(canvas, "style", `width: ${size[0].toFixed(1)}px; height: ${size[1].toFixed(1)}px`);
    if (numbers) paintNumbers(canvas, p, size[0], size[1], signed());
    else paintGrid(canvas, p, n, signed());
    const most = Math.max(Math.abs(p.low), Math.abs(p.high));
    text(low, number(signed() ? -most : p.low));
    text(high, number(signed() ? most : p.high));
    set(ramp, "style", `background: ${signed() ? `linear-gradient(to right, ${[-1, -0.5, 0, 0.5, 1].map((x) => css(signedColor(x))).join(", ")})` : gradient()}`);
  }

  return {
    el,
    /** Returns the step of the elements that are shown.
     * @param {DetailSeen|undefined} detail @param {number[]} shape @param {State} state @param {string} selected */
    update(detail, shape, state, selected) {
      dims = shape;
      if (selected !== name) [name, view, refusal, facetsBefore] = [selected, WHOLE, "", -1];
      const here = `${selected} ${shape} ${state.stopped?.run} ${state.stopped?.tick} ${state.phase}`;
      if (here !== place) answered = false;
      if (!offline && state.phase !== "running" && (here !== place || state.stopped !== stop)) look(view);
      [place, stop] = [here, state.stopped];
      editor.update(state, selected);
      const newest = state.fold.slices.get(selected);
      const fits = newest && String(newest.shape) === String(shape) && (answered || newest.step === detail?.step || newest.difference);
      const shown = fits && !offline ? newest : undefined;
      if (shown !== slice || detail !== thumbnail) {
        [slice, thumbnail, painted] = [shown, detail, ""];
        for (const m of marks) m.update((shown ?? detail)?.pixels);
        showReadout();
      }
      set(bar, "hidden", !slice);
      if (slice) showControls(slice);
      pinned = state.fold.pinned;
      const of = (/** @type {string} */ one, /** @type {number} */ step) => `${nameIn(state, one)} of step ${step}`;
      label = nameIn(state, selected);
      const other = pinned?.name ? of(pinned.name, pinned.step) : "";
      const step = shownStep();
      text(title, slice?.difference ? `${of(selected, slice.step)} − ${slice.difference === `${pinned?.name} of step ${pinned?.step}` ? other : slice.difference}` : step === undefined ? "" : `step ${step}`);
      set(compare, "hidden", !other || String(pinned?.shape) !== String(shape));
      set(compare, "aria-pressed", view.difference ? "true" : "false");
      set(compare, "title", `show the difference to ${other}`);
      set(pin, "aria-pressed", isPinned() ? "true" : "false");
      set(pin, "title", isPinned() ? "forget the elements that are kept" : other ? `${KEEP}, instead of ${other}` : KEEP);
      set(farther, "disabled", !slice || (facetsBefore < 0 && slice.height === sizeOf(slice, 0) && slice.width === sizeOf(slice, 1)));
      set(closer, "disabled", !slice || (slice.facets === 1 && slice.height <= MIN_WINDOW && slice.width <= MIN_WINDOW));
      paint();
      return step;
    },
  };
}

/** @param {SliceSeen} s */
function sliceText(s) {
  const of = shapeText([sizeOf(s, 0), sizeOf(s, 1)]);
  const window = s.height < sizeOf(s, 0) || s.width < sizeOf(s, 1) ? `rows ${s.top}–${s.top + s.height - 1}, columns ${s.left}–${s.left + s.width - 1} of ${of}` : of;
  const cells = s.row_stride * s.col_stride > 1 ? `, a cell is ${s.row_stride} × ${s.col_stride} elements` : "";
  const facets = s.facets > 1 ? `${s.facets} facets of ` : "";
  const more = s.facet_stride > 1 ? `, every ${s.facet_stride}th` : "";
  return `${facets}${window}${more}${cells}${s.nonfinite ? `, ${s.nonfinite} not finite` : ""}`;
}

/** A swatch of the legend, dimmed while no pixel has its colour.
 * @param {string} name @param {import("./colormap.js").Rgb} rgb @param {number} pixel */
function mark(name, rgb, pixel) {
  const el = h("span", { class: "opscope-mark", "data-absent": true }, h("i", { style: `background: ${css(rgb)}` }), name);
  return {
    el,
    /** @param {Uint8Array|undefined} pixels */
    update: (pixels) => set(el, "data-absent", !pixels?.includes(pixel)),
  };
}
