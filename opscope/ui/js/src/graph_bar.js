// @ts-check
// The rows above and below the graph: search, arrangement, colours; legend, zoom, files.

import { h, set, text } from "./dom.js";
import { MEASURES } from "./graph_colors.js";
import { graphSearch } from "./graph_search.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./events.generated.js").OperatorsMeasured} OperatorsMeasured */

const ARRANGEMENTS = { together: "in one", apart: "side by side", forward: "forward only" };

/**
 * @typedef {object} BarActions
 * @property {{zoom: (direction: number) => void, fit: () => void}} view
 * @property {(change: {arrangement?: string, first?: boolean, open?: readonly string[], center?: string}) => void} draw
 * @property {() => string[]} scopes  that are folded in the drawing
 * @property {() => void} measure
 * @property {(words: string) => void} search
 * @property {(id: string) => void} found
 * @property {(format: "svg"|"png"|"dot") => void} save
 * @property {AbortSignal} signal
 */

/** @param {BarActions} actions */
export function graphBar({ view, draw, scopes, measure, search, found, save, signal }) {
  const info = h("span", { class: "opscope-graph-info" });
  const readout = h("span", { class: "opscope-graph-number" });
  const tool = (/** @type {string} */ label, /** @type {string} */ name, /** @type {() => void} */ act) => {
    const el = h("button", { type: "button", class: "opscope-tool", title: name, "aria-label": name }, label);
    el.addEventListener("click", act, { signal });
    return el;
  };
  const choice = (/** @type {string} */ name, /** @type {string} */ title, /** @type {Record<string, string>} */ options) =>
    h("select", { class: `opscope-graph-choice opscope-graph-${name}`, title, "aria-label": title }, ...Object.entries(options).map(([value, label]) => h("option", { value }, label)));
  const finder = graphSearch({ search, choose: found, signal });
  const arrangement = choice("arrangement", "forward and backward: each layer with its gradients, side by side, or forward only", ARRANGEMENTS);
  const labels = Object.fromEntries(Object.entries(MEASURES).map(([by, { label }]) => [by, label]));
  const colors = choice("colors", "color the operators by", { health: "health", ...labels });
  const since = h("input", { class: "opscope-graph-since", type: "number", min: 1, placeholder: "step before", title: "the step to compare with", "aria-label": "the step to compare with", hidden: true });
  const whole = tool("Whole graph", "back to the whole graph", () => draw({ center: "" }));
  let opened = false; // whether a scope is
  const fold = tool("Fold all", "fold all scopes", () => draw({ open: opened ? [] : scopes(), center: "" }));
  const files = choice("save", "save the picture", { "": "Save as …", svg: "SVG", png: "PNG", dot: "DOT" });
  const others = {
    later: h("span", { class: "opscope-key-later", title: "not computed yet where the run is paused", hidden: true }, h("i"), "not yet"),
    here: h("span", { class: "opscope-key-here", title: "where the run is", hidden: true }, h("i"), "here"),
    untapped: h("span", { title: "no tap watches its result", hidden: true }, h("i"), "not tapped"),
  };
  const key = h("div", { class: "opscope-key" }, ...["ok", "zeros", "Inf", "NaN"].map((n) => h("span", { "data-health": n.toLowerCase() }, h("i"), n)), others.later, others.untapped, others.here);
  const low = h("span");
  const high = h("span");
  const when = h("span", { class: "opscope-graph-when" });
  const ramp = h("div", { class: "opscope-key opscope-ramp", hidden: true }, when, low, h("i"), high, readout);
  const tools = h("div", { class: "opscope-tools" }, tool("+", "zoom in", () => view.zoom(1)), tool("−", "zoom out", () => view.zoom(-1)), tool("fit", "fit the whole graph", view.fit), files);
  const el = h("div", { class: "opscope-graph-bar", hidden: true }, finder.el, h("label", { class: "opscope-graph-by" }, "gradients", arrangement), h("label", { class: "opscope-graph-by" }, "color", colors), since, fold, whole);
  for (const part of el.children) set(part, "data-asks", true); // each needs the kernel
  const keys = h("div", { class: "opscope-graph-keys", title: "drag to move, Ctrl + wheel to zoom, arrows to walk along the edges" }, key, ramp, info);
  const foot = h("div", { class: "opscope-graph-foot" }, keys, tools);

  /** @type {Map<string, number>} */
  let heat = new Map();
  let hovered = "";
  let refusal = "";
  let facts = "";
  let waiting = false;
  const bar = { by: "health", selected: "", against: 0 };
  const ask = () => {
    bar.by = colors.value;
    refusal = "";
    set(since, "hidden", bar.by !== "change");
    bar.against = Math.max(0, Math.round(Number(since.value) || 0));
    measure();
  };
  colors.addEventListener("change", ask, { signal });
  since.addEventListener("change", ask, { signal });
  since.addEventListener("keydown", (event) => event.stopPropagation(), { signal });
  arrangement.addEventListener("change", () => draw({ arrangement: arrangement.value, first: true, center: "" }), { signal });
  files.addEventListener(
    "change",
    () => {
      if (files.value) save(/** @type {"svg"|"png"|"dot"} */ (files.value));
      files.value = "";
    },
    { signal },
  );

  function showInfo() {
    text(info, refusal || (waiting ? "drawing …" : facts));
    set(keys, "data-refused", Boolean(refusal));
  }
  function showReadout() {
    const number = heat.get(hovered);
    text(readout, number === undefined ? "" : MEASURES[bar.by]?.text(number) ?? "");
  }

  return Object.assign(bar, {
    el,
    foot,
    focusSearch: finder.focus,
    /** @param {boolean} is */
    wait(is) {
      waiting = is;
      showInfo();
    },
    /** @param {boolean} ok @param {string} answer */
    measured(ok, answer) {
      refusal = ok ? "" : answer;
      showInfo();
      return !ok;
    },
    /** Shows the number of a node. @param {string} id */
    read(id) {
      hovered = id;
      showReadout();
    },
    /** @param {NonNullable<State["graph"]>} event @param {boolean} readable @param {boolean} offline */
    drawn(event, readable, offline) {
      set(el, "hidden", !event.arrangement || offline);
      if (event.arrangement) arrangement.value = event.arrangement;
      set(whole, "hidden", !event.center);
      opened = event.open.length > 0;
      set(fold, "hidden", Boolean(event.center) || (!opened && !event.hidden));
      text(fold, opened ? "Fold all" : "Unfold");
      for (const attribute of ["title", "aria-label"]) set(fold, attribute, opened ? "fold all scopes" : "unfold the scopes in sight");
      const hidden = event.hidden ? `, ${event.hidden.toLocaleString("en")} nodes folded` : "";
      facts = readable ? `${event.ops.toLocaleString("en")} operators${hidden}` : "";
      showInfo();
    },
    /** @param {State} state @param {string} selected @param {boolean} offline */
    update(state, selected, offline) {
      bar.selected = selected;
      finder.update(state.fold.found);
      const isEager = Boolean(state.graph?.eager);
      for (const option of colors.options) option.disabled = option.value !== "health" && (offline || !state.recorded || (isEager && option.value === "time"));
      set(colors, "title", `color the operators by${isEager ? "; calls of eager code have no times" : ""}`);
    },
    /** @param {OperatorsMeasured|null} measured @param {Map<string, number>} found @param {{low: number, high: number}} ruler
     * @param {{later: boolean, untapped: boolean, here: boolean}} marks  which other nodes there are */
    legend(measured, found, ruler, marks) {
      heat = found;
      for (const what of /** @type {const} */ (["later", "untapped", "here"])) set(others[what], "hidden", !marks[what]);
      set(key, "hidden", bar.by !== "health");
      set(ramp, "hidden", !measured);
      if (measured) {
        const of = MEASURES[measured.by];
        text(low, of.text(ruler.low));
        text(high, of.text(ruler.high));
        const steps = measured.against ? `steps ${measured.against} and ${measured.step}` : `step ${measured.step}`;
        text(when, steps);
        set(ramp, "title", `${of.label}, ${steps}: ${of.about}`);
      }
      showReadout();
    },
  });
}
