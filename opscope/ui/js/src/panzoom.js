// @ts-check
// Pan by dragging, zoom by wheel with Ctrl or Cmd (a plain wheel scrolls the notebook), by keys and by buttons.

const STEP = 1.25;
const MIN_SCALE = 1; // pixels for each point of the drawing: smaller text is not legible

/** @typedef {{x: number, y: number, w: number, h: number}} Box */

/** The box zoomed by `factor` about a point given as shares of its width and height.
 * @param {Box} box @param {number} factor @param {number} u @param {number} v @returns {Box} */
export function zoomed(box, factor, u = 0.5, v = 0.5) {
  const w = box.w / factor;
  const h = box.h / factor;
  return { x: box.x + u * (box.w - w), y: box.y + v * (box.h - h), w, h };
}

/** Neither closer than 40 times, nor further than 4 times or than text at its natural size.
 * @param {Box} box @param {Box} whole @param {number} natural the width of the frame in pixels @returns {Box} */
export function bounded(box, whole, natural = 0) {
  const ratio = Math.max(whole.w / 40 / box.w, Math.min(1, Math.max(whole.w * 4, natural) / box.w));
  return ratio === 1 ? box : zoomed(box, 1 / ratio);
}

/** The view moved so that the drawing fills it: no empty ground beside an edge while there is more on the other side.
 * @param {Box} box @param {Box} whole @returns {Box} */
export function onto(box, whole) {
  const along = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ from, /** @type {number} */ all) =>
    size >= all ? from + (all - size) / 2 : Math.max(from, Math.min(from + all - size, at));
  return { ...box, x: along(box.x, box.w, whole.x, whole.w), y: along(box.y, box.h, whole.y, whole.h) };
}

/** The first view in a frame: text at its natural size; the whole drawing if it fits, else from the top, and of a drawing
 * that is too wide the part around `middle`. @param {Box} whole @param {number} width @param {number} height
 * @param {number} middle @returns {Box} */
export function opening(whole, width, height, middle = whole.x + whole.w / 2) {
  const scale = Math.max(MIN_SCALE, Math.min(1, width / whole.w, height / whole.h));
  const w = width / scale;
  const h = height / scale;
  const x = w < whole.w ? Math.max(whole.x, Math.min(whole.x + whole.w - w, middle - w / 2)) : whole.x + (whole.w - w) / 2;
  return { x, y: h < whole.h ? whole.y : whole.y + (whole.h - h) / 2, w, h };
}

/** The middle of the uppermost node; of several in one row, of the one nearest to the middle of a view.
 * @param {readonly Box[]} nodes @param {Box} view @returns {number|undefined} */
export function topMiddle(nodes, view) {
  const top = nodes.reduce((least, n) => Math.min(least, n.y), Infinity);
  const off = (/** @type {Box} */ n) => Math.abs(n.x + n.w / 2 - view.x - view.w / 2);
  const row = nodes.filter((n) => n.y < top + n.h);
  const nearest = row.reduce((a, b) => (off(b) < off(a) ? b : a), row[0]);
  return nearest && nearest.x + nearest.w / 2;
}

/** Whether two boxes of the page overlap. @param {DOMRect} a @param {DOMRect} b */
function overlap(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** `onMove` is called with each new view; `cover` lies over a part of the frame. @param {HTMLElement} frame
 * @param {AbortSignal} signal @param {(box: Box, whole: Box) => void} [onMove] @param {HTMLElement} [cover] */
export function panzoom(frame, signal, onMove = () => {}, cover) {
  /** @type {SVGSVGElement|null} */
  let svg = null;
  /** @type {Box} */
  let whole = { x: 0, y: 0, w: 1, h: 1 };
  let box = whole;
  /** @type {{x: number, y: number, box: Box, unit: number}|null} */
  let dragStart = null;
  let moved = false;
  let laidOut = box; // the view for which the browser has laid out the drawing
  /** What a frame of another size shows: the beginning, the whole, or as much more or less at the same scale. @type {"start"|"fit"|""} */
  let shows = "";
  let [width, height] = [0, 0]; // of the frame, in pixels
  /** @type {() => Box[]} */
  let boxes = () => [];

  const show = () => {
    laidOut = box;
    frame.style.removeProperty("transform");
    svg?.setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`);
    onMove(box, whole);
  };
  /** Moves the drawing with its frame: another viewBox, or a transform of the drawing, would lay out each text anew.
   * @param {Box} to @param {number} unit */
  const slide = (to, unit) => {
    [box, shows] = [to, ""];
    frame.style.setProperty("transform", `translate(${(laidOut.x - box.x) / unit}px, ${(laidOut.y - box.y) / unit}px)`);
    onMove(box, whole);
  };
  /** @param {Box} to @param {"start"|"fit"|""} [what] */
  const go = (to, what = "") => ((shows = what), (box = bounded(to, whole, width)), show());
  /** Puts the frame back after a slide: places are measured from it. */
  const settle = () => box !== laidOut && show();
  /** Units of the drawing per pixel: the drawing is fitted into the frame without distortion. */
  const unit = () => Math.max(box.w / frame.clientWidth, box.h / frame.clientHeight);

  /** Shows the beginning of the drawing. */
  function begin() {
    const first = opening(whole, width, height);
    go(first.w < whole.w ? opening(whole, width, height, topMiddle(boxes(), first)) : first, "start");
  }
  /** Text keeps its size when the frame gets another one. */
  function resize() {
    const scale = Math.max(box.w / width, box.h / height);
    const had = Boolean(width && height);
    [width, height] = [frame.clientWidth, frame.clientHeight];
    if (!svg || !had || !width || !height) return;
    const [w, h] = [width * scale, height * scale];
    if (shows === "start") begin();
    else if (shows === "fit") go(whole, "fit");
    else go({ x: box.x + (box.w - w) / 2, y: box.y, w, h });
  }
  const observer = new ResizeObserver(resize);
  observer.observe(frame);
  signal.addEventListener("abort", () => observer.disconnect());

  frame.addEventListener(
    "wheel",
    (event) => {
      if (!svg || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      settle();
      const r = frame.getBoundingClientRect();
      go(zoomed(box, Math.exp(-event.deltaY * 0.002), (event.clientX - r.left) / r.width, (event.clientY - r.top) / r.height));
    },
    { signal, passive: false },
  );
  frame.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button || !svg) return;
      dragStart = { x: event.clientX, y: event.clientY, box, unit: unit() };
      moved = false;
    },
    { signal },
  );
  frame.addEventListener(
    "pointermove",
    (event) => {
      if (!dragStart) return;
      const dx = event.clientX - dragStart.x;
      const dy = event.clientY - dragStart.y;
      if (!moved && Math.hypot(dx, dy) < 4) return;
      if (!moved) frame.setPointerCapture(event.pointerId);
      moved = true;
      const to = { ...dragStart.box, x: dragStart.box.x - dx * dragStart.unit, y: dragStart.box.y - dy * dragStart.unit };
      if (to.w === laidOut.w && to.h === laidOut.h) slide(to, dragStart.unit);
      else go(to); // zoomed meanwhile
    },
    { signal },
  );
  const drop = () => {
    dragStart = null;
    settle();
  };
  for (const kind of ["pointerup", "pointercancel"]) frame.addEventListener(kind, drop, { signal });
  frame.addEventListener(
    "click",
    (event) => {
      if (moved) event.stopPropagation(); // the end of a drag does not select a node
      moved = false;
    },
    { signal, capture: true },
  );
  frame.addEventListener(
    "keydown",
    (event) => {
      const by = { "+": STEP, "=": STEP, "-": 1 / STEP }[event.key];
      const to = event.shiftKey && { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (by) go(zoomed(box, by));
      else if (to) go({ ...box, x: box.x + to[0] * 40 * unit(), y: box.y + to[1] * 40 * unit() });
      else if (event.key === "0") go(whole, "fit");
      else return;
      event.preventDefault();
    },
    { signal },
  );

  return {
    /** Shows another drawing, at the same scale if `same`. @param {SVGSVGElement|null} drawing @param {boolean} [same] */
    attach(drawing, same = false) {
      svg = drawing;
      const v = svg?.viewBox.baseVal;
      whole = v && v.width ? { x: v.x, y: v.y, w: v.width, h: v.height } : { x: 0, y: 0, w: 100, h: 100 };
      if (!same) box = whole;
      show();
    },
    /** Moves the drawing until the left upper corner of an element is at this place of the window.
     * @param {Element} node @param {{left: number, top: number}} corner */
    hold(node, corner) {
      const at = node.getBoundingClientRect();
      go({ ...box, x: box.x + (at.left - corner.left) * unit(), y: box.y + (at.top - corner.top) * unit() });
    },
    /** Centers a point of the drawing. @param {number} x @param {number} y */
    center: (x, y) => go({ ...box, x: x - box.w / 2, y: y - box.h / 2 }),
    zoom: (/** @type {number} */ direction) => go(zoomed(box, direction > 0 ? STEP : 1 / STEP)),
    fit: () => go(whole, "fit"),
    whole: () => whole,
    box: () => box,
    /** The part of the drawing that the frame shows, and how many points of it are a pixel. @returns {[Box, number]} */
    sight() {
      const [scale, width, height] = [unit(), frame.clientWidth, frame.clientHeight];
      const [w, h] = [width * scale, height * scale];
      return [{ x: box.x + (box.w - w) / 2, y: box.y + (box.h - h) / 2, w, h }, scale];
    },
    /** Shows the beginning of the drawing. @param {() => Box[]} nodes from which its middle is found */
    start(nodes) {
      boxes = nodes;
      [width, height] = [frame.clientWidth, frame.clientHeight];
      begin();
    },
    /** Shows what another view has shown. @param {Box} to */
    restore(to) {
      [width, height] = [frame.clientWidth, frame.clientHeight];
      go(to);
    },
    /** Centers an element unless it is visible. @param {SVGGraphicsElement} node */
    reveal(node) {
      settle();
      const f = frame.getBoundingClientRect();
      const n = node.getBoundingClientRect();
      const isInside = n.left >= f.left && n.right <= f.right && n.top >= f.top && n.bottom <= f.bottom;
      if (isInside && !(cover && overlap(n, cover.getBoundingClientRect()))) return;
      const dx = (n.left + n.right - f.left - f.right) / 2;
      const dy = (n.top + n.bottom - f.top - f.bottom) / 2;
      go(onto({ ...box, x: box.x + dx * unit(), y: box.y + dy * unit() }, whole));
    },
  };
}
