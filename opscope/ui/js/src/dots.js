// @ts-check
// Breakpoints on the nodes of the graph: a dot left of an operator, and a place to click where there is none.

import { s, set, text } from "./dom.js";
import { hitsText } from "./breakpoints.js";

/** @typedef {import("./state.js").Breakpoint} Breakpoint */

const SHAPE = ":scope > :is(rect, path, polygon, ellipse), :scope > a > :is(rect, path, polygon, ellipse)";

/** The breakpoints of each operator. @param {readonly Breakpoint[]} all @returns {Map<number, Breakpoint[]>} */
export function byOperator(all) {
  /** @type {Map<number, Breakpoint[]>} */
  const out = new Map();
  for (const b of all) {
    for (const op of b.ops) out.set(op, [...(out.get(op) ?? []), b]);
  }
  return out;
}

/** The tooltip of a dot. @param {readonly Breakpoint[]} here */
export function dotTitle(here) {
  const one = (/** @type {Breakpoint} */ b) => `breakpoint ${b.number}: ${b.spec}${b.condition ? `, if ${b.condition}` : ""}, ${hitsText(b.hits)}`;
  return here.length ? `${here.map(one).join("\n")}\nclick to remove` : "click to stop here";
}

/** The operator of a node, -1 if the node is no operator. @param {string} id */
export function operatorOf(id) {
  const match = /^op-(\d+)$/.exec(id);
  return match ? Number(match[1]) : -1;
}

/** The dot of a node. It is created when first needed: large graphs have few breakpoints. @param {SVGGElement} node */
function gutter(node) {
  const existing = node.querySelector(":scope > .opscope-gutter");
  if (existing) return existing;
  const box = /** @type {SVGGraphicsElement|null} */ (node.querySelector(SHAPE))?.getBBox();
  const [cx, cy] = box ? [box.x - 8, box.y + box.height / 2] : [0, 0];
  const hitArea = s("circle", { cx, cy, r: 9, class: "opscope-gutter-hit" });
  const dot = s("circle", { cx, cy, r: 4.5, class: "opscope-dot" });
  const core = s("circle", { cx, cy, r: 1.6, class: "opscope-dot-core" });
  const group = s("g", { class: "opscope-gutter" }, s("title"), hitArea, dot, core);
  node.append(group);
  return group;
}

/** Shows the breakpoints of a node. @param {SVGGElement} node @param {readonly Breakpoint[]} here */
export function markNode(node, here) {
  set(node, "data-breakpoint", here.length ? here.map((b) => b.number).join(" ") : undefined);
  set(node, "data-off", here.length > 0 && here.every((b) => !b.enabled));
  set(node, "data-conditional", here.length > 0 && here.every((b) => b.condition));
  if (!here.length && !node.querySelector(":scope > .opscope-gutter")) return;
  text(/** @type {Node} */ (gutter(node).firstChild), dotTitle(here));
}

/** Shows where a click would set a breakpoint. @param {SVGGElement} node */
export function showGutter(node) {
  const title = /** @type {Node} */ (gutter(node).firstChild);
  if (!title.textContent) text(title, dotTitle([]));
}
