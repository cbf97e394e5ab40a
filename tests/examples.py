"""The examples that the documentation shows: ```python blocks of README and pages, and the >>> lines of docstrings.

A block stands alone: whoever copies one can run it. Blocks of other kinds (pycon, bash) are not run.
"""

import ast
import doctest
import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
PAGES = ROOT / "notebooks" / "docs"
PARSER = doctest.DocTestParser()


class Example(NamedTuple):
    line: int
    code: str
    path: Path = README

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT).as_posix().removeprefix('notebooks/docs/')}:{self.line}"

    @property
    def script(self) -> str:
        """The code at its line of the page, so that a traceback points there."""
        return "\n" * (self.line - 1) + self.code


def readme_examples() -> list[Example]:
    """Every ```python block of README."""
    return examples_in(README)


def page_examples() -> list[Example]:
    """Every ```python block of the documentation's pages."""
    return [example for path in sorted(PAGES.rglob("*.md")) for example in examples_in(path)]


def examples_in(path: Path) -> list[Example]:
    """Every ```python block of a file; none where the file is missing, which test_docs reports."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    blocks = re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [Example(text.count("\n", 0, block.start(1)) + 1, block[1], path) for block in blocks]


def docstring_examples() -> list[doctest.DocTest]:
    """Read from the source, because doctest's own finder does not look into ops (they are no functions)."""
    examples: list[doctest.DocTest] = []
    for file in sorted((ROOT / "opscope").rglob("*.py")):
        path = file.relative_to(ROOT)
        module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                name = f"{module}.{getattr(node, 'name', '')}".rstrip(".")
                text = ast.get_docstring(node, clean=False) or ""
                line = node.body[0].lineno - 1 if node.body else 0
                examples.append(PARSER.get_doctest(text, {"__name__": module}, name, str(path), line))
    return [example for example in examples if example.examples]
