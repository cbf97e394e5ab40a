// @ts-check
// The search field of the graph, and the list of what it has found.

import { arrow, h, set, text } from "./dom.js";

/** @typedef {import("./events.generated.js").GraphSearched} GraphSearched */

const WAIT = 150; // milliseconds between the last key and the request
const HINT = "name, op, shape or line; op:relu, shape:64, line:train.py limit a word";

/** @param {{search: (text: string) => void, choose: (id: string) => void, signal: AbortSignal}} actions */
export function graphSearch({ search, choose, signal }) {
  const field = h("input", { class: "opscope-graph-search", type: "search", placeholder: "Search the graph ( / )", title: HINT, "aria-label": `search the graph: ${HINT}` });
  const list = h("div", { class: "opscope-matches", role: "listbox", "aria-label": "nodes that were found", tabindex: -1, hidden: true });
  const el = h("div", { class: "opscope-graph-find" }, field, list);
  let timer = 0;
  let asked = "";
  /** @type {GraphSearched|null} */
  let shown = null;

  const close = () => set(list, "hidden", true);
  const ask = () => {
    asked = field.value.trim();
    if (asked) search(asked);
    else close();
  };
  field.addEventListener(
    "input",
    () => {
      clearTimeout(timer);
      timer = window.setTimeout(ask, WAIT);
    },
    { signal },
  );
  field.addEventListener("focus", () => set(list, "hidden", !asked || !shown || shown.text !== asked), { signal });
  el.addEventListener(
    "keydown",
    (event) => {
      event.stopPropagation(); // the panel's keys are letters
      const rows = [...list.querySelectorAll("button")];
      const at = rows.findIndex((row) => row.matches(":focus"));
      if (event.key === "Escape") {
        close();
        field.focus();
      } else if (event.key === "Enter" && at < 0) {
        if (shown?.text === field.value.trim()) rows[0]?.click();
        else ask();
      } else if (event.key === "ArrowUp" && at === 0) field.focus();
      else if (event.key.startsWith("Arrow") && event.key !== "ArrowLeft" && event.key !== "ArrowRight") rows[arrow(event, at, rows.length) ?? 0]?.focus();
      else return;
      event.preventDefault();
    },
    { signal },
  );
  list.addEventListener(
    "click",
    (event) => {
      const row = /** @type {Element} */ (event.target).closest("[data-found]");
      if (!row) return;
      close();
      choose(row.getAttribute("data-found") ?? "");
    },
    { signal },
  );
  el.addEventListener("focusout", ({ relatedTarget }) => void (el.contains(/** @type {Node|null} */ (relatedTarget)) || close()), { signal });
  document.addEventListener("pointerdown", (event) => event.composedPath().includes(el) || close(), { signal, capture: true });

  /** @param {GraphSearched} found */
  function show(found) {
    const rows = found.ids.map((id, i) => {
      const row = h("button", { class: "opscope-match", type: "button", role: "option", tabindex: -1, "data-found": id }, h("b", {}, found.labels[i]), h("span", {}, found.details[i]));
      set(row, "title", `${found.labels[i]}\n${found.details[i]}`);
      return row;
    });
    const more = found.total > rows.length ? ` · the first ${rows.length} are shown` : "";
    const count = found.total === 1 ? "1 node" : `${found.total.toLocaleString("en")} nodes${more}`;
    list.replaceChildren(h("div", { class: "opscope-matches-head" }, found.total ? count : `Nothing matches "${found.text}".`), ...rows);
    set(list, "hidden", false);
  }

  return {
    el,
    focus: () => field.focus(),
    /** @param {GraphSearched|null} found */
    update(found) {
      if (found === shown) return;
      shown = found;
      if (found && found.text === asked && field.value.trim() === asked && el.contains(document.activeElement)) show(found);
    },
    /** @param {boolean} possible */
    enable: (possible) => set(el, "hidden", !possible),
    clear: () => text(list, ""),
  };
}
