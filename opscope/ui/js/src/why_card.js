// @ts-check
// The chain of an explanation as a card: from a value back to its first cause, a box for each link.

import { h, set } from "./dom.js";
import { count } from "./format.js";

/** @typedef {import("./events.generated.js").ValueExplained} ValueExplained */

/** @param {{goTo: import("./tab_registry.js").Actions["goTo"], open: import("./tab_registry.js").Actions["open"], signal: AbortSignal}} options */
export function whyCard({ goTo, open, signal }) {
  const el = h("ol", { class: "opscope-why-card", hidden: true, "aria-label": "why: from the value back to its first cause" });
  /** @type {ValueExplained|null} */
  let shown = null;
  el.addEventListener(
    "click",
    (event) => {
      const button = /** @type {Element} */ (event.target).closest("button");
      if (button?.dataset.step) goTo(Number(button.dataset.step), Number(button.dataset.op));
      else if (button?.dataset.op) open("graph", Number(button.dataset.op));
    },
    { signal },
  );

  /** @param {ValueExplained} e @param {number} i */
  function link(e, i) {
    const [op, step, isCause] = [e.ops[i], e.steps[i], i === e.cause];
    const maker = op < 0 ? h("span", { class: "opscope-maker" }, e.makers[i]) : h("button", { type: "button", class: "opscope-operator", "data-op": op, title: `show ${e.makers[i]} ${op} in the graph` }, `${e.makers[i]} ${op}`);
    const at = step ? [h("button", { type: "button", class: "opscope-operator opscope-go", "data-step": step, "data-op": op, title: `go to ${e.makers[i]} in step ${step}` }, `step ${step}`)] : [];
    const gap = e.gaps[i] ? [h("div", { class: "opscope-gap" }, `${count(e.gaps[i])} more`)] : [];
    const note = [e.notes[i], isCause && e.reads[i]].filter(Boolean).join(": ");
    return h(
      "li",
      { "data-cause": isCause },
      ...gap,
      h("div", { class: "opscope-link" }, ...(isCause ? [h("b", { class: "opscope-cause-mark" }, "cause")] : []), h("code", {}, e.values[i]), maker, ...at),
      ...(note ? [h("div", { class: "opscope-note-text" }, note)] : []),
      ...(isCause ? e.growth.map((text) => h("div", { class: "opscope-note-text" }, text)) : []),
      ...(e.sites[i] ? [h("code", { class: "opscope-line" }, e.sites[i] + (e.sources[i] ? `: ${e.sources[i]}` : ""))] : []),
    );
  }

  return {
    el,
    /** @param {ValueExplained|null} explained null: nothing */
    update(explained) {
      if (explained === shown) return;
      shown = explained;
      set(el, "hidden", !explained);
      el.replaceChildren(...(explained?.values ?? []).map((_, i) => link(/** @type {ValueExplained} */ (explained), i)));
    },
  };
}
