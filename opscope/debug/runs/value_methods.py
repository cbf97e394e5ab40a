"""Methods of a run that inspect, explain and change values."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from opscope.core.checks.argument_checks import require_kind
from opscope.core.checks.number_checks import positive_number
from opscope.core.place import to_host
from opscope.core.tracebacks import hides_frames_of_methods
from opscope.debug.conditions.expression import Expression
from opscope.debug.drivers.frame_driver import FrameDriver
from opscope.debug.frames.frame_stack import FrameChoice
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.navigation.run_editor import ValueDifference
from opscope.debug.replay.editor import Editor
from opscope.debug.risk.risk_measurement import ABOVE, measure
from opscope.debug.risk.risks import Risks
from opscope.debug.rules.findings import Findings
from opscope.debug.runs.thread_methods import ThreadMethods
from opscope.debug.session.option_checks import patterns, step_number, step_numbers
from opscope.debug.session.place_expressions import value_here
from opscope.debug.session.recorded_program import program_of
from opscope.debug.session.session import Session
from opscope.debug.session.what_if import Branch, branch
from opscope.debug.taps.event_history import History
from opscope.debug.values import place_values, value_tables
from opscope.debug.values.place_values import ValueReport
from opscope.debug.values.summaries import record_here, record_of, summaries
from opscope.debug.why.explanation import Explanation
from opscope.debug.why.first_not_finite import FirstValue
from opscope.debug.why.here import explain_here, first_not_finite
from opscope.errors import ArgumentError
from opscope.events import ValueSeen
from opscope.ir.program.program import Program
from opscope.names.value_name import Named, given_name

R = TypeVar("R")


@hides_frames_of_methods
class ValueMethods(ThreadMethods):
    """Values at the position of a stopped run: inspection, explanation, and replay with other values."""

    session: Session
    history: History

    @property
    def _driver(self) -> FrameDriver:
        raise NotImplementedError

    @property
    def _navigator(self) -> Navigator:
        raise NotImplementedError

    @property
    def _not_started(self) -> bool:
        raise NotImplementedError

    # --- inspecting ------------------------------------------------------------------------------------

    def value(self, name: Named) -> Any:
        """Return the value of a variable at this position. The variable can be in a block that has already ended.

        Args:
            name: the variable, its name, or its name in your code: `hidden`, `self.fc1.weight`, `outs[2]`.

        Returns:
            A NumPy copy.

        Raises:
            NotFound: no value has this name at the position.

        Example:
            >>> run.value("x").shape
            (2, 4)
        """
        return self._call(lambda: to_host(place_values.find_value(self._navigator, given_name(name))).copy())

    def look(self, name: Named) -> ValueReport:
        """Describe the value of a variable: its statistics, its line in your code, and the operators that use it.

        Args:
            name: name of the variable in the program, or in your code.

        Returns:
            A report. You can print the report, or read its fields.

        Raises:
            NotFound: no value has this name at the position.

        Example:
            >>> print(run.look("x"))
            x...
        """
        return self._call(lambda: place_values.describe_value(self._navigator, given_name(name)))

    def names(self) -> list[str]:
        """Return the names of the variables that have a value at this position.

        Returns:
            The names.

        Example:
            >>> "x" in run.names()
            True
        """
        return self._call(lambda: place_values.value_names(self._navigator))

    def evaluate(self, expression: str, frame: FrameChoice | None = None) -> Any:
        """Evaluate an expression at the current position.

        Args:
            expression: an expression that reads values and facts of the run: `h[0, :3].mean()`, `w@GRAD.norm()`,
                `step`.
            frame: a frame in `stack()`, or the index of a frame. If a frame is given, opscope looks for names first in
                the variables of this frame, and any Python expression is allowed: `len(batch)`,
                `self.fc.weight.shape`. Errors of the expression are raised.

        Returns:
            A number or an array; None if a name has no value yet.

        Raises:
            ArgumentError: the expression cannot be parsed, or has an unknown variable.

        Example:
            >>> run.evaluate("x.max() + step")
            6.0
        """
        if frame is not None:
            require_kind(expression, str, "evaluate takes a text")
            return self._call(lambda: self._frames.evaluate(expression, frame, self.evaluate)).value
        parsed = Expression.parse(expression)
        return self._call(lambda: value_here(self._driver, parsed))

    def values(self, name: Named, steps: Iterable[int] | None = None) -> dict[int, Any]:
        """Return the value that a variable has at the end of each step.

        Values that the history does not contain are recomputed.

        Args:
            name: name of the variable in the program, or in your code.
            steps: numbers of the steps; None: all steps in the history.

        Returns:
            NumPy copies of the values, by step.

        Raises:
            ArgumentError: the numbers of the steps are not whole numbers.
            NotFound: a step is not in the history, or the name has no value.

        Example:
            >>> [float(x.max()) for x in run.values("x", [1, 5]).values()]
            [1.0, 5.0]
        """
        named, wanted = given_name(name), step_numbers(steps)
        return self._call(
            lambda: {s: to_host(v).copy() for s, v in place_values.values_by_step(self._navigator, named, wanted)}
        )

    def to_xarray(self, *names: Named, steps: Iterable[int] | None = None) -> Any:
        """Return values by step as an xarray.Dataset. Each name is a variable with the dims `step`, `NAME_0`, ...

        Args:
            names: names of variables in the program, or in your code.
            steps: numbers of the steps; None: all steps in the history.

        Returns:
            The Dataset; it has NaN in steps in which a name has no value.

        Raises:
            NotFound: a step is not in the history, or a name has no value.
            ArgumentError: no name is given, or the shapes of a value differ between steps.
            MissingPackage: xarray is not installed.

        Example:
            >>> run.to_xarray("x", "loss").x.mean("x_1")                              # doctest: +SKIP
        """
        return value_tables.dataset(self._values_of(names, steps))

    def to_parquet(self, path: str | os.PathLike[str], *names: Named, steps: Iterable[int] | None = None) -> None:
        """Write values by step to a Parquet file that has a row for each step.

        The first column is `step`. For each name, the file has two columns: `NAME` has the elements as a list, row
        after row, and `NAME.shape` has the shape. In steps in which a name has no value, both columns are null.

        Args:
            path: path of the file; an existing file is replaced.
            names: names of variables in the program, or in your code.
            steps: numbers of the steps; None: all steps in the history.

        Raises:
            NotFound: a step is not in the history, or a name has no value.
            ArgumentError: no name is given, or Parquet cannot store the numbers (complex numbers).
            MissingPackage: pyarrow is not installed.
            OSError: the file cannot be written.

        Example:
            >>> run.to_parquet("values.parquet", "loss", "fc_0.w_0@GRAD")             # doctest: +SKIP
        """
        value_tables.write_parquet(path, self._values_of(names, steps))

    def _values_of(self, names: Sequence[Named], steps: Iterable[int] | None) -> dict[str, dict[int, Any]]:
        if not names:
            raise ArgumentError("the name of a value is missing", fix='pass a name, for example "loss"')
        wanted = None if steps is None else list(steps)
        return {name: self.values(name, wanted) for name in map(given_name, names)}

    def why(self, name: Named | None = None, index: Sequence[int] | None = None) -> Explanation:
        """Explain a value at this position: return the chain of operators that leads back to the first cause.

        The chain goes through operators, blocks and gradients. From a parameter, the chain goes to the steps that have
        updated the parameter. The chain ends at a feed, a constant, a value from outside the run, or the operator that
        has made the NaN.

        Args:
            name: name of the value. None: the NaN or Inf at which the run has stopped. After the run, None means the
                first NaN or Inf of the history.
            index: position of the element to explain, with a number for each axis. None: an element that is NaN or
                Inf; without such an element, the element with the largest magnitude.

        Returns:
            The explanation. Print the returned explanation, or call its method `.graph()`.

        Raises:
            NotFound: no value has this name; or no name is given and no value is NaN or Inf.
            ArgumentError: the index is out of range.

        Example:
            >>> run.why("x", (0, 0)).cause.value
            3.0
        """
        named = None if name is None else given_name(name)
        if index is not None and not isinstance(index, Iterable):
            raise ArgumentError(f"an index must be a number for each axis, not {index!r}", fix="pass index=(0, 3)")
        return self._call(lambda: explain_here(self._navigator, named, index))

    def first(self, condition: str = "nan") -> FirstValue | None:
        """Find the first NaN or Inf in the whole history. The result does not depend on the current position.

        Harmless NaN and Inf, as `watch` defines them, are ignored.

        Args:
            condition: "nan".

        Returns:
            The value, its step and its operator; None if no value has a harmful NaN or Inf.

        Raises:
            ArgumentError: `condition` is not "nan"; for other conditions, use `back_to_when`.

        Example:
            >>> run.first("nan") is None
            True
        """
        if condition != "nan":
            raise ArgumentError(
                f"first() accepts only the condition 'nan', which finds NaN and Inf, not {condition!r}",
                fix="call first()" if condition == "inf" else "call back_to_when(condition)",
            )
        return self._call(lambda: first_not_finite(self._navigator))

    @property
    def findings(self) -> Findings:
        """Findings of the rules in the recorded steps.

        If the run has the option `rules=True`, the rules have made the findings during the run. A stop at
        `watch("nan")` is also a finding (`nan-watch`), and the error that has ended the run is a finding
        (`run-failed`). In a long recording, the rules examine the first steps, and then steps at longer and longer
        intervals. The rules about losses, however, examine every step. See `debug.rules`.
        """
        if self._not_started:
            return Findings([])
        return self._call(lambda: self.session.findings.all())

    def program(self, step: int | None = None) -> Program:
        """Return the program that the run executes at the current position, or the program of a given step.

        For eager code, the program contains the operators that were called in the step.

        If there is no current position, the program of the last recorded step is returned. `viz.draw(run, step=20)`
        draws the program of step 20 with its values.

        Args:
            step: number of the step; None: the step of the current position.

        Returns:
            The program.

        Raises:
            NotFound: no step is recorded, or the step is not in the history.

        Example:
            >>> "reduce_mean" in [operator.type for operator in run.program().operators]
            True
        """
        number = None if step is None else step_number(step)
        find = record_here if number is None else (lambda navigator: record_of(navigator, number))
        return self._call(lambda: program_of(self.session, find(self._navigator)))

    def summaries(self, step: int | None = None) -> dict[str, ValueSeen]:
        """Compute the statistics of all values in the order of the operators, at the current position or in a step.

        opscope computes the values again, so no tap is necessary.

        Args:
            step: number of the step. None: the values that exist at the current position, as `value` returns them; if
                there is no current position, the values of the last step.

        Returns:
            Summaries with min, max, mean, std, nan, inf and so on, by name.

        Raises:
            NotFound: the step is not in the history.

        Example:
            >>> run.summaries(3)["x"].mean
            3.0
        """
        number = None if step is None else step_number(step)
        return self._call(lambda: summaries(self._navigator, number))

    def report(
        self, path: str | os.PathLike[str], *, program: Any = None, profile: Any = None, interactive: bool = False
    ) -> None:
        """Write an HTML page about this run for a mail, an issue or an archive.

        You can read the page without a network, and the page contains no script. The page shows curves of the loss and
        other numbers, findings, gradients, the graph, a table of values, times, the environment and code lines.

        Args:
            path: the file to which the page is written; missing folders are created.
            program: the program to draw; None: the program of the last step.
            profile: a result of `debug.profile` with the times to show; None: measure the last step, which is executed
                operator by operator.
            interactive: write a panel instead of the page. In the panel, a slider selects the steps of the tapped
                values. The panel needs JavaScript, and its file is larger.

        Raises:
            RunError: the file cannot be written.

        Example:
            >>> run.report("run.html")
        """
        pages = importlib.import_module("opscope.run_report")  # a layer above the debugger, loaded at first use
        pages.report(self, path, program=program, profile=profile, interactive=interactive)

    def risk(self, step: int | None = None, *, above: float = ABOVE) -> Risks:
        """Find the calls of a step that amplify rounding errors, as `debug.risk` does.

        Args:
            step: number of the step; None: the step of the current position, or the last step if there is no current
                position.
            above: the smallest amplification to report; the unit is the rounding error of the dtype.

        Returns:
            The calls that amplify rounding errors, worst call first. Print the returned calls, or use `to_frame()`.

        Raises:
            NotFound: the history does not have the step.
            ArgumentError: `step` or `above` is not a valid number.

        Example:
            >>> len(run.risk(3))
            0
        """
        number, limit = None if step is None else step_number(step), positive_number(above, "above")
        return self._call(lambda: measure(self._navigator, number, limit))

    # --- editing ------------------------------------------------------------------------------------

    def set(self, name: Named, value: Any, index: Any = ...) -> int:
        """Change the value of a variable, or some elements of the value. Dependent values are recomputed.

        If the program waits in eager code, no op is called again: only later calls of ops read the new value. If the
        position is in a past step of eager code, opscope repeats the recorded calls with the new value, and then shows
        the past with the new results. The program itself does not change. opscope shows the recorded values again after
        `undo`, or when you go back to the position where the program waits.

        Args:
            name: name of the variable in the program, or in your code.
            value: the new value: a number, or an array with a suitable shape.
            index: the elements to change, as for a NumPy array: `(0, 3)`, `slice(2)`; default: the whole value.

        Returns:
            Number of operators that were computed again in this step; 0 if the program waits in eager code.

        Raises:
            RunError: the run is not paused; or the current position is in the past, in a program or in a step of eager
                code that has not ended.
            NotFound: no value has this name at the position.
            UnsupportedError: a step of eager code cannot be computed again, or the change affects a call that is not
                an operator.
            ArgumentError: the shape or the dtype of the new value does not match the variable.

        Example:
            >>> paused = debug.start(train, breakpoints=["op:square"])
            >>> here = paused.until_stopped()
            >>> paused.set("x", 0.0, index=(0, 3)) > 0
            True
            >>> paused.stop()
        """
        return self._edit(lambda edits: edits.set(given_name(name), value, index))

    def set_attr(self, op: int | str, name: str, value: Any) -> int:
        """Change an attribute of an operator for this run. Dependent values are recomputed.

        If the position is in a past step of eager code, opscope changes the attribute of one call and computes the step
        again, as in `set`.

        Args:
            op: number of the operator, or a pattern: `op:dropout`.
            name: name of the attribute.
            value: the new value.

        Returns:
            Number of operators that were computed again.

        Raises:
            RunError: the run is not paused.
            NotFound: the operator or its attribute is unknown.
            ArgumentError: the new value has the wrong type for the attribute.
            UnsupportedError: the attributes of the operator cannot be changed.

        Example:
            >>> paused = debug.start(train, breakpoints=["op:square"])
            >>> here = paused.until_stopped()
            >>> paused.set_attr("op:reduce_mean", "keepdim", True)
            0
            >>> paused.stop()
        """
        return self._edit(lambda edits: edits.set_attr(op, name, value))

    def undo(self) -> str:
        """Undo the latest edit of this run.

        Returns:
            A text that describes the edit.

        Raises:
            RunError: no edit can be undone.

        Example:
            >>> paused = debug.start(train, breakpoints=["op:square"])
            >>> here = paused.until_stopped()
            >>> _ = paused.set("x", 0.0)
            >>> "x" in paused.undo()
            True
            >>> paused.stop()
        """
        return self._edit(lambda edits: edits.undo())

    def compare(self) -> list[ValueDifference]:
        """Return the values at this position that differ from the values of the unedited run.

        Returns:
            A `ValueDifference` for each value that differs.

        Example:
            >>> paused = debug.start(train, breakpoints=["op:square"])
            >>> here = paused.until_stopped()
            >>> _ = paused.set("x", 0.0)
            >>> "x" in [each.name for each in paused.compare()]
            True
            >>> paused.stop()
        """
        return self._call(lambda: self._driver.editing().compare())

    def branch(
        self,
        step: int,
        changes: Mapping[Any, Any],
        op: int | str = -1,
        until: int | None = None,
        names: Sequence[Named] = (),
        index: Any = ...,
    ) -> Branch:
        """Replay past steps with changed values; the run itself is not changed.

        The replay uses the feeds and the random numbers that were recorded. For eager code, opscope repeats the
        recorded calls, and does not run your Python code. Numbers and arrays that your code has passed to calls come
        from the record of the run.

        Args:
            step: number of the first step of the replay.
            changes: the new values by name. The replay sets the new values before operator `op` of the first step.
            op: number of the operator, or a pattern; -1: the first operator of the step.
            until: number of the last step of the replay; None: the last step in the history.
            names: names of the values to return for each step of the replay.
            index: the elements of each value to change, as for a NumPy array: `(0, 3)`; default: the whole value.

        Returns:
            The values of each step of the replay.

        Raises:
            ArgumentError: a step is not a number, a name is not a text, or `until` is before `step`.
            NotFound: the step, the operator or one of the names is unknown.
            UnsupportedError: a step of eager code cannot be computed again, or the change affects a call that is not
                an operator (such as NumPy in a PyLayer).

        Example:
            >>> what_if = run.branch(3, {"x": 0.0}, until=4, names=["loss"])
        """
        for number in (step,) if until is None else (step, until):
            step_number(number, fix="call branch(3, {'x': 0.0})")
        if not isinstance(changes, Mapping):
            raise ArgumentError(f"changes must be a dict, not {changes!r}", fix="call branch(3, {'x': 0.0})")
        edits = {given_name(name): value for name, value in changes.items()}
        kept = patterns(names)
        return self._call(lambda: branch(self._driver.journal, step, edits, op, until, kept, index))

    def _edit(self, change: Callable[[Editor], R]) -> R:
        return self._call(lambda: self.session.commands.edit(change))
