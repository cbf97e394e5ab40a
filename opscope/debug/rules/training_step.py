"""Input of rules: a step with values and a graph, and a summary of a whole run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from opscope.core.place import has_numbers, to_host
from opscope.core.source import Site
from opscope.debug.rules.op_kinds import REDUCTIONS, RESHAPES
from opscope.debug.rules.thresholds import RATE_GROWTH
from opscope.debug.rules.training_graph import ParameterFacts, TrainingGraph
from opscope.errors import UnsupportedError
from opscope.ir.program.program import GRAD, Operator

MAX_ELEMENTS = 1 << 22  # of an examined value; of larger values every n-th row


class LossNoise(NamedTuple):
    """The standard error of a loss in one step, and the number of examples over which this loss is the mean."""

    step: int
    error: float
    examples: int


class TrainingStep:
    """A step that rules examine. Each rule gets an object of this class.

    Args:
        number: number of the step, counted from 1.
        graph: the graph of the step's operators.
        lookup: a function that returns the value of a name at the end of the step.
        before: a function that returns the value that a parameter had before the step.
        gradients: in eager code, the gradients that backward passes have computed, by parameter name. If `gradients` is
            None, `lookup` returns the gradients under names such as `w@GRAD`.
        applied: in eager code, the gradients that the optimizer has read, by parameter name.
        learning_rate: in eager code, the largest learning rate among the updates of the step.
        results: in eager code, the values that operators read and make, by the id of the operator and the name. At the
            end of the step, later operators may have written to these values.

    Example:
        >>> def look(step):
        ...     print(step.number, step.batch_size, step.loss > 0, step.value("fc_0.w_0").shape)
        >>> _ = debug.rules.add("print", look)
        >>> run = debug.start(train)
        >>> run.wait()
        >>> _ = run.findings
        1 2 ...
        >>> debug.rules.remove("print")
    """

    def __init__(
        self,
        number: int,
        graph: TrainingGraph,
        lookup: Callable[[str], Any],
        before: Callable[[str], Any],
        gradients: dict[str, Any] | None = None,
        applied: dict[str, Any] | None = None,
        learning_rate: float | None = None,
        results: Mapping[tuple[int, str], Any] = MappingProxyType({}),
    ) -> None:
        self.number = number
        self.graph = graph
        self._lookup = lookup
        self._before = before
        self._gradients = gradients
        self._applied = applied
        self._learning_rate = learning_rate
        self._results = results
        self._values: dict[str, Any] = {}
        self.run: RunSummary | None = None  # summary so far; set when rules examine the step

    def value(self, name: str) -> Any:
        """Return the value of a name at the end of the step.

        Args:
            name: name of a value or a parameter.

        Returns:
            A NumPy array, or None if the name has no value.

        Example:
            >>> step = TrainingStep(1, TrainingGraph.of_program(program), {"w": np.ones((2, 3))}.get, {}.get)
            >>> step.value("w").shape, step.value("v")
            ((2, 3), None)
        """
        if name not in self._values:
            self._values[name] = _on_host(self._lookup(name))
        return self._values[name]

    def result(self, operator: Operator, name: str) -> Any:
        """Return the value of a name after an operator that writes it, or before an operator that only reads it.

        Args:
            operator: an operator of a step of eager code.
            name: name of a result or an input of this operator.

        Returns:
            A NumPy array, or None if the value is not known, or if the step belongs to a program.

        Example:
            >>> step = TrainingStep(1, TrainingGraph.of_program(program), {}.get, {}.get)
            >>> step.result(program.operators[0], "w") is None
            True
        """
        return _on_host(self._results.get((operator.id, name)))

    def floats(self, name: str) -> Any:
        """Return the value of a name at the end of the step, if this value is a float array without NaN and Inf.

        Args:
            name: name of a value or a parameter.

        Returns:
            A NumPy array, or None for other dtypes, empty arrays, and arrays with NaN or Inf.

        Example:
            >>> step = TrainingStep(1, TrainingGraph.of_program(program), {"w": np.array([np.nan])}.get, {}.get)
            >>> step.floats("w") is None
            True
        """
        found = self.value(name)
        return found if found is not None and found.dtype.kind == "f" and np.isfinite(found).all() else None

    def before(self, name: str) -> Any:
        """Return the value that a parameter had before the step.

        Args:
            name: name of the parameter.

        Returns:
            A NumPy array, or None if this value is unknown.

        Example:
            >>> step = TrainingStep(1, TrainingGraph.of_program(program), {}.get, {"w": np.zeros(2)}.get)
            >>> step.before("w").tolist()
            [0.0, 0.0]
        """
        return _on_host(self._before(name))

    def gradient(self, name: str) -> Any:
        """Return the gradient that the backward passes of this step have computed for a parameter.

        Args:
            name: name of the parameter.

        Returns:
            A NumPy array in the shape of the parameter, or None if the parameter has no gradient.

        Example:
            >>> step = TrainingStep(1, TrainingGraph.of_program(program), {"w@GRAD": np.ones(2)}.get, {}.get)
            >>> step.gradient("w").tolist()
            [1.0, 1.0]
        """
        if self._gradients is not None:
            return _on_host(self._gradients.get(name))
        return self.value(name + GRAD)

    def applied_gradient(self, name: str) -> Any:
        """Return the gradient that the optimizer has read for a parameter. This gradient is only known in eager code.

        Args:
            name: name of the parameter.

        Returns:
            A NumPy array in the shape of the parameter, or None in a program.

        Example:
            >>> step = TrainingStep(1, TrainingGraph.of_program(program), {}.get, {}.get)
            >>> step.applied_gradient("w") is None
            True
        """
        return None if self._applied is None else _on_host(self._applied.get(name))

    @cached_property
    def losses(self) -> dict[str, float]:
        """The losses that have a single element, as a dict by the name of the loss."""
        found: dict[str, float] = {}
        for name in self.graph.losses:
            value = self.value(name)
            if value is not None and value.size == 1 and value.dtype.kind in "fiu":
                found[name] = float(value.reshape(()))
        return found

    @property
    def loss(self) -> float:
        """The first loss of the step, or NaN if the step has no loss."""
        return next(iter(self.losses.values()), float("nan"))

    @cached_property
    def loss_scale(self) -> float:
        """The loss scaling factor in the gradients from backward passes. The factor is 1 without loss scaling.

        If the gradients that the optimizer reads still contain this factor, the factor is part of the loss, and is not
        loss scaling.
        """
        makers = [self.graph.producers.get(name) for name in self.graph.losses]
        factor = max((self._factor(maker) for maker in makers if maker is not None), default=1.0)
        pairs = [(self.gradient(n), self.applied_gradient(n)) for n in self.graph.updates] if factor > 1.0 else []
        sizes = [(norm(own), norm(applied)) for own, applied in pairs if own is not None and applied is not None]
        is_undone = bool(sizes) and all(applied < own / factor**0.5 for own, applied in sizes if own > 0.0)
        return float(factor) if is_undone else 1.0

    def _factor(self, maker: Operator) -> float:
        """Return the magnitude of the number by which an operator multiplies a loss. Return 1 for other operators."""
        if maker.op.meaning == "scale":
            return abs(maker.attrs["scale"])
        given = [n for n in maker.inputs if n is not None and n not in self.graph.learned]
        if maker.op.meaning != "multiply" or len(given) > 1:
            return 1.0
        factor = self.value(given[0]) if given else self.graph.number(maker)
        is_number = factor is not None and np.size(factor) == 1
        return float(abs(np.asarray(factor).reshape(()))) if is_number else 1.0

    @cached_property
    def learning_rate(self) -> float | None:
        """The largest learning rate among the updates of the step, or None if the learning rate is unknown."""
        found = [] if self._learning_rate is None else [self._learning_rate]
        for update in self.graph.updates.values():
            position = update.op.inputs.index("learning_rate") if "learning_rate" in update.op.inputs else -1
            name = update.inputs[position] if 0 <= position < len(update.inputs) else None
            rate = None if name is None else self.floats(name)
            if rate is not None and rate.size == 1:
                found.append(float(rate.reshape(())))
        return max(found, default=None)

    @cached_property
    def loss_noise(self) -> LossNoise | None:
        """The random spread of the loss between batches. None if the loss is not a mean or sum over examples.

        The spread is the standard error of the mean over the examples of this step. For a single example, the spread is
        infinite.
        """
        for name in self.graph.losses:
            maker = self.graph.maker(name, RESHAPES | {"scale"})
            terms = None if maker is None else self._terms(maker)
            if terms is None or terms.ndim == 0:
                continue
            rows = terms.reshape(len(terms), -1).mean(axis=1, dtype=np.float64)
            factor = abs(self.loss / rows.mean()) if rows.mean() else 1.0  # the loss is a sum, or is scaled
            error = float(factor * rows.std(ddof=1) / len(rows) ** 0.5) if len(rows) > 1 else float("inf")
            return LossNoise(self.number, error, len(rows))
        return None

    def _terms(self, maker: Operator) -> Any:
        """Return the terms whose mean or sum an operator computes.

        Return None for an operator that computes no mean or sum.
        """
        if maker.op.meaning in REDUCTIONS:
            return self.floats(str(maker.inputs[0]))
        reduction, inputs = maker.attrs.get("reduction", 0), [n and self.value(n) for n in maker.inputs]
        if not reduction or any(n is not None and array is None for n, array in zip(maker.inputs, inputs, strict=True)):
            return None
        try:  # a loss that reduces its terms itself
            found = maker.op.kernel(np, *inputs, **{**maker.attrs, "reduction": 0})[0]
        except UnsupportedError:  # of a library that is not there
            return None
        return found if found.dtype.kind == "f" and np.isfinite(found).all() else None

    @cached_property
    def batch_size(self) -> int:
        """The number of examples: the number of rows in a prediction, or else in an input of the network.

        The result is 0 if the number of examples is unknown.
        """
        names = [u.prediction for u in self.graph.loss_uses] + [name for name, _ in self.graph.inputs]
        for name in names:
            value = self.value(name)
            if value is not None and value.ndim:
                return int(value.shape[0])
        return 0


@dataclass
class RunSummary:
    """Summary of a run up to the current step.

    Attributes:
        graphs: the graphs of the programs in the run. For eager code, one graph for each type of step.
        parameters: the parameters of the run, by name.
        updated: the names of the parameters that optimizers have updated.
        gradients: the names of the values for which a backward pass computes gradients.
        given: the names of the trainable parameters that the optimizers of eager code have.
        to_optimize: the names of the parameters of all optimizers in eager code, also of optimizers that have made no
            step.
        losses: for each loss, a list of pairs (step, loss), as a dict by the name of the loss.
        loss_noise: the random spread of the loss in each examined step.
        rates: pairs (step, learning rate) of the examined steps.
        steps: number of steps.
        looks: number of examined steps.
        unfinished_gradients: True if, in eager code, a backward pass was not followed by an optimizer step.
        backward_site: the user's line of the last backward pass that was not followed by an optimizer step.
    """

    graphs: list[TrainingGraph] = field(default_factory=list[TrainingGraph])
    parameters: dict[str, ParameterFacts] = field(default_factory=dict[str, ParameterFacts])
    updated: set[str] = field(default_factory=set[str])
    gradients: set[str] = field(default_factory=set[str])
    given: set[str] = field(default_factory=set[str])
    to_optimize: set[str] = field(default_factory=set[str])
    losses: dict[str, list[tuple[int, float]]] = field(default_factory=dict[str, list[tuple[int, float]]])
    loss_noise: list[LossNoise] = field(default_factory=list[LossNoise])
    rates: list[tuple[int, float]] = field(default_factory=list[tuple[int, float]])
    steps: int = 0
    looks: int = 0
    unfinished_gradients: bool = False
    backward_site: Site | None = None

    @property
    def rate_growth(self) -> str:
        """Return a text about the growth of the learning rate, or "" if the learning rate has not grown much."""
        known = [(step, rate) for step, rate in self.rates if rate > 0]
        if not known or known[-1][1] < RATE_GROWTH * min(rate for _, rate in known):
            return ""
        (first, low), (last, high) = min(known, key=lambda each: each[1]), known[-1]
        return f"the learning rate grew from {low:.3g} in step {first} to {high:.3g} in step {last}"

    @property
    def is_adversarial(self) -> bool:
        """Return True if several sets of parameters are trained in turn. The losses need not decrease in this case."""
        sets = {frozenset(graph.updates) for graph in self.graphs if graph.updates}
        return len(sets) > 1


def mean_abs(array: Any) -> float:
    """The mean magnitude of the elements."""
    with np.errstate(all="ignore"):
        return float(np.abs(array).mean(dtype=np.float64)) if array.size else 0.0


def norm(array: Any) -> float:
    """The Euclidean norm of the elements."""
    with np.errstate(all="ignore"):
        return float(np.sqrt(np.square(np.abs(array), dtype=np.float64).sum()))


def _on_host(value: Any) -> Any:
    if value is None or not has_numbers(value):
        return None
    array = np.asarray(to_host(value))
    if not array.size:
        return None
    if array.size > MAX_ELEMENTS and array.ndim > 1:
        return array[:: -(-array.size // MAX_ELEMENTS)]
    return array
