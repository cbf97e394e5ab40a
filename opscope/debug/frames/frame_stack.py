"""FrameStack: the frames of a stopped run, the variables of these frames, and the evaluation of code in a frame."""

from __future__ import annotations

import ast
import builtins
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, NamedTuple

from opscope.core.checks.number_checks import whole_number
from opscope.debug.conditions.expression import Expression
from opscope.debug.conditions.nodes import RUN_FIELDS, BuiltinName, SyntaxNode, VariableName
from opscope.debug.frames import execution
from opscope.debug.frames.execution import FrameExecution
from opscope.debug.frames.loop_counters import loop_counters
from opscope.debug.frames.python_frames import PythonFrame, frames_at_failure, running_frames, traceback_frames
from opscope.debug.frames.stack import StackFrame, stack_frames, thread_frames
from opscope.debug.frames.variables import FrameVariables, PlaceValues, array_variables, own_names, without_ipython
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.replay.program_failures import ProgramFailures
from opscope.eager.foreign.tensors import as_tracked, as_writable
from opscope.eager.tape import Tracked
from opscope.errors import ArgumentError, NotFound, RunError
from opscope.names.value_name import step_note

_ROOT = re.compile(r"[A-Za-z_]\w*")

FrameChoice = int | StackFrame  # an index into the stack, or a frame of it


class Evaluation(NamedTuple):
    """Result of the evaluation of an expression in a frame.

    If the debugger itself (not Python) has computed the value from tensors of the run, `expression` is the expression
    with the names that the tensors have in the run. `notes` contains texts that explain which variable an ambiguous
    name refers to.
    """

    value: Any
    expression: str = ""
    notes: tuple[str, ...] = ()


class FrameStack:
    """The stack of frames at the position of a navigator (the object that moves through a run).

    The thread that drives the run calls all methods. `bottom` is the code object of the function that calls the
    program. `failures` are the errors that have ended the program. The function `values` returns the known values of
    tensors at the current position. The function `other_thread` returns the thread whose stack is shown, or None if
    this is the thread that has stopped. The function `forget_copies` is called after the execution of a line, because
    the line may have written to values of the program.
    """

    def __init__(
        self,
        navigator: Navigator,
        values: Callable[[], PlaceValues],
        failures: ProgramFailures,
        other_thread: Callable[[], int | None],
        forget_copies: Callable[[], None],
        bottom: CodeType | None = None,
    ) -> None:
        self._navigator = navigator
        self._values = values
        self._failures = failures
        self._other_thread = other_thread
        self._forget_copies = forget_copies
        self.bottom = bottom

    # --- the stack ----------------------------------------------------------------------------------

    def frames(self, library: bool = False) -> list[StackFrame]:
        """Return the frames of the stack, beginning with the outermost frame."""
        if self._other_thread() is not None:
            return thread_frames(self._python_frames(), library)
        return stack_frames(self._navigator, self._python_frames(), library)

    def _python_frames(self) -> list[PythonFrame]:
        if (thread := self._other_thread()) is not None:
            return running_frames(self.bottom, thread)
        failure = self._failures.shown
        if failure is None:
            return running_frames(self.bottom)
        if failure.has_ended_code:
            return traceback_frames(failure.trace)
        return frames_at_failure(self.bottom, failure.error)

    def loop_counters(self) -> str:
        """Return the counters of the current loops as text, such as `epoch=1, i=4`.

        At past positions, the result is "", because counters are not recorded.
        """
        return "" if self._navigator.past is not None else loop_counters(self._python_frames())

    def find(self, choice: FrameChoice) -> StackFrame:
        """Return a frame of the stack. Raises NotFound if the stack has no frame with this index."""
        if isinstance(choice, StackFrame):
            return choice
        whole_number(choice, "frame")
        frames = self.frames()
        if not frames:
            raise NotFound(
                "there is no stack: nothing has run yet, or the program has ended",
                fix="call stack() while the run is paused",
            )
        if not -len(frames) <= choice < len(frames):
            raise NotFound(
                f"there is no frame {choice}: the stack has {len(frames)} frames",
                fix="pass a number from 0 (the outermost frame), or from -1 (the innermost)",
            )
        return frames[choice]

    # --- Python -------------------------------------------------------------------------------------

    def python_frame(self, choice: FrameChoice) -> PythonFrame:
        """Return the Python frame to which a frame of the stack belongs.

        If the frame of the stack is a block, return the frame of the user's function that runs the block. Raises
        NotFound.
        """
        at, python = self.find(choice), self._python_frames()
        if at.is_python:
            found = next((p for p in python if p.depth == at.depth), None)
            if found is None or found.frame.f_code.co_filename != at.path:
                raise RunError(
                    f"the frame of {at.function} no longer exists: "
                    f"{'this position is in the past' if at.depth < 0 else 'the function has ended'}",
                    fix="choose a frame from stack()",
                )
            return found
        frames = self.frames()
        outer = frames[: frames.index(at)] if at in frames else frames
        inner = next((f for f in reversed(outer) if f.is_python and f.depth >= 0), None)
        if inner is None:
            raise NotFound(
                "no Python code is running, because the program has ended", fix="print values of the run with p"
            )
        return self.python_frame(inner)

    def local_variables(self, choice: FrameChoice) -> FrameVariables:
        """Return the local variables of a frame. If the frame is a block, return the values in the block."""
        at = self.find(choice)
        if not at.is_python:
            return array_variables(self._arrays_in(at))
        if at.depth < 0:  # of a finished function only the values of its op are recorded
            return array_variables(self._arrays_at_place())
        frame = self.python_frame(at).frame
        names = own_names(frame.f_locals) if frame.f_code.co_name == "<module>" else frame.f_locals
        return self._values().describe_all(names, self._is_at_place(at))

    def _is_at_place(self, at: StackFrame) -> bool:
        """Return True if a frame belongs to the op at a past position, or to the op that has just run."""
        is_earlier = self._navigator.past is not None or self._navigator.unassigned is not None
        last = self.frames()[-1]
        return is_earlier and not at.now and (at.kind, at.path, at.line, at.depth) == (
            last.kind, last.path, last.line, last.depth
        )  # fmt: skip

    def argument_names(self, choice: FrameChoice) -> list[str]:
        """Return the names of the arguments of a frame's function."""
        code = self.python_frame(choice).frame.f_code
        stars = bool(code.co_flags & inspect.CO_VARARGS) + bool(code.co_flags & inspect.CO_VARKEYWORDS)
        return list(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount + stars])

    def global_variables(self, choice: FrameChoice) -> FrameVariables:
        """Return the global variables of a frame's function.

        If the frame is a block, return the global variables of the user's function that runs the block.
        """
        return self._values().describe_all(without_ipython(self.python_frame(choice).frame.f_globals))

    def tensors(self) -> Iterator[tuple[str, Tracked]]:
        """Yield the Tensors in variables of the user's functions, each with the name in the run.

        The Tensors of the innermost function come first. Nothing is yielded for a thread that has not stopped, because
        each thread has its own names.
        """
        if self._other_thread() is not None:
            return
        values = self._values()
        for python in reversed(self._python_frames()):
            for names in (python.frame.f_locals, python.frame.f_globals):
                tensors = [found for each in list(names.values()) if (found := as_tracked(each)) is not None]
                yield from ((name, tensor) for tensor in tensors if (name := values.name_of(tensor)))

    def tensor(self, path: str) -> Tracked | None:
        """Return the Tensor at a path such as `batches[1]` or `model.fc1.weight` in the user's variables.

        If several functions have a variable with this name, the variable of the innermost function is used. The result
        is None if there is no tensor at the path.
        """
        root = _ROOT.match(path)
        if root is None or self._other_thread() is not None:
            return None
        for python in reversed(self._python_frames()):
            for names in (python.frame.f_locals, python.frame.f_globals):
                if root[0] in names:
                    return as_writable(execution.value_of_path(path, names[root[0]]))
        return None

    def _arrays_in(self, at: StackFrame) -> dict[str, Any]:
        navigator = self._navigator
        cursor = navigator.shown_cursor
        if at.kind == "gradient" and navigator.gradient is not None:
            inner = navigator.gradient.cursor
            names = {name: inner.lookup(name) for name in inner.frames()[-1].names()}
        elif cursor is None or cursor.record.kind.interleaved:
            return self._arrays_at_place()
        else:
            levels = cursor.frames()
            level = next((each for each in reversed(levels) if each.block.idx == at.block), levels[-1])
            names = {name: level.value(name) for name in level.names()}
        return {name: value for name, value in names.items() if hasattr(value, "dtype") and value.dtype.kind != "O"}

    def _arrays_at_place(self) -> dict[str, Any]:
        cursor = self._navigator.shown_cursor
        return {} if cursor is None else dict(cursor.values_here())

    def execute(self, code: str, choice: FrameChoice) -> FrameExecution:
        """Execute a line of Python in a frame of the stack."""
        at = self.python_frame(choice)
        return self._execute(code, at)

    def _execute(self, code: str, at: PythonFrame) -> FrameExecution:
        try:
            return execution.execute(code, at.frame, ended=at.ended)
        finally:
            self._forget_copies()

    # --- expressions --------------------------------------------------------------------------------

    def evaluate(self, text: str, choice: FrameChoice, compute: Callable[[str], Any]) -> Evaluation:
        """Evaluate an expression in a frame of the stack.

        A name in the expression refers to a variable of the frame. If the frame has no such variable, the name refers
        to a value of the run. If all names in the expression are names of tensors of the run, the function `compute`
        evaluates the expression, and no op runs. In all other cases, Python evaluates the expression in the frame, with
        the values of the current position. An error during the evaluation is passed to the caller. Raises ArgumentError
        if neither `compute` nor Python can evaluate the expression.
        """
        try:
            frame, at_place = self.python_frame(choice), self._is_at_place(self.find(choice))
        except (NotFound, RunError):
            return Evaluation(compute(text), text)
        names = {**frame.frame.f_globals, **frame.frame.f_locals}
        over_tensors = self._over_tensors(text, names, at_place) if self._other_thread() is None else None
        if over_tensors is None:
            return self._evaluate_python(text, frame, names, at_place)
        try:
            return Evaluation(compute(over_tensors), over_tensors)
        except ArgumentError:  # for example `h.name`, which is not a property of an array
            try:
                return self._evaluate_python(text, frame, names, at_place)
            except Exception:  # noqa: BLE001 (the first error lists similar names)
                pass
            raise

    def _over_tensors(self, text: str, names: Mapping[str, Any], at_place: bool) -> str | None:
        """Replace the tensors in an expression by their names in the run.

        Return None if the expression reads variables that are not tensors of the run.
        """
        try:
            tree = Expression.parse(text).tree
        except ArgumentError:
            if _is_python(text):
                return None
            if _is_statement(text):
                raise ArgumentError(
                    f"{text!r} is not an expression", fix=f"a statement begins with `!`: !{text}"
                ) from None
            raise
        if not any(isinstance(node, VariableName | BuiltinName) for node in tree.walk()):
            return None
        values, foreign = self._values(), list[str]()

        def resolve(node: SyntaxNode) -> SyntaxNode:
            if isinstance(node, BuiltinName) and node.text in RUN_FIELDS and node.text in names:
                foreign.append(node.text)
            if isinstance(node, VariableName) and (root := _ROOT.match(node.text)) and root[0] in names:
                found, rest = names[root[0]], node.text[root.end() :]
                tensor = ""
                if not rest or rest.startswith("@"):
                    tensor = values.bound(root[0]) if at_place else ""
                    if not tensor and (name := values.name(found)) and values.is_current(name, found):
                        tensor = name
                if tensor:
                    return VariableName(tensor + rest, column=node.column)
                foreign.append(root[0])
            elif isinstance(node, VariableName) and node.text in vars(builtins):
                foreign.append(node.text)
            return node.map_children(resolve)

        changed = resolve(tree)
        return None if foreign else text if changed == tree else str(changed)

    def _evaluate_python(self, text: str, at: PythonFrame, names: dict[str, Any], at_place: bool) -> Evaluation:
        if execution.assigns(text):
            done = self._execute(text, at)
            if done.error is not None:
                raise done.error
            return Evaluation(done.value, "", done.notes)
        values, notes, now = self._values(), list[str](), list[str]()
        for name in (n for n in execution.names_in(text) if n in names):
            variable = values.describe(name, names[name], at_place)
            names[name] = variable.value
            notes += step_note(name, variable.tensor)
            if variable.now and not isinstance(variable.value, ModuleType | FunctionType | type):
                now.append(name)
            if name in RUN_FIELDS:
                notes.append(self._which(name, at.frame))
        if now:
            notes.append(f"now: {', '.join(now)} (the recording does not have {'them' if len(now) > 1 else 'it'})")
        return Evaluation(execution.evaluate(text, names), "", tuple(notes))

    def _which(self, name: str, frame: FrameType) -> str:
        """Return a text about a name such as `step`, which is both a variable of the frame and a name of the run."""
        kind = "local" if name in frame.f_locals and frame.f_locals is not frame.f_globals else "global"
        here = self._navigator.shown_cursor
        run = f"; the run is in step {here.record.step}, counted from 1" if name == "step" and here is not None else ""
        return f"{name} is the {kind} of {frame.f_code.co_name}{run}"


def _is_statement(text: str) -> bool:
    try:
        ast.parse(text.strip())
    except (SyntaxError, ValueError):
        return False
    return True


def _is_python(text: str) -> bool:
    try:
        execution.names_in(text)
    except (SyntaxError, ValueError):  # ValueError: null bytes
        return False
    return True
