"""What README and the documentation's pages name in backticks or at a prompt exists: names, calls, commands, flags.

A span in backticks is right if one reading of it is: Python, a command of the shell, of `%opscope` or of the prompt, an
option, a path, a pattern, a word. What is none of these is one of `EXCEPTIONS`, each with its reason. Blocks of Python
run in `test_docs`; of the other blocks the lines with commands are read here.
"""

import ast
import builtins
import contextlib
import dataclasses
import functools
import inspect
import io
import itertools
import keyword
import logging
import pdb
import re
import shlex
import tomllib
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import opscope
from opscope import debug, paddle, sinks, viz
from opscope.cli import parser
from opscope.cli.subcommands import load_subcommands
from opscope.commands import table as command_table
from opscope.commands.groups import load_commands
from opscope.core import user_defaults
from opscope.debug.navigation.breakpoint_table import Breakpoint
from opscope.debug.rules.consequences import NAN_WATCH
from opscope.debug.session.finding_feed import FAILURE
from opscope.debug.taps.selector import TYPES_OF_FUNCTIONS, Selector
from opscope.errors import OpscopeError
from opscope.ir.compat import op_types
from opscope.notebook import line_commands, magics
from opscope.notebook.live import Live
from opscope.ops.registry import REGISTRY
from opscope.runtime import flags
from tests.examples import PAGES, README, ROOT, training

pytest.importorskip("nbconvert")
from notebooks import reference_pages

fluid = paddle.fluid
TEXTS = {p: p.read_text(encoding="utf-8") for p in (README, *sorted(PAGES.rglob("*.md")))}
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHELL = re.compile(r"(?:python -m opscope|(?<![\w/.'\"-])opscope) ([a-z]+\b[^\n#`)]*)")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

# Words of examples and of other software, which this project does not define.
EXCEPTIONS = {
    # names that the examples give to things of their user
    "h*": "values", "dy": "a gradient", "scaled": "a value", "ctx": "a PyLayer's context", "x < 0": "where a kink is",
    "outs[2]": "a value", "d['k']": "a value", "past": "a recording", "relu_3": "a generated name",
    "del x": "a line of the user", "except ... as x": "a line of the user",
    "hidden = self.fc1(x)": "a line of the user", "self.fc1.weight": "a parameter", "table@GRAD": "a gradient",
    "table@GRAD@ROWS": "rows of a gradient", "table@GRAD@VALUES": "values of these rows", "NAME@GRAD": "a gradient",
    "Net.forward": "a function", "train.py:20": "a line", "/0/MatMul": "a node", "write(event)": "a method to define",
    "function:Net.forward": "a place", "hidden@GRAD": "a gradient", "hidden.grad": "a gradient", "x.grad": "a gradient",
    "fc1.weight.grad": "a gradient", "fc1.weight@GRAD": "a gradient", "fc1.w*": "a pattern",
    "/act/Exp": "a node", "net.fc1.weight": "a parameter", "fc1.weight": "a parameter", "tanh_3": "a generated name",
    "tanh_3@STEP@2": "a value of a step", "mean_4@STEP@3": "a value of a step",
    "tanh_0.tmp_0": "a generated name", "fc_0.w_0": "a generated name", "linear_0.w_0_moment1_0": "a generated name",
    "tanh_3 (hidden)": "a value in a list", "fc*": "a pattern", "c_allreduce_sum": "an operator of ranks",
    "c_broadcast": "an operator of ranks", "ranks/rank-N": "a folder",
    "python -m opscope.paddle.distributed.launch --nproc_per_node 2 train.py": "a module with Paddle's arguments",
    "op:Swish_grad": "of the class in that page",
    # text that is typed into the panel, or printed
    "0, :3": "indices", "0.5": "a value", "?": "a key", "-inf": "a value",
    "step 12 (epoch=1, i=4)": "what a stop shows",
    "4 values, 2 with NaN or Inf, finished after 300 steps": "what the panel's line shows",
    "0 values, loss is NaN or Inf, finished after 300 steps": "what the panel's line shows",
    "GreedyEmbeddingHelper": "what is not there", "SelectedRows": "Paddle's class", "static_input": "a method",
    "paddle.*": "all names", "paddle.static.*": "all names", "paddle.nn.*": "all names", "paddle.base.*": "all names",
    "paddle.fluid.*": "all names", "set_trace()": "of IPython",
    "unclear": "an answer of check", "<prefix>.opscope.json": "any prefix",
    'format="paddle"': "save_inference_model takes it in **kwargs, as Paddle's has other ones", 'format="opscope"': "",
    # other software
    "--junitxml": "an option of pytest", "marimo run --headless": "marimo", "pytest -m gpu": "pytest",
    "tensorboard --logdir runs": "TensorBoard", "ssh -L": "ssh", "ssh -L 8888:localhost:8888 server": "ssh",
    "jupyter.widgetScriptSources": "a setting of VS Code", "output.enable_custom_widget_manager()": "of Colab",
    '"type": "opscope"': "a line of launch.json", ".figure.savefig(\"curves.pdf\")": "matplotlib's",
    "%debug": "a magic of IPython, which opscope completes", "%load_ext opscope": "a magic of IPython",
    'dap.adapters.opscope = {type = "executable", command = "python", args = {"-m", "opscope", "dap"}}': "Lua",
    "AttributeError: 'Program' object has no attribute 'current_block'": "Paddle's text",
    "No module named 'paddle.fluid'": "Paddle's text",
    "ValueError: Currently, we can only get name of Value from DataOp/...": "Paddle's text",
    "TypeError: exp(): argument (position 1) must be Value, but got Variable": "Paddle's text",
    # files
    "recording.json": "in a recording's folder",
    "build/demo.html": "`make demo` writes it", "build/docs": "`make docs` writes it",
    "OPSCOPE_SCREENSHOT=notebooks/images pytest tests/browser": "a variable of the tests",
}  # fmt: skip


class Said(NamedTuple):
    """A piece of a page that names something."""

    page: Path
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT).as_posix()}:{self.line}: {self.text}"


def spans() -> Iterator[Said]:
    """What stands in backticks outside of blocks; a line break is a space."""
    for page, text in TEXTS.items():
        plain = FENCE.sub(lambda block: "\n" * block[0].count("\n"), text)
        for found in re.finditer(r"`([^`]+)`", plain):
            line = plain.count("\n", 0, found.start()) + 1
            if not (page.name == "error-texts.md" and re.match(r"\| $", plain[found.start() - 2 : found.start()])):
                yield Said(page, line, " ".join(found[1].split()))  # the first cells there are texts of errors


def blocks(*languages: str) -> Iterator[Said]:
    """The lines of blocks."""
    for page, text in TEXTS.items():
        for block in FENCE.finditer(text):
            if block[1] in languages:
                first = text.count("\n", 0, block.start(2)) + 1
                for number, line in enumerate(block[2].splitlines()):
                    yield Said(page, first + number, line)


# --- Python -------------------------------------------------------------------------------------------

MODULES = {"opscope": opscope, "debug": debug, "paddle": paddle, "viz": viz, "sinks": sinks, "fluid": fluid,
           "static": paddle.static, "nn": paddle.nn, "nets": fluid.nets,
           "np": np, "logging": logging, "dataclasses": dataclasses, "pdb": pdb,
           "pytest": pytest}  # fmt: skip
OWNERS = (
    *(debug.Run, debug.Taps, debug.History, debug.Profile, debug.Explanation, debug.Difference, debug.rules.Finding),
    *(debug, viz, sinks, opscope, opscope.onnx, Breakpoint, reference_pages.ProfileRows, builtins),
    *(paddle, paddle.static, paddle.static.nn, paddle.nn, paddle.nn.functional, paddle.autograd, paddle.vision.ops),
    *(paddle.optimizer, paddle.optimizer.SGD, paddle.optimizer.lr, paddle.Tensor, paddle.static.Program),
    *(fluid, fluid.layers, fluid.nets),
)
OBJECTS = {"profile": debug.Profile, "seen": debug.Profile, "taps": debug.Taps, "exe": paddle.static.Executor,
           "weight": paddle.Tensor}  # fmt: skip
MISSING = object()


@pytest.fixture(scope="module")
def run() -> Any:
    """A run whose attributes the pages' `run` has."""
    run = Live(training()["train"]).start()
    run.wait()
    return run


def member(owner: Any, name: str) -> Any:
    """An attribute of an object; of a class what its property or method returns or is; MISSING if there is none."""
    found = inspect.getattr_static(owner, name, MISSING) if inspect.isclass(owner) else getattr(owner, name, MISSING)
    if isinstance(found, property):
        return returned(found.fget)
    return getattr(owner, name, MISSING) if inspect.isclass(owner) and found is not MISSING else found


def returned(function: Any) -> Any:
    """The class that a function's annotation names; the class itself of a class; None if it is not known."""
    if inspect.isclass(function):
        return function
    try:
        cls = typing.get_type_hints(function).get("return")
    except (NameError, TypeError):  # names of `if TYPE_CHECKING:`
        name = getattr(function, "__annotations__", {}).get("return", "")
        cls = getattr(debug, str(name).rpartition(".")[2], None)
    if isinstance(cls, typing.TypeVar) or "Self" in str(cls):
        return inspect._findclass(function) if inspect.isfunction(function) else None
    return cls if inspect.isclass(cls) else None


class Reader(ast.NodeVisitor):
    """Looks up the names and arguments of a piece of Python: counts the `known` ones, and lists the `wrong` ones."""

    def __init__(self, run: Any):
        self.objects = MODULES | OBJECTS | {"run": run}
        self.meant: dict[ast.AST, Any] = {}  # None: a thing of the user, of which nothing is known
        self.known = 0
        self.wrong: list[str] = []

    def generic_visit(self, node: ast.AST) -> None:
        super().generic_visit(node)  # first the parts
        if isinstance(node, ast.Name):
            self.means(node, self.objects.get(node.id))
        elif isinstance(node, ast.Attribute):
            if (owner := self.meant.get(node.value)) is not None:
                self.means(node, member(owner, node.attr))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            for each in node.names:
                source = f"{node.module}.{each.name}" if isinstance(node, ast.ImportFrom) else each.name
                self.visit(ast.parse(source.replace("paddle.fluid", "fluid"), mode="eval").body)
        elif isinstance(node, ast.Call):
            self.call(node)

    def means(self, node: ast.AST, found: Any) -> None:
        self.meant[node] = None if found is MISSING else found
        self.known += found is not None
        if found is MISSING:
            self.wrong.append(ast.unparse(node))

    def call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        function = self.meant.get(node.func)
        functions = [f for o in OWNERS if callable(f := getattr(o, name, None))] if function is None else [function]
        is_theirs = function is None and isinstance(node.func, ast.Attribute)  # a method of a thing of the user
        if functions and not is_theirs and not any(accepts(each, node) for each in functions):
            self.wrong.append(ast.unparse(node))
        self.known += bool(functions)
        if function is not None:
            self.meant[node] = returned(getattr(function, "__wrapped__", function))


def accepts(function: Any, node: ast.Call) -> bool:
    """Whether a function has the keywords of a call, and a place for each of its other arguments."""
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):  # of builtins
        return True
    kinds = [p.kind for p in parameters.values()]
    places = sum(kind in (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD) for kind in kinds)
    return (inspect.Parameter.VAR_POSITIONAL in kinds or len(node.args) <= places) and (
        inspect.Parameter.VAR_KEYWORD in kinds or all(k.arg is None or k.arg in parameters for k in node.keywords)
    )


def read(code: str, run: Any) -> Reader:
    """What a piece of Python names. Raises SyntaxError."""
    reader = Reader(run)
    reader.visit(ast.parse(code))
    return reader


def is_python(text: str, run: Any) -> bool:
    """A call, an attribute or a statement, of names that exist: `run.goto(3)`, `sinks.logger`, `.records()`."""
    if text.startswith("("):  # more arguments of run.breakpoint, in its row
        text = f"run.breakpoint{text}"
    elif text.startswith("@"):
        text += "\ndef f(): ..."
    elif text.startswith(("with ", "for ")):
        text = f"{text.rstrip(':')}: ..."
    elif text.startswith("."):
        text = f"_{text}"
    try:
        reader = read(text, run)
    except SyntaxError:
        return False
    return reader.known > 0 and not reader.wrong


def is_argument(text: str) -> bool:
    """A keyword argument of a public function, or a key of the defaults: `disk=`, `on_error=True`, `theme = "dark"`."""
    found = re.fullmatch(r"(\w+)( ?)= ?(.*)", text)
    if found is None:
        return False
    if found[2]:
        return found[1] in user_defaults.UserDefaults._fields
    functions = [f for o in OWNERS if o is not builtins for _, f in inspect.getmembers(o, callable)]
    return any(found[1] in parameters_of(f) for f in functions)


def parameters_of(function: Any) -> set[str]:
    try:
        return set(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return set()


# --- words --------------------------------------------------------------------------------------------


@functools.cache
def words() -> set[str]:
    """Names of the API, operators, rules, extras, packages, commands, and the parameters of Paddle's functions."""
    found = {name for owner in (*OWNERS, debug.Run(print)) for name in dir(owner)}
    found |= {
        *MODULES,
        *REGISTRY.ops,
        *debug.rules.RULES,
        *(NAN_WATCH, FAILURE),
        *load_subcommands(),
        *line_commands.TABLE.own,
        *keyword.kwlist,
    }
    found |= {*keyword.kwlist}
    found |= {name for owner in OWNERS if inspect.ismodule(owner) for _, f in inspect.getmembers(owner, callable)
              for name in parameters_of(f)}  # fmt: skip
    extras = PROJECT["optional-dependencies"]
    packages = [*PROJECT["dependencies"], *itertools.chain.from_iterable(extras.values())]
    return found | {*extras, *(re.match(r"[\w.-]+", each)[0] for each in packages)}


def is_word(text: str) -> bool:
    """One of `words`."""
    return text in words()


def is_prompt_command(text: str) -> bool:
    """A line of the prompt, with its whole name or its short one, and the `=` that it needs."""
    load_commands()
    if text.startswith("!"):
        return True
    word, _, rest = text.partition(" ")
    if word.lower() not in map(str.lower, command_table.names()):
        return False
    return not rest or "=" not in command_table.find(word).usage or "=" in rest


def is_pattern(text: str) -> bool:
    """`op:tanh`, `*@GRAD`, `at:train.py:20`."""
    if ":" not in text and "*" not in text:
        return False
    with contextlib.suppress(OpscopeError):
        if text.startswith("op:"):
            return is_operator(text.removeprefix("op:"))
        return Selector.parse(text).kind != "name" or "@" in str(Selector.parse(text)) or text == "*_grad"
    return False


def is_operator(kind: str) -> bool:
    """A type of operators, in Paddle's words or in ours; also of a gradient."""
    forward = kind.removesuffix("_grad")
    return op_types.op_name(forward) in REGISTRY or forward in TYPES_OF_FUNCTIONS.values() or forward == "py_func"


def is_level_or_text(text: str) -> bool:
    """`"health"`: a level of taps."""
    return text.strip('"') in {"health", "statistics", "record", "off"} and text.startswith('"')


# --- commands -----------------------------------------------------------------------------------------


def wrong_command(text: str) -> str:
    """What the command line says about the words after `opscope`; empty if it takes them."""
    said = io.StringIO()
    words = shlex.split(re.sub(r"[\[\]]", "", text))
    try:
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said):
            parser().parse_args(words)
    except SystemExit as e:
        return said.getvalue() if e.code else ""
    return ""


def is_shell(text: str) -> bool:
    """A command of opscope's, pip's or make's; variables of the environment may stand before it."""
    if found := re.fullmatch(r"(?:\w+=\S+ )*(?:python -m )?opscope( .*)?", text):
        return (found[1] or "").strip() in load_subcommands() or not wrong_command(found[1] or "")
    if text.startswith("make "):
        return is_target(text.split()[1])
    if text.startswith("pip install "):
        return set(re.findall(r"\[(\w+)\]", text)) <= set(PROJECT["optional-dependencies"])
    return bool(re.fullmatch(r"(OPSCOPE|FLAGS|OPENBLAS)_\w+(=.*)?", text)) and is_variable(text.partition("=")[0])


def is_target(word: str) -> bool:
    return bool(re.search(rf"^\.PHONY:.*\b{word}\b", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


def is_option(text: str) -> bool:
    """An option of a subcommand or of a magic, alone or with a value."""
    if not text.startswith("-"):
        return False
    flag, *values = text.split()
    for each in (*subparsers(), magics.cell_parser(), magics.line_parser(), magics.check_parser()):
        for action in each._actions:
            if flag in action.option_strings and (not values or not action.choices or values[0] in action.choices):
                return bool(values) <= (action.nargs != 0)
    return False


def subparsers() -> list[Any]:
    (choices,) = [a for a in parser()._actions if a.choices is not None]
    return list(choices.choices.values())


def is_magic(text: str) -> bool:
    """`%%opscope ...` or `%opscope ...`."""
    kind, _, rest = text.partition("opscope")
    rest = rest.replace(" ...", " x").strip()
    try:
        if kind == "%%":
            magics.cell_parser().parse_line(rest)
            return True
        return kind == "%" and is_line_command(rest)
    except magics.UsageError:
        return False


def is_line_command(text: str) -> bool:
    """What stands behind `%opscope`."""
    words = [word for word in text.split(" ") if word != "--code"]
    name, rest = words[0], " ".join(words[1:])
    if name in ("", "--help", "check", "debug"):
        return True
    try:
        command = line_commands.find(name, rest)
        command.arguments(rest, "notebook")
        return line_commands.is_own(command) or is_prompt_command(f"{command.name} {rest}".strip())
    except OpscopeError:
        return False


def is_variable(name: str) -> bool:
    """A variable of the environment, or one of Paddle's flags."""
    if name.startswith("FLAGS_"):
        with contextlib.suppress(OpscopeError):
            return name in flags.get_flags([name])
    return name in ", ".join(reference_pages.VARIABLES).split(", ")


def is_path(text: str) -> bool:
    """A file or folder of the repository, or a kind of files that the code knows."""
    if re.fullmatch(r"\.\w+", text):
        return bool(re.search(rf"{re.escape(text)}\b", source_of(ROOT / "opscope")))
    return bool(re.fullmatch(r"[\w./-]+", text)) and (ROOT / text).exists() and text.split("/")[0] != "build"


# --- the tests ----------------------------------------------------------------------------------------


READINGS = (is_word, is_shell, is_magic, is_option, is_argument, is_pattern, is_level_or_text, is_path)


def exists(said: Said, run: Any) -> bool:
    """Whether one reading of a span is right; commands of the prompt and of `%opscope` count on pages about them."""
    return (
        said.text in EXCEPTIONS
        or any(is_right(said.text) for is_right in READINGS)
        or is_python(said.text, run)
        or (says_prompt(said.page) and is_prompt_command(said.text))
        or ("%opscope" in TEXTS[said.page] and is_line_command(said.text))
        or ("console" in TEXTS[said.page] and said.text[0] == "%" and is_prompt_command(said.text[1:]))
    )


def says_prompt(page: Path) -> bool:
    """Whether a page has commands of the prompt."""
    text = " ".join(TEXTS[page].split()).lower()
    return "python -m opscope debug" in text or "at the prompt" in text


def test_what_stands_in_backticks_exists(run: Any):
    said = list(spans())
    assert len(said) > 600
    wrong = [str(each) for each in said if not exists(each, run)]
    assert not wrong, "\n" + "\n".join(wrong)


def test_each_exception_is_on_a_page_and_needed(run: Any):
    said = {each.text: each for each in spans()}
    assert set(EXCEPTIONS) <= set(said)
    needless = [text for text in EXCEPTIONS if any(is_right(text) for is_right in READINGS) or is_python(text, run)]
    assert not needless


WRONG = """
run.gotoo(3) | run.goto(3, place=2) | run.history.to_sheet() | debug.diff(a, b).to_yaml() | run.bak | run.undo(2)
debug.attach(exe).tap('h', levels=2) | sinks.wandb(1) | to_feather() | viz.draw(p, rows=[]) | h.men() | debug.chek
paddle.nn.Linnear | from opscope import sink | @opscope.debug.intend('x') | import opscope.fluids | opscope.profil
opscope dbg train.py | python -m opscope debug --stop train.py | make site | pip install '.[gpu]'
%opscope hop 3 | %opscope next many | %%opscope --taps h | --trace-file x | --against torch | jmp 3
disc= | on_failure=True | them = "dark" | OPSCOPE_BUDGETS=1 | FLAGS_check_nans=1 | tests/no.py | .pdm
op:tanhh | role:back | on:train.py:20 | stepp | rq h | set h 0 | "summary" | dead-unit
"""


@pytest.mark.parametrize("text", re.split(r" \| |\n", WRONG.strip()))
def test_what_does_not_exist_is_found(text: str, run: Any):
    assert not exists(Said(PAGES / "how-to" / "find-a-nan.md", 1, text), run)


def test_commands_in_blocks_are_accepted(run: Any):
    wrong, checked = [], 0
    for said in blocks("", "bash"):
        line = re.sub(r"\s+#.*", "", said.text.removeprefix("$ "))
        if found := SHELL.search(line):
            told = wrong_command(found[1])
        elif line.startswith("%"):
            told = "" if line == "%load_ext opscope" or is_magic(line) else "no such magic"
        elif line.startswith("(opscope) "):
            told = "" if is_prompt_command(line.removeprefix("(opscope) ")) else "no such command"
        elif line.startswith(("make ", "pip install ")):
            told = "" if is_shell(line) else "no such target or extra"
        elif line.startswith(">>> "):
            told = ", ".join(read(line.removeprefix(">>> "), run).wrong)
        else:
            continue
        checked += 1
        wrong += [f"{said}: {told}"] if told else []
    assert checked > 25
    assert not wrong, "\n" + "\n".join(wrong)


def test_defaults_that_are_shown_are_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    shown = [block[2] for text in TEXTS.values() for block in FENCE.finditer(text) if block[1] == "toml"]
    assert shown
    monkeypatch.chdir(tmp_path)
    for text in shown:
        (tmp_path / user_defaults.FILE).write_text(text, encoding="utf-8")
        assert user_defaults.user_defaults() != user_defaults.UserDefaults()


def test_python_that_is_only_shown_uses_names_that_exist(run: Any):
    """Blocks of Python that cannot run by themselves are called `py`."""
    found = [(page, block[2]) for page, text in TEXTS.items() for block in FENCE.finditer(text) if block[1] == "py"]
    assert len(found) > 1
    assert not [(page, wrong) for page, code in found if (wrong := read(code, run).wrong)]


def test_operators_and_variables_are_known_wherever_they_are_named():
    for page, text in TEXTS.items():
        assert not [
            name for name in re.findall(r"\bop:(\w+)", text) if not is_operator(name) and f"op:{name}" not in EXCEPTIONS
        ], page
        variables = re.findall(r"\b(?:OPSCOPE|FLAGS)_\w+", text)
        assert not [name for name in variables if not is_variable(name) and name not in source_of(ROOT / "tests")], page


@functools.cache
def source_of(folder: Path) -> str:
    """The Python files of a folder, without this one."""
    return "".join(path.read_text("utf-8") for path in folder.rglob("*.py") if path != Path(__file__))
