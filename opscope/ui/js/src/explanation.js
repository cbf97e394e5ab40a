// @ts-check
// Why a value is what it is: two buttons, the cause as text, and the chain as a card.

import { h, set, text } from "./dom.js";
import { whyCard } from "./why_card.js";

/** @typedef {import("./state.js").State} State */

/** The first lines of an explanation: the value, its cause, the line. @param {string} answer */
export function cause(answer) {
  const at = answer.indexOf("\nchain");
  return at < 0 ? answer : answer.slice(0, at);
}

/** @param {Pick<import("./tab_registry.js").Actions, "ask"|"goTo"|"open"|"signal"|"offline">} actions */
export function explanation({ ask, goTo, open, signal, offline }) {
  const why = h("button", { class: "opscope-why", title: "from its first cause through the operators to this value" }, "Why this value?");
  const first = h("button", { class: "opscope-why", title: "the NaN or Inf at this stop, else the first of the history" }, "Why NaN or Inf?");
  const said = h("pre", { class: "opscope-cause", "aria-live": "polite" });
  const card = whyCard({ goTo, open, signal });
  const el = h("div", { class: "opscope-explanation", hidden: offline, "data-asks": true }, h("div", {}, why, first), said, card.el);
  let selected = "";
  /** What the answer is about: another value, or another place, makes it old. @type {string} */
  let about = "";
  /** The name that was asked for; null while no answer is shown. @type {string|null} */
  let answered = null;

  /** @param {string} name */
  function request(name) {
    show("Searching …");
    ask("Explain", { name }, (ok, answer) => {
      show(cause(answer));
      answered = ok ? name : null;
      return true;
    });
  }
  /** @param {string} words */
  function show(words) {
    text(said, words);
    set(said, "hidden", !words);
    answered = null;
  }
  why.addEventListener("click", () => request(selected), { signal });
  first.addEventListener("click", () => request(""), { signal });
  show("");

  return {
    el,
    /** @param {string} name @param {State} state */
    update(name, state) {
      const { stopped: at, explained } = state;
      const place = `${name} ${at?.run} ${at?.tick}`;
      if (place !== about) show("");
      selected = name;
      about = place;
      const chain = explained && !explained.at && explained.asked === answered ? explained : null;
      card.update(chain);
      set(said, "hidden", Boolean(chain) || !said.textContent); // the card says it, too
    },
  };
}
