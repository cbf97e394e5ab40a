"""Commands that move the run forwards and backwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, NamedTuple

from opscope.commands import operator_context
from opscope.commands.arguments import integer
from opscope.commands.command_session import CommandSession
from opscope.commands.grammar import Kind
from opscope.commands.kinds import Condition, Count, OperatorSpec, StepNumber, ValueName, complete_operator
from opscope.commands.known_names import KnownNames
from opscope.commands.plain_text import Text
from opscope.commands.python_call import PythonCall
from opscope.commands.table import command
from opscope.debug.lines.code_breakpoint import CodeBreakpoint, is_code_spec
from opscope.debug.navigation.goals import operator_predicate
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.replay.known_programs import KnownPrograms
from opscope.debug.session.breakpoint_text import first_pattern
from opscope.errors import ArgumentError, RunError
from opscope.events import Continue

FORWARDS, BACKWARDS = "forwards", "backwards"


def repeated(method: str) -> Callable[..., Sequence[PythonCall]]:
    """Return a function that takes a count, and returns a list with `count` calls of the run's method `method`."""
    return lambda count=1: [PythonCall(f"run.{method}")] * count


def _goto_calls(step: int, op: str = "") -> Sequence[PythonCall]:
    return [PythonCall("run.goto", (step, _operator(op)) if op else (step,))]


def _until_calls(op: str = "") -> Sequence[PythonCall]:
    return [PythonCall("run.run_to", (_operator(op),)) if op else PythonCall("run.run_to_line")]


def _operator(text: str) -> int | str:
    return int(text) if text.isdigit() else text


@command("next", "n", group=FORWARDS, repeatable=True, python="next")
def go_next(debugger: CommandSession, count: Count = 1) -> None:
    """Execute the next operator, or the next line.

    At an operator, execute it with its blocks, and stop before the operator that follows. After the last operator,
    stop at the end of the run, and then in the next run. At a line of Python, for example after `breakpoint()`,
    stop at the next line of this function or of its caller. Operators between the two lines are executed. `next 5`
    repeats this five times, but stops early at a breakpoint. Enter repeats the command. `nextLine` steps by lines
    even from an operator.
    """
    debugger.go(debugger.run.next, count)


@command("step", "s", "stepIn", group=FORWARDS, repeatable=True, python=repeated("step_in"))
def go_step(debugger: CommandSession, count: Count = 1) -> None:
    """Step into a block, a gradient's rule, or a call.

    cond, while and static_pylayer have blocks. A `*_grad` operator consists of a few operators, which are executed
    one by one. At other operators, `step` does the same as `next`. At a line of Python, stop at the very next line,
    even in a called function, or at the next operator, whichever comes first. Enter repeats the command.
    """
    debugger.go(debugger.run.step_in, count)


@command("finish", "o", "out", "stepOut", group=FORWARDS, repeatable=True, python="step_out")
def go_out(debugger: CommandSession) -> None:
    """Leave this block, function, or run of the program.

    In the rule of a gradient, stop after the operator that has this rule. At a line of Python, stop after the return
    of this function; `return` stops before it.
    """
    debugger.go(debugger.run.step_out)


@command("continue", "c", "cont", group=FORWARDS, python="cont")
def go_on(debugger: CommandSession) -> None:
    """Continue to the next breakpoint, or to the end.

    If the shown place is in the past, continue first through the recorded steps, and then with the program itself.
    Ctrl-C pauses the run.
    """

    def on() -> None:
        answer = debugger.run.ask(Continue, None)
        if not answer.ok:
            raise RunError(answer.text)
        debugger.run.until_stopped()

    debugger.go(on)


class MoveTarget(NamedTuple):
    """Target of a move: a line of this function, a line of Python anywhere, or a pattern of operators."""

    line: int = 0
    code: str = ""
    pattern: str = ""


def _target(names: KnownNames, text: str) -> MoveTarget:
    here = names.run.here
    if text.isdigit() and here is not None and here.at_line:
        return MoveTarget(line=integer(text))
    return MoveTarget(code=text) if is_code_spec(text) else MoveTarget(pattern=names.pattern(text))


BELOW = MoveTarget()
OperatorOrLine = Annotated[MoveTarget, Kind("OP|LINE", str, _target, complete_operator, first_pattern)]


@command("until", "unt", "advance", group=FORWARDS, python=_until_calls)
def go_until(debugger: CommandSession, target: OperatorOrLine = BELOW) -> None:
    """Continue to an operator or a line.

    until                  at a line of Python: a later line of this function, which leaves a loop; or after its return
    until 17               at a line: line 17 or a later line of this function; at an operator: operator 17
    until op:tanh          the next tanh
    until at:train.py:20   an operator that was made on this line
    until loss             the operator that writes this variable
    until train.py:20      this line of Python, the next time that it is reached
    """
    here = debugger.run.here
    if target.code:
        debugger.run.breakpoint(target.code, once=True)
        go_on(debugger)
    elif target.pattern:
        debugger.ask(lambda navigator: _check_operator(debugger, navigator, target.pattern))
        debugger.go(lambda: debugger.run.run_to(target.pattern))
    elif here is not None and here.at_line:
        debugger.go(lambda: debugger.run.run_to_line(target.line))
    else:
        raise ArgumentError(
            "until needs an operator or a line",
            fix="for example: until 17 (the number of an operator or a line), or until op:tanh",
        )


@command("end", "e", group=FORWARDS, python="run_to_end")
def go_to_end(debugger: CommandSession) -> None:
    """Continue to the end of this run.

    The results of the run are not yet stored. You can inspect all values that the run has computed.
    """
    debugger.go(debugger.run.run_to_end)


@command("nextRun", "nr", "next-run", group=FORWARDS, repeatable=True, python=repeated("next_run"))
def go_next_run(debugger: CommandSession, count: Count = 1) -> None:
    """Continue to the first operator of the next run.

    A run of any program counts: a startup program, a step, an evaluation. Enter repeats the command.
    """
    debugger.go(debugger.run.next_run, count)


@command(
    "goto", "g", group=FORWARDS, python=_goto_calls,
    instead="`steps` lists the steps; `continue` goes on from the past to the present",
)  # fmt: skip
def go_to(debugger: CommandSession, step: StepNumber, op: OperatorSpec = "") -> None:
    """Go to a step, in the past or in the future.

    Steps count from 1. A stop also shows the counters of the script's own loops: step 12 (epoch=1, i=4).

    goto 3           step 3, before its first operator
    goto 3 op:mean   step 3, before its mean
    """
    debugger.go(lambda: debugger.run.goto(step, op or -1))


@command(
    "stepBack", "rn", "rs", "back", "reverse-next", "reverse-step", group=BACKWARDS, repeatable=True, python="step_back"
)
def go_back(debugger: CommandSession, count: Count = 1) -> None:
    """Go back to the last executed operator.

    The program itself does not go back: opscope computes the earlier values again, bit for bit the same. `next` and
    `continue` go forward again. Enter repeats the command.
    """
    debugger.go(debugger.run.step_back, count)


@command(
    "reverseContinue", "rc", "reverse", "reverse-continue", group=BACKWARDS, repeatable=True, python="reverse_continue"
)
def go_back_to_breakpoint(debugger: CommandSession) -> None:
    """Go back to the last place of a breakpoint.

    This is the last place at which a breakpoint would have stopped the run. If there is no such place, the run goes
    back to the beginning of the recording. Enter repeats the command.
    """
    debugger.go(debugger.run.reverse_continue)
    here = debugger.run.here
    lines = [each for each in debugger.run.breakpoints if isinstance(each, CodeBreakpoint) and each.enabled]
    if lines and here is not None and here.past and here.reason == "entry":
        numbers = ", ".join(str(each.number) for each in lines)
        debugger.render(
            Text(
                f"the past has no lines of Python, so breakpoint {numbers} cannot stop there. Use b at:FILE:LINE",
                "dim",
            )
        )


@command("backToWrite", "rw", group=BACKWARDS, repeatable=True, python="back_to_write")
def go_back_to_write(debugger: CommandSession, name: ValueName = "") -> None:
    """Go back to the last write of a variable.

    After a stop at a NaN, `rw NAME` shows the operator that made the NaN. Without a name, the command uses the
    variable of the watchpoint at which the run has stopped. Enter repeats the command.
    """
    written = name or _stopped_at(debugger)
    debugger.go(lambda: debugger.run.back_to_write(written))


@command("backToWhen", "rwhen", group=BACKWARDS, python="back_to_when")
def go_back_to_when(debugger: CommandSession, condition: Condition) -> None:
    """Go back to where a condition last became true.

    rwhen loss > 2
    rwhen isnan(h).any()
    """
    debugger.go(lambda: debugger.run.back_to_when(condition))


def _check_operator(debugger: CommandSession, navigator: Navigator, op: str) -> None:
    """Raise NotFound if no known program has the operator. Otherwise, the run would continue to its end."""
    here = navigator.cursor
    if here is not None and "foresee" in here.can and here.record.step:  # else other operators will follow
        KnownPrograms(debugger.names.programs, complete=True).require_operator(op, operator_predicate(op))


def _stopped_at(debugger: CommandSession) -> str:
    """Return the variable of the data breakpoint at this stop."""
    here = debugger.run.here
    found: list[str] = []
    if here is not None and here.reason == "data breakpoint":
        found = debugger.ask(
            lambda n: [name for name in ([] if n.cursor is None else operator_context.written(n.cursor)) if name]
        )
    if here is None or not found:
        raise ArgumentError("backToWrite needs the name of a variable", fix="for example: rw loss")
    return next((name for name in found if name in here.text), found[0])
