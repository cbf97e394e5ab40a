// @ts-check
// The command palette: Ctrl K opens a field over the panel, which finds commands, tabs, steps and values by their words.

import { ACTIONS, allowed } from "./actions.js";
import { arrow, h, set } from "./dom.js";
import { names } from "./format.js";
import { TABS } from "./tab_registry.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./events.generated.js").CommandKind} CommandKind */

/** What a choice does: sends a command, shows a tab, goes to a step, selects a value, shows the keys.
 * @typedef {{send: CommandKind} | {tab: string} | {step: number} | {value: string} | {keys: true}} Deed */
/** @typedef {{label: string, about: string, key?: string, deed: Deed}} Choice */

const MOST = 50; // choices that are shown
let count = 0; // ids are unique in the page, which may have several panels

/** The choices that have all words, commands first. `range` are the steps that can be gone to, `asks` says whether a
 * kernel takes commands. @param {State} state @param {string} words @param {[number, number]|null} range
 * @param {boolean} asks @returns {Choice[]} */
export function choices(state, words, range, asks) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const may = asks ? allowed(state) : new Set();
  const fits = (/** @type {string} */ text) => wanted.every((word) => text.toLowerCase().includes(word));
  const [numbers, others] = [wanted.filter((word) => /^\d+$/.test(word)), wanted.filter((word) => !/^\d+$/.test(word))];
  const step = numbers.length === 1 && others.every((word) => ["go", "to", "step", "goto"].includes(word)) ? Number(numbers[0]) : NaN;
  /** @type {Choice[]} */
  const found = range && step >= range[0] && step <= range[1] ? [{ label: `Go to step ${step}`, about: `of steps ${range[0]} to ${range[1]}`, deed: { step } }] : [];
  for (const { kind, label, about, key } of ACTIONS) if (may.has(kind) && fits(`${label} ${about}`)) found.push({ label, about, key, deed: { send: kind } });
  for (const { id, label } of TABS) if (fits(`show ${label} tab`)) found.push({ label: `Show ${label}`, about: "tab", deed: { tab: id } });
  if (fits("keys shortcuts help")) found.push({ label: "Keys", about: "all keys of the panel", key: "?", deed: { keys: true } });
  for (const value of state.values.values()) {
    if (found.length >= MOST) break;
    if (!fits(`value ${value.name} ${value.called} ${value.op_type}`)) continue;
    const [first, other] = names(value);
    found.push({ label: first, about: ["value", other, value.op_type].filter(Boolean).join(" · "), deed: { value: value.name } });
  }
  return found.slice(0, MOST);
}

/** @param {{root: HTMLElement, find: (words: string) => Choice[], act: (deed: Deed) => void, signal: AbortSignal}} options */
export function palette({ root, find, act, signal }) {
  const field = h("input", { class: "opscope-palette-field", type: "text", placeholder: "command, tab, step or value", "aria-label": "find a command, tab, step or value", role: "combobox", "aria-expanded": "true", autocomplete: "off", spellcheck: "false" });
  const options = h("div", { class: "opscope-palette-list", role: "listbox", "aria-label": "choices" });
  const el = h("div", { class: "opscope-palette", role: "dialog", "aria-label": "command palette", hidden: true }, field, options);
  const own = `opscope-palette-${++count}`;
  /** @type {Choice[]} */
  let shown = [];
  let at = 0;
  /** @type {HTMLElement|null} */
  let former = null;

  function mark() {
    [...options.children].forEach((option, i) => set(option, "aria-selected", i === at ? "true" : "false"));
    const one = /** @type {HTMLElement|undefined} */ (options.children[at]);
    one?.scrollIntoView({ block: "nearest" });
    set(field, "aria-activedescendant", one?.id);
  }
  function list() {
    shown = find(field.value);
    at = 0;
    const rows = shown.map(({ label, about, key }, i) => h("div", { class: "opscope-choice", role: "option", id: `${own}-${i}`, "data-at": i }, h("b", {}, label), h("span", {}, about), ...(key ? [h("kbd", {}, key)] : [])));
    options.replaceChildren(...(rows.length ? rows : [h("div", { class: "opscope-empty" }, "Nothing has all these words.")]));
    mark();
  }
  /** @param {boolean} open */
  function toggle(open) {
    if (open === !el.hidden) return;
    if (open) former = /** @type {HTMLElement|null} */ (root.ownerDocument.activeElement);
    set(el, "hidden", !open);
    if (!open) return (former && root.contains(former) ? former : root).focus({ preventScroll: true });
    field.value = "";
    list();
    field.focus({ preventScroll: true });
  }
  /** @param {number} i */
  function choose(i) {
    const choice = shown[i];
    if (!choice) return;
    toggle(false);
    act(choice.deed);
  }
  field.addEventListener("input", list, { signal });
  field.addEventListener("blur", (event) => void (el.contains(/** @type {Node|null} */ (event.relatedTarget)) || set(el, "hidden", true)), { signal });
  options.addEventListener("pointerdown", (event) => event.preventDefault(), { signal }); // the field keeps the focus
  options.addEventListener(
    "click",
    (event) => {
      const hit = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest("[data-at]"));
      if (hit) choose(Number(hit.dataset.at));
    },
    { signal },
  );
  root.addEventListener(
    "keydown",
    (event) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k") toggle(Boolean(el.hidden));
      else if (el.hidden || event.target !== field) return;
      else if (event.key === "Escape") toggle(false);
      else if (event.key === "Enter") choose(at);
      else {
        const to = ["ArrowUp", "ArrowDown"].includes(event.key) && shown.length ? arrow(event, at, shown.length) : null;
        if (to === null) return void event.stopPropagation();
        at = to;
        mark();
      }
      event.preventDefault();
      event.stopPropagation();
    },
    { signal, capture: true },
  );
  return { el, open: () => toggle(true) };
}
