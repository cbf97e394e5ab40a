"""Parser of the arguments of prompt commands. The parser does not evaluate Python code."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from opscope.debug.conditions import nodes
from opscope.debug.conditions.expression import Expression
from opscope.debug.conditions.nodes import SyntaxNode
from opscope.errors import ArgumentError
from opscope.names.value_name import value_name


def integer(text: str, default: int | None = None) -> int:
    """Parse a whole number.

    If there is a `default`, the text may be empty, and the number must be at least 1. Raises ArgumentError for any
    other text.
    """
    if not text and default is not None:
        return default
    if not (text.isascii() and text.isdigit()) or (default is not None and int(text) < 1):
        raise ArgumentError(f"{text!r} is not a {'whole' if default is None else 'positive whole'} number")
    return int(text)


def resolve_names(text: str, known: Collection[str], names: Mapping[str, str]) -> str:
    """Replace the script's own names in an expression by the names of the program's variables.

    >>> resolve_names("loss.mean() > 2 * h@GRAD", ["h"], {"loss": "mean_0.tmp_0"})
    'mean_0.tmp_0.mean() > 2 * h@GRAD'
    """

    def resolve(node: SyntaxNode) -> SyntaxNode:
        if isinstance(node, nodes.VariableName) and node.text not in known:
            return nodes.VariableName(resolve_name(node.text, known, names))
        return node.map_children(resolve)

    tree = Expression.parse(text).tree
    changed = resolve(tree)
    return text if changed == tree else str(changed)


def resolve_name(text: str, known: Collection[str], names: Mapping[str, str]) -> str:
    """Return the name of the variable that the script calls `text`, or of its gradient.

    Return other names unchanged.
    """
    name = value_name(text)
    own = any(spelling in known for spelling in (text, name.base, str(name)))
    return text if own or name.base not in names else names[name.base] + name.gradient


def expand_alias(text: str, words: list[str]) -> str:
    """Replace %1, %2 and %* in the text of an alias by the typed words. Append the words that are not used.

    >>> expand_alias("p %1.mean()", ["h"]), expand_alias("n", ["3"]), expand_alias("p %*", ["a", "+", "b"])
    ('p h.mean()', 'n 3', 'p a + b')
    """
    if "%*" in text:
        return text.replace("%*", " ".join(words))
    used = [number for number in range(9, 0, -1) if f"%{number}" in text]
    if used and max(used) > len(words):
        raise ArgumentError(f"this alias needs {max(used)} words after its name", fix=text)
    for number in used:
        text = text.replace(f"%{number}", words[number - 1])
    rest = words[max(used, default=0) :]
    return " ".join([text, *rest])
