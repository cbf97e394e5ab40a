// @ts-check
// Why a value is what it is: two buttons, and the answer of the run as text.

import { h, set, text } from "./dom.js";

/** @typedef {import("./state.js").State} State */

/** The first lines of an explanation (the value, its cause, the line), and the chain. @param {string} answer */
export function parts(answer) {
  const at = answer.indexOf("\nchain");
  return at < 0 ? [answer, ""] : [answer.slice(0, at), answer.slice(at + 1)];
}

/** @param {{ask: import("./panel.js").Ask, signal: AbortSignal, offline: boolean}} options */
export function explanation({ ask, signal, offline }) {
  const why = h("button", { class: "opscope-why", title: "from its first cause through the operators to this value" }, "Why this value?");
  const first = h("button", { class: "opscope-why", title: "the NaN or Inf at this stop, else the first of the history" }, "Why NaN or Inf?");
  const cause = h("pre", { class: "opscope-cause", "aria-live": "polite" });
  const chain = h("pre", { class: "opscope-chain" });
  const el = h("div", { class: "opscope-explanation", hidden: offline, "data-asks": true }, h("div", {}, why, first), cause, chain);
  let selected = "";
  /** What the answer is about: another value, or another place, makes it old. @type {string} */
  let about = "";

  /** @param {string} name */
  function request(name) {
    show("Searching …");
    ask("Explain", { name }, (_, answer) => {
      show(answer);
      return true;
    });
  }
  /** @param {string} answer */
  function show(answer) {
    const [head, rest] = parts(answer);
    text(cause, head);
    text(chain, rest);
    set(cause, "hidden", !head);
    set(chain, "hidden", !rest);
  }
  why.addEventListener("click", () => request(selected), { signal });
  first.addEventListener("click", () => request(""), { signal });
  show("");

  return {
    el,
    /** @param {string} name @param {State["stopped"]} at */
    update(name, at) {
      const place = `${name} ${at?.run} ${at?.tick}`;
      if (place !== about) show("");
      selected = name;
      about = place;
    },
  };
}
