// @ts-check
// SVG from a recording is untrusted: only drawing elements and harmless attributes are inserted into the page.

const ELEMENTS = new Set(
  ["svg", "g", "path", "polygon", "polyline", "line", "rect", "circle", "ellipse", "text", "tspan", "title", "desc",
   "defs", "linearGradient", "radialGradient", "stop", "clipPath", "marker", "a"], // prettier-ignore
);
const XML = /^(xmlns(:xlink)?|xml:space)$/;
const GEOMETRY = new Set(
  ["id", "class", "d", "points", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "dx", "dy", "width", "height",
   "viewBox", "preserveAspectRatio", "transform", "gradientTransform", "gradientUnits", "spreadMethod", "fx", "fy", "offset",
   "clipPathUnits", "markerWidth", "markerHeight", "markerUnits", "refX", "refY", "orient", "textLength", "lengthAdjust",
   "data-hides", "data-scope", "data-src", "data-dst", "data-value"], // prettier-ignore
);
const PAINT = /^(fill|stroke|font|text|stop|marker|clip|opacity|color|visibility|display|dominant|alignment|letter|word)(-[a-z-]+)?$/;

/** True if an attribute may stay. References may only point into the drawing itself.
 * @param {string} name @param {string} value */
export function harmless(name, value) {
  if (name === "href" || name === "xlink:href") return value.trim().startsWith("#");
  if (!GEOMETRY.has(name) && !PAINT.test(name) && !XML.test(name)) return false;
  if (XML.test(name)) return true;
  return !/javascript:|expression\(|@import|\\/i.test(value) && !/url\(\s*(?!["']?#)/i.test(value);
}

/** The drawing as an element that is safe to insert, or null if it cannot be read.
 * @param {string} markup @returns {SVGSVGElement|null} */
export function sanitize(markup) {
  const start = markup.search(/<svg[\s>]/);
  if (start < 0) return null;
  const parsed = new DOMParser().parseFromString(markup.slice(start), "image/svg+xml");
  const root = parsed.documentElement;
  if (root.localName !== "svg" || parsed.getElementsByTagName("parsererror").length) return null;
  clean(root);
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(root, true)));
}

/** @param {Element} el */
function clean(el) {
  for (const { name, value } of [...el.attributes]) {
    if (!harmless(name, value)) el.removeAttribute(name);
  }
  for (const child of [...el.childNodes]) {
    if (child instanceof Element && ELEMENTS.has(child.localName) && child.namespaceURI === el.namespaceURI) clean(child);
    else if (child.nodeType !== Node.TEXT_NODE) child.remove();
  }
}
