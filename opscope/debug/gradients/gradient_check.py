"""Check of one function call: gradients are compared with slopes, and the rules for backward functions are tested."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.debug.gradients.application import Application, Pulled, widened
from opscope.debug.gradients.fault_kinds import Fault, kind_of, shape_fault
from opscope.debug.gradients.slopes import RIGHT, SlopeFinding
from opscope.debug.gradients.target_check import SUMMED_RTOL, CheckedElement, TargetCheck
from opscope.debug.gradients.trial import Trial, Unclear, text_of

ROUNDED = 0.5  # share of the gradient's norm that rounding may change
FOLLOWS_STATE = "state"  # the kind of a finding that `intended` accepts
NOTED = 0.02  # share from which on rounding is mentioned


@dataclass
class Evidence:
    """Evidence at one element of an input: the gradient from backward, and the slope with an error bar.

    `unit` is True if the check has passed 1 as the gradient of all outputs. If `unit` is False, the check has passed
    random numbers as these gradients.
    """

    index: tuple[int, ...]
    value: complex
    claimed: complex
    slope: float
    bar: float
    unit: bool


@dataclass
class Outcome:
    """Finding about the gradient of one input of a function. `verdict` is "right", "wrong", "unclear" or "declared"."""

    of: str
    verdict: str = "right"
    kind: str = ""
    reason: str = ""
    fix: str = ""
    evidence: Evidence | None = None
    elements: int = 0  # number of elements measured one at a time
    wrong: int = 0
    kinks: int = 0
    unclear: int = 0
    size: int = 0
    notes: list[str] = field(default_factory=list[str])

    def blame(self, fault: Fault) -> None:
        """Set the verdict of the outcome to wrong."""
        self.verdict, self.kind, self.reason, self.fix = "wrong", fault.kind, fault.text, ""

    def doubt(self, why: str, fix: str = "") -> None:
        """Set the verdict of the outcome to unclear."""
        self.verdict, self.reason, self.fix = "unclear", why, fix


def check_application(app: Application, rng: Any) -> list[Outcome]:
    """Check the gradients of one application (call) of a function.

    Returns an outcome for each target of the application.
    """
    outcomes = [Outcome(of, size=app.inputs[t[0]].size) for of, t in zip(app.subject.inputs, app.targets, strict=True)]
    if app.lost_state:
        for outcome in outcomes:
            outcome.doubt(
                f"the function reads {app.lost_state[0]}, whose state cannot be restored, so it was not called again",
                "pass its values to the function as an argument",
            )
        return outcomes
    try:
        trial = Trial(app, rng)
        _check(trial, outcomes)
    except Unclear as e:
        for outcome in outcomes:
            outcome.doubt(e.why, e.fix)
    except Exception as e:  # noqa: BLE001 (an error of the check must not stop the program)
        for outcome in outcomes:
            outcome.doubt(
                f"the check itself failed: {text_of(e)}", "check the function on other values, and report this error"
            )
    return outcomes


def _check(trial: Trial, outcomes: list[Outcome]) -> None:
    app = trial.application
    own = trial.own_pull(twice=True)
    if own is None:
        for outcome in outcomes:
            outcome.blame(Fault("raises", f"the backward function raises {text_of(app.error)}"))
        return
    trial, own = _with_finite_gradients(trial, own)
    written, seeds_written = app.written | app.replaced, app.seeds_written
    pulled = (trial.pull() if trial.inputs is not trial.own_inputs else None) or own
    checks: list[TargetCheck] = []
    for k, (outcome, target) in enumerate(zip(outcomes, app.targets, strict=True)):
        checks.append(_compare(trial, outcome, target, _best(pulled.grads[k], own.grads[k]), own.grads[k]))
    wrong = [o for o in outcomes if o.verdict == "wrong"]
    if wrong and trial.follows_state():
        for outcome in wrong:
            outcome.kind = FOLLOWS_STATE
            outcome.doubt(
                "the slopes show that the output depends on state from forward's input, such as a running mean",
                "if the state counts as a constant, declare it: @debug.intended('the running mean is a constant')",
            )
    _check_contract(trial, outcomes, own, pulled, written, seeds_written)
    _name_faults(outcomes, checks, own, pulled)
    for outcome, check in zip(outcomes, checks, strict=True):
        if outcome.verdict == "wrong" and check.wrong:
            outcome.evidence = _evidence(check, trial)


def _with_finite_gradients(trial: Trial, own: Pulled) -> tuple[Trial, Pulled]:
    """Scale down the gradients of the outputs if more gradients of the inputs then become finite.

    Returns the trial with or without the scaling, and the gradients of this trial.
    """
    if all(g is None or np.isfinite(g).all() for g in own.grads):
        return trial, own
    smaller = trial.with_smaller_weights()
    found = smaller.own_pull(twice=True)
    if found is None or _count_not_finite(found) >= _count_not_finite(own):
        return trial, own
    return smaller, found


def _count_not_finite(pulled: Pulled) -> int:
    return sum(int((~np.isfinite(g)).sum()) for g in pulled.grads if g is not None)


def _best(double: Any, own: Any) -> Any:
    """Return the gradient in double precision.

    Return `own` if double precision gives no finite gradient in the shape of `own`.
    """
    if double is None or own is None or double.shape != own.shape:
        return own
    return double if np.isfinite(double).all() or not np.isfinite(own).all() else own


def _compare(trial: Trial, outcome: Outcome, target: tuple[int, ...], gradient: Any, own: Any) -> TargetCheck:
    x = trial.inputs[target[0]]
    fits = gradient is not None and gradient.shape == x.shape
    check = TargetCheck(trial, target, gradient if fits else np.zeros(x.shape, x.dtype))
    check.run()
    counts = check.counts
    singles = max(check.agreed, counts[SlopeFinding.RIGHT])
    outcome.kinks, outcome.wrong = counts[SlopeFinding.KINK], counts[SlopeFinding.WRONG]
    outcome.unclear = sum(n for f, n in counts.items() if f not in (*RIGHT, SlopeFinding.WRONG))
    outcome.elements = singles + outcome.kinks + outcome.wrong + outcome.unclear
    if check.wrong:
        outcome.verdict = "wrong"
    elif outcome.unclear and counts[SlopeFinding.ROUGH] >= singles + outcome.kinks:
        reason = max((n, f.value) for f, n in counts.items() if f not in RIGHT)[1]
        outcome.doubt(
            f"at {outcome.unclear} of {outcome.elements} elements: {reason}", "check the function at other values"
        )
    elif check.off > SUMMED_RTOL:
        outcome.doubt(
            f"along random directions the gradient is off by {check.off:.2g} of its size, but it is right at the "
            f"{outcome.elements} measured elements: there are many kinks, or a few wrong elements",
            "check the function on a smaller input",
        )  # fmt: skip
    if fits and outcome.verdict in ("right", "unclear"):
        _compare_own(outcome, gradient, own)
    return check


def _compare_own(outcome: Outcome, gradient: Array, own: Array) -> None:
    """Compare the gradient in the program's precision with the gradient in double precision."""
    if own is gradient:
        return
    exact, got = widened(gradient), widened(own)
    limit = float(np.finfo(own.dtype).max) if own.dtype.kind in "fc" else np.inf
    lost = ~np.isfinite(got) & np.isfinite(exact) & (abs(exact) < limit)
    if lost.any():
        outcome.blame(
            Fault(
                "nonfinite",
                f"in {own.dtype.name} the gradient is not finite at {int(lost.sum())} elements, but the slope is",
            )
        )
        return
    if outcome.verdict == "unclear":
        return
    known = np.isfinite(got) & np.isfinite(exact)
    off, size = np.linalg.norm((got - exact)[known]), np.linalg.norm(exact[known])
    smallest = float(np.finfo(own.dtype).tiny) * own.size
    if off > ROUNDED * size + smallest:
        outcome.doubt(
            f"the gradient is right in float64, but off by {off / size:.2g} of its norm in {own.dtype.name}",
            "compute differences of close numbers in another way, or in float32 or float64",
        )
    elif off > NOTED * size + smallest:
        outcome.notes.append(f"rounding in {own.dtype.name} changes the gradient by {off / size:.1g} of its norm")


def _check_contract(
    trial: Trial, outcomes: list[Outcome], own: Pulled, pulled: Pulled, written: set[int], seeds_written: bool
) -> None:
    app = trial.application
    linear = _linearity(trial, pulled)
    for k, (outcome, target) in enumerate(zip(outcomes, app.targets, strict=True)):
        x, grad = app.inputs[target[0]], own.grads[k]
        if grad is None:
            continue
        if linear[k] is not None:
            outcome.blame(linear[k])
        elif grad.dtype.kind in "fc" and not np.isfinite(grad).all() and outcome.verdict == "wrong":
            count = int((~np.isfinite(grad)).sum())
            outcome.blame(
                Fault("nonfinite", f"the gradient is NaN or Inf at {count} elements, but the slope is finite")
            )
        elif outcome.verdict != "wrong" and not _dtype_fits(grad.dtype, x.dtype):
            outcome.blame(Fault("dtype", f"the gradient is {grad.dtype.name}, but the input is {x.dtype.name}"))
        if outcome.verdict == "wrong":
            continue
        if own.again is not None and not _is_same(grad, own.again[k]):
            what = "dy" if seeds_written else "the tensors that forward saved"
            outcome.blame(
                Fault("in place", f"backward changes {what} in place, so a second backward pass gives another gradient")
            )
        elif seeds_written:
            outcome.blame(Fault("in place", "backward changes dy in place, which other functions may read"))
        elif written & {*target} and not app.writes_in_place:
            why = "and does not return it" if app.keeps_context else "which other operators read"
            outcome.blame(Fault("in place", f"forward changes its input in place, {why}"))
    if all(o.verdict != "wrong" for o in outcomes):
        _check_hidden_state(trial, outcomes, own)


def _check_hidden_state(trial: Trial, outcomes: list[Outcome], own: Pulled) -> None:
    """Check for hidden state: call forward a second time with other values before backward.

    The calls have this order in a program that applies the function twice before backward.
    """
    app = trial.application
    other = list(app.inputs)
    for target in app.targets:
        for position in target:
            x = app.inputs[position]
            other[position] = (x * 0.5 + np.asarray(trial.rng.uniform(0.1, 0.2, x.shape), x.dtype)).astype(x.dtype)
    mixed = trial.own_pull(between=other)
    if mixed is None:
        return
    for outcome, grad, found in zip(outcomes, own.grads, mixed.grads, strict=True):
        if grad is not None and not _is_same(grad, found):
            text = "backward reads what the last call of forward stored outside of "
            if app.keeps_context:
                outcome.blame(Fault("hidden state", f"{text}ctx: after a second call the first gradient is wrong"))
            else:
                outcome.notes.append(f"{text}the program: apply the function only once before each backward")


def _linearity(trial: Trial, pulled: Pulled) -> list[Any]:
    """Return, for each target, a fault if backward is not linear in the gradients of the outputs (dy).

    Otherwise return None for the target.
    """
    scale = -37.0 if trial.is_double else -3.0
    again = trial.pull(scale)
    faults: list[Any] = [None] * len(pulled.grads)
    if again is None:
        return faults
    for k, (one, other) in enumerate(zip(pulled.grads, again.grads, strict=True)):
        if one is None or other is None or one.shape != other.shape or not np.isfinite(one).all():
            continue
        a, b = widened(one), widened(other)
        size = np.linalg.norm(a)
        tolerance = (1e-3 if trial.own_eps < 1e-5 or trial.is_double else 0.1) * size
        if np.isfinite(b).all() and np.linalg.norm(b / scale - a) > tolerance:
            if np.linalg.norm(a - b) <= 1e-6 * size:
                faults[k] = Fault("ignores dy", "backward does not use dy, the gradient of the output")
            else:
                faults[k] = Fault(
                    "not linear",
                    f"backward is not linear in dy: {scale:g} times dy does not give {scale:g} times the gradient",
                )
    return faults


def _name_faults(outcomes: list[Outcome], checks: list[TargetCheck], own: Pulled, pulled: Pulled) -> None:
    for k, (outcome, check) in enumerate(zip(outcomes, checks, strict=True)):
        if outcome.verdict != "wrong" and (own.grads[k] is None or own.grads[k].shape == check.x.shape):
            continue
        others = [(o.of, c) for j, (o, c) in enumerate(zip(outcomes, checks, strict=True)) if j != k]
        gradient = _best(pulled.grads[k], own.grads[k])
        if gradient is None:
            if outcome.verdict == "wrong":
                outcome.blame(Fault("none", "no gradient arrives (None), and the output depends on the input"))
        elif gradient.shape != check.x.shape:
            outcome.blame(shape_fault(check, gradient, others))
        elif not outcome.kind:
            outcome.blame(kind_of(check, gradient, others))


def _evidence(check: TargetCheck, trial: Trial) -> Evidence:
    worst = max(check.wrong, key=lambda e: min(np.nan_to_num(abs(e.claimed - e.slope), nan=np.inf), 1e300))
    plain = _with_unit_weights(check, trial, worst)
    element = plain or worst
    index = tuple(int(i) for i in np.unravel_index(element.at, check.x.shape))
    value = check.trial.own_inputs[check.target[0]][index].item()
    return Evidence(index, value, element.claimed, element.slope, element.bar, plain is not None)


def _with_unit_weights(check: TargetCheck, trial: Trial, worst: CheckedElement) -> CheckedElement | None:
    """Measure an element again with 1 as the gradient of all outputs, because this evidence is easier to read.

    Return None if the gradient is right in this measurement.
    """
    plain = trial.with_unit_weights()
    pulled = plain.pull()
    k = trial.application.targets.index(check.target)
    if pulled is None or pulled.grads[k] is None or pulled.grads[k].shape != check.x.shape:
        return None
    return TargetCheck(plain, check.target, pulled.grads[k], check.lanes).measured_again(worst)


def _dtype_fits(one: Any, other: Any) -> bool:
    return one == other or (one.kind == other.kind == "f" and 2 in (one.itemsize, other.itemsize))


def _is_same(a: Any, b: Any) -> bool:
    """Return True if the gradients of two calls are equal."""
    if a is None or b is None or a.shape != b.shape:
        return a is b
    a, b = widened(a), widened(b)
    return bool(np.allclose(a, b, rtol=1e-3, atol=1e-5 * float(np.nan_to_num(abs(a)).max(initial=0.0)), equal_nan=True))
