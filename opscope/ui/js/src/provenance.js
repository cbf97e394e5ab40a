// @ts-check
// Which operator made a value, and which operators read it: each a click away, in the graph; and the way back to the write.

import { h, set } from "./dom.js";

/** @typedef {import("./events.generated.js").ValueSeen} ValueSeen */
/** @typedef {import("./state.js").State} State */

const MAX_READERS = 12;

/** @param {{ask: import("./panel.js").Ask, open: (id: string, target: string|number) => void, signal: AbortSignal, offline: boolean}} options */
export function provenance({ ask, open, signal, offline }) {
  const el = h("div", { class: "opscope-provenance" });
  let shown = "";

  /** @param {string} type @param {number} op */
  const link = (type, op) => h("button", { type: "button", class: "opscope-operator", "data-op": op, title: `show ${type} ${op} in the graph` }, `${type} ${op}`);
  el.addEventListener(
    "click",
    (event) => {
      const target = /** @type {Element} */ (event.target).closest("button");
      if (target?.dataset.op) open("graph", Number(target.dataset.op));
      else if (target?.dataset.step) ask("Goto", { step: Number(target.dataset.step), op: Number(target.dataset.writer) });
    },
    { signal },
  );

  return {
    el,
    /** @param {State} state @param {ValueSeen} value */
    update(state, value) {
      const slice = offline ? undefined : state.fold.slices.get(value.name);
      const readers = (slice?.readers ?? []).map((op, i) => /** @type {const} */ ([slice?.reader_types[i] ?? "", op]));
      const kept = state.recorded && value.step >= state.recorded.first && value.step <= state.recorded.last;
      const foreign = Boolean(slice?.writers.length && !slice.writers.includes(value.op)); // made by another program, as the startup program
      const back = !offline && state.phase !== "running" && kept && value.op >= 0 && !foreign;
      const key = JSON.stringify([value.op, value.op_type, readers, back && value.step, foreign]);
      if (key === shown) return;
      shown = key;
      const more = readers.length > MAX_READERS ? [`and ${readers.length - MAX_READERS} more`] : [];
      el.replaceChildren(
        ...(value.op < 0 ? [] : foreign ? [`made by ${value.op_type} of another program`] : ["made by", link(value.op_type, value.op)]),
        ...(readers.length ? ["read by", ...readers.slice(0, MAX_READERS).map(([type, op]) => link(type, op)), ...more] : slice ? ["read by nothing"] : []),
        ...(back ? [h("button", { type: "button", class: "opscope-why opscope-to-write", "data-asks": true, "data-step": value.step, "data-writer": value.op, title: `go to ${value.op_type} in step ${value.step}, before it writes` }, "Back to the write")] : []),
      );
      set(el, "hidden", !el.childNodes.length);
    },
  };
}
