// @ts-check
// Which operator made a value, and which operators read it: each a click away, in the graph; and the way back to the write.

import { h, set } from "./dom.js";
import { otherOperators } from "./state.js";

/** @typedef {import("./events.generated.js").ValueSeen} ValueSeen */
/** @typedef {import("./state.js").State} State */

const MAX_READERS = 12;
const NO_OPERATOR = -1; // among the readers: there is none

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
      const readers = (slice?.reader_types ?? []).map((type, i) => /** @type {const} */ ([type, slice?.readers[i] ?? -1]));
      const isUnread = slice?.readers[0] === NO_OPERATOR;
      const isOther = otherOperators(state).has(value.name); // the graph has other operators with these numbers
      const operator = (/** @type {string} */ type, /** @type {number} */ op) => (isOther ? h("span", {}, `${type} ${op}`) : link(type, op));
      const kept = state.recorded && value.step >= state.recorded.first && value.step <= state.recorded.last;
      const foreign = Boolean(slice?.writers.length && !slice.writers.includes(value.op)); // made by another program, as the startup program
      const back = !offline && state.phase !== "running" && kept && value.op >= 0 && !foreign;
      const key = JSON.stringify([value.op, value.op_type, readers, isUnread && value.step, isOther, back && value.step, foreign]);
      if (key === shown) return;
      shown = key;
      const more = readers.length > MAX_READERS ? [`and ${readers.length - MAX_READERS} more`] : [];
      el.replaceChildren(
        ...(value.op < 0 ? [] : foreign ? [`made by ${value.op_type} of another program`] : ["made by", operator(value.op_type, value.op)]),
        ...(readers.length ? ["read by", ...readers.slice(0, MAX_READERS).map(([type, op]) => operator(type, op)), ...more] : isUnread ? [value.step ? `read by nothing in step ${value.step}` : "read by nothing"] : []),
        ...(back ? [h("button", { type: "button", class: "opscope-why opscope-to-write", "data-asks": true, "data-step": value.step, "data-writer": value.op, title: `go to ${value.op_type} in step ${value.step}, before it writes` }, "Back to the write")] : []),
      );
      set(el, "hidden", !el.childNodes.length);
    },
  };
}
