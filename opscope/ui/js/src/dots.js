// @ts-check
// Breakpoints on the nodes of the drawing: a dot left of an operator, and a place to click for one that has none.

import { s, set, text } from "./dom.js";
import { hitsText } from "./breakpoints.js";

/** @typedef {import("./state.js").Breakpoint} Breakpoint */

const SHAPE = ":scope > :is(rect, path, polygon, ellipse), :scope > a > :is(rect, path, polygon, ellipse)";

/** The breakpoints that stand at each operator. @param {readonly Breakpoint[]} all @returns {Map<number, Breakpoint[]>} */
export function byOperator(all) {
  /** @type {Map<number, Breakpoint[]>} */
  const out = new Map();
  for (const b of all) {
    for (const op of b.ops) out.set(op, [...(out.get(op) ?? []), b]);
  }
  return out;
}

/** What the pointer is told over a dot. @param {readonly Breakpoint[]} here */
export function dotTitle(here) {
  const one = (/** @type {Breakpoint} */ b) => `breakpoint ${b.number}: ${b.spec}${b.condition ? `, if ${b.condition}` : ""}, ${hitsText(b.hits)}`;
  return here.length ? `${here.map(one).join("\n")}\nclick to remove` : "click to stop here";
}

/** The operator of a node, -1 if it is none's. @param {string} id */
export function operatorOf(id) {
  const match = /^op-(\d+)$/.exec(id);
  return match ? Number(match[1]) : -1;
}

/** The dot of a node, made when it is first needed: big drawings have few. @param {SVGGElement} node */
function gutter(node) {
  const known = node.querySelector(":scope > .opscope-gutter");
  if (known) return known;
  const box = /** @type {SVGGraphicsElement|null} */ (node.querySelector(SHAPE))?.getBBox();
  const [cx, cy] = box ? [box.x - 8, box.y + box.height / 2] : [0, 0];
  const around = s("circle", { cx, cy, r: 9, class: "opscope-gutter-hit" });
  const dot = s("circle", { cx, cy, r: 4.5, class: "opscope-dot" });
  const core = s("circle", { cx, cy, r: 1.6, class: "opscope-dot-core" });
  const made = s("g", { class: "opscope-gutter" }, s("title"), around, dot, core);
  node.append(made);
  return made;
}

/** Says on a node which breakpoints stand there. @param {SVGGElement} node @param {readonly Breakpoint[]} here */
export function mark(node, here) {
  set(node, "data-breakpoint", here.length ? here.map((b) => b.number).join(" ") : undefined);
  set(node, "data-conditional", here.length > 0 && here.every((b) => b.condition));
  if (!here.length && !node.querySelector(":scope > .opscope-gutter")) return;
  text(/** @type {Node} */ (gutter(node).firstChild), dotTitle(here));
}

/** Shows where a click would set one. @param {SVGGElement} node */
export function offer(node) {
  const title = /** @type {Node} */ (gutter(node).firstChild);
  if (!title.textContent) text(title, dotTitle([]));
}
