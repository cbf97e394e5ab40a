"""The examples that the documentation shows: ```python blocks of README and pages, and the >>> lines of docstrings.

A block stands alone: whoever copies one can run it. Blocks of other kinds (pycon, bash) are not run.
"""

import ast
import doctest
import importlib
import itertools
import re
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
PAGES = ROOT / "notebooks" / "docs"
PARSER = doctest.DocTestParser()
TOKEN = re.compile(r"-?\d+(?:\.\d*)?(?:e[+-]?\d+)?|\w+|[^\w\s]")


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
    """README's ```python blocks as one example: they are read, and run, one after the other."""
    blocks = examples_in(README)
    return [blocks[0]._replace(code="\n\n".join(block.code for block in blocks))] if blocks else []


def page_examples() -> list[Example]:
    """Every ```python block of the documentation's pages."""
    return [example for path in sorted(PAGES.rglob("*.md")) for example in examples_in(path)]


def examples_in(path: Path) -> list[Example]:
    """Every ```python block of a file; none where the file is missing, which test_docs reports."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    blocks = re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [Example(text.count("\n", 0, block.start(1)) + 1, block[1], path) for block in blocks]


def not_printed(code: str, printed: str) -> list[str]:
    """Return the lines, shown as comments behind a call of print, that the code has not printed.

    The end of a line may be "...", and a line "..." stands for any number of them.
    """
    waiting = [" ".join(line.split()) for line in printed.splitlines()]
    missing: list[str] = []
    shown = code.splitlines()
    for statement in ast.parse(code).body:
        if not (isinstance(statement, ast.Expr) and ast.unparse(statement).startswith("print(")):
            continue
        for comment in itertools.takewhile(lambda line: line.startswith("#"), shown[statement.end_lineno :]):
            text = " ".join(comment[1:].split())
            fits = [i for i, line in enumerate(waiting) if _agree(text, line)]
            if text != "...":
                missing += [] if fits else [text]
                waiting = waiting[fits[0] + 1 :] if fits else waiting
    return missing


def _agree(shown: str, printed: str) -> bool:
    """Compare two lines, of which the first may end with "...": numbers may differ as those of two machines do."""
    pairs = zip(parts := TOKEN.findall(shown.removesuffix("...")), others := TOKEN.findall(printed), strict=False)
    is_complete = len(parts) == len(others) or (len(parts) < len(others) and shown.endswith("..."))
    return is_complete and all(one == other or _are_close(one, other) for one, other in pairs)


def _are_close(one: str, other: str) -> bool:
    try:
        return "." in one + other and bool(np.isclose(float(one), float(other), 1e-3, 1e-6))
    except ValueError:
        return False


def table_snippets(path: Path) -> list[Example]:
    """The calls in the tables of a page, as inline code.

    `("grad:h")` behind `run.breakpoint("h")` is another call of the same function, `.records()` behind
    `run.history.to_frame()` another method of the same object.
    """
    found: list[Example] = []
    for line, row in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        called = ""
        for code in re.findall(r"`([^`]+)`", row) if row.startswith("|") else ():
            owner = called.rpartition(".")[0] if code.startswith(".") else called if code.startswith("(") else ""
            whole = owner + code
            try:
                tree = ast.parse(whole, mode="eval").body
            except SyntaxError:
                continue
            if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Attribute):
                called = ast.unparse(tree.func)
                found.append(Example(line, whole, path))
    return found


def training() -> dict[str, Any]:
    """The names that examples of the debugger use: `train` trains a net for five steps, `run` is its recorded run.

    `run` stands in step 3, before the mean of the loss's squares.
    """
    import opscope
    from opscope import debug, paddle, sinks, viz

    paddle.enable_static()
    program, startup, scope = paddle.static.Program(), paddle.static.Program(), paddle.static.Scope()
    with paddle.static.program_guard(program, startup):
        x = paddle.static.data("x", [None, 4], "float32")
        hidden = paddle.tanh(paddle.static.nn.fc(x, 3))
        loss = paddle.mean(paddle.square(hidden))
        paddle.optimizer.SGD(0.1).minimize(loss)
    exe = paddle.static.Executor()

    def train() -> None:
        exe.run(startup, scope=scope)
        for step in range(1, 6):
            exe.run(program, feed={"x": np.full((2, 4), step, "float32")}, fetch_list=[loss], scope=scope)

    run = debug.start(train)
    run.wait()
    run.goto(3, "op:square")
    names = {"train": train, "run": run, "exe": exe, "program": program, "loss": loss}
    return names | {"np": np, "opscope": opscope, "debug": debug, "paddle": paddle, "sinks": sinks, "viz": viz}


def model_file(folder: Path) -> dict[str, Any]:
    """Write `model.onnx`, y = relu(x @ weight), and return the names that examples about it use."""
    onnx = pytest.importorskip("onnx")
    pytest.importorskip("onnxruntime")
    helper, floats = onnx.helper, onnx.TensorProto.FLOAT
    nodes = [helper.make_node("MatMul", ["x", "weight"], ["h"]), helper.make_node("Relu", ["h"], ["y"])]
    ends = [[helper.make_tensor_value_info(name, floats, ["batch", size])] for name, size in (("x", 4), ("y", 3))]
    weight = onnx.numpy_helper.from_array(np.ones((4, 3), "float32"), "weight")
    graph = helper.make_graph(nodes, "net", *ends, [weight])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(model, folder / "model.onnx")
    return {"images": np.ones((2, 4), "float32"), "onnx": importlib.import_module("opscope.onnx")}


def docstring_examples() -> list[doctest.DocTest]:
    """Read from the source, because doctest's own finder does not look into ops (they are not functions)."""
    examples: list[doctest.DocTest] = []
    for file in sorted((ROOT / "opscope").rglob("*.py")):
        path = file.relative_to(ROOT)
        module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
        source = file.read_text()
        for node in ast.walk(ast.parse(source)) if ">>> " in source else ():
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                name = f"{module}.{getattr(node, 'name', '')}".rstrip(".")
                text = ast.get_docstring(node, clean=False) or ""
                line = node.body[0].lineno - 1 if node.body else 0
                examples.append(PARSER.get_doctest(text, {"__name__": module}, name, str(path), line))
    return [example for example in examples if example.examples]
