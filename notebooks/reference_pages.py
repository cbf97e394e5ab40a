"""The reference pages of the documentation, written from docstrings and from the tables that the code itself reads.

`PAGES` maps the path of each page to the function that returns its Markdown. `docstring_markdown` shows a docstring;
the tables are those that the code itself reads.
"""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import inspect
import itertools
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import opscope
from notebooks.docstring_markdown import documented, prose
from opscope import debug, errors, events, notebook, viz
from opscope.cli import parser
from opscope.cli.api.surface import surface
from opscope.commands import table as command_table
from opscope.commands.groups import load_commands
from opscope.core import user_defaults
from opscope.debug import rules
from opscope.debug.conditions import expression, grammar, predicates
from opscope.debug.disk import recording_writer
from opscope.debug.gradients.report import CheckedGradient
from opscope.debug.profile.profile import ProfileRows
from opscope.debug.profile.profile_rows import ProfileRow
from opscope.debug.profile.roofline import MachineLimits
from opscope.debug.risk.risks import RiskyElement, Unmeasured
from opscope.debug.taps import selector
from opscope.debug.why.explanation import Element, Link
from opscope.notebook import magics
from opscope.runtime import flags
from tests.api_audit import page as paddle_names

RUN_TASKS = {
    "Life": ("start", "pause", "cont", "stop", "wait", "until_stopped", "done", "save"),
    "Forwards": ("next", "step_in", "step_out", "run_to", "run_to_end", "next_run", "goto"),
    "Backwards": ("step_back", "reverse_continue", "back_to_write", "back_to_when"),
    "Stops": ("breakpoint", "watch", "expect", "catch", "breakpoints", "set_condition", "enable", "ignore", "clear"),
    "Values": (
        *("value", "evaluate", "look", "names", "values", "summaries", "program"),
        *("plot", "dial", "to_parquet", "to_xarray"),
    ),
    "Causes": ("why", "first", "risk", "findings", "why_slow", "report"),
    "Changes": ("set", "set_attr", "undo", "compare", "branch"),
    "Threads, frames and lines of Python": (
        *("stack", "frame", "select", "up", "down", "locals", "globals", "execute"),
        *("run_to_line", "run_to_return", "threads", "select_thread"),
    ),
    "Recording": ("record", "recording"),
}
RUN_ATTRIBUTES = {
    "here": "the current position (`Stopped`); None while the program runs",
    "state": "new, running, paused, finished, stopped or failed",
    "steps": "the number of finished steps",
    "history": "the events of the run, in limited memory, and its summaries as a table: `opscope.debug.History`",
    "result": "the value that the body returned",
    "error": "the error that the body raised; None without an error",
    "title": "the name of the run",
}
RESULTS = (
    *(
        "Taps",
        "Statistics",
        "History",
        "Explanation",
        "Risk",
        "Risks",
        "Checks",
        "Difference",
        "RankDifference",
        "RankFault",
        "OutlyingValue",
        "Change",
        "DifferingValue",
        "ModelDifference",
    ),
    *("Profile", "Recording", "Failure", "Selector", "EventQueue", "Session"),
)
PARTS = (
    CheckedGradient,
    Link,
    Element,
    RiskyElement,
    Unmeasured,
    ProfileRows,
    ProfileRow,
    MachineLimits,
)  # of results
FUNCTIONS = (
    "start",
    "open",
    "attach",
    "check",
    "intended",
    "diff",
    "diff_models",
    "diff_ranks",
    "profile",
    "risk",
    "statistics",
    "post_mortem",
)
VARIABLES = {
    "OPSCOPE_WATCH": "the address and the port at which `python -m opscope launch` listens to its ranks",
    "OPSCOPE_WATCH_TOKEN": "the token that ranks first send to this address",
    "OPSCOPE_WATCH_CUT_OFF": "a rank without a connection to the launcher ends after this number of seconds",
    "OPSCOPE_DAEMON": "the process of Open MPI that has started a rank on its host; set for the ranks of `--hostfile`",
    "OPSCOPE_LAUNCHED": "the number of ranks: `python -m opscope launch` sets it for each rank",
    "OPSCOPE_RANK_DEBUG": "each rank runs under the debugger: `opscope launch --debug` sets it",
    "OPSCOPE_CHECKSUMS": "steps between comparisons of parameters: `opscope launch --checksums` sets it",
    "OPSCOPE_FULL_TRACEBACK": "if set, tracebacks include the frames of opscope",
    "OPSCOPE_BUDGET": "memory of a recording, such as 64MB",
    "OPSCOPE_RATE": "summaries of each value per second; all: one in every step",
    "OPSCOPE_THEME": "the theme of reports and pages: auto, light, dark",
    "OPSCOPE_COLOR": "colors in the terminal: auto, always, never",
    "NO_COLOR": "if set and not empty, the terminal shows no colors; bold and dim text stays (no-color.org)",
    "PAGER, LESS": "the program that shows long lists, and its options (FRX)",
    "PYTHONBREAKPOINT": "`0` disables `breakpoint()`, as in Python",
    "TRAINING_ROLE, PADDLE_TRAINERS_NUM": "if set, they must request a single worker from the role makers of `fleet`",
    "CPU_NUM": "the number of places that `paddle.static.cpu_places()` returns",
    "XDG_CACHE_HOME, LOCALAPPDATA": "the folder of the file `opscope/debug-history`, the history of the prompt",
    "OPENBLAS_NUM_THREADS": "the number of BLAS threads; NumPy's BLAS reads it",
}


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table."""
    cells = [[re.sub(r"\s+", " ", str(cell)).replace("|", "\\|").strip() for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in [header, ["---"] * len(header), *cells]) + "\n"


def code(text: str, language: str = "text") -> str:
    """A block of code."""
    return f"```{language}\n{text.rstrip()}\n```\n"


def own_members(cls: type) -> tuple[str, ...]:
    """The public methods and properties that a class defines itself and documents."""
    return tuple(
        name
        for name, value in vars(cls).items()
        if not name.startswith("_") and inspect.getdoc(getattr(value, "fget", value)) and _is_code(value)
    )


def _is_code(value: Any) -> bool:
    return isinstance(value, property | staticmethod | classmethod) or inspect.isfunction(value)


def opscope_page() -> str:
    """The names of the package `opscope`."""
    pages = {"debug": "debug.md", "viz": "viz.md", "notebook": "notebook.md", "live": "notebook.md"}
    pages |= dict.fromkeys(("attach", "check", "open", "profile"), "debug.md") | {"errors": "errors.md"}
    rows = [(f"`opscope.{name}`", f"[`{target.replace(':', '.')}`]({pages[name]})") for name, target in
            sorted(opscope.OWN.items()) if name in pages]  # fmt: skip
    text = "# opscope\n\n" + code("import opscope\nfrom opscope import paddle", "py")
    text += "\n`opscope.paddle` has [Paddle's names](https://www.paddlepaddle.org.cn/documentation/docs/en/api/). "
    text += "`python -m opscope api` lists the names that exist.\n\n" + table(("name", "same as"), rows) + "\n"
    dap = importlib.import_module("opscope.dap")
    text += documented(opscope.as_paddle, "opscope.as_paddle")
    text += documented(opscope.report, "opscope.report") + documented(opscope.strict, "opscope.strict")
    for name in ("sinks", "onnx"):
        module = importlib.import_module(f"opscope.{name}")
        text += f"## `opscope.{name}`\n\n" + prose(inspect.getdoc(module) or "")
        for each in getattr(module, "__all__", None) or sorted(n for n in dir(module) if _is_public_of(module, n)):
            text += _any_documented(module, f"opscope.{name}", each)
    ranks = importlib.import_module("opscope.ranks")
    text += "## `opscope.ranks`\n\n" + prose(inspect.getdoc(ranks) or "")
    text += documented(ranks.connect, "opscope.ranks.connect", 3) + documented(ranks.watch, "opscope.ranks.watch", 3)
    cluster = importlib.import_module("opscope.notebook.rank_cluster").RankCluster
    for each in ("pause", "step", "cont", "do", "choose", "execute", "close"):
        text += documented(getattr(cluster, each), f"ranks.{each}", 3)
    return text + documented(dap.listen, "opscope.dap.listen") + documented(dap.DapListener, "opscope.dap.DapListener")


def _is_public_of(module: Any, name: str) -> bool:
    return not name.startswith("_") and callable(getattr(module, name))


def debug_page() -> str:
    """The functions of `opscope.debug`."""
    doc = inspect.getdoc(debug) or ""
    text = (
        "# opscope.debug\n\n" + doc.partition("\n")[0] + "\n\n" + code(inspect.cleandoc(doc.partition("\n\n")[2]), "py")
    )
    text += "\n`start` returns a [Run](run.md). Other pages describe the [classes of results](results.md) and the "
    text += "[rules](rules.md).\n\n"
    return text + "\n".join(documented(getattr(debug, name), f"opscope.debug.{name}") for name in FUNCTIONS)


def run_page() -> str:
    """The methods of a run by task."""
    text = "# Run\n\n" + documented(debug.Run, "opscope.debug.Run")
    text += "\n### Attributes\n\n" + table(
        ("attribute", "value"), ((f"`{n}`", about) for n, about in RUN_ATTRIBUTES.items())
    )
    for task, names in RUN_TASKS.items():
        text += f"\n## {task}\n\n" + "\n".join(
            documented(inspect.getattr_static(debug.Run, n), f"run.{n}", 3) for n in names
        )
    return text


def results_page() -> str:
    """The classes of `opscope.debug`, with their methods."""
    text = "# Results\n\nThe functions and methods of the debugger return objects of these classes.\n\n"
    for name in RESULTS:
        cls = getattr(debug, name)
        text += documented(cls, f"opscope.debug.{name}", 2, own_members(cls) if name != "Session" else ())
    text += "## Parts of results\n\n"
    return text + "".join(documented(cls, cls.__name__, 3, own_members(cls)) for cls in PARTS)


def rules_page() -> str:
    """The rules with their thresholds, and the functions of `opscope.debug.rules`."""
    text = "# Rules\n\n`rules=True`, `run.findings` and `debug.rules.review` apply these rules. [How to use them]"
    text += "(../how-to/why-it-does-not-learn.md).\n\n"
    for name, rule in rules.RULES.items():
        text += f"### {name}\n\n*{rule.severity}* · {rule.about}\n\n"
        text += f": {rule.suggestion}\n\n".replace(": ", "Try: ", 1)
        if rule.thresholds:
            rows = [(f"{float(t):.6g}", t.about, t.source) for t in rule.thresholds]
            text += table(("threshold", "of", "source"), rows) + "\n"
    text += "## Functions and classes\n\n"
    return text + "\n".join(_any_documented(rules, "opscope.debug.rules", n) for n in rules.__all__ if n.islower() or
                            n[1:].islower() or n in ("RunSummary", "TrainingGraph", "TrainingStep"))  # fmt: skip


def _any_documented(module: Any, prefix: str, name: str) -> str:
    obj = getattr(module, name)
    return documented(obj, f"{prefix}.{name}", 3, own_members(obj) if inspect.isclass(obj) else ())


def viz_page() -> str:
    """The names of `opscope.viz`."""
    text = (
        "# opscope.viz\n\nDraw programs: Program → Graph → SVG. The colors and sizes are the same as in the panel.\n\n"
    )
    return text + "\n".join(_any_documented(viz, "opscope.viz", name) for name in viz.__all__)


def notebook_page() -> str:
    """The magics, and the names of `opscope.notebook`."""
    text = "# Notebook\n\n`%load_ext opscope` loads the magics.\n\n## %%opscope\n\n"
    text += code(magics.cell_parser().format_help()) + "\n## %opscope\n\n" + code(magics.line_parser().format_help())
    text += "\n## %opscope check\n\n" + code(magics.check_parser().format_help()) + "\n## Names\n\n"
    return text + "\n".join(_any_documented(notebook, "opscope.notebook", name) for name in notebook.__all__)


def command_line_page() -> str:
    """The help of each subcommand."""
    top = parser()
    (choices,) = [a for a in top._actions if isinstance(a, argparse._SubParsersAction)]
    text = "# Command line\n\n" + code(_help(top))
    return text + "".join(f"\n## opscope {name}\n\n" + code(_help(each)) for name, each in choices.choices.items())


def _help(of: argparse.ArgumentParser) -> str:
    of.formatter_class = lambda prog: argparse.HelpFormatter(prog, width=100)
    return of.format_help()


def prompt_page() -> str:
    """The commands of the prompt, by group."""
    load_commands()
    text = "# The prompt\n\nThese commands work at the prompt of `python -m opscope debug`, after `%opscope` in "
    text += "notebooks, and after a `%` in the console of an editor. You can shorten a name if it stays unique. "
    text += "At the prompt, Enter repeats "
    text += "a step. Tab completes. `;;` separates commands. `help NAME` shows these texts.\n"
    for group in command_table.GROUPS:
        text += f"\n## {group.capitalize()}\n\n"
        for one in (c for c in command_table.COMMANDS.values() if c.group == group):
            short = f" ({', '.join(f'`{s}`' for s in one.short)})" if one.short else ""
            text += f"**`{one.form}`**{short}\n\n{one.summary}\n\n{command_details(one)}\n"
            text += "".join(f"Not in {command_table.PLACES[place]}: {why}.\n\n" for place, why in one.absent.items())
    return text


def command_details(one: command_table.NamedCommand) -> str:
    """What `help` says below the first line of a command: sentences as text, examples as code."""
    calls = (one.name, *one.short)

    def is_example(line: str) -> bool:
        return bool(re.search(r"^ |\S {2,}\S", line)) or line.partition(" ")[0] in calls

    text = ""
    for example, lines in itertools.groupby(filter(None, one.details.splitlines()), is_example):
        said = "\n".join(lines)
        text += code(said) if example else f"{said}\n"
        text += "\n"
    return text


def conditions_page() -> str:
    """Patterns, the grammar of conditions, predicates and functions."""
    doc = inspect.getdoc(selector) or ""
    text = "# Patterns and conditions\n\n## Patterns\n\nPatterns select values for taps, breakpoints and rules.\n\n"
    text += code(doc.partition("\n\n")[2]) + "\n## Expressions\n\n" + code(inspect.getdoc(expression) or "")
    text += "\nThe grammar: " + (inspect.getdoc(grammar) or "").partition("\n\n")[2] + "\n"
    text += "\nIf a breakpoint is on a line of Python, its condition is a Python expression. "
    text += "It is evaluated in the frame of the line.\n"
    text += '\n## Predicates\n\nA predicate tests one value: `watch("h", "max_gt(3)")`.\n\n'
    text += table(("predicate", "holds if"), ((f"`{a}`", b) for a, b in predicates.predicates()))
    text += "\n## Functions\n\nCall a function as `max(h)` or `h.max()`.\n\n"
    return text + table(("function", "returns"), ((f"`{a}`", b) for a, b in expression.functions()))


def errors_page() -> str:
    """The classes of errors."""
    doc = (inspect.getdoc(errors) or "").partition("\n\n")[2]
    tree = doc[doc.index("OpscopeError\n") :].partition("\n\n")[0]
    text = "# Errors\n\nEvery error is an `OpscopeError`. "
    text += "It is also the built-in type that Paddle raises in the same case.\n\n"
    text += code("    " + tree).replace("\n    ", "\n") + "\n"
    text += "For the solution to an error, see [error texts](../error-texts.md).\n\n"
    rows = [
        (f"`{name}`", (inspect.getdoc(cls) or "").partition("\n\n")[0])
        for name, cls in inspect.getmembers(errors, inspect.isclass)
        if issubclass(cls, Warning | errors.OpscopeError)
    ]
    return text + table(("class", "meaning"), rows)


def wire_page() -> str:
    """Events and commands with their fields."""
    messages = events.Message.registry.values()
    text = "---\nsearch:\n  exclude: true\n---\n"  # names of events would come before the pages on their subjects
    text += "# Events and commands\n\nA run and its views exchange these messages. The sinks of a run get the events. "
    text += "`opscope.events.to_json(event)` writes an event as a line of JSON. `kind` is the name of its class.\n"
    for title, base in (("Events", events.Event), ("Commands", events.Command)):
        text += f"\n## {title}\n"
        for cls in (c for c in messages if issubclass(c, base)):
            text += f"\n### {cls.__name__}\n\n{inspect.getdoc(cls)}\n\n"
            fields = [f for f in dataclasses.fields(cls) if f.name != "request" or base is events.Event]
            if fields:
                text += table(
                    ("field", "type", "default"), [(f"`{f.name}`", f"`{f.type}`", _default(f)) for f in fields]
                )
    return text


def _default(field: Any) -> str:
    return "" if field.default is dataclasses.MISSING else f"`{field.default!r}`"


def recordings_page() -> str:
    """The format of recordings."""
    doc = (inspect.getdoc(recording_writer) or "").partition("\n\n")[2]
    return (
        "# The format of recordings\n\n`run.save(folder)` and `to=folder` write this format. "
        "`opscope.debug.open(folder)` reads it. The lines are JSON, so other programs can also read it.\n\n" + code(doc)
    )


def environment_page() -> str:
    """Environment variables."""
    first, _, rest = (inspect.getdoc(user_defaults) or "").partition("\n\n")
    table_of_file, _, about = rest.rpartition("\n\n")
    text = f"# Environment variables and defaults\n\n## Defaults\n\n{first}\n\n"
    text += code(inspect.cleandoc(table_of_file), "toml") + f"\n{about}\n\n## Variables\n\n"
    text += table(("variable", "effect"), ((f"`{n}`", a) for n, a in VARIABLES.items()))
    text += (
        "\nVariables `FLAGS_*` set Paddle's flags when `opscope.paddle` is imported. These flags have an effect:\n\n"
    )
    rows = [(f"`FLAGS_{name}`", f"`{default!r}`") for name, (default, _) in flags._EFFECTIVE.items()]
    return text + table(("flag", "default"), rows) + "\nAll other flags are stored and have no effect.\n"


def paddle_names_page() -> str:
    """Every name of Paddle's that exists, with the parameters that are refused or ignored."""
    return paddle_names.page(surface())


PAGES: dict[str, Callable[[], str]] = {
    "reference/opscope.md": opscope_page,
    "reference/debug.md": debug_page,
    "reference/run.md": run_page,
    "reference/results.md": results_page,
    "reference/rules.md": rules_page,
    "reference/viz.md": viz_page,
    "reference/notebook.md": notebook_page,
    "reference/command-line.md": command_line_page,
    "reference/prompt.md": prompt_page,
    "reference/patterns-and-conditions.md": conditions_page,
    "reference/errors.md": errors_page,
    "reference/wire.md": wire_page,
    "reference/recordings.md": recordings_page,
    "reference/environment.md": environment_page,
    "reference/paddle-names.md": paddle_names_page,
}
