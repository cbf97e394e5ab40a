// @ts-check
// The graph of the program: its scopes open and fold in place; nodes show health or a measure, breakpoints, and where
// the run is paused.

import { h, set, text } from "./dom.js";
import { byOperator, markNode, operatorOf, showGutter } from "./dots.js";
import { fitLabels } from "./fit_labels.js";
import { drawing, encloses, neighbor, placed, shapeOf } from "./graph_drawing.js";
import { HEALTH_TEXT } from "./format.js";
import { foldedHealth, isOfProgram, nodeHealth, notYet, valueOf } from "./graph_health.js";
import { graphBar } from "./graph_bar.js";
import { numbers, scale } from "./graph_colors.js";
import { items, menu } from "./menu.js";
import { minimap } from "./minimap.js";
import { panzoom } from "./panzoom.js";
import { savePicture } from "./save_picture.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./events.generated.js").OperatorsMeasured} OperatorsMeasured */
/** @typedef {import("./graph_drawing.js").Drawing} Drawing */

/** @type {import("./tab_registry.js").Tab} */
export const graphTab = { id: "graph", label: "Graph", create: graph };

/** @type {State["breakpoints"]} */
const NONE = [];

/** @param {import("./tab_registry.js").Actions} actions @returns {import("./tab_registry.js").Pane} */
function graph({ select, ask, open, offline, memory, signal }) {
  const frame = h("div", {
    class: "opscope-graph",
    tabindex: 0,
    role: "group",
    "aria-label": "graph; arrow keys walk along the edges, Enter opens a scope, Backspace folds it, slash searches, plus and minus zoom",
  });
  const map = minimap((x, y) => view.center(x, y), signal);
  const view = panzoom(frame, signal, moved, map.el);
  const bar = graphBar({ view, draw: (change) => request(change.center === "" && drawn?.center ? { ...change, reveal: drawn.center } : change), scopes, measure, search: (words) => ask("SearchGraph", { text: words }), found: (id) => request({ reveal: id }), save, signal });
  const popup = menu({ choose, frame, signal });
  const none = h("div", { class: "opscope-nothing" });
  const el = h("div", { class: "opscope-graph-tab" }, bar.el, h("div", { class: "opscope-graph-box" }, frame, popup.el, none, map.el), bar.foot);

  /** @type {Drawing|null} */
  let d = null;
  /** @type {State["graph"]} */
  let drawn = null;
  let fresh = true;
  /** What a former view of this panel has shown; the first drawing is shown alike. */
  let kept = memory.graph ?? null;
  let visible = false; // asked once for each update: the answer lays out what has changed
  let unplaced = false; // the map, in a new drawing
  let unfitted = false; // labels are fitted when the drawing comes into sight
  let focusing = false; // at the end of an update, which lays out what has changed, too
  let current = "";
  let wanted = "";
  let walk = ""; // the node that the keyboard is at
  /** Where the scope was that is opened or folded. @type {{scope: string, left: number, top: number}|null} */
  let held = null;
  /** @type {State|undefined} */
  let last;
  /** @type {State["breakpoints"]|undefined} */
  let marked;
  let colored = ""; // what the minimap shows
  let measuredAt = 0; // the step whose measure was asked for; 0: the newest one

  /** @param {import("./panzoom.js").Box} box @param {import("./panzoom.js").Box} whole */
  function moved(box, whole) {
    const wasHidden = map.el.hidden;
    map.update(box, whole);
    if (wasHidden && !map.el.hidden && visible && d?.boxes) map.place(...view.sight(), nodeBoxes());
    remember();
  }
  function remember() {
    if (drawn && d) memory.graph = { drawn: keyOf(drawn), box: view.box() };
  }
  /** What tells drawings apart. @param {NonNullable<State["graph"]>} event */
  const keyOf = (event) => [event.program, event.arrangement, event.center, ...event.open].join(" ");

  const nodeOf = (/** @type {string} */ id) => d?.nodes.get(id) ?? d?.nodes.get(d.hiddenIn.get(id) ?? "");
  const idOf = (/** @type {Element|null} */ node) => node?.getAttribute("data-node") ?? "";

  /** Asks for another drawing. @param {{open?: readonly string[], arrangement?: string, first?: boolean, reveal?: string, center?: string, hops?: number}} change */
  function request(change) {
    if (!drawn?.arrangement) return;
    bar.wait(true);
    ask("DrawGraph", { open: drawn.open, arrangement: drawn.arrangement, ...change }, () => bar.wait(false));
  }

  /** Opens or folds a scope, which stays where it is. @param {string} scope @param {boolean} opens @param {Element} at */
  function toggleScope(scope, opens, at) {
    if (!drawn) return;
    const corner = at.getBoundingClientRect();
    held = { scope, left: corner.left, top: corner.top };
    const inside = (/** @type {string} */ id) => id === scope || id.startsWith(`${scope}/`);
    request({ open: opens ? [...drawn.open, scope] : drawn.open.filter((id) => !inside(id)), center: opens ? drawn.center : "" });
  }

  /** The scopes that are folded in the drawing. */
  function scopes() {
    return [...(d?.nodes ?? [])].filter(([, node]) => node.hasAttribute("data-scope")).map(([id]) => id);
  }

  /** Asks for the measure that colors the nodes, of the step where the run stands. */
  function measure() {
    measuredAt = last?.stopped?.step || 0;
    const { by, against } = bar;
    if (by !== "health") ask("MeasureOperators", { by, step: measuredAt, against }, (ok, answer) => bar.measured(ok, answer));
    if (last) color(last);
  }

  /** @param {"svg"|"png"|"dot"} format */
  function save(format) {
    const ground = getComputedStyle(el).getPropertyValue("--o-ground") || "#ffffff";
    if (d && drawn) savePicture(d.svg, format, drawn.dot, ground);
  }

  /** @param {import("./menu.js").Item} item */
  function choose({ kind, fields }) {
    const { id, spec, op } = /** @type {any} */ (fields);
    const node = id === undefined ? undefined : d?.nodes.get(id);
    if (kind === "compose") open("code", spec);
    else if (kind === "attributes") open("code", op);
    else if (kind === "open" && node) toggleScope(id, true, node);
    else if (kind === "center") request({ center: id, reveal: id });
    else if (kind !== "open") ask(kind, fields);
  }

  /** Selects the value of a node, and shows what can be done with it. @param {Element} node @param {State} state */
  function press(node, state) {
    const id = idOf(node);
    const inside = d?.folded.get(id);
    const name = valueOf(state.values, drawn?.program ?? -1, id, inside);
    if (name) select(name, false);
    walk = id;
    /** @type {import("./menu.js").Item[]} */
    const more = [];
    if (drawn?.arrangement && !offline) {
      if (node.hasAttribute("data-scope")) more.push({ name: "open", label: "Open", kind: "open", fields: { id } });
      more.push({ name: "center", label: "Show the neighborhood only", kind: "center", fields: { id } });
    }
    const op = offline ? -1 : operatorOf(id);
    const title = node.querySelector("text")?.textContent ?? "";
    popup.show([...(op >= 0 ? items(state, op) : []), ...more], title, op >= 0 ? `op ${op}` : inside ? `${inside.length} inside` : "", node);
  }

  frame.addEventListener(
    "click",
    (event) => {
      const target = /** @type {Element} */ (event.target);
      const button = target.closest(".opscope-fold");
      const box = button?.closest("[data-scope]");
      if (box) return toggleScope(box.getAttribute("data-scope") ?? "", box.hasAttribute("data-node"), box);
      const hit = target.closest("[data-node]");
      if (!hit || !last) return;
      const id = idOf(hit);
      if (!offline && (target.closest(".opscope-gutter") || (operatorOf(id) >= 0 && event.altKey))) return toggle(id);
      press(hit, last);
    },
    { signal },
  );
  frame.addEventListener(
    "dblclick",
    (event) => {
      const box = /** @type {Element} */ (event.target).closest("[data-node][data-scope]");
      if (!box || offline || !drawn?.arrangement) return;
      popup.close();
      toggleScope(idOf(box), true, box);
    },
    { signal },
  );
  frame.addEventListener(
    "pointerover",
    (event) => {
      const hit = /** @type {Element} */ (event.target).closest("[data-node]");
      if (hit && operatorOf(idOf(hit)) >= 0 && !offline) showGutter(/** @type {SVGGElement} */ (hit));
      bar.read(hit ? idOf(hit) : "");
    },
    { signal },
  );
  frame.addEventListener("focusin", ({ target }) => (walk = idOf(/** @type {Element} */ (target)) || walk), { signal });
  frame.addEventListener("keydown", (event) => key(event) && (event.preventDefault(), event.stopPropagation()), { signal });

  /** @param {KeyboardEvent} event @returns {boolean} whether the key has been used */
  function key(event) {
    if (!d || !last || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
    const node = d.nodes.get(walk);
    if (event.key === "/" && drawn?.arrangement) return bar.focusSearch(), true;
    if (event.key.startsWith("Arrow")) {
      const to = node ? neighbor(d, walk, event.key) : idOf(nodeOf(current) ?? [...d.nodes.values()][0] ?? null);
      if (to) walkTo(to);
      return true;
    }
    if (!node) return false;
    if (event.key === "Enter" || event.key === " ") {
      if (node.hasAttribute("data-scope") && drawn?.arrangement && !offline) toggleScope(walk, true, node);
      else {
        press(node, last);
        popup.focus();
      }
      return true;
    }
    if (event.key === "Backspace") {
      const at = placed(d);
      const around = [...d.frames].filter(([id]) => encloses(at.get(id), at.get(walk))).at(-1);
      if (around && drawn?.arrangement) toggleScope(around[0], false, around[1]);
      return true;
    }
    return false;
  }

  /** @param {string} id */
  function walkTo(id) {
    const node = d?.nodes.get(id);
    if (!node) return;
    walk = id;
    view.reveal(node);
    /** @type {SVGElement} */ (node).focus({ preventScroll: true });
    bar.read(id);
  }

  /** Removes all breakpoints of a node, or sets one if there is none. @param {string} id */
  function toggle(id) {
    const here = breakpointsAt(byOperator(last ? ownBreakpoints(last) : []), id);
    for (const { number } of here) ask("ClearBreakpoint", { number });
    if (!here.length && operatorOf(id) >= 0) ask("SetBreakpoint", { spec: `id:${operatorOf(id)}` });
  }

  /** The breakpoints, if their operators are those of the program that is drawn. @param {State} state */
  function ownBreakpoints(state) {
    const event = state.fold.breakpoints;
    return event && drawn && isOfProgram(event, drawn.program) ? state.breakpoints : NONE;
  }

  /** The breakpoints of a node, each once. @param {ReturnType<typeof byOperator>} at @param {string} id */
  function breakpointsAt(at, id) {
    return [...new Set((d?.folded.get(id) ?? [id]).flatMap((inner) => at.get(operatorOf(inner)) ?? []))];
  }

  /** @param {State["breakpoints"]} all */
  function dots(all) {
    if (all === marked || !visible || !d) return; // a hidden drawing has no size
    marked = all;
    const at = byOperator(all);
    for (const [id, node] of d.nodes) if (!id.startsWith("var-")) markNode(node, breakpointsAt(at, id));
  }

  /** @param {NonNullable<State["graph"]>} event */
  function insert(event) {
    const again = Boolean(d && drawn?.arrangement && drawn.program === event.program);
    d = drawing(event.svg, Boolean(event.arrangement) && !offline);
    marked = undefined;
    current = colored = "";
    popup.close();
    frame.replaceChildren();
    view.attach(null, again);
    if (d) {
      frame.append(d.svg);
      view.attach(d.svg, again);
      fresh = !again;
      unfitted = !visible;
      unplaced = true;
      // all that is measured before all that is changed: else each measurement would lay out the drawing again
      const fit = unfitted ? () => {} : fitLabels(labelled());
      if (again) settle(event);
      fit();
    }
    text(none, d ? "" : "The graph could not be read.");
    set(none, "hidden", Boolean(d));
    bar.drawn(event, Boolean(d), offline);
  }

  /** Puts a drawing that was asked for where the former one was. @param {NonNullable<State["graph"]>} event */
  function settle(event) {
    const scope = held?.scope ?? "";
    const at = d?.nodes.get(scope) ?? d?.frames.get(scope);
    if (d?.nodes.has(scope)) walk = scope;
    else if (d && at && visible) {
      const boxes = placed(d);
      walk = [...d.nodes.keys()].find((id) => encloses(boxes.get(scope), boxes.get(id))) ?? walk;
    }
    if (held && at) view.hold(at, held);
    else view.start(nodeBoxes);
    held = null;
    if (event.reveal) [wanted, walk] = [event.reveal, event.reveal];
    focusing = frame.contains(document.activeElement) || document.activeElement === document.body || Boolean(event.reveal);
  }

  /** @param {State} state */
  function color(state) {
    if (!d || !drawn) return;
    const is = nodeHealth(state.present, drawn.program);
    const inside = foldedHealth(is, d.hiddenIn);
    const later = notYet(state.values, state.absent, drawn.program, d.hiddenIn);
    const here = nodeOf(state.stopped ? `op-${state.stopped.op}` : "");
    const marks = { later: false, untapped: false, here: Boolean(here) };
    const chosen = state.values.get(bar.selected);
    const target = chosen && (nodeOf(`var-${bar.selected}`) ?? (isOfProgram(chosen, drawn.program) ? nodeOf(`op-${chosen.op}`) : null));
    const measured = bar.by !== "health" && state.fold.measured?.by === bar.by ? state.fold.measured : null;
    const heat = measured ? numbers(measured, d.hiddenIn) : new Map();
    const ruler = scale(bar.by, heat.values());
    const at = byOperator(ownBreakpoints(state));
    for (const [id, node] of d.nodes) {
      const healthy = d.folded.has(id) ? inside.get(id) : is.get(id);
      const isLater = !healthy && later.has(id);
      marks.later ||= isLater;
      marks.untapped ||= !healthy && !isLater;
      const words = [healthy && healthy !== "ok" ? HEALTH_TEXT[healthy] : "", isLater ? "not computed yet" : "", node === here ? "the run is here" : "", !id.startsWith("var-") && breakpointsAt(at, id).length ? "breakpoint" : ""];
      set(node, "aria-label", [d.labels.get(id), ...words].filter(Boolean).join(", "));
      set(node, "data-health", bar.by !== "health" ? undefined : healthy);
      set(node, "data-later", bar.by === "health" && isLater);
      set(node, "data-selected", node === target);
      const share = heat.get(id);
      set(node, "data-heat", share === undefined ? (bar.by === "health" ? undefined : "none") : (ruler.at(share) * 100).toFixed(0));
      node.style.setProperty("--heat", share === undefined ? "0%" : `${(8 + 84 * ruler.at(share)).toFixed(0)}%`);
    }
    bar.legend(measured, heat, ruler, marks);
    const look = `${document.body.dataset.jpThemeLight} ${bar.by} ${measured?.step} ${[...is.values()].join()}`;
    if (look !== colored && visible) {
      colored = look;
      drawMap();
    }
  }

  /** The nodes and frames, whose labels must fit. */
  const labelled = () => [...(d?.nodes.values() ?? []), ...(d?.frames.values() ?? [])];

  /** Where the nodes are in the drawing. @returns {import("./panzoom.js").Box[]} */
  function nodeBoxes() {
    const at = d && placed(d);
    return [...(d?.nodes.keys() ?? [])].flatMap((id) => at?.get(id) ?? []);
  }

  function drawMap() {
    const colors = [...(d?.nodes.values() ?? [])].map((node) => getComputedStyle(shapeOf(node)).stroke);
    map.draw(view.whole(), nodeBoxes().map((box, i) => ({ box, color: colors[i] })));
  }

  return {
    el,
    /** Scrolls to an operator at the next update. */
    open(op) {
      wanted = `op-${op}`;
      if (d && !d.nodes.has(wanted) && d.hiddenIn.has(wanted)) request({ reveal: wanted });
    },
    update(state, { selected }) {
      visible = frame.clientWidth > 0;
      if (state.graph && state.graph !== drawn && (state.graph.svg !== drawn?.svg || state.graph.reveal)) insert(state.graph);
      else if (!state.graph && !last) text(none, "No graph yet. A program is drawn when it first runs, eager code at each stop and step.");
      drawn = state.graph;
      if (fresh && visible && d) {
        fresh = false;
        if (kept && drawn && kept.drawn === keyOf(drawn)) view.restore(kept.box);
        else view.start(nodeBoxes);
        kept = null;
      }
      if (unfitted && d && visible) {
        unfitted = false;
        fitLabels(labelled())();
      }
      last = state;
      if (bar.by !== "health" && state.stopped && state.stopped.step !== measuredAt && !offline) measure();
      bar.update(state, selected, offline);
      color(state);
      dots(ownBreakpoints(state));
      const at = state.stopped ? `op-${state.stopped.op}` : "";
      const currentNode = nodeOf(at);
      if (at !== current) {
        const left = nodeOf(current);
        for (const name of ["data-current", "data-past"]) if (left) set(left, name, false);
        if (currentNode) set(currentNode, "data-current", true);
        wanted ||= at;
        current = at;
      }
      if (currentNode) set(currentNode, "data-past", state.stopped?.past);
      const node = nodeOf(wanted);
      if (node && visible) view.reveal(node);
      wanted = "";
      if (visible) remember();
      if (unplaced && visible) {
        unplaced = false;
        map.place(...view.sight(), nodeBoxes());
      }
      if (focusing) d?.nodes.get(walk)?.focus({ preventScroll: true });
      focusing = false;
    },
  };
}
