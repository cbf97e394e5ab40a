// @ts-check
// The commands of the toolbar: names, keys and icons, and which commands are allowed now.

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./events.generated.js").CommandKind} CommandKind */

/**
 * `name` is the class of the button. The icon of 14 by 14 pixels has a filled path and a line path.
 * @typedef {{kind: CommandKind, name: string, label: string, about: string, key?: string, fill?: string, line?: string}} Action
 */

const DOT = (/** @type {number} */ x, /** @type {number} */ y) => `M${x - 1.7},${y}a1.7,1.7 0 1 0 3.4,0a1.7,1.7 0 1 0 -3.4,0z`;

/** By group, in the order of the toolbar. @type {Action[][]} */
export const GROUPS = [
  [
    { kind: "Pause", name: "pause", label: "Pause", key: ".", about: "stop before the next operator", fill: "M3,2h3v10h-3zM8,2h3v10h-3z" },
    { kind: "Continue", name: "continue", label: "Continue", key: "c", about: "go on to the next breakpoint", fill: "M3,2L12,7L3,12z" },
  ],
  [
    { kind: "Next", name: "next", label: "Step over", key: "n", about: "stop before the next operator of this block", line: "M1.6,8.2A5.2,5.2 0 0 1 11.3,5.6M12,1.9V6H7.9", fill: DOT(7, 11.2) },
    { kind: "StepIn", name: "in", label: "Step in", key: "s", about: "into the operator's block, or the rule of a gradient", line: "M7,1.2V7M3.9,4.4L7,7.5L10.1,4.4", fill: DOT(7, 11.2) },
    { kind: "StepOut", name: "out", label: "Step out", key: "o", about: "run until this block is over", line: "M7,7.6V1.8M3.9,4.4L7,1.3L10.1,4.4", fill: DOT(7, 11.2) },
  ],
  [
    { kind: "StepBack", name: "back", label: "Step back", key: "b", about: "stand before the operator that ran last", line: "M12.4,8.2A5.2,5.2 0 0 0 2.7,5.6M2,1.9V6H6.1", fill: DOT(7, 11.2) },
    { kind: "ReverseContinue", name: "reverse", label: "Reverse continue", key: "r", about: "back to the last place where a breakpoint stops", fill: "M11,2L2,7L11,12z" },
  ],
  [
    { kind: "RunToEnd", name: "end", label: "To the end of this run", key: "e", about: "stop before what it wrote is stored", line: "M1.3,7H8.6M5.5,3.9L8.6,7L5.5,10.1M12,2.4V11.6" },
    { kind: "NextRun", name: "next-run", label: "To the next run", key: "m", about: "stop before its first operator", fill: "M1.6,2.2L8.8,7L1.6,11.8zM10,2.4h2.2v9.2h-2.2z" },
  ],
  [{ kind: "Terminate", name: "stop", label: "Stop", about: "end the run before the next operator", fill: "M3,3h8v8h-8z" }],
]; // prettier-ignore

/** @type {readonly Action[]} */
export const ACTIONS = GROUPS.flat();

const FORWARDS = /** @type {const} */ (["Continue", "Next", "StepIn", "StepOut", "RunToEnd", "NextRun", "RunTo"]);
const BACKWARDS = /** @type {const} */ (["StepBack", "ReverseContinue", "Goto"]);

/** The commands that are allowed now. A run that has ended can still be stepped in its past, and breakpoints can
 * always be set. @param {State} state @returns {Set<CommandKind>} */
export function allowed(state) {
  /** @type {CommandKind[]} */
  const always = ["SetBreakpoint", "ChangeBreakpoint", "ClearBreakpoint"];
  if (state.search) return new Set(["Pause"]);
  if (state.phase === "running") return new Set([...always, "Pause", "Terminate"]);
  if (state.phase === "paused") {
    const end = state.over ? [] : /** @type {const} */ (["Terminate"]);
    return new Set([...always, ...FORWARDS, ...BACKWARDS, ...end]);
  }
  return new Set(state.over && state.recorded ? [...always, ...BACKWARDS] : always);
}

/** The command of a key pressed in the panel; undefined in a text field.
 * @param {KeyboardEvent} event @returns {CommandKind|undefined} */
export function commandOf(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return undefined;
  const target = /** @type {Element} */ (event.target);
  if (target.matches("input:not([type=range]), textarea, select, [contenteditable]")) return undefined;
  return ACTIONS.find((a) => a.key === event.key)?.kind;
}

/** `Step over (n): stop before …`. @param {Action} action */
export function tooltip({ label, key, about }) {
  return `${label}${key ? ` (${key})` : ""}: ${about}`;
}
