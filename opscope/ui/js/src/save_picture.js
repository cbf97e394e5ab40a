// @ts-check
// The drawing as a file: SVG and PNG with the colours that are shown, DOT as the kernel wrote it.

const STYLES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "opacity", "font-family", "font-weight", "font-size"];

/** A copy with its styles written into it, and a size. @param {SVGSVGElement} svg @returns {SVGSVGElement} */
function standalone(svg) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const from = [...svg.querySelectorAll("*")];
  [...copy.querySelectorAll("*")].forEach((el, i) => {
    const computed = getComputedStyle(from[i]);
    el.setAttribute("style", STYLES.map((name) => `${name}:${computed.getPropertyValue(name)}`).join(";"));
  });
  for (const el of copy.querySelectorAll(".opscope-fold, .opscope-gutter")) el.remove();
  const box = wholeBox(svg);
  copy.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  copy.setAttribute("width", `${Math.ceil(box.width)}`);
  copy.setAttribute("height", `${Math.ceil(box.height)}`);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return copy;
}

/** The box of all that is drawn, with a margin. @param {SVGSVGElement} svg */
function wholeBox(svg) {
  const { x, y, width, height } = svg.getBBox();
  return { x: x - 8, y: y - 8, width: width + 16, height: height + 16 };
}

/** @param {Blob} blob @param {string} name */
function download(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** @param {SVGSVGElement} svg @param {"svg"|"png"|"dot"} format @param {string} dot @param {string} ground */
export async function savePicture(svg, format, dot, ground) {
  if (format === "dot") return download(new Blob([dot], { type: "text/vnd.graphviz" }), "graph.dot");
  const copy = standalone(svg);
  const markup = new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
  if (format === "svg") return download(markup, "graph.svg");
  const image = new Image();
  const url = URL.createObjectURL(markup);
  image.src = url;
  await image.decode();
  const canvas = document.createElement("canvas");
  const scale = Math.min(2, 8000 / Math.max(image.width, image.height)); // browsers limit the size of a canvas
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  const context = canvas.getContext("2d");
  if (context) {
    context.fillStyle = ground;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
  }
  URL.revokeObjectURL(url);
  canvas.toBlob((blob) => blob && download(blob, "graph.png"), "image/png");
}
