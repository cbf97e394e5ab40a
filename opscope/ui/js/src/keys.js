// @ts-check
// The page of keys: `?` opens it over the panel.

import { ACTIONS } from "./actions.js";
import { h, set } from "./dom.js";

/** Keys besides those of the commands: where, which and what for. @type {[string, string, string][]} */
const OTHERS = [
  ["Anywhere", "?", "this page"],
  ["Anywhere", "Ctrl K", "find a command, tab, step or value"],
  ["Anywhere", "Tab", "to the next part of the panel"],
  ["Anywhere", "Esc", "leave the panel: the keys are the notebook's again"],
  ["List of values", "↑ ↓ Home End", "select a value"],
  ["Tabs", "← → Home End", "show another tab"],
  ["Slider", "← → Home End", "go to another step"],
  ["Graph", "+ − 0", "zoom in, out, to all of it"],
  ["Graph", "↑ ↓ ← →", "walk along the edges"],
  ["Graph", "Shift + ↑ ↓ ← →", "move the drawing"],
  ["Graph", "Enter Backspace", "open, fold a scope"],
  ["Graph", "/", "search"],
  ["Elements", "+ − ↑ ↓ ← →", "zoom, move"],
  ["Elements", "Enter", "set an element (or double click it)"],
  ["Code", "↑ ↓ Home End", "to another line"],
  ["Code", "Enter", "set or remove a breakpoint on the line"],
  ["Code", "Space", "the operators of the line"],
  ["Evaluation line", "↑ ↓", "what was typed before"],
  ["Menus, this page", "Esc", "close"],
];

/** All keys, by where they act. @param {boolean} offline @returns {Map<string, [string, string][]>} */
export function keyTable(offline) {
  /** @type {Map<string, [string, string][]>} */
  const found = new Map();
  const commands = offline ? [] : ACTIONS.filter((a) => a.key).map((a) => ["Run", a.key ?? "", `${a.label}: ${a.about}`]);
  for (const [where, key, about] of [...commands, ...OTHERS]) found.set(where, [...(found.get(where) ?? []), [key, about]]);
  return found;
}

/** @param {{root: HTMLElement, offline: boolean, signal: AbortSignal}} options */
export function keysPage({ root, offline, signal }) {
  const close = h("button", { class: "opscope-button", type: "button" }, "Close");
  const groups = [...keyTable(offline)].map(([where, keys]) =>
    h("section", {}, h("h4", {}, where), h("dl", {}, ...keys.flatMap(([key, about]) => [h("dt", {}, ...key.split(" ").map((k) => h("kbd", {}, k))), h("dd", {}, about)]))),
  );
  const el = h("div", { class: "opscope-keys", role: "dialog", "aria-label": "keys", hidden: true }, h("div", { class: "opscope-keys-head" }, h("b", {}, "Keys"), close), h("div", { class: "opscope-keys-groups" }, ...groups));
  const button = h("button", { class: "opscope-button opscope-help", type: "button", title: "Keys (?)", "aria-label": "keys", "aria-keyshortcuts": "?" }, "?");
  /** @type {HTMLElement|null} */
  let former = null;

  const toggle = (/** @type {boolean} */ open) => {
    if (open === !el.hidden) return;
    if (open) former = /** @type {HTMLElement|null} */ (root.ownerDocument.activeElement);
    set(el, "hidden", !open);
    if (open) close.focus({ preventScroll: true });
    else (former && root.contains(former) ? former : root).focus({ preventScroll: true });
  };
  button.addEventListener("click", () => toggle(true), { signal });
  close.addEventListener("click", () => toggle(false), { signal });
  root.addEventListener(
    "keydown",
    (event) => {
      const typing = /** @type {Element} */ (event.target).matches("input:not([type=range]), textarea, select");
      const closes = !el.hidden && event.key === "Escape";
      if (!closes && (event.key !== "?" || typing)) return;
      event.preventDefault();
      event.stopPropagation();
      toggle(Boolean(el.hidden));
    },
    { signal },
  );
  return { el, button };
}
