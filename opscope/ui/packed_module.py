"""Packing of a widget's code and style into a module that unpacks itself.

A notebook that contains the packed module is smaller by a third.
"""

from __future__ import annotations

import base64
import json
import re
import zlib

# A front end imports a widget's code from a blob; this module does the same. DecompressionStream: browsers since 2023.
# The style is in each view, not in the document's head: some front ends show a view in a shadow tree.
_UNPACK = """\
const packed = Uint8Array.from(atob("{packed}"), (c) => c.charCodeAt(0));
const code = new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
const url = URL.createObjectURL(new Blob([await code], {{ type: "text/javascript" }}));
const module = await import(/* webpackIgnore: true */ /* @vite-ignore */ url);
URL.revokeObjectURL(url);
export default () => {{
  const widget = module.default();
  const render = (view) => {{
    const style = document.createElement("style");
    style.textContent = module.style;
    view.el.append(style);
    return widget.render(view);
  }};
  return {{ ...widget, render }};
}};
"""

_LAYOUT = re.compile(r"/\*.*?\*/|\n\s*|(?<=[:,]) | (?=\{)|;(?=\s*\})", re.DOTALL)  # comments and spaces of CSS


def packed_module(source: str, style: str) -> str:
    """Return the packed module of a widget from its code `source` (without imports) and the CSS rules `style`.

    The default export of `source` is a function that returns an object. The method `render` of this object is called
    with a view, whose `el` is the element to fill.
    """
    text = f"{source}\nexport const style = {json.dumps(_LAYOUT.sub('', style))};\n"
    return _UNPACK.format(packed=base64.b64encode(zlib.compress(text.encode("utf-8"), 9)).decode("ascii"))
