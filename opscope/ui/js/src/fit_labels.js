// @ts-check
// Labels that keep inside their boxes: the layout knows Helvetica's widths, and fonts of other systems are wider.

const MARGIN = 3; // points at each side

/** Condenses the texts that are wider than the box of their node. The drawing must be in sight, else texts have no width.
 * @param {Iterable<SVGGElement>} nodes */
export function fitLabels(nodes) {
  /** @type {[SVGTextElement, number][]} */
  const wide = [];
  for (const node of nodes) {
    const room = Number(node.querySelector("rect")?.getAttribute("width") ?? 0) - 2 * MARGIN;
    if (room <= 0) continue;
    for (const text of node.querySelectorAll("text")) if (text.getComputedTextLength() > room) wide.push([text, room]);
  }
  for (const [text, room] of wide) {
    // after all have been measured: a change between two measurements would lay out the drawing again
    text.setAttribute("textLength", room.toFixed(1));
    text.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
}
