"""The grammar of commands: made from signatures, it parses, refuses, shows the syntax and completes."""

from __future__ import annotations

import inspect

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opscope.commands.grammar import Kind, grammar_of
from opscope.commands.groups import load_commands
from opscope.commands.kinds import (
    AssignmentLater,
    BreakpointNumber,
    Count,
    Limit,
    OperatorSpec,
    StepNumber,
    Times,
    ValuePattern,
)
from opscope.commands.table import COMMANDS
from opscope.errors import ArgumentError

load_commands()
TYPED = list(COMMANDS.values())


def jump(session: object, step: StepNumber, op: OperatorSpec = "") -> None: ...
def switch(session: object, *numbers: BreakpointNumber) -> None: ...
def move(session: object, count: Count = 1) -> None: ...
def skip(session: object, number: BreakpointNumber, times: Times = 0) -> None: ...
def change(session: object, text: AssignmentLater) -> None: ...
def listed(session: object, pattern: ValuePattern = "", limit: Limit = 50) -> None: ...


def test_a_signature_is_the_syntax():
    usages = {f: g.usage for f in (jump, switch, move, skip, change, listed) for g in [grammar_of(f)]}
    assert usages == {jump: "STEP [OP]", switch: "N ...", move: "[COUNT]", skip: "N [COUNT]"} | {
        change: "NAME[slice] = EXPR",
        listed: "[PATTERN] [LIMIT]",
    }


@given(st.integers(0, 10**9), st.sampled_from(["", "op:tanh", "at:cell [3]:5", "17"]))
def test_words_are_parsed_by_their_kinds(step: int, op: str):
    assert grammar_of(jump).parse("jump", f"{step} {op}".strip()) == [step, *([op] if op else [])]


@given(st.lists(st.integers(0, 99), min_size=1))
def test_a_last_argument_may_come_several_times(numbers: list[int]):
    assert grammar_of(switch).parse("switch", " ".join(map(str, numbers))) == numbers


@pytest.mark.parametrize(
    "function, text, problem",
    [
        (jump, "", r"jump takes STEP \[OP\], not nothing"),
        (jump, "x", "'x' is not a whole number"),
        (switch, "", "switch takes N ..., not nothing"),
        (move, "2 3", r"move takes \[COUNT\], not '2 3'"),
        (move, "0", "'0' is not a positive whole number"),
        (move, "²", "'²' is not a positive whole number"),
        (skip, "1 2 3", r"skip takes N \[COUNT\], not '1 2 3'"),
    ],
)
def test_what_does_not_fit_is_refused(function, text: str, problem: str):
    with pytest.raises(ArgumentError, match=problem):
        grammar_of(function).parse(function.__name__, text)


@pytest.mark.parametrize("command", TYPED, ids=lambda command: command.name)
def test_a_command_without_words_is_parsed_or_says_what_it_takes(command):
    needs = any(argument.is_required for argument in command.grammar.arguments)
    if needs:
        with pytest.raises(ArgumentError, match=f"^{command.name} (takes .*, not nothing|needs an? .*)"):
            command.arguments("", "notebook" if "prompt" in command.absent else "prompt")
    else:
        assert command.arguments("", "notebook" if "prompt" in command.absent else "prompt") == []


@pytest.mark.parametrize("text, found", [("h* 5", ["h*", 5]), ("500", ["", 500]), ("*@GRAD", ["*@GRAD"]), ("", [])])
def test_an_argument_in_the_middle_may_be_left_out(text: str, found: list[object]):
    assert grammar_of(listed).parse("listed", text) == found


def test_what_lacks_is_named():
    with pytest.raises(ArgumentError, match="change needs a variable and a value"):
        grammar_of(change).parse("change", "h 0")


class Typed:
    """What may be typed at a run that does not exist."""

    names = frame_names = programs = displays = staticmethod(lambda: ["h"])
    steps = staticmethod(lambda: (1, 3))
    breakpoints = staticmethod(lambda: [7])


def test_each_word_is_completed_by_its_kind():
    jumps, switches = grammar_of(jump), grammar_of(switch)
    assert [*jumps.complete(Typed(), [])] == ["3", "2", "1"]
    assert [[*switches.complete(Typed(), ["7"] * words)] for words in range(3)] == [["7"]] * 3


@pytest.mark.parametrize("command", TYPED, ids=lambda command: command.name)
def test_every_command_has_a_grammar_of_kinds(command):
    """No command takes the raw text of its line: 34 once parsed it themselves."""
    assert all(isinstance(each.kind, Kind) for each in command.grammar.arguments)
    parameters = list(inspect.signature(command.function).parameters)
    assert "rest" not in parameters
