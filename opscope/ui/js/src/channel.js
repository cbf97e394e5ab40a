// @ts-check
// One view's end of the comm: attaches while it is visible, folds the messages, and acknowledges what it has painted,
// where a message asks for that. It notices when the kernel does not answer, and then shows the state that was saved.
// Messages can be lost on the way, in both directions (a connection that breaks, a server that limits what kernels send):
// each beat says how far the kernel has come, and a view that is behind, or has no answer, attaches again.

import { unpack } from "./protocol.js";
import { keepInNotebook, readFrame } from "./saved_frame.js";
import { fold, INITIAL } from "./state.js";

/** @typedef {import("./state.js").State} State */

/**
 * The part of an anywidget model that the panel uses; the offline page has its own.
 * @typedef {object} Model
 * @property {(event: string, callback: (message: any, buffers: (DataView|ArrayBuffer)[]) => void) => void} on
 * @property {(event: string, callback: (message: any, buffers: (DataView|ArrayBuffer)[]) => void) => void} off
 * @property {(content: any) => void} send
 * @property {(trait: string) => any} [get]
 * @property {(trait: string, value: any) => void} [set]
 * @property {() => void} [save_changes]
 * @property {{kernel?: {status: string, isDisposed: boolean}, context?: {model?: any}}} [widget_manager]  in JupyterLab it
 *   knows its kernel and its notebook
 */

/** How the view is connected: `lost` where the kernel does not answer; `saved` is the same before it has ever answered,
 * and with a state that was saved, which is shown while the view is `waiting` for the first answer.
 * @typedef {"live"|"lost"|"waiting"|"saved"|"nothing"} Link */

const CHECK = 250; // milliseconds
const BEATS = 2.5; // of the kernel that may be missing
const GONE = ["dead", "terminating", "restarting", "autorestarting"]; // JupyterLab's words
const PATIENCE = 2500; // milliseconds for the first answer
const SAVED_AFTER = 400; // milliseconds without an answer after which the saved state is shown
const MAX_RETRY = 60_000; // milliseconds between two attempts to attach to a kernel that does not answer

/** Whether messages were lost between the last one and this one; then the view needs a snapshot.
 * @param {number} last @param {import("./protocol.js").WireMessage} message */
export function missing(last, message) {
  return message.kind === "batch" && message.n !== last + 1;
}

/** Whether a beat says that the view has missed the last messages, or the answer to what it sent `waiting` milliseconds ago.
 * Messages arrive in their order, so what was sent before the beat and is not there by then is lost.
 * @param {number} last @param {boolean} synced @param {number} waiting @param {import("./protocol.js").WireMessage} beat */
export function behind(last, synced, waiting, beat) {
  return synced ? beat.n > last : waiting > PATIENCE;
}

/** @param {{model: Model, el: Element, signal: AbortSignal, paint: (state: State, link: Link) => void}} view */
export function channel({ model, el, signal, paint }) {
  const view = Math.random().toString(36).slice(2);
  let request = Math.floor(Math.random() * 2 ** 20) * 2 ** 20; // so that the requests of two views differ
  let state = INITIAL;
  let last = 0;
  let synced = false;
  let visible = false; // whether it is in sight in its page
  let shown = false; // whether the page is in sight, too: then it is attached
  let asked = false; // whether a message that is not painted yet asks for an answer
  let frame = 0;
  let painted = ""; // what `look` was then
  const look = () => `${el.clientWidth} ${getComputedStyle(el).color}`;
  /** @type {Link} */
  let link = "live";
  let heard = Date.now(); // when the kernel last said anything
  let attached = 0; // when it last asked for the state
  let retry = PATIENCE; // milliseconds until it asks a kernel that does not answer once more
  let silence = PATIENCE; // milliseconds of silence after which the kernel counts as lost; 0: any
  /** @type {any[]} */
  const described = []; // the values whose descriptions were sent since the last snapshot
  let tab = ""; // that is shown
  let hasFrame = false; // whether the state is the saved one

  const send = (/** @type {any} */ content) => {
    try {
      model.send(content);
    } catch {
      heard = 0; // the kernel has ended; the panel keeps its last state
    }
  };
  const tick = () => {
    frame = 0;
    painted = look();
    try {
      paint(state, link);
    } finally {
      if (asked) send({ kind: "ack", n: last, view });
      asked = false;
    }
  };
  const refresh = () => {
    if (!frame && visible && !signal.aborted) frame = requestAnimationFrame(tick);
  };
  const attach = () => {
    synced = false;
    attached = Date.now();
    send({ kind: "attach", view, tab });
  };
  const show = () => {
    const now = visible && !document.hidden;
    if (now === shown) return;
    shown = now;
    heard = Date.now();
    if (shown) attach();
    else send({ kind: "detach", view });
    refresh();
  };
  const showSaved = async () => {
    const text = model.get?.("frame");
    if (!text || last || hasFrame) return;
    hasFrame = true;
    const { message, buffers } = await readFrame(text);
    if (last) return; // the kernel was faster
    state = fold(INITIAL, unpack(message, buffers));
    if (link === "live") link = "waiting";
    refresh();
  };
  const check = () => {
    if (visible && look() !== painted) refresh(); // JupyterLab changed its theme: other colors, a moment without a style sheet
    if (!shown || !silence) return;
    const silent = Date.now() - heard;
    if (!last && silent > SAVED_AFTER) showSaved();
    const kernel = model.widget_manager?.kernel;
    const isGone = Boolean(kernel) && (kernel?.isDisposed || GONE.includes(kernel?.status ?? ""));
    if (silent < (isGone ? CHECK : silence)) return;
    if (!isGone && Date.now() - attached > retry) {
      retry = Math.min(2 * retry, MAX_RETRY);
      attach();
    }
    const now = last ? "lost" : hasFrame ? "saved" : "nothing";
    if (now === link) return;
    link = now;
    refresh();
  };

  let model_id = "";
  const keep = (/** @type {string} */ id) => {
    model_id = id;
    keepInNotebook(model, id);
  };
  const framed = () => model_id && keepInNotebook(model, model_id);
  /** @param {import("./protocol.js").WireMessage} message @param {(DataView|ArrayBuffer)[]} buffers */
  const receive = (message, buffers) => {
    heard = Date.now();
    if (link !== "live") {
      link = "live";
      if (message.kind !== "snapshot") return attach();
    }
    retry = PATIENCE;
    if (message.kind === "beat") {
      if (shown && behind(last, synced, heard - attached, message)) attach();
      return;
    }
    if (message.beat) silence = BEATS * 1000 * message.beat;
    if (message.id) keep(message.id);
    if (message.kind === "batch" && !synced) return;
    if (missing(last, message)) return attach();
    state = fold(message.kind === "snapshot" ? INITIAL : state, unpack(message, buffers, described));
    last = message.n;
    synced = true;
    asked ||= Boolean(message.ack);
    refresh();
  };
  const watcher = new IntersectionObserver(
    (entries) => {
      visible = entries[entries.length - 1].isIntersecting;
      show();
    },
    { rootMargin: "100px" },
  );
  const size = new ResizeObserver(refresh);

  model.on("msg:custom", receive);
  if (model.get) model.on("change:frame", framed);
  watcher.observe(el);
  size.observe(el);
  document.addEventListener("visibilitychange", show, { signal });
  if (!model.get) silence = 0; // a page of its own, which no kernel feeds
  send({ kind: "render", view });
  const timer = setInterval(check, CHECK);
  signal.addEventListener("abort", () => {
    model.off("msg:custom", receive);
    if (model.get) model.off("change:frame", framed);
    watcher.disconnect();
    size.disconnect();
    cancelAnimationFrame(frame);
    clearInterval(timer);
    if (shown) send({ kind: "detach", view });
  });

  return {
    refresh,
    /** Says which tab is shown: the kernel sends no elements to the others. @param {string} name */
    show(name) {
      if (name === tab) return;
      tab = name;
      if (shown) send({ kind: "show", view, tab });
    },
    /** Sends a command; returns the number that its response will carry.
     * @param {import("./events.generated.js").CommandKind} kind @param {object} [fields] */
    command(kind, fields = {}) {
      send({ kind, request: ++request, ...fields });
      return request;
    },
  };
}
