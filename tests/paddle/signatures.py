"""Writes signatures.json, what Paddle 2.6.2 says of its functions, run by the Python that has it:

    $OPSCOPE_PADDLE tests/paddle/signatures.py

The file has each signature once, with all names that have it; values that are not literals stand as <type>.
"""

import ast
import inspect
import json
import sys
from pathlib import Path
from types import ModuleType

import paddle
import paddle.static

LEFT_OUT = {
    *("distributed", "incubate", "vision", "text", "hapi", "sparse", "quantization", "onnx", "geometric", "hub"),
    *("inference", "audio", "dataset", "reader", "sysconfig", "profiler", "cost_model", "libs", "proto", "tests"),
    *("libpaddle", "quant", "dy2static", "pir", "decomposition", "callbacks", "version", "distribution", "utils"),
}
FILE = Path(__file__).with_name("signatures.json")


def parameter(found: inspect.Parameter) -> str:
    """As in a definition: `*args`, `name=None`, a `+` before what can only be given by keyword."""
    mark = {found.VAR_POSITIONAL: "*", found.VAR_KEYWORD: "**", found.KEYWORD_ONLY: "+"}.get(found.kind, "")
    if found.default is found.empty:
        return mark + found.name
    return f"{mark}{found.name}={literal(found.default)}"


def literal(value: object) -> str:
    """As it could be read back, else what it is: `<tuple>` of classes."""
    try:
        ast.literal_eval(repr(value))
    except (ValueError, SyntaxError):
        return f"<{type(value).__name__}>"
    return repr(value)


def said(value: object) -> str:
    """The parameters, by commas; "" for what has none that Python could tell."""
    value = value.__func__ if isinstance(value, (classmethod, staticmethod)) else value
    if not callable(value):
        return ""
    try:
        return ", ".join(map(parameter, inspect.signature(value).parameters.values()))
    except (TypeError, ValueError):  # C++
        return ""


def public(name: str) -> bool:
    return not name.startswith("_")


def collect(module: ModuleType, found: dict[str, str]) -> None:
    """What a module lists or defines, functions and classes with their methods, and the modules in it."""
    listed = set(getattr(module, "__all__", ()))
    for name in filter(public, dir(module)):
        value, spelling = getattr(module, name, None), f"{module.__name__}.{name}"
        if isinstance(value, ModuleType):
            if value.__name__ == spelling and LEFT_OUT.isdisjoint(spelling.split(".")):
                collect(value, found)
            continue
        home = str(getattr(value, "__module__", ""))
        if not (home == module.__name__ or (name in listed and home.startswith("paddle"))):
            continue
        if text := said(value):
            found[spelling] = text
        if inspect.isclass(value):
            methods = {m: inspect.getattr_static(value, m) for m in vars(value) if public(m)}
            found.update({f"{spelling}.{m}": text for m, method in methods.items() if (text := said(method))})


def main() -> None:
    """Write the file."""
    found: dict[str, str] = {}
    collect(paddle, found)
    grouped: dict[str, list[str]] = {}
    for name, text in sorted(found.items()):
        grouped.setdefault(text, []).append(name.removeprefix("paddle."))
    FILE.write_text(json.dumps(grouped, indent=0, sort_keys=True) + "\n")
    sys.stdout.write(f"{len(found)} names, {len(grouped)} signatures\n")


if __name__ == "__main__":
    main()
