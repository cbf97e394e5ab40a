// @ts-check
// Labels that keep inside their boxes: the layout knows Helvetica's widths, and fonts of other systems are wider.

const MARGIN = 4; // points at each side
const BUTTON = 23; // points of the button in the corner of an open scope

/** Finds the texts that are wider than the box of their node, or of an open scope, and returns a function that condenses
 * them: a change between two measurements would lay out the drawing again. The drawing must be in sight, else texts have
 * no width. @param {Iterable<SVGGElement>} nodes @returns {() => void} */
export function fitLabels(nodes) {
  /** @type {[SVGTextElement, number][]} */
  const wide = [];
  for (const node of nodes) {
    const button = node.querySelector(":scope > .opscope-fold-fold") ? BUTTON : 0;
    const room = Number(node.querySelector("rect")?.getAttribute("width") ?? 0) - 2 * MARGIN - button;
    if (room <= 0) continue;
    for (const text of node.querySelectorAll("text")) if (text.getComputedTextLength() > room) wide.push([text, room]);
  }
  return () => {
    for (const [text, room] of wide) {
      text.setAttribute("textLength", room.toFixed(1));
      text.setAttribute("lengthAdjust", "spacingAndGlyphs");
    }
  };
}
