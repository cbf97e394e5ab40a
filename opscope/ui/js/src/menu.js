// @ts-check
// The menu of an operator, beside its node in the graph.

import { arrow, h, set } from "./dom.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./events.generated.js").CommandKind} CommandKind */
/** @typedef {{name: string, label: string, kind: CommandKind|"compose"|"open"|"center"|"attributes", fields: object}} Item */

/** The items for an operator: breakpoints, and, while the run is paused, the commands that go there.
 * @param {State} state @param {number} op @returns {Item[]} */
export function items(state, op) {
  const here = state.breakpoints.filter((b) => b.ops.includes(op));
  /** @type {Item[]} */
  const out = here.map((b) => ({ name: "clear", label: `Remove breakpoint ${b.number}`, kind: "ClearBreakpoint", fields: { number: b.number } }));
  if (!here.length) {
    out.push({ name: "set", label: "Set breakpoint", kind: "SetBreakpoint", fields: { spec: `id:${op}` } });
    out.push({ name: "compose", label: "Set with a condition …", kind: "compose", fields: { spec: `id:${op}` } });
  }
  return [...out, ...goCommands(state, op), { name: "attributes", label: "Attributes …", kind: "attributes", fields: { op } }];
}

/** The commands that go to an operator. Operators are mostly numbered in the order in which they run, so one with a
 * lower number has run already; in a loop or a block both directions are right. @param {State} state @param {number} op @returns {Item[]} */
function goCommands(state, op) {
  const at = state.stopped;
  const forwards = { name: "run", label: "Run to here", kind: /** @type {const} */ ("RunTo"), fields: { op } };
  const back = (/** @type {number} */ step) => ({
    name: "goto",
    label: `Go to here in step ${step}`,
    kind: /** @type {const} */ ("Goto"),
    fields: { step, op },
  });
  if (!at) return state.over && state.recorded ? [back(state.recorded.last)] : [];
  if (at.op >= 0 && op > at.op) return [forwards];
  const again = { ...forwards, label: "Run to here, next time" };
  return state.recorded && at.step && op !== at.op ? [back(at.step), again] : [again];
}

/** @param {{choose: (item: Item) => void, frame: HTMLElement, signal: AbortSignal}} actions */
export function menu({ choose, frame, signal }) {
  const el = h("div", { class: "opscope-menu", "data-asks": true, role: "menu", hidden: true });
  /** @type {Item[]} */
  let open = [];
  /** The node that it is of. @type {Element|null} */
  let of = null;

  const close = (focus = false) => {
    if (el.hidden) return;
    set(el, "hidden", true);
    if (focus) (of?.isConnected ? /** @type {SVGElement} */ (of) : frame).focus({ preventScroll: true });
  };
  el.addEventListener(
    "click",
    (event) => {
      const i = [...el.querySelectorAll("button")].findIndex((b) => b.contains(/** @type {Node} */ (event.target)));
      if (i < 0) return;
      close(true);
      choose(open[i]);
    },
    { signal },
  );
  el.addEventListener(
    "keydown",
    (event) => {
      const buttons = [...el.querySelectorAll("button")];
      const to = arrow(event, buttons.findIndex((b) => b.matches(":focus")), buttons.length);
      if (to !== null) buttons[to].focus();
      else if (event.key === "Escape") close(true);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal },
  );
  const outside = (/** @type {Event} */ event) => {
    if (!event.composedPath().includes(el)) close();
  };
  document.addEventListener("pointerdown", outside, { signal, capture: true });
  frame.addEventListener("wheel", () => close(), { signal, passive: true });
  frame.addEventListener("keydown", (event) => event.key === "Escape" && close(true), { signal });

  return {
    el,
    close,
    /** Opens the menu right or left of a node, inside the frame. @param {Item[]} choices
     * @param {string} title @param {string} subtitle @param {Element} node */
    show(choices, title, subtitle, node) {
      if (!choices.length) return close();
      open = choices;
      of = node;
      const head = h("div", { class: "opscope-menu-head" }, h("b", {}, title), ` ${subtitle}`);
      el.replaceChildren(head, ...open.map((i) => h("button", { class: `opscope-menu-item opscope-menu-${i.name}`, type: "button", role: "menuitem" }, i.label)));
      set(el, "hidden", false);
      const f = frame.getBoundingClientRect();
      const n = node.getBoundingClientRect();
      const right = n.right + 8 + el.offsetWidth <= f.right;
      const left = right ? n.right + 8 - f.left : Math.max(4, n.left - 16 - el.offsetWidth - f.left);
      const top = Math.max(4, Math.min(f.height - el.offsetHeight - 4, (n.top + n.bottom) / 2 - f.top - 16));
      el.style.left = `${left}px`;
      el.style.top = `${top}px`;
    },
    /** Moves the keyboard into the menu. */
    focus: () => el.querySelector("button")?.focus(),
  };
}
