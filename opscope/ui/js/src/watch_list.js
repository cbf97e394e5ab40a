// @ts-check
// Watch expressions: the kernel evaluates them at each stop.

import { textField } from "./breakpoint_form.js";
import { h, set } from "./dom.js";

/** @typedef {import("./state.js").State} State */

const MAX = 50;

/** @param {{ask: import("./panel.js").Ask, signal: AbortSignal}} options */
export function watchList({ ask, signal }) {
  const field = textField("watch-field", "h.mean(), loss - previous(loss), len(batch)", "expression to watch; Enter adds it");
  const form = h("form", { class: "opscope-watch-form", "data-asks": true }, field, h("button", { class: "opscope-button opscope-watch-add", type: "submit" }, "Watch"));
  const rows = h("dl", { class: "opscope-variables opscope-watches", "aria-label": "watch expressions" });
  const el = h("div", {}, rows, form);
  /** @type {readonly string[]} */
  let all = [];
  /** @type {unknown} */
  let shown;
  const send = (/** @type {string[]} */ expressions) => ask("WatchExpressions", { expressions: expressions.slice(-MAX) });

  form.addEventListener(
    "submit",
    (event) => {
      event.preventDefault();
      const wanted = field.value.trim();
      if (!wanted) return;
      field.value = "";
      send([...all.filter((one) => one !== wanted), wanted]);
    },
    { signal },
  );
  field.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      form.requestSubmit();
    },
    { signal },
  );
  rows.addEventListener(
    "click",
    (event) => {
      const hit = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest("[data-expression]"));
      if (hit) send(all.filter((one) => one !== hit.dataset.expression));
    },
    { signal },
  );
  return {
    el,
    /** @param {State} state */
    update(state) {
      const seen = state.fold.watched;
      const old = state.phase === "running";
      const key = JSON.stringify([seen, old]);
      if (key === shown) return;
      shown = key;
      all = seen?.expressions ?? [];
      set(rows, "data-old", old);
      rows.replaceChildren(
        ...all.map((expression, i) =>
          h(
            "div",
            {},
            h("dt", { title: expression }, expression),
            h(
              "dd",
              { title: seen?.texts[i], "data-failed": seen?.failed[i] },
              h("span", {}, seen?.texts[i] ?? ""),
              h("button", { type: "button", class: "opscope-unwatch", "data-asks": true, "data-expression": expression, title: "watch it no longer", "aria-label": `watch ${expression} no longer` }, "×"),
            ),
          ),
        ),
      );
    },
  };
}
