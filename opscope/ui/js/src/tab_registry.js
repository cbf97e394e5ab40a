// @ts-check
// The tabs of the panel, in order. To add one, write a module that exports a `Tab` and list it in `TABS`.

import { codeTab } from "./code.js";
import { tensorTab } from "./detail.js";
import { findingsTab } from "./findings.js";
import { gradientFlowTab } from "./gradflow.js";
import { graphTab } from "./graph.js";
import { notesTab } from "./notes.js";

/** @typedef {import("./state.js").State} State */

/**
 * What a tab can do to the rest of the panel.
 * @typedef {object} Actions
 * @property {(name: string, show?: boolean) => void} select  select a value, and show it unless `show` is false
 * @property {import("./panel.js").Ask} ask  send a command
 * @property {(id: string, target: string|number) => void} open  show another tab with something that it knows
 * @property {() => void} refresh  update the shown tab soon
 * @property {(step: number, op?: number) => void} goTo  go to a step, before an operator (-1: the first one)
 * @property {(state: State) => [number, number]|null} reach  the steps that can be gone to; null if there are none
 * @property {import("./panel.js").Memory} memory  what the next view of the run starts with
 * @property {boolean} offline  true in a page without a kernel
 * @property {AbortSignal} signal  ends the listeners
 */

/**
 * The content of a tab. `update` is called with each new state while the tab is shown; `refusal` is the reason why the
 * elements of the selected value were refused, "" if they were not. `open` prepares the target of `Actions.open`.
 * @typedef {object} Pane
 * @property {HTMLElement} el
 * @property {(state: State, selection: {selected: string, refusal: string}) => void} update
 * @property {(target: string|number) => void} [open]
 */

/**
 * `short` is the label in a narrow panel; `count` is the number beside the label.
 * @typedef {object} Tab
 * @property {string} id
 * @property {string} label
 * @property {string} [short]
 * @property {(actions: Actions) => Pane} create
 * @property {(state: State) => number} [count]
 */

/** @type {readonly Tab[]} */
export const TABS = [tensorTab, gradientFlowTab, graphTab, codeTab, findingsTab, notesTab];
