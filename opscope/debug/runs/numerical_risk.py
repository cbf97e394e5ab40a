"""risk: numerical risk of a step of a run, of a recording, or of a function."""

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
    """Find the calls of a step that amplify rounding. No reference values are needed.

    Each recorded call is repeated in float64. Each call is also repeated with its inputs changed by one unit in the
    last place, up or down at random (with a fixed seed). The amplification is the relative change of the output divided
    by the relative change of the inputs. The amplification is an estimate of the condition number. An amplification
    counts if more elements are amplified than chance explains, and if a result of the step changes. A result is a value
    that no call reads, the loss, or the gradients of all parameters together. Your own functions (`py_func`, NumPy in a
    PyLayer) are not called again. Calls of your own functions are listed as not measured.

    Source: Higham 2002, Accuracy and Stability of Numerical Algorithms, chapters 1 and 4; msProbe of Ascend, free
    benchmark.

    Args:
        given: a run (paused or finished), a recording or its folder, or a function, which is run first.
        step: number of the step; None: the step of the current place, or else the last step.
        above: the smallest amplification that counts, in units of rounding. In narrow dtypes, a change of a quarter of
            the value counts in any case.

    Returns:
        The calls, worst first. Print the calls, or use `to_frame()`.

    Raises:
        NotFound: the step is not kept.
        UsageError: `given` is no run.
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
            fix="pass what debug.start returned, the folder of a recording, or a function to run",
        )
    return given.risk(step, above=above)
