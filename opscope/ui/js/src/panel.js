// @ts-check
// The panel: its parts, and what only this view knows (the selected value, pending commands).

import { ACTIONS, allowed, commandOf } from "./actions.js";
import { banner, NO_ELEMENTS, NO_KERNEL } from "./banner.js";
import { channel } from "./channel.js";
import { controls } from "./controls.js";
import { h, set } from "./dom.js";
import { keysPage } from "./keys.js";
import { takeKeys } from "./keyboard.js";
import { list } from "./list.js";
import { choices, palette } from "./palette.js";
import { listed, otherOperators, ownName } from "./state.js";
import { TABS } from "./tab_registry.js";
import { tabs } from "./tabs.js";
import { seeker, span } from "./timeline.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./events.generated.js").CommandKind} CommandKind */

/** Called with the response to a command; returns true if it shows a refusal itself.
 * @typedef {(ok: boolean, text: string) => boolean|void} Done */

/** Sends a command. @typedef {(kind: CommandKind, fields?: object, done?: Done) => void} Ask */

const RESPONSE_TIMEOUT = 10_000; // milliseconds after which a response counts as lost

/** @type {ReadonlySet<CommandKind>} */
const RUN_COMMANDS = new Set(ACTIONS.map((a) => a.kind));
/** A refusal of these commands is shown beside the value, any other beside the position of the run.
 * @type {ReadonlySet<string>} */
const DETAIL_COMMANDS = new Set(["FetchDetail", "WatchDetail"]);

/** The value to show before the user selects one: of the step that is shown, the value with the name of the former one, or
 * the one whose elements came last (a view watches it), else the first.
 * @param {State} state @param {string} [former] @returns {string} */
export function firstChoice(state, former = "") {
  const { forward, parameters, gradients } = listed(state);
  const all = [...forward, ...parameters, ...gradients];
  const others = otherOperators(state);
  const some = all.filter(({ name }) => !others.has(name));
  const called = state.values.get(former)?.called;
  const same = called && some.find((value) => value.called === called);
  if (same) return same.name;
  const detailStep = (/** @type {string} */ name) => state.details.get(name)?.step ?? -1;
  return (some.length ? some : all).reduce((best, { name }) => (detailStep(name) > detailStep(best) ? name : best), (some[0] ?? all[0])?.name ?? "");
}

/** A page without a kernel goes through what was recorded. @typedef {{goTo: (step: number) => void, steps: [number, number]}} Page */

/** What the views of one model share, also with one that comes later: a frontend may draw an output anew. `graph` is what
 * is in sight, `keyboard` whether the panel has the keys.
 * @typedef {{selected?: string, chosen?: boolean, tab?: string, filter?: string, graph?: {drawn: string, box: import("./panzoom.js").Box}, keyboard?: boolean}} Memory */

/** @param {{model: import("./channel.js").Model, el: HTMLElement, signal: AbortSignal, page?: Page, memory?: Memory}} options */
export function panel({ model, el, signal, page, memory = {} }) {
  const offline = Boolean(page);
  let selected = model.get?.("selected") || memory.selected || "";
  /** Whether the user, the program or another view has selected it. */
  let chosen = Boolean(selected) && (memory.chosen || selected !== memory.selected);
  /** The name of the value to select, while no values are known. */
  let wanted = "";
  let connected = true;
  /** @type {State|undefined} */
  let shown;
  /** @type {Map<number, {kind: CommandKind, done?: Done, since: number}>} */
  const pending = new Map();
  /** The reasons of refused commands. @type {Partial<Record<CommandKind, string>>} */
  let refused = {};
  /** The stop for which the elements of the selected value were last fetched. @type {State["stopped"]} */
  let fetchedAt = null;
  /** Whether the elements of the selected value were asked for since it was selected. */
  let watching = true;
  const isPending = (/** @type {(kind: CommandKind) => boolean} */ matches) =>
    [...pending.values()].some(({ kind, since }) => matches(kind) && Date.now() - since < RESPONSE_TIMEOUT);

  const root = h("div", {
    class: "opscope-panel",
    role: "region",
    "aria-label": "opscope panel",
    "data-offline": offline,
    tabindex: offline ? undefined : 0, // so that the panel receives keys
  });

  /** @type {Ask} */
  const ask = (kind, fields = {}, done = undefined) => {
    delete refused[kind];
    if (!connected) return done?.(false, NO_KERNEL);
    pending.set(line.command(kind, fields), { kind, done, since: Date.now() });
  };
  const select = (/** @type {string} */ name, /** @type {boolean} */ show = true) => {
    if (!shown?.values.has(name)) return;
    if (name !== selected) watching = false;
    selected = memory.selected = name;
    chosen = memory.chosen = true;
    tell(name);
    if (show) main.show("tensor");
    line.refresh();
  };
  /** Keeps the trait `selected`, by which Python and the other views know of it. @param {string} name */
  function tell(name) {
    if (!model.get || (shown && ownName(shown, model.get("selected")) === name)) return;
    model.set?.("selected", name);
    if (connected) model.save_changes?.();
  }
  const follow = () => {
    const name = shown && ownName(shown, model.get?.("selected") ?? "");
    if (name && name !== selected) select(name, false);
  };
  if (model.get) {
    model.on("change:selected", follow);
    signal.addEventListener("abort", () => model.off("change:selected", follow));
  }
  /** Asks for the histogram of a value now, and again at its changes. @param {string} name */
  function watch(name) {
    watching = true;
    if (connected) ask("WatchDetail", { name });
  }

  const refresh = () => line.refresh();
  const open = (/** @type {string} */ id, /** @type {string|number} */ target) => {
    main.show(id);
    panes.get(id)?.open?.(target);
    refresh();
  };
  const send = (/** @type {CommandKind} */ kind) => ask(kind);
  const seek = seeker(ask);
  const goTo = (/** @type {number} */ step, op = -1) => {
    if (page) return page.goTo(step);
    seek.goTo(step, op);
    refresh();
  };
  const reach = (/** @type {State} */ state) => {
    if (page) return page.steps;
    const range = span(state);
    return connected && range && range.last > range.first ? /** @type {[number, number]} */ ([range.first, range.last]) : null;
  };
  const head = controls({ send, ask, seek, refresh, offline, signal });
  const side = list({ select: (name) => select(name, main.open !== "graph"), refresh, memory, signal });
  const panes = new Map(TABS.map((tab) => [tab.id, tab.create({ select, ask, open, refresh, goTo, reach, offline, memory, signal })]));
  const main = tabs(
    TABS.map(({ id, label, short }) => ({ id, label, short, el: /** @type {import("./tab_registry.js").Pane} */ (panes.get(id)).el })),
    refresh,
    signal,
  );
  root.addEventListener(
    "keydown",
    (event) => {
      const kind = commandOf(event);
      if (!kind || !shown || !connected || !allowed(shown).has(kind) || offline) return;
      event.preventDefault();
      if (!event.repeat || !isPending((one) => RUN_COMMANDS.has(one))) send(kind); // a held key does not queue steps
    },
    { signal },
  );
  main.show((memory.tab ??= model.get?.("tab") || "tensor"));
  const notice = banner();
  const keys = keysPage({ root, offline, signal });
  const commands = palette({
    root,
    find: (words) => (shown ? choices(shown, words, reach(shown), connected && !offline) : []),
    act: (deed) => {
      if ("send" in deed) send(deed.send);
      else if ("step" in deed) goTo(deed.step);
      else if ("value" in deed) select(deed.value);
      else if ("keys" in deed) keys.button.click();
      else main.show(deed.tab);
      refresh();
    },
    signal,
  });
  head.el.querySelector(".opscope-headline")?.append(keys.button);
  root.append(notice.el, head.el, h("div", { class: "opscope-body" }, side.el, main.el), keys.el, commands.el);
  el.append(root);
  takeKeys({ root, memory, offline, signal });
  const line = channel({ model, el: root, signal, paint });

  /** @param {State} state @param {import("./channel.js").Link} link */
  function paint(state, link) {
    connected = link === "live";
    const isOpened = main.open === "tensor" && memory.tab !== "tensor"; // it was sent no elements
    line.show(main.open);
    memory.tab = main.open;
    notice.update(link);
    set(root, "data-lost", !connected);
    if (!connected) pending.clear();
    if (state !== shown) takeResponses(state);
    shown = state;
    const isGone = !state.values.has(selected);
    if (isGone || (!chosen && otherOperators(state).has(selected))) {
      if (isGone) wanted ||= selected;
      const own = wanted && ownName(state, wanted);
      chosen = memory.chosen = Boolean(own);
      selected = own || firstChoice(state, selected);
      if (selected) wanted = "";
      if (selected) memory.selected = selected;
      if (selected && connected && (!isGone || !model.get?.("selected"))) tell(selected);
      watching = !selected;
    }
    if (isOpened && selected && connected && !offline) watching = false;
    if (!watching) refused = {};
    set(root, "data-past", state.stopped?.past);
    head.update(state, connected, Object.entries(refused).find(([kind]) => !DETAIL_COMMANDS.has(kind))?.[1] ?? "");
    side.update(state, selected);
    for (const tab of TABS) main.count(tab.id, tab.count?.(state) ?? 0);
    panes.get(main.open)?.update(state, { selected, refusal: connected ? (refused.FetchDetail ?? refused.WatchDetail ?? "") : NO_ELEMENTS });
    for (const part of root.querySelectorAll("[data-asks]")) set(part, "inert", !connected);
    fetchDetail(state); // after what the tab asks for: of a large value the picture is there long before the histogram
  }

  /** Asks for the histogram of a value that was just selected, or of the new position. @param {State} state */
  function fetchDetail(state) {
    const moved = state.stopped !== fetchedAt && main.open === "tensor" && !offline && connected && !isPending((kind) => DETAIL_COMMANDS.has(kind));
    if (!watching) watch(selected);
    else if (moved && state.stopped && selected) ask("FetchDetail", { name: selected });
    if (moved) fetchedAt = state.stopped;
  }

  /** Handles the responses to the commands of this view; a refusal is shown until the run moves. @param {State} state */
  function takeResponses(state) {
    if (shown && (state.phase !== shown.phase || state.stopped !== shown.stopped)) refused = {};
    if (shown && state.runs > shown.runs && state.values.has(selected)) watching = false; // a new run has no watched value
    for (const response of state.responses) {
      const asked = pending.get(response.request);
      if (!asked) continue;
      pending.delete(response.request);
      const message = response.ok ? response.text : response.text || `${asked.kind} was refused`;
      if (!response.ok && !asked.done?.(false, message)) refused[asked.kind] = message;
      if (response.ok) asked.done?.(true, message);
    }
  }
  return root;
}
