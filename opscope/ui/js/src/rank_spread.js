// @ts-check
// The spread of numbers over the ranks: the lowest, the mean and the highest, and who has them. Gradients have a bar on a
// scale of decades, because a gradient that vanishes in a rank is smaller by orders of magnitude.

import { number } from "./format.js";
import { h, nameTag, set } from "./dom.js";

/** name, measure, lowest, its rank, mean, highest, its rank, ranks with NaN
 * @typedef {[string, string, number|null, number, number|null, number|null, number, string]} Spread */

/** The decades around the gradients: [first, last] exponents. @param {Spread[]} spreads @returns {[number, number]} */
export function decades(spreads) {
  const logs = spreads.flatMap(([, , low, , , high]) => [low, high]).filter((x) => typeof x === "number" && x > 0).map((x) => Math.log10(Number(x)));
  if (!logs.length) return [-1, 0];
  const [first, last] = [Math.floor(Math.min(...logs)), Math.ceil(Math.max(...logs)) + 0];
  return [first, last > first ? last : first + 1];
}

/** @param {{choose: (rank: number) => void, signal: AbortSignal}} options */
export function rankSpread({ choose, signal }) {
  const el = h("div", { class: "opscope-ranks-spreads" });
  el.addEventListener("click", (event) => {
    const found = /** @type {HTMLElement} */ (event.target).closest("[data-rank]");
    if (found) choose(Number(found.getAttribute("data-rank")));
  }, { signal });
  let drawn = "";

  const who = (/** @type {number} */ rank, /** @type {number} */ chosen) =>
    rank < 0 ? h("span", {}) : h("button", { type: "button", class: "opscope-ranks-who", "data-rank": rank, "aria-pressed": String(rank === chosen), title: `show the run of rank ${rank}` }, `rank ${rank}`);
  const bar = (/** @type {Spread} */ [, , low, , mean, high], /** @type {[number, number]} */ [first, last]) => {
    const at = (/** @type {number|null} */ x) => (x && x > 0 ? (100 * (Math.log10(x) - first)) / (last - first) : 0);
    const range = h("i", { class: "opscope-ranks-range" });
    range.style.left = `${at(low)}%`;
    range.style.width = `${Math.max(0, at(high) - at(low))}%`;
    const middle = h("i", { class: "opscope-ranks-mean" });
    middle.style.left = `${at(mean)}%`;
    const track = h("span", { class: "opscope-ranks-track" }, ...Array.from({ length: Math.max(0, last - first - 1) }, (_, i) => {
      const line = h("i", { class: "opscope-ranks-decade" });
      line.style.left = `${(100 * (i + 1)) / (last - first)}%`;
      return line;
    }), range, middle);
    return track;
  };
  const row = (/** @type {Spread} */ spread, /** @type {number} */ chosen, /** @type {HTMLElement} */ second) => {
    const [name, , low, lowRank, mean, high, highRank, unknown] = spread;
    return h("div", { class: "opscope-ranks-spread" }, nameTag(name), second, h("span", {}, number(low)), who(lowRank, chosen), h("span", {}, number(mean)), h("span", {}, number(high)), who(highRank, chosen), h("span", { class: "opscope-ranks-unknown", title: unknown }, unknown ? `NaN or Inf: ${unknown}` : ""));
  };
  const heading = (/** @type {string} */ title, /** @type {Element} */ second) =>
    h("div", { class: "opscope-ranks-spread opscope-ranks-heading" }, h("span", {}, title), second, ...["lowest", "", "mean", "highest", "", ""].map((word) => h("span", {}, word)));

  return {
    el,
    /** @param {Spread[]} spreads @param {number} chosen */
    update(spreads, chosen) {
      const key = JSON.stringify([spreads, chosen]);
      if (key === drawn) return; // a button under the pointer stays
      drawn = key;
      const gradients = spreads.filter(([, measure]) => measure === "gradient");
      const others = spreads.filter(([, measure]) => measure !== "gradient");
      const scale = decades(gradients);
      const ends = h("span", { class: "opscope-ranks-ends" }, h("span", {}, `1e${scale[0]}`), h("span", {}, `1e${scale[1]}`));
      el.replaceChildren(
        ...(others.length ? [heading("Values", h("span", {})), ...others.map((each) => row(each, chosen, h("span", { class: "opscope-ranks-measure" }, each[1])))] : []),
        ...(gradients.length ? [heading("Gradient flow (rms)", ends), ...gradients.map((each) => row(each, chosen, bar(each, scale)))] : []),
      );
      set(el, "hidden", !spreads.length);
    },
  };
}
