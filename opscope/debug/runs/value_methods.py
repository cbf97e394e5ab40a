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
from opscope.names.given_name import Named, given_name

R = TypeVar("R")


@hides_frames_of_methods
class ValueMethods(ThreadMethods):
    """Values at the place of a stopped run: inspection, explanation, and replay with other values."""

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
        """Return the value of a variable at this place, even a value of a sub-block that has ended.

        Args:
            name: the variable, its name, or its name in your code (`hidden`, `self.fc1.weight`, `outs[2]`).

        Returns:
            A NumPy copy.

        Raises:
            NotFound: no value has this name at the place.

        Example:
            >>> run.value("x").shape
            (2, 4)
        """
        return self._call(lambda: to_host(place_values.find_value(self._navigator, given_name(name))).copy())

    def look(self, name: Named) -> ValueReport:
        """Describe the value of a variable: its statistics, the operator that wrote it, inputs, readers and your line.

        Args:
            name: name of the variable, or its name in your code.

        Returns:
            A report, which you can print or whose fields you can read.

        Raises:
            NotFound: no value has this name at the place.

        Example:
            >>> print(run.look("x"))
            x...
        """
        return self._call(lambda: place_values.describe_value(self._navigator, given_name(name)))

    def names(self) -> list[str]:
        """Return the names of the variables that have a value at this place.

        Returns:
            Their names.

        Example:
            >>> "x" in run.names()
            True
        """
        return self._call(lambda: place_values.value_names(self._navigator))

    def evaluate(self, expression: str, frame: FrameChoice | None = None) -> Any:
        """Evaluate an expression here.

        Args:
            expression: an expression over values and the run: `h[0, :3].mean()`, `w@GRAD.norm()`.
            frame: a frame of `stack()`, or its index. Names are then looked up in this frame first, and the expression
                may be any Python expression: `len(batch)`, `self.fc.weight.shape`. Its errors are raised.

        Returns:
            A number or an array; None if a name has no value yet.

        Raises:
            ArgumentError: the expression cannot be parsed, or contains an unknown variable.

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
        """Return the value of a variable at the end of each step. Values that were not kept are recomputed.

        Args:
            name: name of the variable, or its name in your code.
            steps: the steps; None: all kept steps.

        Returns:
            NumPy copies of the values, by step.

        Raises:
            ArgumentError: the steps are not whole numbers.
            NotFound: a step is not kept, or the name has no value.

        Example:
            >>> [float(x.max()) for x in run.values("x", [1, 5]).values()]
            [1.0, 5.0]
        """
        named, wanted = given_name(name), step_numbers(steps)
        return self._call(
            lambda: {s: to_host(v).copy() for s, v in place_values.values_by_step(self._navigator, named, wanted)}
        )

    def to_xarray(self, *names: Named, steps: Iterable[int] | None = None) -> Any:
        """Return values by step as an xarray.Dataset: a variable for each name, with dims `step`, `NAME_0`, ...

        Args:
            names: names of variables, or their names in your code.
            steps: the steps; None: all kept steps.

        Returns:
            The Dataset, with NaN in steps where a name has no value.

        Raises:
            NotFound: a step is not kept, or a name has no value.
            ArgumentError: there is no name, or the shape of a value changes between steps.
            MissingPackage: xarray is not installed.

        Example:
            >>> run.to_xarray("x", "loss").x.mean("x_1")                              # doctest: +SKIP
        """
        return value_tables.dataset(self._values_of(names, steps))

    def to_parquet(self, path: str | os.PathLike[str], *names: Named, steps: Iterable[int] | None = None) -> None:
        """Write values by step to a Parquet file, a row for each step.

        The columns are `step` and, for each name, the elements as a list (rows first) and `NAME.shape`. The elements
        and the shape are null in steps where a name has no value.

        Args:
            path: path of the file; an existing file is replaced.
            names: names of variables, or their names in your code.
            steps: the steps; None: all kept steps.

        Raises:
            NotFound: a step is not kept, or a name has no value.
            ArgumentError: there is no name, or Parquet cannot store the numbers (complex).
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
        """Explain a value at this place: return the chain of operators back to the first cause of the value.

        The chain goes through operators, blocks and gradients, and through parameters to the steps that updated them.
        The chain ends at a feed, a constant, an external value, or the operator that made the NaN.

        Args:
            name: the value. None: the NaN or Inf at which the run has stopped; after the run, the first NaN or Inf of
                the history.
            index: position of an element, with a number for each axis. None: an element that is NaN or Inf, or else the
                element with the largest magnitude.

        Returns:
            The explanation. Print the explanation, or call `.graph()`.

        Raises:
            NotFound: no value has this name, or no value is NaN or Inf.
            ArgumentError: the index is out of range.

        Example:
            >>> run.why("x", (0, 0)).cause.value
            3.0
        """
        named = None if name is None else given_name(name)
        if index is not None and not isinstance(index, Iterable):
            raise ArgumentError(f"an index must be a number for each axis, not {index!r}", fix="index=(0, 3)")
        return self._call(lambda: explain_here(self._navigator, named, index))

    def first(self, condition: str = "nan") -> FirstValue | None:
        """Find the first NaN or Inf of the whole history, independent of the current place.

        Harmless NaN and Inf are ignored: see `watch`.

        Args:
            condition: "nan".

        Returns:
            The value with its step and operator; None if no value has a harmful NaN or Inf.

        Raises:
            ArgumentError: `condition` is not "nan"; for other conditions, use `back_to_when`.

        Example:
            >>> run.first("nan") is None
            True
        """
        if condition != "nan":
            raise ArgumentError(
                f"first() accepts only the condition 'nan', which finds NaN and Inf, not {condition!r}",
                fix="first()" if condition == "inf" else "back_to_when(condition)",
            )
        return self._call(lambda: first_not_finite(self._navigator))

    @property
    def findings(self) -> Findings:
        """Findings of the rules in the recorded steps, or, with `rules=True`, findings that were made during the run.

        A stop at `watch("nan")` is a finding, too (`nan-watch`), and so is the error that ended the run (`run-failed`).
        In a long recording, the rules examine the first steps, and then fewer and fewer steps. The rules about losses
        examine every step. See `debug.rules`.
        """
        if self._not_started:
            return Findings([])
        return self._call(lambda: self.session.findings.all())

    def program(self, step: int | None = None) -> Program:
        """Return the program of the run at the place, or the program of a step.

        For eager code, this program contains the operators that the step has called.

        Without a current place, return the program of the last recorded step. `viz.draw(run, step=20)` draws the
        program of step 20 with its values.

        Args:
            step: number of the step; None: the step of the current place.

        Returns:
            The program.

        Raises:
            NotFound: no step is recorded, or the step is not kept.

        Example:
            >>> "reduce_mean" in [operator.type for operator in run.program().operators]
            True
        """
        number = None if step is None else step_number(step)
        find = record_here if number is None else (lambda navigator: record_of(navigator, number))
        return self._call(lambda: program_of(self.session, find(self._navigator)))

    def summaries(self, step: int | None = None) -> dict[str, ValueSeen]:
        """Compute the statistics of every value, at the current place or of a step, in the order of the operators.

        The statistics are recomputed, so no tap is needed.

        Args:
            step: number of the step. None: the values that exist at the current place, as `value` returns them; without
                a current place, the values of the last step.

        Returns:
            Summaries by name: min, max, mean, std, nan, inf, ...

        Raises:
            NotFound: the step is not kept.

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

        The page needs no network and no script. The page contains the loss and other numbers over the steps, findings,
        gradients, the graph, the table of values, times, the environment and the code lines.

        Args:
            path: the file to write; missing folders are created.
            program: the program to draw; None: the program of the last step.
            profile: a `debug.profile` whose times are shown; None: times of the last step, run operator by operator.
            interactive: write the panel instead, with a slider over the steps of the tapped values. The panel needs
                JavaScript, and the file is larger.

        Raises:
            RunError: the file cannot be written.

        Example:
            >>> run.report("run.html")
        """
        pages = importlib.import_module("opscope.run_report")  # a layer above the debugger, loaded at first use
        pages.report(self, path, program=program, profile=profile, interactive=interactive)

    def risk(self, step: int | None = None, *, above: float = ABOVE) -> Risks:
        """Find the calls of a step that amplify rounding: see `debug.risk`.

        Args:
            step: number of the step; None: the step of the current place, or else the last step.
            above: the smallest amplification that counts, in units of rounding.

        Returns:
            The calls, worst first. Print the calls, or use `to_frame()`.

        Raises:
            NotFound: the step is not kept.
            ArgumentError: `step` or `above` is not a valid number.

        Example:
            >>> len(run.risk(3))
            0
        """
        number, limit = None if step is None else step_number(step), positive_number(above, "above")
        return self._call(lambda: measure(self._navigator, number, limit))

    # --- editing ------------------------------------------------------------------------------------

    def set(self, name: Named, value: Any, index: Any = ...) -> int:
        """Change the value of a variable, or a part of it. Dependent values are recomputed.

        Eager code is not repeated: only later ops read the new value. In a past step of eager code, the recorded calls
        are computed again with the new value, and the past is then shown with the results of these calls. The program
        itself is not changed. After `undo`, or when the run is back at the program's place, the recorded values are
        shown again.

        Args:
            name: name of the variable, or its name in your code.
            value: a number or an array of a suitable shape.
            index: the part to change, as for a NumPy array: `(0, 3)`, `slice(2)`; default: the whole value.

        Returns:
            Number of operators that were recomputed in this step; 0 if the program waits in eager code.

        Raises:
            RunError: the run is not paused, or the shown place is in a past step that is in progress or that a program
                has run.
            NotFound: no value has this name at the place.
            UnsupportedError: a step of eager code cannot be computed again, or a call that is not an operator depends
                on the change.
            ShapeError: the shape does not fit the variable.
            DTypeError: the dtype does not fit the variable.

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

        In a past step of eager code, the attribute of one call is changed, and the step is computed again, as by `set`.

        Args:
            op: the operator's number, or a pattern: `op:dropout`.
            name: name of the attribute.
            value: the new value.

        Returns:
            Number of operators that were recomputed.

        Raises:
            RunError: the run is not paused.
            NotFound: the operator or the attribute is unknown.

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
            The undone edit, as text.

        Raises:
            RunError: there is no edit to undo.

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
        """Return the values at this place that differ from the unedited run.

        Returns:
            A `ValueDifference` for each differing value.

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
        """Replay past steps with changed values, without changing the run itself.

        The replay uses the recorded feeds and random numbers. For eager code, the recorded calls are made again,
        without your Python code. Numbers and arrays that your code has made are taken from the record of the run.

        Args:
            step: the first step of the replay.
            changes: new values by name, which are set before operator `op` of the first step.
            op: the operator's number or a pattern; -1: the first operator.
            until: the last step to replay; None: the last kept step.
            names: names of the values that are returned for each step.
            index: the part to change of each value, as for a NumPy array: `(0, 3)`; default: the whole value.

        Returns:
            The values of each step.

        Raises:
            ArgumentError: a step is not a number, a name is not a text, or `until` is before `step`.
            NotFound: the step, the operator or a name is unknown.
            UnsupportedError: a step of eager code cannot be computed again, or a call that is not an operator (such as
                NumPy in a PyLayer) depends on the change.

        Example:
            >>> what_if = run.branch(3, {"x": 0.0}, until=4, names=["loss"])
        """
        for number in (step,) if until is None else (step, until):
            step_number(number, fix="branch(3, {'x': 0.0})")
        if not isinstance(changes, Mapping):
            raise ArgumentError(f"changes must be a dict, not {changes!r}", fix="branch(3, {'x': 0.0})")
        edits = {given_name(name): value for name, value in changes.items()}
        kept = patterns(names)
        return self._call(lambda: branch(self._driver.journal, step, edits, op, until, kept, index))

    def _edit(self, change: Callable[[Editor], R]) -> R:
        return self._call(lambda: self.session.commands.edit(change))
