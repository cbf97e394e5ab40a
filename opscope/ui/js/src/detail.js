// @ts-check
// The selected value: statistics, origin, history, distribution and elements.

import { chart } from "./chart.js";
import { h, set, text } from "./dom.js";
import { edits } from "./edits.js";
import { explanation } from "./explanation.js";
import { allNames, count, group, health, HEALTH_TEXT, names, number, percent, shape } from "./format.js";
import { histogram } from "./histogram.js";
import { inspector } from "./inspector.js";
import { provenance } from "./provenance.js";
import { elsewhere } from "./state.js";
import { whatIf } from "./what_if.js";

/** @typedef {import("./events.generated.js").ValueSeen} ValueSeen */
/** @typedef {import("./state.js").State} State */

/** @type {[string, (v: ValueSeen) => string, ((v: ValueSeen) => boolean)?][]} */
const FACTS = [
  ["mean", (v) => number(v.mean)],
  ["std", (v) => number(v.std)],
  ["min", (v) => number(v.min)],
  ["max", (v) => number(v.max)],
  ["shape", (v) => shape(v.shape)],
  ["zeros", (v) => (v.shape.includes(0) ? "–" : percent(v.zeros)), (v) => health(v) === "zeros"],
  ["NaN", (v) => count(v.nan), (v) => v.nan > 0],
  ["Inf", (v) => count(v.inf), (v) => v.inf > 0],
  ["elements", (v) => count(v.shape.reduce((a, b) => a * b, 1))],
  ["dtype", (v) => v.dtype],
];

/** What the statistics describe, where that is not obvious. @param {ValueSeen} v */
export function statisticsNote(v) {
  if (v.dtype.startsWith("complex")) return "Statistics, distribution and colours are of the magnitudes.";
  return v.shape.includes(0) ? "It has no elements." : "";
}

/** What is shown of a value that does not exist where the run is paused; "" if it exists. @param {string} when */
export function absenceNote(when) {
  return when ? `Not computed yet where the run is paused: this is its value ${when.startsWith("later") ? when : `of ${when}`}.` : "";
}

/** Where a value comes from, in words. @param {ValueSeen} v */
export function origin(v) {
  const what = v.grad_of ? `gradient of ${v.grad_of}` : group(v) === "parameters" ? "parameter" : v.role;
  const made = v.op < 0 ? "fed or stored" : `${v.op_type} (op ${v.op})`; // no operator of the program writes it
  return `${made} · ${what} · step ${v.step}`;
}

/** @type {import("./tab_registry.js").Tab} */
export const tensorTab = { id: "tensor", label: "Tensor", create: detail };

/** @param {import("./tab_registry.js").Actions} actions @returns {import("./tab_registry.js").Pane} */
function detail({ ask, open, goTo, reach, signal, offline }) {
  const pill = h("span", { class: "opscope-pill" });
  const name = h("span", { class: "opscope-detail-name" });
  const from = h("div", { class: "opscope-origin" });
  const site = h("code", { class: "opscope-site" });
  const facts = FACTS.map(([label, value, warn]) => {
    const shown = h("span", { class: "opscope-number" });
    return { label, value, warn, shown, el: h("div", { class: "opscope-fact" }, h("span", { class: "opscope-label" }, label), shown) };
  });
  const history = chart({ goTo, signal });
  const bars = histogram(signal);
  const map = inspector({ ask, signal, offline });
  const links = provenance({ ask, open, signal, offline });
  const head = h("div", { class: "opscope-detail-head" }, h("div", {}, name, pill), h("div", {}, from, site));
  const branches = whatIf(signal);
  const changed = edits({ ask, signal });
  const charts = h("div", { class: "opscope-charts" }, map.el, bars.el, history.el, branches.el);
  const hint = h("div", { class: "opscope-hint" });
  const about = h("div", { class: "opscope-about" });
  const why = explanation({ ask, goTo, open, signal, offline });
  const body = [head, changed.el, links.el, why.el, h("div", { class: "opscope-facts" }, ...facts.map((f) => f.el)), about, charts];
  const full = h("div", { class: "opscope-detail-body" }, ...body);
  const none = h("div", { class: "opscope-nothing" }, "Select a value to see its statistics, history and elements.");
  map.el.append(hint);

  return {
    el: h("div", { class: "opscope-detail" }, none, full),
    update(state, { selected, refusal }) {
      const value = state.values.get(selected);
      set(none, "hidden", Boolean(value));
      set(full, "hidden", !value);
      if (!value) return;
      const is = health(value);
      set(head, "data-health", is);
      text(pill, is === "ok" ? "" : HEALTH_TEXT[is]); // only what is not
      text(name, names(value)[0]);
      set(name, "title", allNames(value));
      text(from, origin(value));
      text(site, value.site);
      why.update(selected, state);
      for (const f of facts) {
        text(f.shown, f.value(value));
        set(f.shown, "title", f.value(value));
        set(f.el, "data-bad", f.warn?.(value) ? (f.label === "NaN" ? "nan" : f.label === "Inf" ? "inf" : "zeros") : undefined);
      }
      const when = elsewhere(state, value);
      const note = [absenceNote(when), statisticsNote(value)].filter(Boolean).join(" ");
      set(full, "data-elsewhere", Boolean(when));
      text(about, note);
      set(about, "hidden", !note);
      const seen = state.details.get(selected);
      const mapped = map.update(seen, value.shape, state, selected); // first: the charts are as wide as it leaves room
      history.update(state.history.get(selected), state.stopped?.step || null, reach(state));
      for (const [card, step] of /** @type {const} */ ([[bars, seen?.step], [map, mapped]])) set(card.el, "data-elsewhere", Boolean(when) || Boolean(state.stopped && step !== undefined && step !== value.step));
      bars.update(seen);
      set(bars.el, "hidden", !seen && Boolean(refusal || offline)); // there will be none
      links.update(state, value);
      branches.update(state);
      changed.update(state);
      const waiting = offline ? "Elements were not recorded for this value." : refusal || "Waiting for the elements of this value …";
      text(hint, mapped === undefined ? waiting : "");
      set(hint, "hidden", mapped !== undefined);
    },
  };
}
