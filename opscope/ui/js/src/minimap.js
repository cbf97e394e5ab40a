// @ts-check
// A small picture of the whole drawing, with the part that is in sight; a click or a drag moves there.

import { h, set } from "./dom.js";

/** @typedef {import("./panzoom.js").Box} Box */

const WIDTH = 132;
const HEIGHT = 96;
const GAP = 8; // pixels beside the map

/** The scale, and the corner of the drawing, in the map. @param {Box} whole @returns {{scale: number, x: number, y: number}} */
export function fitted(whole) {
  const scale = Math.min(WIDTH / whole.w, HEIGHT / whole.h);
  return { scale, x: (WIDTH - whole.w * scale) / 2, y: (HEIGHT - whole.h * scale) / 2 };
}

/** The corner of a frame, "right bottom" or another one, where the map covers the fewest nodes. @param {Box} box the part in
 * sight @param {number} unit points of the drawing for each pixel @param {readonly Box[]} nodes @returns {string} */
export function emptiest(box, unit, nodes) {
  const [w, t] = [(WIDTH + 2 * GAP) * unit, (HEIGHT + 2 * GAP) * unit];
  let [best, least] = ["", Infinity];
  for (const corner of ["right bottom", "left bottom", "right top", "left top"]) {
    const x = corner.startsWith("right") ? box.x + box.w - w : box.x;
    const y = corner.endsWith("bottom") ? box.y + box.h - t : box.y;
    const covered = nodes.filter((n) => n.x < x + w && x < n.x + n.w && n.y < y + t && y < n.y + n.h).length;
    if (covered < least) [best, least] = [corner, covered];
  }
  return best;
}

/** @param {(x: number, y: number) => void} go  centers a point of the drawing @param {AbortSignal} signal */
export function minimap(go, signal) {
  const canvas = h("canvas", { width: WIDTH * 2, height: HEIGHT * 2 });
  const sight = h("div", { class: "opscope-sight" });
  const el = h("div", { class: "opscope-minimap", hidden: true, title: "the whole graph; click to go there", "aria-hidden": "true" }, canvas, sight);
  /** @type {Box} */
  let shown = { x: 0, y: 0, w: 1, h: 1 };

  const move = (/** @type {PointerEvent} */ event) => {
    const r = canvas.getBoundingClientRect();
    const [at, size] = [fitted(shown), r.width / WIDTH || 1]; // a narrow panel has a smaller one
    go(shown.x + ((event.clientX - r.left) / size - at.x) / at.scale, shown.y + ((event.clientY - r.top) / size - at.y) / at.scale);
  };
  el.addEventListener(
    "pointerdown",
    (event) => {
      event.preventDefault();
      event.stopPropagation();
      el.setPointerCapture(event.pointerId);
      move(event);
    },
    { signal },
  );
  el.addEventListener("pointermove", (event) => event.buttons & 1 && move(event), { signal });

  return {
    el,
    /** Draws the nodes: boxes of the drawing with their colours. @param {Box} whole @param {{box: Box, color: string}[]} nodes */
    draw(whole, nodes) {
      shown = whole;
      const context = canvas.getContext("2d");
      if (!context) return;
      const { scale, x, y } = fitted(whole);
      context.setTransform(2, 0, 0, 2, 0, 0);
      context.clearRect(0, 0, WIDTH, HEIGHT);
      for (const { box, color } of nodes) {
        context.fillStyle = color;
        const [w, t] = [Math.max(1.5, box.w * scale), Math.max(1.5, box.h * scale)];
        context.fillRect(x + (box.x - whole.x) * scale, y + (box.y - whole.y) * scale, w, t);
      }
    },
    /** Moves the map to the corner where it hides least. @param {Box} box @param {number} unit @param {readonly Box[]} nodes */
    place(box, unit, nodes) {
      set(el, "data-corner", emptiest(box, unit, nodes));
    },
    /** @param {Box} box the part in sight @param {Box} whole */
    update(box, whole) {
      shown = whole;
      const { scale, x, y } = fitted(whole);
      const inside = box.x <= whole.x + 1 && box.y <= whole.y + 1 && box.x + box.w >= whole.x + whole.w - 1 && box.y + box.h >= whole.y + whole.h - 1;
      set(el, "hidden", inside);
      if (inside) return;
      const left = Math.max(0, x + (box.x - whole.x) * scale);
      const top = Math.max(0, y + (box.y - whole.y) * scale);
      const right = Math.min(WIDTH, x + (box.x + box.w - whole.x) * scale);
      const bottom = Math.min(HEIGHT, y + (box.y + box.h - whole.y) * scale);
      sight.style.cssText = `left:${left}px;top:${top}px;width:${Math.max(4, right - left)}px;height:${Math.max(4, bottom - top)}px`;
    },
  };
}
