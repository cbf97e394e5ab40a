// @ts-check
// The last state of a panel, as it is saved with the notebook (opscope/ui/saved_frame.py).

/** The message and its buffers. @param {string} text
 * @returns {Promise<{message: import("./protocol.js").WireMessage, buffers: ArrayBuffer[]}>} */
export async function readFrame(text) {
  const inflated = new Blob([decode(text)]).stream().pipeThrough(new DecompressionStream("deflate"));
  const { message, buffers } = await new Response(inflated).json();
  return { message, buffers: buffers.map(decode) };
}

/** @param {string} base64 @returns {ArrayBuffer} */
function decode(base64) {
  return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)).buffer;
}

const STATE = "application/vnd.jupyter.widget-state+json";
const TRAITS = ["_model_module", "_model_module_version", "_model_name", "_view_module", "_view_module_version", "_view_name", "_anywidget_id", "_esm", "_css", "frame"];

/** Puts the state of a panel into the notebook, which then shows it without a kernel. JupyterLab does so itself only
 * where a setting, which is off, tells it to save the states of all widgets. What belongs to no output any more goes.
 * @param {import("./channel.js").Model} model @param {string} id of the model */
export function keepInNotebook(model, id) {
  const notebook = model.widget_manager?.context?.model;
  const frame = model.get?.("frame");
  if (!frame || !notebook?.setMetadata || !notebook.getMetadata) return;
  const kept = notebook.getMetadata("widgets")?.[STATE]?.state ?? {};
  if (kept[id]?.state?.frame === frame) return;
  const outputs = JSON.stringify(notebook.toJSON().cells);
  const shown = Object.fromEntries(Object.entries(kept).filter(([other, { state }]) => !state?.frame || outputs.includes(other)));
  const state = Object.fromEntries(TRAITS.map((name) => [name, model.get?.(name)]).filter(([, value]) => value !== undefined));
  shown[id] = { model_module: state._model_module, model_module_version: state._model_module_version, model_name: state._model_name, state };
  notebook.setMetadata("widgets", { [STATE]: { version_major: 2, version_minor: 0, state: shown } });
}
