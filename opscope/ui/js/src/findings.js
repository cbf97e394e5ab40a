// @ts-check
// The feed of findings: what the rules say, watches for NaN, and the error that ended the run; each with its line, the way
// there, and why. Findings that may follow from another one are folded under it.

import { h, set, text } from "./dom.js";
import { count } from "./format.js";
import { whyCard } from "./why_card.js";

/** @typedef {import("./events.generated.js").FindingSeen} FindingSeen */
/** @typedef {import("./state.js").State} State */

const SEVERITIES = ["error", "warning", "hint"];

/** The findings that stand alone, the most severe first, each with those that may follow from it.
 * @param {State["findings"]} findings @returns {{finding: FindingSeen, consequences: FindingSeen[]}[]} */
export function feed(findings) {
  const all = [...findings.values()].sort((a, b) => a.step - b.step || a.number - b.number);
  const groups = all
    .filter((f) => !findings.has(JSON.stringify([f.cause])))
    .map((finding) => ({ finding, consequences: all.filter((f) => f.cause === finding.number) }));
  const worst = (/** @type {typeof groups[0]} */ g) => Math.min(...[g.finding, ...g.consequences].map((f) => SEVERITIES.indexOf(f.severity)));
  return groups.sort((a, b) => worst(a) - worst(b));
}

/** Where a finding was seen, in words. @param {FindingSeen} f */
export function seenText(f) {
  const times = f.times > 1 ? `, ${count(f.times)} times` : "";
  return f.step ? `step ${count(f.step)}${times}` : f.origin === "failure" ? "outside of the steps" : `the program${times}`;
}

/** What is said without a finding. @param {State} state @param {boolean} canLook whether the rules have not looked, but can */
export function emptyText(state, canLook) {
  const bad = [...state.values.values()].filter((v) => v.nan || v.inf).length;
  const button = '"Check the recorded steps"';
  const unsaid = state.rules ? "the rules have not reported it" : "no rule has looked";
  if (bad && canLook) return `${bad === 1 ? "1 value has" : `${count(bad)} values have`} NaN or Inf, and ${unsaid}: ${button} finds the first one.`;
  if (state.rules) return state.over ? "No finding: the rules looked while it ran." : "No finding so far: the rules look while it runs.";
  const alive = 'rules=True looks while a run goes on; watch("nan") stops where a NaN or Inf is made.';
  return canLook ? `No finding. ${button} looks for known mistakes now; ${alive}` : `No finding: ${alive}`;
}

/** @type {import("./tab_registry.js").Tab} */
export const findingsTab = { id: "findings", label: "Findings", create: findings, count: (state) => feed(state.findings).length };

/** @param {import("./tab_registry.js").Actions} actions @returns {import("./tab_registry.js").Pane} */
function findings({ ask, open, goTo, signal, offline }) {
  const look = h("button", { type: "button", class: "opscope-why opscope-look", title: "let the rules of diagnosis look at the recorded steps" }, "Check the recorded steps");
  const check = h("button", { type: "button", class: "opscope-why opscope-check", title: "compare the gradients of your own functions (PyLayer, py_func, static_pylayer) with slopes, during one step" }, "Check gradients");
  const said = h("span", { class: "opscope-look-answer", role: "status" });
  const bar = h("div", { class: "opscope-findings-bar", "data-asks": true, hidden: offline }, look, check, said);
  const none = h("div", { class: "opscope-nothing" });
  const rows = h("ul", { class: "opscope-findings-rows" });
  const card = whyCard({ goTo, open, signal });
  const cardText = h("pre", { class: "opscope-cause", role: "status", hidden: true });
  /** The finding whose why is shown, and whether it was answered. @type {{number: number, name: string, step: number, ok: boolean}|null} */
  let asked = null;
  /** @type {unknown} */
  let shown;
  let canGo = false;
  let paused = false;
  /** The result of a check of gradients that was shown. @type {State["fold"]["gradients"]} */
  let checked = null;
  let looked = offline;

  look.addEventListener(
    "click",
    () => {
      text(said, "Looking …");
      ask("FindFaults", {}, (ok, answer) => ((looked ||= ok), text(said, ok ? `${answer}.${answer.startsWith("0 ") ? "" : " Rules can be wrong: judge by the evidence."}` : answer), true));
    },
    { signal },
  );
  check.addEventListener(
    "click",
    () => {
      text(said, "Asking …");
      ask("CheckGradients", {}, (ok, answer) => (text(said, ok && paused ? `${answer}: continue the run` : answer), true));
    },
    { signal },
  );
  rows.addEventListener(
    "click",
    (event) => {
      const button = /** @type {Element} */ (event.target).closest("button");
      const number = Number(button?.dataset.number);
      const finding = number ? known.get(number) : undefined;
      if (!finding || !button) return;
      if (button.classList.contains("opscope-there")) go(finding);
      else explain(finding, button);
    },
    { signal },
  );
  /** @type {Map<number, FindingSeen>} */
  let known = new Map();

  /** @param {FindingSeen} f */
  function go(f) {
    if (f.step) goTo(f.step, f.op);
    else open("graph", f.op);
  }
  /** @param {FindingSeen} f @param {HTMLButtonElement} button */
  function explain(f, button) {
    const again = asked?.number === f.number;
    asked = again ? null : { number: f.number, name: f.value, step: f.step, ok: false };
    for (const one of rows.querySelectorAll(".opscope-ask-why")) set(one, "aria-expanded", one === button && !again ? "true" : "false");
    card.update(null);
    text(cardText, asked ? "Searching …" : "");
    set(cardText, "hidden", !asked);
    if (!asked) return;
    button.closest(".opscope-finding")?.append(cardText, card.el);
    ask("Explain", { name: f.value, step: f.step }, (ok, answer) => {
      if (asked?.number !== f.number) return true;
      asked.ok = ok;
      text(cardText, ok ? "" : answer);
      set(cardText, "hidden", ok);
      return true;
    });
  }

  /** @param {FindingSeen} f @param {Element[]} inside */
  function row(f, ...inside) {
    const there = h("button", { type: "button", class: "opscope-why opscope-there", "data-number": f.number, title: f.step ? `go to step ${f.step}` : "show it in the graph" }, f.step ? "Go there" : "Show in graph");
    const why = h("button", { type: "button", class: "opscope-why opscope-ask-why", "data-number": f.number, "aria-expanded": "false", title: `why ${f.value} is what it is in step ${f.step}` }, "Why");
    const buttons = [...(f.step || f.op >= 0 ? [there] : []), ...(!offline && f.value && f.step && f.origin !== "check" ? [why] : [])];
    return h(
      "div",
      { class: "opscope-finding", "data-severity": f.severity },
      h("div", { class: "opscope-finding-head" }, h("span", { class: "opscope-severity" }, f.severity), h("b", {}, f.rule), ...(f.value ? [h("code", {}, f.called || f.value)] : []), ...(f.called ? [h("span", { class: "opscope-called" }, h("code", {}, f.value))] : []), h("span", { class: "opscope-when" }, seenText(f))),
      h("div", { class: "opscope-evidence" }, f.evidence),
      ...(f.site ? [h("code", { class: "opscope-line" }, f.site + (f.code ? `: ${f.code}` : ""))] : []),
      ...(f.operator ? [h("code", { class: "opscope-line opscope-operator-text" }, f.operator)] : []),
      ...(f.suggestion ? [h("div", { class: "opscope-try" }, `Try: ${f.suggestion}`)] : []),
      ...inside,
      h("div", { class: "opscope-finding-buttons", "data-asks": true }, ...buttons),
    );
  }

  return {
    el: h("div", { class: "opscope-findings" }, bar, none, rows),
    update(state) {
      canGo = Boolean(state.recorded) || offline;
      set(look, "disabled", !state.recorded);
      paused = state.phase === "paused";
      set(check, "disabled", state.over || state.phase === "waiting");
      const { gradients } = state.fold;
      if (gradients !== checked && gradients?.step) text(said, `Step ${gradients.step}: ${gradients.text}.`);
      checked = gradients;
      set(rows, "data-fixed", !canGo);
      const explained = asked?.ok && state.explained?.asked === asked.name && state.explained.at === asked.step ? state.explained : null;
      if (explained) card.update(explained);
      text(none, emptyText(state, Boolean(state.recorded) && !looked));
      if (state.findings === shown) return;
      shown = state.findings;
      known = new Map([...state.findings.values()].map((f) => [f.number, f]));
      const groups = feed(state.findings);
      const opened = new Set([...rows.querySelectorAll("details[open]")].map((d) => /** @type {HTMLElement} */ (d).dataset.number));
      set(none, "hidden", groups.length > 0);
      rows.replaceChildren(
        ...groups.map(({ finding, consequences }) => {
          const more = h("details", { class: "opscope-consequences", "data-number": finding.number, open: opened.has(String(finding.number)) }, h("summary", {}, `may explain ${consequences.length} more`), ...consequences.map((f) => row(f)));
          return h("li", {}, row(finding), ...(consequences.length ? [more] : []));
        }),
      );
      const place = asked && rows.querySelector(`.opscope-ask-why[data-number="${asked.number}"]`);
      if (place) {
        set(place, "aria-expanded", "true");
        place.closest(".opscope-finding")?.append(cardText, card.el);
      }
    },
  };
}
