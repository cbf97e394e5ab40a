"""Each command is reachable from every front end, or the reason is here; and what they have, a command reaches."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

import pytest

import opscope.dap.requests
from opscope import debug, events
from opscope.commands.command_session import CommandSession
from opscope.commands.groups import load_commands
from opscope.commands.table import COMMANDS, PLACES, find, names
from opscope.dap.request_registry import HANDLERS

load_commands()
for info in pkgutil.iter_modules(opscope.dap.requests.__path__):
    importlib.import_module(f"opscope.dap.requests.{info.name}")

PROGRAM, OWN_STATE = "Python does that itself", "it is about the lines that are typed"
ON_THE_SCREEN = "the panel shows it all the time"
NOT_YET = "a cell beside the panel has it: %opscope"

# For Python the member of a run, or the reason; for the panel the event class of the request, or the reason.
EVERYWHERE: dict[str, tuple[str, str]] = {
    "next": ("next", "Next"),
    "step": ("step_in", "StepIn"),
    "finish": ("step_out", "StepOut"),
    "continue": ("cont", "Continue"),
    "until": ("run_to", "RunTo"),
    "end": ("run_to_end", "RunToEnd"),
    "nextRun": ("next_run", "NextRun"),
    "goto": ("goto", "Goto"),
    "stepBack": ("step_back", "StepBack"),
    "reverseContinue": ("reverse_continue", "ReverseContinue"),
    "backToWrite": ("back_to_write", NOT_YET),
    "backToWhen": ("back_to_when", NOT_YET),
    "nextLine": ("next", "Next"),
    "stepLine": ("step_in", "StepIn"),
    "return": ("run_to_return", NOT_YET),
    "break": ("breakpoint", "SetBreakpoint"),
    "tbreak": ("breakpoint", "SetBreakpoint"),
    "log": ("breakpoint", "SetBreakpoint"),
    "watch": ("watch", "SetBreakpoint"),
    "condition": ("set_condition", "ChangeBreakpoint"),
    "ignore": ("ignore", "ChangeBreakpoint"),
    "enable": ("enable", "ChangeBreakpoint"),
    "disable": ("enable", "ChangeBreakpoint"),
    "clear": ("clear", "ClearBreakpoint"),
    "breakpoints": ("breakpoints", ON_THE_SCREEN),
    "commands": (PROGRAM, OWN_STATE),
    "expect": ("expect", NOT_YET),
    "catch": ("catch", "SetExceptionFilters"),
    "here": ("here", ON_THE_SCREEN),
    "list": ("stack", "FetchSource"),
    "ops": ("program", "DrawGraph"),
    "where": ("stack", "FetchStack"),
    "up": ("up", "FetchVariables"),
    "down": ("down", "FetchVariables"),
    "longlist": ("stack", "FetchSource"),
    "args": ("locals", "FetchVariables"),
    "locals": ("locals", "FetchVariables"),
    "globals": ("globals", "Evaluate"),
    "execute": ("execute", "Evaluate"),
    "interact": (PROGRAM, "Evaluate"),
    "print": ("evaluate", "Evaluate"),
    "pp": ("evaluate", "Evaluate"),
    "whatis": ("evaluate", "Evaluate"),
    "source": (PROGRAM, "FetchSource"),
    "tensor": ("value", "FetchSlice"),
    "stats": ("look", "FetchDetail"),
    "inputs": ("look", "FetchOperator"),
    "outputs": ("look", "FetchOperator"),
    "info": ("look", "FetchOperator"),
    "names": ("names", ON_THE_SCREEN),
    "display": (PROGRAM, "WatchExpressions"),
    "undisplay": (PROGRAM, "WatchExpressions"),
    "why": ("why", "Explain"),
    "first": ("first", "FindFaults"),
    "risk": ("risk", NOT_YET),
    "findings": ("findings", "FindFaults"),
    "rules": ("findings", NOT_YET),
    "history": ("values", ON_THE_SCREEN),
    "steps": ("steps", ON_THE_SCREEN),
    "record": ("record", "SetRecording"),
    "threads": ("threads", "FetchStack"),
    "thread": ("select_thread", "SelectThread"),
    "set": ("set", "SetValue"),
    "attr": ("set_attr", "SetAttribute"),
    "undo": ("undo", "UndoEdit"),
    "diff": ("compare", "MeasureOperators"),
    "whatif": ("branch", "TryValue"),
    "save": ("save", NOT_YET),
    "dial": ("dial", "SetTapLevel"),
    "alias": (PROGRAM, OWN_STATE),
    "unalias": (PROGRAM, OWN_STATE),
    "help": (PROGRAM, OWN_STATE),
    "quit": ("stop", "Terminate"),
    "restart": (PROGRAM, NOT_YET),
}
# What a run or the panel has, and no command: the reason.
LIFE = {"start", "wait", "until_stopped", "pause", "state", "done", "title", "result", "error"}
OF_PYTHON = {"frame", "select", "plot", "to_parquet", "to_xarray", "summaries", "history", "report", "why_slow"}
ELSEWHERE = {"run_to_line": "until, at a line", "recording": "record", "look": "info"}
OF_THE_PANEL = {
    "Pause": "Ctrl-C",
    "SearchGraph": "ops PATTERN",
    "PinValue": "display",
    "WatchDetail": "display",
    "CheckGradients": "opscope check",
}
REASONS = {PROGRAM, OWN_STATE, ON_THE_SCREEN, NOT_YET}


def test_the_list_has_all_commands():
    assert set(EVERYWHERE) == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_everywhere_or_the_reason_is_said(name: str):
    run, panel = EVERYWHERE[name]
    assert run in REASONS or hasattr(debug.Run, run) or run == "here", run
    assert panel in REASONS or issubclass(getattr(events, panel), events.Command), panel
    command = COMMANDS[name]
    assert command.absent.keys() <= PLACES.keys() - {"prompt"}  # all are there
    if isinstance(command.python, str):
        assert run == command.python or name == "continue"
    absent = [place for place in PLACES if place in command.absent]
    assert all(len(command.absent[place]) > 8 for place in absent) and len(absent) <= 2


def test_a_run_has_nothing_that_no_command_reaches():
    reached = {run for run, _ in EVERYWHERE.values()}
    public = {name for name in dir(debug.Run(print)) if not name.startswith("_")}
    assert public - reached - LIFE - OF_PYTHON - set(ELSEWHERE) == set()


def test_the_panel_sends_nothing_that_no_command_reaches():
    sent = {cls.__name__ for cls in events.Message.registry.values() if issubclass(cls, events.Command)}
    assert sent - {panel for _, panel in EVERYWHERE.values()} - set(OF_THE_PANEL) == set()


def test_an_editor_has_the_commands_in_its_console_and_requests_for_its_buttons():
    moves = {"next": "next", "stepIn": "step", "stepOut": "finish", "stepBack": "stepBack", "continue": "continue"}
    for request, name in {**moves, "reverseContinue": "reverseContinue", "goto": "goto"}.items():
        assert request in HANDLERS and find(request).name == name  # an editor's words mean the same when typed


def test_short_names_are_those_of_one_command_only():
    assert len({name.lower() for name in names()}) == len(names())


def test_a_session_needs_nothing_of_a_terminal():
    """The commands know neither a terminal nor a notebook: any front end can give them its printer."""
    parameters: dict[str, Any] = CommandSession.__init__.__annotations__
    assert {*parameters} == {"run", "program", "printer", "front_end", "return"}
