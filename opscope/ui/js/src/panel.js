// @ts-check
// The panel: puts the parts together, and holds what only this view knows (selection, pending commands).

import { ACTIONS, allowed, commandOf } from "./actions.js";
import { breakpoints } from "./breakpoints.js";
import { channel } from "./channel.js";
import { controls } from "./controls.js";
import { detail } from "./detail.js";
import { h, set } from "./dom.js";
import { gradflow } from "./gradflow.js";
import { graph } from "./graph.js";
import { list } from "./list.js";
import { noteCount, notes } from "./notes.js";
import { listed, parameterGradients } from "./reduce.js";
import { tabs } from "./tabs.js";

/** @typedef {import("./reduce.js").State} State */
/** @typedef {import("./protocol.js").CommandKind} CommandKind */

/** Called with the answer to a command; returns "said" if it shows the refusal itself.
 * @typedef {(ok: boolean, text: string) => "said"|void} Done */

const PATIENCE = 10_000; // milliseconds until an answer is taken for lost

/** @type {ReadonlySet<CommandKind>} */
const DRIVING = new Set(ACTIONS.map((a) => a.kind));
/** A refusal of these is shown with the value, any other where the run stands. @type {ReadonlySet<string>} */
const LOOKING = new Set(["FetchDetail", "WatchDetail"]);

/** What to show before the user chooses: the value whose elements came last (some view watches it), else the first.
 * @param {State} state @returns {string} */
export function firstChoice(state) {
  const { forward, parameters, gradients } = listed(state);
  const all = [...forward, ...parameters, ...gradients];
  const age = (/** @type {string} */ name) => state.details[name]?.step ?? -1;
  return all.reduce((best, { name }) => (age(name) > age(best) ? name : best), all[0]?.name ?? "");
}

/** @param {{model: import("./channel.js").Model, el: HTMLElement, signal: AbortSignal, offline?: boolean}} options */
export function panel({ model, el, signal, offline = false }) {
  let selected = "";
  /** @type {State|undefined} */
  let shown;
  /** @type {Map<number, {kind: CommandKind, done?: Done, since: number}>} */
  const pending = new Map();
  /** @type {Partial<Record<CommandKind, string>>} */
  let refused = {};
  /** @type {State["stopped"]} */
  let looked = null; // the place as of which the elements of the chosen value were asked for
  const waiting = (/** @type {(kind: CommandKind) => boolean} */ is) =>
    [...pending.values()].some(({ kind, since }) => is(kind) && Date.now() - since < PATIENCE);

  const root = h("div", {
    class: "opscope-panel",
    "data-offline": offline,
    tabindex: offline ? undefined : 0, // keys work where the focus is
    "data-lm-suppress-shortcuts": "true", // else JupyterLab takes the arrows and Enter for moving between cells
  });
  // JupyterLab asks for that from the focused element upwards, and stops where its own selector matches: at the first
  root.addEventListener("focusin", ({ target }) => set(/** @type {Element} */ (target), "data-lm-suppress-shortcuts", "true"), { signal });
  const ask = (/** @type {CommandKind} */ kind, fields = {}, /** @type {Done|undefined} */ done = undefined) => {
    delete refused[kind];
    pending.set(line.command(kind, fields), { kind, done, since: Date.now() });
  };
  const select = (/** @type {string} */ name, /** @type {boolean} */ show = true) => {
    if (!shown?.values[name]) return;
    if (name !== selected) watch(name);
    selected = name;
    if (show) main.show("tensor");
    line.refresh();
  };
  /** @param {string} name */
  function watch(name) {
    refused = {};
    ask("WatchDetail", { name });
    const stale = shown && shown.details[name]?.step !== shown.values[name]?.step;
    if (stale && shown?.phase !== "running") ask("FetchDetail", { name }); // nothing new comes by itself
  }

  const refresh = () => line.refresh();
  const drive = (/** @type {CommandKind} */ kind) => ask(kind);
  const head = controls({ send: drive, ask, refresh, offline, signal });
  const side = list({ select: (name) => select(name, main.open !== "graph"), refresh, signal });
  const body = detail(signal, offline);
  const flow = gradflow({ select: (name) => select(name), signal });
  const compose = (/** @type {string} */ spec) => {
    main.show("breakpoints");
    points.compose(spec);
    refresh();
  };
  const reveal = (/** @type {number} */ op) => {
    main.show("graph");
    drawing.reveal(op);
    refresh();
  };
  const drawing = graph({ select: (name) => select(name, false), ask, compose, offline, signal });
  const points = breakpoints({ ask, reveal, offline, signal });
  const log = notes({ select: (name) => select(name), signal });
  const main = tabs(
    [
      { id: "tensor", label: "Tensor", el: body.el },
      { id: "flow", label: "Gradient flow", short: "Flow", el: flow.el },
      { id: "graph", label: "Graph", el: drawing.el },
      { id: "notes", label: "Notes", el: log.el },
      { id: "breakpoints", label: "Breakpoints", el: points.el },
    ],
    refresh,
    signal,
  );
  root.addEventListener(
    "keydown",
    (event) => {
      const kind = commandOf(event);
      if (!kind || !shown || !allowed(shown).has(kind) || offline) return;
      event.preventDefault();
      if (!event.repeat || !waiting((one) => DRIVING.has(one))) drive(kind); // a key that is held down does not pile up steps
    },
    { signal },
  );
  root.append(head.el, h("div", { class: "opscope-body" }, side.el, main.el));
  el.append(root);
  const line = channel({ model, el: root, signal, paint });

  /** @param {State} state */
  function paint(state) {
    if (state !== shown) settle(state);
    shown = state;
    if (!state.values[selected]) {
      selected = firstChoice(state);
      if (selected) watch(selected);
    }
    if (state.stopped !== looked && selected && !offline && !waiting((one) => one === "FetchDetail")) {
      looked = state.stopped;
      if (looked) ask("FetchDetail", { name: selected }); // as of where it stands now
    }
    head.update(state, Object.entries(refused).find(([kind]) => !LOOKING.has(kind))?.[1] ?? "");
    side.update(state, selected);
    main.count("flow", parameterGradients(state).length);
    main.count("notes", noteCount(state));
    main.count("breakpoints", state.breakpoints.length);
    if (main.open === "tensor") body.update(state, selected, refused.FetchDetail ?? refused.WatchDetail ?? "");
    if (main.open === "flow") flow.update(state, selected);
    if (main.open === "graph") drawing.update(state, selected);
    if (main.open === "notes") log.update(state);
    if (main.open === "breakpoints") points.update(state);
  }

  /** Takes in the answers to what this view asked; a refusal is shown until the run moves on. @param {State} state */
  function settle(state) {
    if (shown && (state.phase !== shown.phase || state.stopped !== shown.stopped)) refused = {};
    if (shown && state.runs > shown.runs && state.values[selected]) watch(selected); // another run knows of no watch
    for (const answer of state.answers) {
      const asked = pending.get(answer.request);
      if (!asked) continue;
      pending.delete(answer.request);
      const said = answer.ok ? answer.text : answer.text || `${asked.kind} was refused`;
      if (!answer.ok && asked.done?.(false, said) !== "said") refused[asked.kind] = said;
      if (answer.ok) asked.done?.(true, said);
    }
  }
  return root;
}
