// @ts-check
// The panel: puts the parts together, and holds what only this view knows (selection, pending commands).

import { channel } from "./channel.js";
import { controls } from "./controls.js";
import { detail } from "./detail.js";
import { h } from "./dom.js";
import { gradflow } from "./gradflow.js";
import { graph } from "./graph.js";
import { list } from "./list.js";
import { noteCount, notes } from "./notes.js";
import { listed, parameterGradients } from "./reduce.js";
import { tabs } from "./tabs.js";

/** @typedef {import("./reduce.js").State} State */
/** @typedef {import("./protocol.js").CommandKind} CommandKind */

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
  /** @type {Map<number, CommandKind>} */
  const pending = new Map();
  /** @type {Partial<Record<CommandKind, string>>} */
  let refused = {};

  const root = h("div", {
    class: "opscope-panel",
    "data-offline": offline,
    "data-lm-suppress-shortcuts": "true", // else JupyterLab takes the arrows and Enter for moving between cells
  });
  const ask = (/** @type {CommandKind} */ kind, fields = {}) => {
    delete refused[kind];
    pending.set(line.command(kind, fields), kind);
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
  const head = controls({ send: (kind) => ask(kind), offline, signal });
  const side = list({ select: (name) => select(name, main.open !== "graph"), refresh, signal });
  const body = detail(signal, offline);
  const flow = gradflow({ select: (name) => select(name), signal });
  const drawing = graph({ select: (name) => select(name, false), signal });
  const log = notes({ select: (name) => select(name), signal });
  const main = tabs(
    [
      { id: "tensor", label: "Tensor", el: body.el },
      { id: "flow", label: "Gradient flow", el: flow.el },
      { id: "graph", label: "Graph", el: drawing.el },
      { id: "notes", label: "Notes", el: log.el },
    ],
    refresh,
    signal,
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
    head.update(state, refused.Pause ?? refused.Continue ?? refused.Terminate ?? "");
    side.update(state, selected);
    main.count("flow", parameterGradients(state).length);
    main.count("notes", noteCount(state));
    if (main.open === "tensor") body.update(state, selected, refused.FetchDetail ?? refused.WatchDetail ?? "");
    if (main.open === "flow") flow.update(state, selected);
    if (main.open === "graph") drawing.update(state, selected);
    if (main.open === "notes") log.update(state);
  }

  /** Takes in the answers to what this view asked; a refusal is shown until the run moves on. @param {State} state */
  function settle(state) {
    if (shown && state.phase !== shown.phase) refused = {};
    if (shown && state.runs > shown.runs && state.values[selected]) watch(selected); // another run knows of no watch
    for (const answer of state.answers) {
      const kind = pending.get(answer.request);
      if (kind && !answer.ok) refused[kind] = answer.text || `${kind} was refused`;
      pending.delete(answer.request);
    }
  }
  return root;
}
