// @ts-check
// The drawing of the graph in the page: its nodes, edges and frames by id, and the buttons that open and fold scopes.

import { s, set } from "./dom.js";
import { hides } from "./graph_health.js";
import { sanitize } from "./sanitize.js";

/** @typedef {{src: string, dst: string}} Link */
/** @typedef {import("./panzoom.js").Box} Box */

/**
 * @typedef {object} Drawing
 * @property {SVGSVGElement} svg
 * @property {Map<string, SVGGElement>} nodes  by id
 * @property {Map<string, readonly string[]>} folded  what a folded node hides
 * @property {Map<string, string>} hiddenIn  the folded node that hides a node
 * @property {Map<string, SVGGElement>} frames  of open scopes
 * @property {Link[]} links
 * @property {Map<string, string>} labels  what each node is, in words
 * @property {Map<string, Box>|null} boxes  where nodes and frames are, once `placed` was called
 */

/** The drawing, to be inserted; null if it cannot be read. `opens`: scopes can be opened and folded.
 * @param {string} markup @param {boolean} opens @returns {Drawing|null} */
export function drawing(markup, opens) {
  const svg = sanitize(markup);
  if (!svg) return null;
  /** @type {Drawing} */
  const d = { svg, nodes: new Map(), folded: new Map(), hiddenIn: new Map(), frames: new Map(), links: [], labels: new Map(), boxes: null };
  for (const name of ["width", "height"]) svg.removeAttribute(name);
  set(svg, "role", "group");
  for (const g of svg.querySelectorAll("g")) {
    const src = g.getAttribute("data-src");
    const dst = g.getAttribute("data-dst");
    const scope = g.getAttribute("data-scope");
    const inside = hides(g.getAttribute("data-hides"));
    if (src !== null && dst !== null) d.links.push({ src, dst });
    else if (inside.length || /^(op|var)-/.test(g.id)) addNode(d, g, inside, opens && scope !== null);
    else if (scope !== null) {
      d.frames.set(scope, g);
      if (opens) button(g, "fold");
    }
  }
  return d;
}

/** @param {Drawing} d @param {SVGGElement} g @param {string[]} inside @param {boolean} opens */
function addNode(d, g, inside, opens) {
  d.nodes.set(g.id, g);
  if (inside.length) d.folded.set(g.id, inside);
  for (const id of inside) d.hiddenIn.set(id, g.id);
  set(g, "data-node", g.id);
  set(g, "tabindex", -1);
  set(g, "role", "button");
  d.labels.set(g.id, g.querySelector("title")?.textContent ?? g.id);
  set(g, "aria-label", d.labels.get(g.id));
  if (opens) button(g, "open");
}

/** A plus or a minus in the right upper corner of a box. @param {SVGGElement} g @param {"open"|"fold"} what */
function button(g, what) {
  const boxes = g.querySelectorAll(":scope > rect, :scope > a > rect");
  const box = boxes[boxes.length - 1];
  const number = (/** @type {string} */ name) => Number(box?.getAttribute(name) ?? 0);
  const cx = number("x") + number("width") - (what === "open" ? 0 : 11);
  const cy = number("y") + (what === "open" ? 0 : 11);
  const line = what === "open" ? `M${cx - 3},${cy}h6M${cx},${cy - 3}v6` : `M${cx - 3},${cy}h6`;
  const title = s("title");
  title.textContent = what === "open" ? "open (Enter)" : "fold (Backspace)";
  g.append(s("g", { class: `opscope-fold opscope-fold-${what}` }, title, s("circle", { cx, cy, r: 6 }), s("path", { d: line })));
}

/** The shape of a node or of a frame: its box without texts and buttons. @param {SVGGElement} g @returns {SVGGraphicsElement} */
export function shapeOf(g) {
  return g.querySelector(":scope > rect, :scope > a > rect, :scope > polygon") ?? g;
}

/** Where the nodes and frames are in the drawing. It must be in sight. @param {Drawing} d @returns {Map<string, Box>} */
export function placed(d) {
  if (d.boxes) return d.boxes;
  const at = d.svg.querySelector("g")?.transform.baseVal.consolidate()?.matrix;
  d.boxes = new Map(
    [...d.nodes, ...d.frames].map(([id, g]) => {
      const box = shapeOf(g).getBBox();
      return [id, { x: box.x + (at?.e ?? 0), y: box.y + (at?.f ?? 0), w: box.width, h: box.height }];
    }),
  );
  return d.boxes;
}

/** Whether a box of the drawing is around another one. @param {Box|undefined} outer @param {Box|undefined} inner */
export function encloses(outer, inner) {
  return Boolean(outer && inner && outer.x <= inner.x && outer.y <= inner.y && outer.x + outer.w >= inner.x + inner.w && outer.y + outer.h >= inner.y + inner.h);
}

/** The node to go to with an arrow key: up and down along an edge, left and right to the nearest node.
 * @param {Drawing} d @param {string} from @param {string} key @returns {string|null} */
export function neighbor(d, from, key) {
  const start = d.nodes.get(from)?.getBoundingClientRect();
  if (!start) return null;
  const along = key === "ArrowDown" ? d.links.filter((l) => l.src === from).map((l) => l.dst) : key === "ArrowUp" ? d.links.filter((l) => l.dst === from).map((l) => l.src) : [...d.nodes.keys()];
  const sign = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  const x = (/** @type {DOMRect} */ r) => (r.left + r.right) / 2;
  let best = null;
  let least = Infinity;
  for (const id of along) {
    const r = d.nodes.get(id)?.getBoundingClientRect();
    if (!r || id === from) continue;
    const dx = x(r) - x(start);
    const dy = Math.abs(r.top - start.top);
    if (sign && dx * sign <= 1) continue;
    const far = Math.abs(dx) + (sign ? 3 : 0.2) * dy;
    if (far < least) [best, least] = [id, far];
  }
  return best;
}
