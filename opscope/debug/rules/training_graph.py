"""TrainingGraph: facts about a program, or about the calls of an eager step, that need no values.

graph = TrainingGraph.of_program(program)
graph.losses, graph.updates, graph.layers           # names, update operators by parameter, weight layers in order
graph.loss_uses                                     # comparisons of a prediction with a label
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from opscope.core.source import Site
from opscope.ir.op_roles import LOSS
from opscope.ir.program.program import GRAD, Operator, Parameter, Program

Shape = tuple[int | None, ...]

PRODUCTS = frozenset({"mul", "matmul", "matmul_v2", "bmm", "linear"})
RESHAPES = frozenset({"reshape", "squeeze", "unsqueeze", "flatten", "transpose", "cast", "assign"})
REDUCTIONS = frozenset({"mean", "sum"})
BOUNDS: dict[str, tuple[float, float]] = {
    "sigmoid": (0.0, 1.0),
    "hardsigmoid": (0.0, 1.0),
    "softmax": (0.0, 1.0),
    "tanh": (-1.0, 1.0),
    "softsign": (-1.0, 1.0),
    "relu": (0.0, float("inf")),
    "softplus": (0.0, float("inf")),
}
"""What activations can return."""


class ParameterFacts(NamedTuple):
    """A parameter: its name and shape, True if it is trainable, and the user's line that made it."""

    name: str
    shape: Shape
    trainable: bool
    site: Site | None


class WeightLayer(NamedTuple):
    """An operator that multiplies `data` by a weight. `output` is the value after `bias` is added ("": no bias)."""

    operator: Operator
    weight: str
    data: str
    output: str
    bias: str = ""


class LossUse(NamedTuple):
    """A prediction that a loss compares with a label.

    `kind` is "softmax" or "sigmoid" (the loss applies this function to the prediction), "probability" (the loss takes
    the logarithm of the prediction) or "difference".
    """

    kind: str
    prediction: str
    label: str
    operator: Operator


class TrainingGraph:
    """Operators in order, with parameters, losses, updates, and paths between values.

    Args:
        operators: in execution order.
        parameters: of the program.
        shape_of: function that returns the shape of the value with a name; an unknown dim is None.
        eager: True if the operators are the calls of a step of eager code.
    """

    def __init__(
        self,
        operators: Sequence[Operator],
        parameters: Iterable[ParameterFacts],
        shape_of: Callable[[str], Shape | None],
        eager: bool = False,
    ) -> None:
        self.operators = list(operators)
        self.parameters = {p.name: p for p in parameters}
        self.shape = shape_of
        self.eager = eager
        self.forward = [o for o in self.operators if o.phase == "forward"]
        self.backward = [o for o in self.operators if o.phase == "backward"]
        self.updates = {name: o for o in self.operators for name in self._updated(o)}
        self.producers: dict[str, Operator] = {}
        self.readers: dict[str, list[Operator]] = {}
        for operator in self.forward:
            for name in dict.fromkeys(operator.inputs):
                if name is not None:
                    self.readers.setdefault(name, []).append(operator)
            for name in operator.outputs:
                if name is not None:
                    self.producers[name] = operator

    def _updated(self, operator: Operator) -> list[str]:
        """The parameters that an operator of an optimizer updates; some optimizers have several for a parameter."""
        if operator.phase != "optimize":
            return []
        if operator.op.outputs[:1] == ("param_out",):
            return [str(operator.inputs[0])]
        return [n for n in operator.outputs if n in self.parameters] if self.eager else []

    @classmethod
    def of_program(cls, program: Program) -> TrainingGraph:
        """Make the graph of a program's outermost block.

        Args:
            program: the program.

        Returns:
            The graph.

        Example:
            >>> graph = TrainingGraph.of_program(program)
            >>> graph.losses, list(graph.updates)
            (['mean_0.tmp_0'], ['fc_0.w_0', 'fc_0.b_0'])
        """
        block = program.global_block()

        def shape_of(name: str) -> Shape | None:
            variable = block.find(name)
            return None if variable is None else variable.spec.shape

        made = [v for b in program.blocks for v in b.vars.values() if isinstance(v, Parameter)]
        parameters = [ParameterFacts(p.name, p.spec.shape, _is_trained(p), p.site) for p in made]
        return cls(block.ops, parameters, shape_of)

    # --- what is trained ----------------------------------------------------------------------------

    @property
    def trains(self) -> bool:
        """Return True if the graph computes gradients or updates."""
        return bool(self.updates or self.losses)

    @cached_property
    def losses(self) -> list[str]:
        """The values (losses) at which backward passes start."""
        seeds = [n for o in self.backward if o.role & LOSS for n in o.outputs if n is not None]
        if not seeds:  # of `gradients` and eager code: gradients not computed from another gradient
            made = {n for o in self.backward if any(i and GRAD in i for i in o.inputs) for n in o.outputs}
            read = [i for o in self.backward for i in o.inputs if i is not None and i.endswith(GRAD)]
            seeds = [n for n in dict.fromkeys(read) if n not in made]
        names = dict.fromkeys(n.removesuffix(GRAD) for n in seeds)
        return [n for n in names if n in self.producers or n in self.parameters]

    @cached_property
    def trainable(self) -> list[ParameterFacts]:
        """The parameters to be trained."""
        return [p for p in self.parameters.values() if p.trainable]

    @cached_property
    def gradients(self) -> set[str]:
        """The names of the values whose gradient the backward pass computes."""
        names = [n for o in self.backward for n in o.outputs if n is not None]
        return {base for base, mark, _ in (n.partition(GRAD) for n in names) if mark}

    # --- paths --------------------------------------------------------------------------------------

    def above(self, names: Iterable[str]) -> set[str]:
        """Return these names and all names from which they are computed.

        Args:
            names: of values.

        Returns:
            Names of values.

        Example:
            >>> sorted(TrainingGraph.of_program(program).above(["fc_0.tmp_0"]))
            ['fc_0.tmp_0', 'fc_0.w_0', 'x']
        """
        found, waiting = set(names), list(names)
        while waiting:
            operator = self.producers.get(waiting.pop())
            for name in () if operator is None else operator.inputs:
                if name is not None and name not in found:
                    found.add(name)
                    waiting.append(name)
        return found

    def below(self, names: Iterable[str]) -> set[str]:
        """Return these names and all names that are computed from them.

        Args:
            names: of values.

        Returns:
            Names of values.

        Example:
            >>> "mean_0.tmp_0" in TrainingGraph.of_program(program).below(["x"])
            True
        """
        found, waiting = set(names), list(names)
        while waiting:
            for operator in self.readers.get(waiting.pop(), ()):
                for name in operator.outputs:
                    if name is not None and name not in found:
                        found.add(name)
                        waiting.append(name)
        return found

    @cached_property
    def on_loss_path(self) -> set[str]:
        """All names from which a loss is computed."""
        return self.above(self.losses)

    @cached_property
    def learned(self) -> set[str]:
        """All names that depend on a parameter."""
        return self.below(self.parameters)

    def source(self, name: str, through: Iterable[str] = RESHAPES) -> str:
        """Return the name of the value that another value only reshapes.

        Args:
            name: of the value.
            through: types of operators that count as reshapes of a value.

        Returns:
            The name of that value; the value's own name if the value is not a reshape of another value.

        Example:
            >>> TrainingGraph.of_program(program).source("fc_0.tmp_0")
            'fc_0.tmp_0'
        """
        skipped, seen = frozenset(through), {name}
        while (operator := self.producers.get(name)) is not None and operator.op.meaning in skipped:
            values = operator.inputs[1:] if operator.op.meaning == "where" else operator.inputs
            first = next((n for n in values if n is not None and n in self.learned), None)
            first = first or next((n for n in values if n is not None), None)
            if first is None or first in seen:
                break
            name = first
            seen.add(name)
        return name

    def maker(self, name: str, through: Iterable[str] = RESHAPES) -> Operator | None:
        """Return the operator that computes a value. Reshapes are skipped.

        Args:
            name: of the value.
            through: types of operators that count as reshapes of a value.

        Returns:
            The operator; None if the value is a feed or a parameter.

        Example:
            >>> TrainingGraph.of_program(program).maker("mean_0.tmp_0").type
            'reduce_mean'
        """
        return self.producers.get(self.source(name, through))

    # --- layers -------------------------------------------------------------------------------------

    @cached_property
    def layers(self) -> list[WeightLayer]:
        """Products and convolutions that have their own weight and are on the way to a loss, in order."""
        found: list[WeightLayer] = []
        for operator in self.forward:
            if not (operator.op.meaning in PRODUCTS or operator.op.meaning.startswith("conv")) or not operator.outputs:
                continue
            names = [n for n in operator.inputs if n is not None]
            weights = [n for n in names if n in self.parameters and len(self.parameters[n].shape) > 1]
            data = [n for n in names if n not in self.parameters]
            output = operator.outputs[0]
            if weights and data and output is not None and (not self.losses or output in self.on_loss_path):
                found.append(WeightLayer(operator, weights[0], data[0], *self._behind_bias(output)))
        return found

    def _behind_bias(self, name: str) -> tuple[str, str]:
        """Return the value after adding a bias to a product, and the bias."""
        readers = self.readers.get(name, [])
        if len(readers) == 1 and readers[0].op.meaning == "add" and readers[0].outputs[0] is not None:
            other = [n for n in readers[0].inputs if n != name]
            bias = self.source(other[0] or "") if other else ""
            if bias in self.parameters:
                return readers[0].outputs[0], bias
        return name, ""

    @cached_property
    def inputs(self) -> list[tuple[str, WeightLayer]]:
        """The data that enter the network, each with the first layer that reads it."""
        found: dict[str, WeightLayer] = {}
        for layer in self.layers:
            maker = self.maker(layer.data)
            is_constant = maker is not None and not any(maker.inputs)  # zeros, as the initial state of an RNN
            if layer.data not in self.learned and not is_constant:
                found.setdefault(layer.data, layer)
        return list(found.items())

    # --- losses -------------------------------------------------------------------------------------

    @cached_property
    def loss_uses(self) -> list[LossUse]:
        """Comparisons of predictions with labels in the losses, and losses that take logarithms of probabilities."""
        found: list[LossUse] = []
        for operator in self.forward:
            if self.losses and not any(n in self.on_loss_path for n in operator.outputs):
                continue
            use = self._loss_use(operator)
            if use is not None:
                found.append(use)
        return found

    def _loss_use(self, operator: Operator) -> LossUse | None:
        names = [n for n in operator.inputs if n is not None]
        kind = operator.op.meaning
        if kind in ("softmax_with_cross_entropy", "sigmoid_cross_entropy_with_logits") and len(names) > 1:
            return LossUse(kind.partition("_")[0], names[0], names[1], operator)
        if kind == "bce_loss":
            return LossUse("probability", self.source(names[0], RESHAPES | {"clip"}), names[1], operator)
        if kind == "log" and names and names[0] in self.learned:
            return self._probability(operator, names[0])
        is_difference = kind == "square_error_cost" or (kind == "subtract" and self._is_error(operator))
        if is_difference and len(names) == 2:
            learned = [n in self.learned for n in names]
            if learned.count(True) == 1:
                prediction, label = names if learned[0] else reversed(names)
                return LossUse("difference", prediction, label, operator)
        return None

    def _is_error(self, operator: Operator) -> bool:
        """Return True if a difference is squared, or its absolute value is taken, on the way to the loss."""
        out = operator.outputs[0]
        for reader in self.readers.get(out or "", ()):
            twice = reader.op.meaning == "multiply" and reader.inputs.count(out) == 2
            if reader.op.meaning in ("square", "abs", "pow") or twice:
                return True
        return False

    def _probability(self, operator: Operator, name: str) -> LossUse | None:
        """Return the use of p in -label * log(p); None unless the logarithm is multiplied by unlearned data."""
        prediction = self.source(name, RESHAPES | {"clip", "where"})
        maker = self.producers.get(prediction)
        if maker is not None and maker.op.meaning in ("scale", "subtract", "add", "sum", "multiply"):
            # 1 - p, p + epsilon, the sum of p * one_hot, or of p where it is hot
            learned = [n for n in maker.inputs if n is not None and n in self.learned]
            if len(learned) == 1:
                prediction = self.source(learned[0], RESHAPES | {"clip", "sum", "multiply", "where"})
        for reader in self.readers.get(operator.outputs[0] or "", ()):
            others = [n for n in reader.inputs if n is not None and n not in operator.outputs]
            if reader.op.meaning == "multiply" and others and others[0] not in self.learned:
                return LossUse("probability", prediction, others[0], operator)
        return None


def _is_trained(parameter: Any) -> bool:
    return bool(parameter.trainable) and not parameter.stop_gradient


def attribute(operator: Operator, name: str, default: Any = None) -> Any:
    """Return an attribute of an operator, or the default if the operator has no such attribute."""
    return operator.attrs.get(name, default)


def channel_axis(operator: Operator, rank: int) -> int:
    """Return the axis of an activation's units: the channels of images, otherwise the last axis."""
    layout = str(attribute(operator, "data_format", "NCHW"))
    return 1 if rank == 4 and layout.startswith("NC") else rank - 1
