"""Docstrings as Markdown: the signature, the text, then arguments, results, errors and the example.

griffe parses the sections of Google's style. The objects are those that run, so decorated and lazy names are right.
"""

from __future__ import annotations

import inspect
import logging
import re
from typing import Any

import griffe

logging.getLogger("griffe").setLevel(logging.ERROR)  # it misses the types of arguments, which the signature has
KINDS = griffe.DocstringSectionKind
TITLES = {
    KINDS.parameters: "Arguments",
    KINDS.attributes: "Attributes",
    KINDS.returns: "Returns",
    KINDS.yields: "Yields",
    KINDS.raises: "Raises",
}


def documented(obj: Any, name: str, level: int = 2, members: tuple[str, ...] = ()) -> str:
    """The section about an object, with its members as sections below it."""
    label = name.rpartition(".")[2]
    text = f"{'#' * level} `{name}` {{ #{name.lower()} data-toc-label='{label}' }}\n\n"
    text += signature(obj, label) + docstring(obj)
    for member in members:
        text += documented(inspect.getattr_static(obj, member), f"{label}.{member}", level + 1)
    return text


def signature(obj: Any, name: str) -> str:
    """The signature as Python; nothing for a property."""
    found = obj.__func__ if isinstance(obj, staticmethod | classmethod) else obj
    if isinstance(found, property) or not callable(found):
        return ""
    try:
        parameters = list(inspect.signature(found).parameters.values())
    except ValueError:
        return ""
    shown = [_parameter(p) for p in parameters if p.name not in ("self", "cls")]
    star = [i for i, p in enumerate(parameters) if p.kind is p.KEYWORD_ONLY]
    if star and not any(p.kind is p.VAR_POSITIONAL for p in parameters):
        shown.insert(star[0] - (len(parameters) - len(shown)), "*")
    line = f"{name}({', '.join(shown)})"
    if len(line) > 88:
        line = f"{name}(\n" + "".join(f"    {each},\n" for each in shown) + ")"
    returned = "" if inspect.isclass(found) else _annotation(inspect.signature(found).return_annotation)
    return f"```python\n{line}{f' -> {returned}' if returned else ''}\n```\n\n"


def _parameter(p: inspect.Parameter) -> str:
    stars = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
    kind = _annotation(p.annotation)
    default = "" if p.default is p.empty else _default(p.default)
    middle = f": {kind}" if kind else ""
    return f"{stars}{p.name}{middle}" + (f" = {default}" if kind and default else f"={default}" if default else "")


def _default(value: Any) -> str:
    return "..." if value is ... or " at 0x" in repr(value) else repr(value)


def _annotation(annotation: Any) -> str:
    if annotation is inspect.Parameter.empty:
        return ""
    return annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)


def docstring(obj: Any) -> str:
    """The docstring: its text, then its sections."""
    found = obj.__func__ if isinstance(obj, staticmethod | classmethod) else obj
    text = ""
    for section in griffe.Docstring(inspect.getdoc(found) or "", lineno=1).parse("google"):
        if section.kind is KINDS.text:
            text += prose(section.value)
        elif section.kind is KINDS.examples:
            text += "**Example**\n\n" + "".join(
                prose(value) if kind is KINDS.text else f"```pycon\n{_without_options(value)}\n```\n\n"
                for kind, value in section.value
            )
        elif section.kind in TITLES:
            text += f"**{TITLES[section.kind]}**\n\n" + "".join(_item(item) for item in section.value) + "\n"
        else:
            text += f"**{section.title or section.kind.value}**\n\n" + prose(_text_of(section))
    return text + "\n"


def _item(item: Any) -> str:
    name = getattr(item, "name", "") or (str(item.annotation) if item.annotation is not None else "")
    about = re.sub(r"\s*\n\s*", " ", item.description)
    return f"- `{name}`: {about}\n" if name else f"- {about}\n"


def _text_of(section: Any) -> str:
    value = section.value
    return getattr(value, "contents", "") or getattr(value, "description", "") or str(value)


def prose(text: str) -> str:
    """Text with its examples (`>>>`) as blocks of code."""
    parts = re.split(r"((?:^ *>>> .*\n?(?:^ *\S.*\n?)*)+)", text.strip() + "\n", flags=re.MULTILINE)
    made = (
        f"```pycon\n{_without_options(inspect.cleandoc(part))}\n```" if ">>> " in part else part.strip()
        for part in parts
    )
    return "\n\n".join(part for part in made if part) + "\n\n"


def _without_options(example: str) -> str:
    return re.sub(r" *# doctest: .*", "", example)
