// @ts-check
// Colors of quantized pixels: viridis for numbers, and three colors outside of viridis for NaN and infinities.

/** @typedef {[number, number, number]} Rgb */

export const NAN = 0;
export const MINUS_INF = 1;
export const PLUS_INF = 255;
const FIRST = 2;
const LAST = 254;

/** @type {Record<"nan"|"minusInf"|"plusInf", Rgb>} */
export const SPECIAL = { nan: [255, 0, 200], minusInf: [0, 229, 255], plusInf: [255, 40, 30] };

// Matt Zucker's fit of matplotlib's viridis, degree 6 (public domain), highest power last.
const VIRIDIS = [
  [0.2777273272234177, 0.005407344544966578, 0.3340998053353061],
  [0.1050930431085774, 1.404613529898575, 1.384590162594685],
  [-0.3308618287255563, 0.214847559468213, 0.09509516302823659],
  [-4.634230498983486, -5.799100973351585, -19.33244095627987],
  [6.228269936347081, 14.17993336680509, 56.69055260068105],
  [4.776384997670288, -13.74514537774601, -65.35303263337234],
  [-5.435455855934631, 4.645852612178535, 26.3124352495832],
];

/** Viridis at t in [0, 1]. @param {number} t @returns {Rgb} */
export function viridis(t) {
  const x = Math.max(0, Math.min(1, t));
  const channel = (/** @type {number} */ k) => {
    const y = VIRIDIS.reduceRight((sum, c) => sum * x + c[k], 0);
    return Math.round(255 * Math.max(0, Math.min(1, y)));
  };
  return [channel(0), channel(1), channel(2)];
}

/** @param {Rgb} rgb */
export const css = ([r, g, b]) => `rgb(${r}, ${g}, ${b})`;

/** Colour of each of the 256 pixel values. @type {Rgb[]} */
export const TABLE = Array.from({ length: 256 }, (_, p) => {
  if (p === NAN) return SPECIAL.nan;
  if (p === MINUS_INF) return SPECIAL.minusInf;
  return p === PLUS_INF ? SPECIAL.plusInf : viridis((p - FIRST) / (LAST - FIRST));
});

/** RGBA bytes of a thumbnail. @param {Uint8Array} pixels @param {Uint8ClampedArray} out */
export function colour(pixels, out) {
  for (let i = 0; i < pixels.length; i++) {
    const [r, g, b] = TABLE[pixels[i]];
    out[4 * i] = r;
    out[4 * i + 1] = g;
    out[4 * i + 2] = b;
    out[4 * i + 3] = 255;
  }
}

/** The approximate number that a pixel stands for. @param {number} pixel @param {number} low @param {number} high */
export function approximate(pixel, low, high) {
  if (pixel === NAN) return NaN;
  if (pixel === MINUS_INF) return -Infinity;
  if (pixel === PLUS_INF) return Infinity;
  return low + ((pixel - FIRST) / (LAST - FIRST)) * (high - low);
}

/** A CSS gradient of the whole map. */
export function gradient() {
  return `linear-gradient(to right, ${Array.from({ length: 17 }, (_, i) => css(viridis(i / 16))).join(", ")})`;
}
