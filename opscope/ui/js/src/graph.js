// @ts-check
// The program as a drawing whose nodes show the health of the newest value they hold or make.

import { h, set, text } from "./dom.js";
import { health } from "./format.js";
import { panzoom } from "./panzoom.js";
import { sanitize } from "./sanitize.js";

/** @typedef {import("./format.js").Health} Health */
/** @typedef {import("./protocol.js").ValueSeen} ValueSeen */
/** @typedef {import("./reduce.js").State} State */

/** @type {Health[]} */
const WORST = ["nan", "inf", "zeros", "ok"];

/** Health of each node: a variable's own, an operator's worst output. Keys are the ids of the drawing.
 * @param {Readonly<Record<string, ValueSeen>>} values @returns {Map<string, Health>} */
export function nodeHealth(values) {
  /** @type {Map<string, Health>} */
  const out = new Map();
  for (const v of Object.values(values)) {
    const is = health(v);
    out.set(`var-${v.name}`, is);
    const before = out.get(`op-${v.op}`);
    if (!before || WORST.indexOf(is) < WORST.indexOf(before)) out.set(`op-${v.op}`, is);
  }
  return out;
}

/** The value a node stands for: its own, or the worst its operator made.
 * @param {Readonly<Record<string, ValueSeen>>} values @param {string} id @returns {string|undefined} */
export function valueOf(values, id) {
  if (id.startsWith("var-")) return values[id.slice(4)]?.name;
  const made = Object.values(values).filter((v) => `op-${v.op}` === id);
  return made.sort((a, b) => WORST.indexOf(health(a)) - WORST.indexOf(health(b)))[0]?.name;
}

/** @param {{select: (name: string) => void, signal: AbortSignal}} actions */
export function graph({ select, signal }) {
  const frame = h("div", { class: "opscope-graph", tabindex: 0, role: "group", title: "drag to move, Ctrl + wheel to zoom", "aria-label": "graph; drag to move, plus and minus to zoom" });
  const info = h("span");
  const tool = (/** @type {string} */ label, /** @type {string} */ name, /** @type {() => void} */ act) => {
    const el = h("button", { type: "button", class: "opscope-tool", title: name, "aria-label": name }, label);
    el.addEventListener("click", act, { signal });
    return el;
  };
  const view = panzoom(frame, signal);
  const tools = h("div", { class: "opscope-tools" }, tool("+", "zoom in", () => view.zoom(1)), tool("−", "zoom out", () => view.zoom(-1)), tool("fit", "fit the whole graph", view.fit));
  const key = h("div", { class: "opscope-key" }, ...["ok", "zeros", "Inf", "NaN"].map((n) => h("span", { "data-health": n.toLowerCase() }, h("i"), n)), info);
  const none = h("div", { class: "opscope-nothing" });
  const el = h("div", { class: "opscope-graph-tab" }, frame, none, h("div", { class: "opscope-graph-foot" }, key, tools));
  /** @type {Map<string, SVGGElement>} */
  const nodes = new Map();
  /** @type {State["graph"]} */
  let drawn = null;
  let fresh = true;
  let current = "";
  /** @type {State|undefined} */
  let last;

  frame.addEventListener(
    "click",
    (event) => {
      const hit = /** @type {Element} */ (event.target).closest("[data-node]");
      const name = hit && last && valueOf(last.values, hit.getAttribute("data-node") ?? "");
      if (name) select(name);
    },
    { signal },
  );

  /** @param {NonNullable<State["graph"]>} event */
  function insert(event) {
    const svg = sanitize(event.svg);
    nodes.clear();
    frame.replaceChildren();
    view.attach(null);
    if (svg) {
      for (const name of ["width", "height"]) svg.removeAttribute(name);
      for (const g of svg.querySelectorAll("g")) {
        if (!/^(op|var)-/.test(g.id)) continue;
        nodes.set(g.id, g);
        g.setAttribute("data-node", g.id);
      }
      frame.append(svg);
      view.attach(svg);
      fresh = true;
    }
    text(none, svg ? "" : "The graph could not be read.");
    set(none, "hidden", Boolean(svg));
    const hidden = event.hidden ? `, ${event.hidden} nodes collapsed` : "";
    text(info, svg ? `${event.ops} operators${hidden}` : "");
  }

  return {
    el,
    /** @param {State} state @param {string} selected */
    update(state, selected) {
      if (state.graph && state.graph !== drawn && state.graph.svg !== drawn?.svg) insert(state.graph);
      else if (!state.graph && !last) text(none, "The program has not been drawn.");
      drawn = state.graph;
      if (fresh && frame.clientWidth) {
        fresh = false;
        view.start();
      }
      last = state;
      const is = nodeHealth(state.values);
      const chosen = state.values[selected];
      for (const [id, node] of nodes) {
        set(node, "data-health", is.get(id));
        set(node, "data-selected", chosen !== undefined && id === `var-${selected}`);
      }
      const at = state.stopped ? `op-${state.stopped.op}` : "";
      if (at === current) return;
      if (nodes.has(current)) set(/** @type {Element} */ (nodes.get(current)), "data-current", false);
      const node = nodes.get(at);
      if (node) set(node, "data-current", true);
      if (node && frame.clientWidth) view.reveal(node);
      current = at;
    },
  };
}
