// @ts-check
// What anywidget loads (`default`), and what the offline page calls (`replay`).

import { panel } from "./panel.js";

export { replay } from "./replay.js";

/** Called for each model; its views share a memory. */
export default () => {
  /** @type {import("./panel.js").Memory} */
  const memory = {};
  return {
    /** @param {{model: any, el: HTMLElement, signal: AbortSignal}} view */
    render({ model, el, signal }) {
      panel({ model, el, signal, memory });
    },
  };
};
