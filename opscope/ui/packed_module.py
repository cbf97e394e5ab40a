"""A JavaScript module as a module that unpacks itself, half as long: each notebook saves the code of its panels."""

from __future__ import annotations

import base64
import zlib

# A front end makes a blob of a widget's code and imports that; so does this. DecompressionStream: browsers since 2023.
_UNPACK = """\
const packed = Uint8Array.from(atob("{packed}"), (c) => c.charCodeAt(0));
const code = new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
const url = URL.createObjectURL(new Blob([await code], {{ type: "text/javascript" }}));
const module = await import(/* webpackIgnore: true */ /* @vite-ignore */ url);
URL.revokeObjectURL(url);
export default module.default;
"""


def packed_module(source: str) -> str:
    """A module with the same default export as `source`, which imports nothing and has no other export."""
    return _UNPACK.format(packed=base64.b64encode(zlib.compress(source.encode("utf-8"), 9)).decode("ascii"))
