// @ts-check
// The buttons that drive the run. Pause and Continue share one place.

import { allowed, GROUPS, tooltip } from "./actions.js";
import { h, s, set } from "./dom.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./actions.js").Action} Action */
/** @typedef {import("./events.generated.js").CommandKind} CommandKind */

/** @type {ReadonlySet<CommandKind>} */
const NONE = new Set();
const LABELLED = new Set(["Pause", "Continue", "Terminate"]);

/** @param {{send: (kind: CommandKind) => void, signal: AbortSignal}} actions */
export function toolbar({ send, signal }) {
  /** @type {Map<CommandKind, HTMLButtonElement>} */
  const buttons = new Map();
  const groups = GROUPS.map((group) => h("div", { class: "opscope-group" }, ...group.map(createButton)));
  const el = h("div", { class: "opscope-buttons", role: "toolbar", "aria-label": "run" }, ...groups);

  /** @param {Action} action */
  function createButton(action) {
    const icon = s("svg", { width: 14, height: 14, viewBox: "0 0 14 14", "aria-hidden": "true" });
    if (action.line) icon.append(s("path", { d: action.line, class: "opscope-stroke" }));
    if (action.fill) icon.append(s("path", { d: action.fill }));
    const button = h("button", {
      class: `opscope-button opscope-${action.name}`,
      type: "button",
      title: tooltip(action),
      "aria-label": action.label,
      "aria-keyshortcuts": action.key,
    });
    button.append(icon);
    if (LABELLED.has(action.kind)) button.append(h("span", {}, action.label));
    button.addEventListener("click", () => send(action.kind), { signal });
    buttons.set(action.kind, button);
    return button;
  }

  /** Changes a button. If that disables or hides the focused button, the panel gets the focus: else the next key is lost.
   * @param {HTMLElement} button @param {() => void} change */
  function keepFocus(button, change) {
    const focused = button.matches(":focus");
    change();
    const panel = /** @type {HTMLElement|null} */ (el.closest(".opscope-panel"));
    if (focused && !button.matches(":enabled:not([hidden])")) panel?.focus({ preventScroll: true });
  }

  return {
    el,
    /** @param {State} state @param {boolean} connected whether the kernel answers */
    update(state, connected) {
      const can = connected ? allowed(state) : NONE;
      const pausable = state.phase === "running" || state.phase === "waiting" || Boolean(state.search); // a pause ends a search
      for (const [kind, button] of buttons) {
        keepFocus(button, () => {
          button.disabled = !can.has(kind);
          if (kind === "Pause" || kind === "Continue") set(button, "hidden", pausable !== (kind === "Pause"));
        });
      }
    },
  };
}
