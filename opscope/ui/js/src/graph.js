// @ts-check
// The graph of the program: nodes show the health of their newest value, breakpoints, and where the run is paused.

import { h, set, text } from "./dom.js";
import { byOperator, markNode, operatorOf, showGutter } from "./dots.js";
import { health } from "./format.js";
import { menu } from "./menu.js";
import { panzoom } from "./panzoom.js";
import { sanitize } from "./sanitize.js";

/** @typedef {import("./format.js").Health} Health */
/** @typedef {import("./events.generated.js").CommandKind} CommandKind */
/** @typedef {import("./events.generated.js").ValueSeen} ValueSeen */
/** @typedef {import("./state.js").State} State */

/** @type {Health[]} */
const WORST = ["nan", "inf", "zeros", "ok"];

/** Health of each node by its id: that of a variable, or the worst output of an operator. Only the outputs of an
 * operator's newest step count: in eager code, another operator may have had the same number before.
 * @param {ReadonlyMap<string, ValueSeen>} values @returns {Map<string, Health>} */
export function nodeHealth(values) {
  /** @type {Map<string, Health>} */
  const out = new Map();
  /** @type {Map<number, number>} */
  const newest = new Map();
  for (const v of values.values()) newest.set(v.op, Math.max(newest.get(v.op) ?? 0, v.step));
  for (const v of values.values()) {
    const is = health(v);
    out.set(`var-${v.name}`, is);
    const before = out.get(`op-${v.op}`);
    const counts = v.step === newest.get(v.op);
    if (counts && (!before || WORST.indexOf(is) < WORST.indexOf(before))) out.set(`op-${v.op}`, is);
  }
  return out;
}

/** The worst health of the nodes that a folded node hides; undefined if no value has been seen.
 * @param {ReadonlyMap<string, Health>} is @param {readonly string[]} hidden @returns {Health|undefined} */
export function worst(is, hidden) {
  return WORST.find((health) => hidden.some((id) => is.get(id) === health));
}

/** The ids of the nodes that a folded node hides; none if the attribute cannot be read. @param {string|null} json @returns {string[]} */
export function hides(json) {
  try {
    const ids = JSON.parse(json ?? "[]");
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

/** The value that a node stands for: that of a variable, or the worst output of an operator or of all hidden nodes.
 * @param {ReadonlyMap<string, ValueSeen>} values @param {string} id @param {readonly string[]} hidden
 * @returns {string|undefined} */
export function valueOf(values, id, hidden = []) {
  if (id.startsWith("var-")) return values.get(id.slice(4))?.name;
  const ids = new Set([id, ...hidden]);
  const made = [...values.values()].filter((v) => ids.has(`op-${v.op}`) || ids.has(`var-${v.name}`));
  return made.sort((a, b) => WORST.indexOf(health(a)) - WORST.indexOf(health(b)))[0]?.name;
}

/** @type {import("./tab_registry.js").Tab} */
export const graphTab = { id: "graph", label: "Graph", create: graph };

/** @param {import("./tab_registry.js").Actions} actions @returns {import("./tab_registry.js").Pane} */
function graph({ select, ask, open, offline, signal }) {
  const frame = h("div", { class: "opscope-graph", tabindex: 0, role: "group", "aria-label": "graph; drag to move, plus and minus to zoom" });
  const info = h("span");
  const tool = (/** @type {string} */ label, /** @type {string} */ name, /** @type {() => void} */ act) => {
    const el = h("button", { type: "button", class: "opscope-tool", title: name, "aria-label": name }, label);
    el.addEventListener("click", act, { signal });
    return el;
  };
  const view = panzoom(frame, signal);
  const tools = h("div", { class: "opscope-tools" }, tool("+", "zoom in", () => view.zoom(1)), tool("−", "zoom out", () => view.zoom(-1)), tool("fit", "fit the whole graph", view.fit));
  const key = h("div", { class: "opscope-key", title: "drag to move, Ctrl + wheel to zoom" }, ...["ok", "zeros", "Inf", "NaN"].map((n) => h("span", { "data-health": n.toLowerCase() }, h("i"), n)), info);
  const popup = menu({ choose: ({ kind, fields }) => (kind === "compose" ? open("breakpoints", /** @type {any} */ (fields).spec) : ask(kind, fields)), frame, signal });
  const none = h("div", { class: "opscope-nothing" });
  const el = h("div", { class: "opscope-graph-tab" }, frame, popup.el, none, h("div", { class: "opscope-graph-foot" }, key, tools));
  /** @type {Map<string, SVGGElement>} */
  const nodes = new Map();
  /** @type {Map<string, readonly string[]>} */
  const folded = new Map(); // the nodes that a folded node hides
  /** @type {Map<string, string>} */
  const hiddenIn = new Map(); // the folded node that hides a node
  const nodeOf = (/** @type {string} */ id) => nodes.get(id) ?? nodes.get(hiddenIn.get(id) ?? "");
  /** @type {State["graph"]} */
  let drawn = null;
  let fresh = true;
  let current = "";
  let wanted = "";
  /** @type {State|undefined} */
  let last;

  frame.addEventListener(
    "click",
    (event) => {
      const target = /** @type {Element} */ (event.target);
      const hit = target.closest("[data-node]");
      if (!hit || !last) return;
      const id = hit.getAttribute("data-node") ?? "";
      const op = offline ? -1 : operatorOf(id);
      if (!offline && target.closest(".opscope-gutter")) return toggle(id);
      if (op >= 0 && event.altKey) return toggle(id);
      const name = valueOf(last.values, id, folded.get(id));
      if (name) select(name, false);
      if (op >= 0) popup.show(last, op, hit.querySelector("text")?.textContent ?? "", hit);
    },
    { signal },
  );
  frame.addEventListener(
    "pointerover",
    (event) => {
      const hit = /** @type {Element} */ (event.target).closest("[data-node^='op-']");
      if (hit && !offline) showGutter(/** @type {SVGGElement} */ (hit));
    },
    { signal },
  );

  /** Removes all breakpoints of a node, or sets one if there is none. @param {string} id */
  function toggle(id) {
    const here = breakpointsAt(byOperator(last?.breakpoints ?? []), id);
    for (const { number } of here) ask("ClearBreakpoint", { number });
    if (!here.length && operatorOf(id) >= 0) ask("SetBreakpoint", { spec: `id:${operatorOf(id)}` });
  }

  /** The breakpoints of a node, each once. @param {ReturnType<typeof byOperator>} at @param {string} id */
  function breakpointsAt(at, id) {
    return [...new Set((folded.get(id) ?? [id]).flatMap((inner) => at.get(operatorOf(inner)) ?? []))];
  }

  /** @type {State["breakpoints"]|undefined} */
  let marked;
  /** @param {State["breakpoints"]} all */
  function dots(all) {
    if (all === marked || !frame.clientWidth) return; // a hidden drawing has no size
    marked = all;
    const at = byOperator(all);
    for (const [id, node] of nodes) if (!id.startsWith("var-")) markNode(node, breakpointsAt(at, id));
  }

  /** @param {NonNullable<State["graph"]>} event */
  function insert(event) {
    const svg = sanitize(event.svg);
    for (const table of [nodes, folded, hiddenIn]) table.clear();
    marked = undefined;
    current = "";
    popup.close();
    frame.replaceChildren();
    view.attach(null);
    if (svg) {
      for (const name of ["width", "height"]) svg.removeAttribute(name);
      for (const g of svg.querySelectorAll("g")) {
        const inside = hides(g.getAttribute("data-hides"));
        if (!inside.length && !/^(op|var)-/.test(g.id)) continue;
        nodes.set(g.id, g);
        if (inside.length) folded.set(g.id, inside);
        for (const id of inside) hiddenIn.set(id, g.id);
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
    /** Scrolls to an operator at the next update. */
    open(op) {
      wanted = `op-${op}`;
    },
    update(state, { selected }) {
      if (state.graph && state.graph !== drawn && state.graph.svg !== drawn?.svg) insert(state.graph);
      else if (!state.graph && !last) text(none, "No graph yet. A program is drawn when it first runs, eager code at each stop and step.");
      drawn = state.graph;
      if (fresh && frame.clientWidth) {
        fresh = false;
        view.start();
      }
      last = state;
      const is = nodeHealth(state.values);
      const chosen = state.values.get(selected);
      for (const [id, node] of nodes) {
        set(node, "data-health", folded.has(id) ? worst(is, folded.get(id) ?? []) : is.get(id));
        set(node, "data-selected", chosen !== undefined && node === nodeOf(`var-${selected}`));
      }
      dots(state.breakpoints);
      const at = state.stopped ? `op-${state.stopped.op}` : "";
      const currentNode = nodeOf(at);
      if (at !== current) {
        const left = nodeOf(current);
        for (const name of ["data-current", "data-past"]) if (left) set(left, name, false);
        if (currentNode) set(currentNode, "data-current", true);
        wanted ||= at;
        current = at;
      }
      if (currentNode) set(currentNode, "data-past", state.stopped?.past);
      const node = nodeOf(wanted);
      if (node && frame.clientWidth) view.reveal(node);
      wanted = "";
    },
  };
}
