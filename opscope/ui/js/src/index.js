// @ts-check
// What anywidget loads (`default`), and what the offline page calls (`replay`).

import { panel } from "./panel.js";

export { replay } from "./replay.js";

export default {
  /** @param {{model: any, el: HTMLElement, signal: AbortSignal}} view */
  render({ model, el, signal }) {
    panel({ model, el, signal });
  },
};
