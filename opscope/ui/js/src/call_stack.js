// @ts-check
// The call stack, frames of Python and blocks of programs, and the variables of the chosen frame.

import { arrow, h, set, text } from "./dom.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./events.generated.js").StackSeen} StackSeen */

/** Whether something is of the place where the run stands. @param {State} state @param {{run: number, tick: number}|null} seen */
export function isHere(state, seen) {
  const at = state.stopped;
  return Boolean(seen && (at ? seen.run === at.run && seen.tick === at.tick : state.over));
}

/** The innermost frame last in the run is the first in the list. @param {StackSeen} s @returns {number[]} */
export function order(s) {
  return s.functions.map((_, i) => i).reverse();
}

/** @param {{ask: import("./panel.js").Ask, show: (path: string, line: number) => void, refresh: () => void, signal: AbortSignal}} options */
export function callStack({ ask, show, refresh, signal }) {
  const frames = h("div", { class: "opscope-frames", role: "listbox", "aria-label": "call stack, innermost first" });
  const none = h("div", { class: "opscope-empty" });
  const threads = h("select", { class: "opscope-graph-choice opscope-thread", "aria-label": "thread of the call stack", hidden: true });
  const el = h("div", {}, none, threads, frames);
  const rows = h("dl", { class: "opscope-variables opscope-locals", "aria-label": "variables of the chosen frame" });
  const noVariables = h("div", { class: "opscope-empty" });
  const title = h("summary", {});
  const others = h("dl", { class: "opscope-variables", "aria-label": "values that the code does not name, imports and definitions" });
  const folded = h("details", { class: "opscope-other-variables", hidden: true }, title, others);
  const variables = h("div", {}, noVariables, rows, folded);
  let asked = ""; // the place that was asked about
  let chosen = -1;
  let refusal = "";
  /** @type {unknown} */
  let drawn;
  /** @type {unknown} */
  let listed;
  /** @type {StackSeen|null} */
  let stack = null;
  let thread = 0; // whose stack it is; 0: not known yet

  /** @param {number} frame */
  function choose(frame) {
    if (!stack) return;
    chosen = frame;
    drawn = undefined;
    ask("FetchVariables", { frame }, refused);
    if (stack.paths[frame]) show(stack.paths[frame], stack.lines[frame]);
    refresh();
  }
  const refused = (/** @type {boolean} */ ok, /** @type {string} */ answer) => {
    refusal = ok ? "" : answer;
    listed = undefined;
    return true;
  };
  threads.addEventListener("change", () => ask("SelectThread", { number: Number(threads.value) }, (ok, answer) => (ok ? undefined : refused(ok, answer))), { signal });
  frames.addEventListener(
    "click",
    (event) => {
      const row = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest("[data-frame]"));
      if (row) choose(Number(row.dataset.frame));
    },
    { signal },
  );
  frames.addEventListener(
    "keydown",
    (event) => {
      if (!stack) return;
      const all = order(stack);
      const to = arrow(event, all.indexOf(chosen), all.length);
      if (to === null) return;
      event.preventDefault();
      event.stopPropagation();
      choose(all[to]);
      drawStack();
      /** @type {HTMLElement|null} */ (frames.querySelector("[aria-selected=true]"))?.focus({ preventScroll: true });
    },
    { signal },
  );

  function drawStack() {
    const s = stack;
    const key = s && JSON.stringify([s, chosen]);
    if (key === drawn) return;
    drawn = key;
    set(threads, "hidden", (s?.threads?.length ?? 0) < 2);
    threads.replaceChildren(...(s?.threads ?? []).map((n, i) => h("option", { value: n, selected: n === s?.chosen }, `thread ${n} ${s?.thread_names?.[i]}, ${s?.thread_states?.[i]}`)));
    const hadFocus = frames.contains(document.activeElement);
    frames.replaceChildren(
      ...(s ? order(s) : []).map((i) => {
        const place = s?.paths[i] ? `${s.paths[i].split(/[/\\]/).at(-1)}:${s.lines[i]}` : "";
        const is = i === chosen;
        return h(
          "div",
          { class: "opscope-frame", role: "option", "aria-selected": is ? "true" : "false", tabindex: is ? 0 : -1, "data-frame": i, "data-kind": s?.kinds[i], "data-now": s?.now[i], title: `${s?.texts[i]}${s?.now[i] ? "\nwhere the program is now; the run shows its past" : ""}` },
          h("b", {}, s?.functions[i] ?? ""),
          h("code", {}, s?.texts[i] ?? ""),
          h("span", {}, s?.now[i] ? `${place} now` : place),
        );
      }),
    );
    if (hadFocus) /** @type {HTMLElement|null} */ (frames.querySelector("[aria-selected=true]"))?.focus({ preventScroll: true });
  }

  /** @param {State} state */
  function drawVariables(state) {
    const seen = state.fold.variables;
    const fits = isHere(state, seen) && (seen?.frame === chosen || seen?.frame === chosen - (stack?.functions.length ?? 0)) ? seen : null;
    if (fits === listed && fits) return;
    listed = fits;
    const hint = state.phase === "running" ? "" : refusal || (fits && !fits.names.length ? "No variables." : "");
    text(noVariables, hint);
    set(noVariables, "hidden", !hint);
    const all = (fits?.names ?? []).map((name, i) => {
      const called = fits?.called?.[i] ?? "";
      return h(
        "div",
        {},
        h("dt", { title: called ? `${called}, ${name}` : name }, called || name),
        h("dd", { title: `${fits?.texts[i]}${fits?.now[i] ? "\nof now: the recording does not have it" : ""}`, "data-now": fits?.now[i] }, fits?.texts[i] ?? ""),
      );
    });
    const left = fits ? fits.total - fits.names.length : 0;
    const rest = left > 0 ? [h("div", {}, h("dt", {}, "…"), h("dd", {}, `${left} more`))] : [];
    const own = fits && fits.own >= 0 ? fits.own : all.length;
    const hidden = own < all.length;
    rows.replaceChildren(...all.slice(0, own), ...(hidden ? [] : rest));
    others.replaceChildren(...all.slice(own), ...(hidden ? rest : []));
    set(folded, "hidden", !hidden);
    text(title, hidden ? `${all.length - own + left} more` : "");
  }

  return {
    el,
    variables,
    /** The chosen frame, an index into the stack of Python; -1 is the innermost. */
    get frame() {
      return chosen;
    },
    /** @param {State} state */
    update(state) {
      const at = state.stopped;
      const place = state.phase === "running" || state.phase === "waiting" ? "" : `${at?.run} ${at?.tick} ${at?.reason}`;
      if (place !== asked) {
        asked = place;
        chosen = -1;
        thread = 0;
        refusal = "";
        if (place) {
          ask("FetchStack", {}, (ok, answer) => (ok ? undefined : refused(ok, answer)));
          ask("FetchVariables", { frame: -1 }, refused);
        }
      }
      stack = place && isHere(state, state.fold.stack) ? state.fold.stack : null;
      if (stack && (stack.chosen ?? 0) !== thread) {
        if (thread) {
          chosen = -1;
          ask("FetchVariables", { frame: -1 }, refused);
        }
        thread = stack.chosen ?? 0;
      }
      if (stack && chosen < 0 && stack.functions.length) chosen = stack.functions.length - 1;
      const hint = !place ? "Pause the run to see where it is." : stack && !stack.functions.length ? "No frame: the program has ended." : "";
      text(none, hint);
      set(none, "hidden", !hint);
      drawStack();
      drawVariables(state);
    },
  };
}
