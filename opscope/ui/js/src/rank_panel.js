// @ts-check
// The panel of a job of several ranks: a strip of ranks, the spread of their numbers, and a line for commands.
// What anywidget loads from ../static/ranks.js.

import { count } from "./format.js";
import { arrange, h, set, text } from "./dom.js";
import { rankSpread } from "./rank_spread.js";
import { rankStrip, STATES } from "./rank_strip.js";

/**
 * What the kernel sends; the strip has eight bytes a rank (opscope/ui/rank_panel.py).
 * @typedef {object} Frame
 * @property {number} n
 * @property {string} state  of the job: running, paused, pausing, ended
 * @property {string} place  where it is paused, "" while it runs
 * @property {string[]} where  of each rank, or [] where they are too many
 * @property {number} chosen  the rank whose run is shown, -1: none
 * @property {string} chosenWhere
 * @property {string[]} verdicts
 * @property {import("./rank_spread.js").Spread[]} spreads
 * @property {{ranks: string, ok: boolean, text: string}[]} answers
 */

/** @typedef {{step: number, rate: number, waiting: number, state: number}} Rank */

const NO_STEP = 2 ** 32 - 1;
const UNKNOWN = 65535;

/** @param {DataView} bytes @returns {Rank[]} */
export function ranksOf(bytes) {
  return Array.from({ length: bytes.byteLength >> 3 }, (_, i) => {
    const step = bytes.getUint32(8 * i, true);
    const rate = bytes.getUint16(8 * i + 4, true);
    const waiting = bytes.getUint8(8 * i + 6);
    return { step: step === NO_STEP ? -1 : step, rate: rate === UNKNOWN ? -1 : rate / 10, waiting: waiting === 255 ? -1 : waiting, state: bytes.getUint8(8 * i + 7) };
  });
}

/** `2 ranks, step 12`, or `1 000 ranks, steps 11 to 12`. @param {Rank[]} ranks */
export function title(ranks) {
  const steps = ranks.map((rank) => rank.step).filter((step) => step >= 0);
  const all = `${count(ranks.length)} ${ranks.length === 1 ? "rank" : "ranks"}`;
  if (!steps.length) return all;
  const [low, high] = [steps.reduce((a, b) => Math.min(a, b)), steps.reduce((a, b) => Math.max(a, b))];
  return low === high ? `${all}, step ${count(low)}` : `${all}, steps ${count(low)} to ${count(high)}`;
}

/** @param {{model: any, el: HTMLElement, signal: AbortSignal}} view */
function rankPanel({ model, el, signal }) {
  const view = Math.random().toString(36).slice(2);
  const send = (/** @type {any} */ content) => model.send({ ...content, view });
  const button = (/** @type {string} */ kind, /** @type {string} */ label, /** @type {string} */ about) => {
    const made = h("button", { class: `opscope-button opscope-ranks-${kind}`, type: "button", title: about }, label);
    made.addEventListener("click", () => send({ kind }), { signal });
    return made;
  };
  const head = h("b", { class: "opscope-ranks-title" });
  const state = h("span", { class: "opscope-ranks-state", role: "status" });
  const place = h("div", { class: "opscope-ranks-place" });
  const [pause, step, go] = [
    button("pause", "Pause all", "Stop all ranks before the first operator of the same step"),
    button("step", "Next step", "Let all ranks go on to their next step"),
    button("cont", "Continue all", "Let all ranks go on"),
  ];
  const buttons = h("div", { class: "opscope-buttons" }, h("div", { class: "opscope-group" }, pause, step, go));
  const verdicts = h("div", { class: "opscope-ranks-verdicts", role: "alert" });
  const strip = rankStrip({ choose: (rank) => send({ kind: "choose", rank }), signal });
  const spread = rankSpread({ choose: (rank) => send({ kind: "choose", rank }), signal });
  const who = h("select", { class: "opscope-field", "aria-label": "ranks that execute the command" });
  const words = h("input", { class: "opscope-field opscope-ranks-words", placeholder: "command: where, p loss, why loss, break op:tanh", "aria-label": "command", spellcheck: "false" });
  const run = h("button", { class: "opscope-button opscope-ranks-run", type: "submit" }, "Run");
  const form = h("form", { class: "opscope-ranks-form" }, who, words, run);
  const answers = h("div", { class: "opscope-ranks-answers" });
  const root = h("section", { class: "opscope-panel opscope-ranks", "aria-label": "ranks" }, h("header", { class: "opscope-ranks-head" }, head, state, buttons), place, verdicts, strip.el, spread.el, form, answers);
  el.append(root);

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (words.value.trim()) send({ kind: "do", words: words.value.trim(), rank: Number(who.value) });
    words.select();
  }, { signal });
  // JupyterLab would take keys that are typed here for its own
  for (const event of ["keydown", "keyup", "keypress"]) root.addEventListener(event, (e) => e.stopPropagation(), { signal });

  const paint = (/** @type {Frame} */ frame, /** @type {Rank[]} */ ranks) => {
    text(head, title(ranks));
    text(state, frame.state);
    set(state, "data-state", frame.state);
    text(place, frame.place);
    set(place, "hidden", !frame.place);
    const over = frame.state === "ended";
    set(pause, "disabled", over || frame.state === "paused");
    set(step, "disabled", over || frame.state !== "paused");
    set(go, "disabled", over || !ranks.some((rank) => STATES[rank.state] === "paused"));
    set(run, "disabled", over);
    arrange(verdicts, frame.verdicts.map((verdict) => h("pre", {}, verdict)));
    set(verdicts, "hidden", !frame.verdicts.length);
    strip.update(ranks, frame);
    spread.update(frame.spreads, frame.chosen);
    if (who.options.length !== ranks.length + 1) who.replaceChildren(h("option", { value: "-1" }, "all ranks"), ...ranks.map((_, i) => h("option", { value: i }, `rank ${i}`)));
    arrange(answers, frame.answers.map(({ ranks: of, ok, text: answer }) => h("div", { class: "opscope-ranks-answer", "data-ok": String(ok) }, h("span", {}, of), h("pre", {}, answer))));
    set(answers, "hidden", !frame.answers.length);
  };
  const hear = (/** @type {any} */ message, /** @type {(DataView|ArrayBuffer)[]} */ buffers) => {
    if (message.kind !== "ranks") return;
    const buffer = buffers[0];
    paint(message, ranksOf(buffer instanceof ArrayBuffer ? new DataView(buffer) : buffer));
    send({ kind: "ack", n: message.n });
  };
  const saved = model.get?.("saved");
  if (saved) {
    const { frame, strip: bytes } = JSON.parse(saved);
    paint(frame, ranksOf(new DataView(Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0)).buffer)));
  }
  model.on("msg:custom", hear);
  signal.addEventListener("abort", () => {
    model.off("msg:custom", hear);
    send({ kind: "detach" });
  });
  send({ kind: "attach" });
}

export default () => ({ render: rankPanel });
