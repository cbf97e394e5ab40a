// @ts-check
// The strip of ranks: a row for each of a few ranks, a cell for each of many. A click chooses a rank.

import { count } from "./format.js";
import { arrange, h, set, text } from "./dom.js";

export const STATES = /** @type {const} */ (["running", "waiting", "paused", "late", "dead", "ended"]);
export const ROWS = 24; // ranks that have a row

/** @typedef {import("./rank_panel.js").Rank} Rank */

/** @param {Rank} rank @returns {string[]} */
function cells(rank) {
  const rate = rank.rate < 0 || STATES[rank.state] === "paused" ? "" : rank.rate < 99.95 ? rank.rate.toFixed(1) : count(Math.round(rank.rate));
  return [rank.step < 0 ? "" : count(rank.step), rate, rank.waiting < 0 ? "" : `${rank.waiting}\u202f%`];
}

/** @param {{choose: (rank: number) => void, signal: AbortSignal}} options */
export function rankStrip({ choose, signal }) {
  const el = h("div", { class: "opscope-ranks-strip" });
  const heading = h("div", { class: "opscope-ranks-row opscope-ranks-heading" }, ...["rank", "step", "steps/s", "waiting", "where"].map((word) => h("span", {}, word)));
  const grid = h("div", { class: "opscope-ranks-grid" });
  const chosenRow = h("div", { class: "opscope-ranks-chosen" });
  /** @type {HTMLElement[]} */
  let items = [];
  const rankOf = (/** @type {Event} */ event) => {
    const found = /** @type {HTMLElement} */ (event.target).closest("[data-rank]");
    return found ? Number(found.getAttribute("data-rank")) : null;
  };
  el.addEventListener("click", (event) => {
    const rank = rankOf(event);
    if (rank !== null) choose(rank);
  }, { signal });

  const row = (/** @type {number} */ rank) =>
    h("button", { class: "opscope-ranks-row", type: "button", "data-rank": rank, title: `show the run of rank ${rank}` },
      h("span", { class: "opscope-ranks-number" }, h("i", { class: "opscope-ranks-dot" }), String(rank)), h("span", {}), h("span", {}),
      h("span", { class: "opscope-ranks-waiting" }, h("i", { class: "opscope-ranks-bar" }, h("i", {})), h("span", {})), h("span", { class: "opscope-ranks-where" }));
  const cell = (/** @type {number} */ rank) => h("button", { class: "opscope-ranks-cell", type: "button", "data-rank": rank, "aria-label": `rank ${rank}` });

  return {
    el,
    /** @param {Rank[]} ranks @param {import("./rank_panel.js").Frame} frame */
    update(ranks, frame) {
      const few = ranks.length <= ROWS;
      if (items.length !== ranks.length || (items.length && items[0].classList.contains("opscope-ranks-cell") === few)) {
        items = ranks.map((_, rank) => (few ? row(rank) : cell(rank)));
        grid.replaceChildren(...(few ? [] : items));
      }
      arrange(el, few ? [heading, ...items] : [grid, chosenRow]);
      ranks.forEach((rank, i) => {
        const item = items[i];
        set(item, "data-state", STATES[rank.state]);
        set(item, "aria-pressed", String(i === frame.chosen));
        const [step, rate, waiting] = cells(rank);
        if (!few) {
          set(item, "title", `rank ${i}: ${STATES[rank.state]}, step ${step}, ${rate || "0"} steps/s, waits ${waiting}`);
          return;
        }
        const [, stepCell, rateCell, waitingCell, whereCell] = item.children;
        text(stepCell, step);
        text(rateCell, rate);
        text(waitingCell.children[1], waiting);
        /** @type {HTMLElement} */ (waitingCell.children[0].children[0]).style.width = `${Math.max(0, rank.waiting)}%`;
        text(whereCell, frame.where[i] ?? "");
        set(whereCell, "title", frame.where[i] ?? "");
      });
      const chosen = ranks[frame.chosen];
      set(chosenRow, "hidden", few);
      if (!few) text(chosenRow, chosen ? `rank ${frame.chosen}: step ${cells(chosen)[0]}, ${frame.chosenWhere}` : summary(ranks));
    },
  };
}

/** The number of ranks in each state: `990 running, 10 waiting`. @param {Rank[]} ranks */
export function summary(ranks) {
  return STATES.map((state, i) => [ranks.filter((rank) => rank.state === i).length, state]).filter(([n]) => n).map(([n, state]) => `${count(Number(n))} ${state}`).join(", ");
}
