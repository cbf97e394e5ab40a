"""risk: finds the calls that amplify rounding errors, in a step of a run, of a recording, or of a function."""

from __future__ import annotations

import os
from typing import Any

from opscope.core.checks.unknown_options import reject_unknown_options
from opscope.core.tracebacks import hides_frames
from opscope.debug.risk.risk_measurement import ABOVE
from opscope.debug.risk.risks import Risks
from opscope.debug.runs.finished_run import finished_run
from opscope.debug.runs.recording import open
from opscope.debug.runs.step_methods import StepMethods
from opscope.errors import UsageError


@hides_frames
@reject_unknown_options
def risk(given: Any, step: int | None = None, *, above: float = ABOVE) -> Risks:
    """Find the calls of a step that amplify rounding errors.

    The search for amplified rounding needs no reference values. `risk` repeats each recorded call in float64. Then
    `risk` repeats each call with inputs that are changed by one unit in the last place, up or down at random (with a
    fixed seed). The amplification of a call is the relative change of its output divided by the relative change of
    its inputs. The amplification of a call is an estimate of the condition number. `risk` reports an amplification
    only if two conditions are met: more elements are amplified than chance can explain, and a result of the step
    changes if the output of the call changes. A result of the step is a value that no call reads, the loss, or the
    gradients of all parameters together. `risk` does not call your own functions (`py_func`, NumPy in a PyLayer) again,
    and lists their calls as not measured.

    Source: Higham 2002, Accuracy and Stability of Numerical Algorithms, chapters 1 and 4; msProbe of Ascend, free
    benchmark.

    Args:
        given: a run (paused or finished), a recording or its folder, or a function. `risk` first runs the function.
        step: number of the step; None: the step of the current position, or the last step if there is no current
            position.
        above: the smallest amplification to report; the unit is the rounding error of the dtype. In narrow dtypes, a
            change of at least a quarter of the value is always reported, even if `above` is larger.

    Returns:
        The calls that amplify rounding errors, worst call first. Print the returned calls, or use `to_frame()`.

    Raises:
        NotFound: the history does not have the step.
        UsageError: `given` is not a run, a recording or a function.
        ArgumentError: `step` or `above` is not a valid number.

    Example:
        >>> debug.risk(train)
        step 5: nothing above 1,000 units of rounding reaches a result, in 13 measured calls
    """
    if isinstance(given, str | os.PathLike):
        given = open(given)
    elif not isinstance(given, StepMethods) and callable(given):
        given = finished_run(given)
    if not isinstance(given, StepMethods):
        raise UsageError(
            f"risk measures a run, a recording or a function, not {type(given).__name__}",
            fix="pass the result of debug.start, the folder of a recording, or a function to run",
        )
    return given.risk(step, above=above)
