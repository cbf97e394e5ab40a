// @ts-check
// What a panel says while no kernel answers.

import { h, set, text } from "./dom.js";

/** @typedef {import("./channel.js").Link} Link */

export const NO_KERNEL = "no kernel answers";
export const NO_ELEMENTS = "No kernel answers, and the elements of this value were not kept.";

/** @type {Record<Link, string>} */
const TEXTS = {
  live: "",
  waiting: "",
  lost: "The kernel does not answer: it has ended, or cannot be reached. You can look around in the last state; run the cell again to go on.",
  saved: "No kernel: this is the state that was saved with the notebook. You can look around in it; run the cell to start again.",
  nothing: "No kernel, and nothing was saved of this run. Run the cell to start again.",
};

/** The words of the banner; "" for none. @param {Link} link */
export function bannerText(link) {
  return TEXTS[link];
}

export function banner() {
  const el = h("div", { class: "opscope-banner", role: "alert", hidden: true });
  return {
    el,
    /** @param {Link} link */
    update(link) {
      text(el, bannerText(link));
      set(el, "hidden", !bannerText(link));
    },
  };
}
