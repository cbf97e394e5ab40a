// @ts-check
// The list of values: one row each, which stays while its numbers change. Only visible rows are painted.

import { arrange, arrow, h, nameTag, rename, set, text } from "./dom.js";
import { allNames, health, HEALTH_TEXT, hertz, number, shape, shortType } from "./format.js";
import { earlier, elsewhere, listed, listTitles } from "./state.js";
import { sparkline } from "./sparkline.js";

/** @typedef {import("./events.generated.js").ValueSeen} ValueSeen */
/** @typedef {import("./state.js").State} State */

const LATER = "later"; // in the step where the run is paused
const HEADINGS = { forward: "Forward", parameters: "Parameters", gradients: "Gradients", optimizer: "Optimizer" };

/** @param {{select: (name: string) => void, refresh: () => void, memory: import("./panel.js").Memory, signal: AbortSignal}} actions */
export function list({ select, refresh, memory, signal }) {
  const filter = h("input", { class: "opscope-filter", type: "search", placeholder: "Filter values", "aria-label": "filter values" });
  const found = h("span", { class: "opscope-found" });
  const box = h("div", { class: "opscope-rows", role: "listbox", "aria-label": "values", tabindex: 0 });
  const el = h("aside", { class: "opscope-list" }, h("div", { class: "opscope-search" }, filter, found), box);
  /** @type {Map<string, ReturnType<typeof row>>} */
  const rows = new Map();
  /** @type {string[]} */
  let order = [];
  let selected = "";
  const headings = Object.fromEntries(Object.entries(HEADINGS).map(([k, v]) => [k, heading(v)]));

  filter.value = memory.filter ?? "";
  filter.addEventListener("input", () => ((memory.filter = filter.value), refresh()), { signal });
  box.addEventListener("scroll", refresh, { signal, passive: true });
  box.addEventListener(
    "click",
    (event) => {
      const hit = /** @type {Element} */ (event.target).closest("[data-name]");
      if (hit) select(/** @type {HTMLElement} */ (hit).dataset.name ?? "");
    },
    { signal },
  );
  box.addEventListener(
    "keydown",
    (event) => {
      const to = arrow(event, order.indexOf(selected), order.length);
      if (to === null) return;
      event.preventDefault();
      select(order[to]);
      rows.get(order[to])?.el.scrollIntoView({ block: "nearest" });
    },
    { signal },
  );

  return {
    el,
    /** @param {State} state @param {string} chosen */
    update(state, chosen) {
      selected = chosen;
      const groups = listed(state, filter.value);
      order = [];
      const nodes = [];
      for (const [key, values] of Object.entries(groups)) {
        if (!values.length) continue;
        const head = headings[key];
        text(head.count, String(values.length));
        nodes.push(head.el);
        for (const value of values) {
          const one = rows.get(value.name) ?? row(value.name);
          rows.set(value.name, one);
          order.push(value.name);
          nodes.push(one.el);
        }
      }
      arrange(box, nodes);
      set(box, "aria-activedescendant", rows.get(chosen)?.el.id);
      const total = state.values.size;
      const hz = state.cost?.hz && !state.over ? ` · ${hertz(state.cost.hz)}` : "";
      text(found, `${order.length === total ? total : `${order.length} of ${total}`}${hz}`);
      set(found, "title", hz ? "each value is summarized so often: more would take over a twentieth of the time" : undefined);
      const none = state.over ? 'The run sent no values. To see values, tap them: %%opscope --tap "*".' : "Values appear here as soon as the run sends them.";
      set(box, "data-empty", total ? (order.length ? undefined : "No value matches the filter.") : none);
      paint(state, chosen);
    },
  };

  /** @param {State} state @param {string} chosen */
  function paint(state, chosen) {
    const { clientHeight, scrollTop } = box;
    const shown = order.map((name) => /** @type {ReturnType<typeof row>} */ (rows.get(name)));
    const tall = shown[0]?.el.offsetHeight || 44;
    const called = listTitles(state);
    const tops = shown.map((one) => one.el.offsetTop - scrollTop); // all before the first change, else each is a layout
    shown.forEach((one, i) => {
      const name = order[i];
      const visible = tops[i] > -2 * tall && tops[i] < clientHeight + 2 * tall;
      set(one.el, "aria-selected", name === chosen ? "true" : "false");
      const value = state.values.get(name);
      if (visible && value) one.update(value, called.get(name) ?? name, state.history.get(name), elsewhere(state, value), earlier(state, value));
    });
  }
}

/** @param {string} title */
function heading(title) {
  const count = h("span");
  return { el: h("div", { class: "opscope-heading", role: "presentation" }, title, count), count };
}

let rowCount = 0; // ids are unique in the page, which may have several panels

/** @param {string} name */
function row(name) {
  const pill = h("span", { class: "opscope-pill" });
  const title = nameTag(name);
  const spec = h("span", { class: "opscope-spec" });
  const mean = h("span", { class: "opscope-mean" });
  const std = h("span", { class: "opscope-std" });
  const line = sparkline(52, 26);
  const el = h("div", { class: "opscope-row", role: "option", "data-name": name, id: `opscope-value-${++rowCount}` }, title, pill, spec, mean, std, line.el);
  /** @type {ValueSeen|undefined} */
  let shown;
  let shownOf = "";
  return {
    el,
    /** @param {ValueSeen} value @param {string} called @param {import("./series.js").Series|undefined} series @param {string} when @param {string} step */
    update(value, called, series, when, step) {
      line.update(series);
      const [of, key] = [when.startsWith(LATER) ? LATER : when || step, `${when}, ${step}, ${called}`];
      if (value === shown && key === shownOf) return;
      shown = value;
      shownOf = key;
      set(el, "data-elsewhere", Boolean(when));
      const is = health(value);
      set(el, "data-health", is);
      rename(title, called);
      set(title, "title", allNames(value));
      text(pill, is === "ok" ? "" : HEALTH_TEXT[is]); // only what is not
      text(spec, `${of ? `${of}  ` : ""}${shape(value.shape)}  ${shortType(value.dtype)}`);
      text(mean, value.dtype.startsWith("complex") && value.mean !== null ? `|·|\u202f${number(value.mean)}` : number(value.mean));
      text(std, value.std === null || !value.shape.length ? "" : `± ${number(value.std)}`);
    },
  };
}
