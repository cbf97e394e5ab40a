"""TrainingGraph: the facts about a program or about the calls of an eager step that are known without values.

graph = TrainingGraph.of_program(program)
graph.losses, graph.updates, graph.layers           # names, update operators by parameter, weight layers in order
graph.loss_uses                                     # comparisons of a prediction with a label
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from opscope.core.source import Site
from opscope.debug.rules.loss_uses import Flow, LossUse, loss_use
from opscope.debug.rules.op_kinds import PRODUCTS, RESHAPES
from opscope.ir.op_roles import LOSS
from opscope.ir.program.program import GRAD, Operator, Parameter, Program
from opscope.ops.library_words import words_of

Shape = tuple[int | None, ...]


class ParameterFacts(NamedTuple):
    """A parameter: the name, the shape, a flag that is True for a trainable parameter, and the user's line."""

    name: str
    shape: Shape
    trainable: bool
    site: Site | None


class WeightLayer(NamedTuple):
    """An operator that multiplies the value `data` by a weight.

    `output` is the value after the addition of `bias`. `bias` is "" if the layer has no bias. `units` is the axis of
    the weight that corresponds to the units of the layer.
    """

    operator: Operator
    weight: str
    data: str
    output: str
    bias: str = ""
    units: int = 1


class TrainingGraph:
    """The operators of a program or an eager step, with parameters, losses, updates, and the paths between values.

    Args:
        operators: the operators in execution order.
        parameters: the parameters of the program.
        shape_of: a function that takes the name of a value, and returns the shape of the value. The size of an unknown
            dimension is None.
        eager: True if the operators are the calls of one step of eager code.
        numbers_of: a function that returns the inputs of an operator that are Python numbers, as a dict by input
            position.
    """

    def __init__(
        self,
        operators: Sequence[Operator],
        parameters: Iterable[ParameterFacts],
        shape_of: Callable[[str], Shape | None],
        eager: bool = False,
        numbers_of: Callable[[Operator], Mapping[int, complex]] | None = None,
    ) -> None:
        self.operators = list(operators)
        self.parameters = {p.name: p for p in parameters}
        self.shape = shape_of
        self.eager = eager
        self._numbers_of = numbers_of
        self.words = words_of(o.op for o in self.operators)
        self.forward = [o for o in self.operators if o.phase == "forward"]
        self.backward = [o for o in self.operators if o.phase == "backward"]
        views: dict[str, str] = {}  # of parameters, by name
        self.updates = {name: o for o in self.operators for name in self._updated(o, views)}
        self.producers: dict[str, Operator] = {}
        self.writers: dict[str, list[Operator]] = {}  # several, if some of them change the value in place
        self.readers: dict[str, list[Operator]] = {}
        for operator in self.forward:
            for name in dict.fromkeys(operator.inputs):
                if name is not None:
                    self.readers.setdefault(name, []).append(operator)
            for name in operator.outputs:
                if name is not None:
                    self.producers[name] = operator
                    self.writers.setdefault(name, []).append(operator)

    def _updated(self, operator: Operator, views: dict[str, str]) -> list[str]:
        """The parameters that an operator of an optimizer updates. Several operators may update one parameter.

        The operator may write to a view of a parameter, such as the view of a complex parameter as real numbers. The
        method adds the view that an operator makes of a parameter to `views`.
        """
        if operator.phase != "optimize":
            return []
        op, inputs = operator.op, operator.inputs
        if op.outputs[:1] == ("param_out",):
            return [str(inputs[0])]
        if not self.eager:
            return []
        found = [n for n in operator.outputs if n in self.parameters]
        if op.library and not op.makes_memory:  # each result is a view of an input, or an input that was written to
            for made, given in zip(operator.outputs, inputs, strict=False):
                base = views.get(given or "", given)
                if made is not None and base is not None and base in self.parameters and made not in self.parameters:
                    views[made] = base
                    found += [base] if op.writes_inputs else []
        return found

    @classmethod
    def of_program(cls, program: Program) -> TrainingGraph:
        """Make the graph of the outermost block of a program.

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
        """Return True if the graph computes gradients or updates of parameters."""
        return bool(self.updates or self.losses)

    @cached_property
    def losses(self) -> list[str]:
        """The losses: the names of the values at which backward passes start."""
        seeds = [n for o in self.backward if o.role & LOSS for n in o.outputs if n is not None]
        if not seeds:  # of `gradients` and eager code: gradients not computed from another gradient
            made = {n for o in self.backward for n in o.outputs if n is not None and not _is_seed(o, n)}
            read = [i for o in self.backward for i in o.inputs if i is not None and i.endswith(GRAD)]
            seeds = [n for n in dict.fromkeys(read) if n not in made]
        names = dict.fromkeys(n.removesuffix(GRAD) for n in seeds)
        return [n for n in names if n in self.producers or n in self.parameters]

    @cached_property
    def trainable(self) -> list[ParameterFacts]:
        """The parameters that the program trains."""
        return [p for p in self.parameters.values() if p.trainable]

    @cached_property
    def gradients(self) -> set[str]:
        """The names of the values whose gradients the backward pass computes."""
        names = [n for o in self.backward for n in o.outputs if n is not None]
        return {base for base, mark, _ in (n.partition(GRAD) for n in names) if mark}

    # --- paths --------------------------------------------------------------------------------------

    def above(self, names: Iterable[str]) -> set[str]:
        """Return `names` and the names of all values on which these values depend.

        Args:
            names: names of values.

        Returns:
            Names of values.

        Example:
            >>> sorted(TrainingGraph.of_program(program).above(["fc_0.tmp_0"]))
            ['fc_0.tmp_0', 'fc_0.w_0', 'x']
        """
        found, waiting = set(names), list(names)
        while waiting:
            for operator in self.writers.get(waiting.pop(), ()):
                for name in operator.inputs:
                    if name is not None and name not in found:
                        found.add(name)
                        waiting.append(name)
        return found

    def below(self, names: Iterable[str]) -> set[str]:
        """Return `names` and the names of all values that depend on these values.

        Args:
            names: names of values.

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
        """The names of all values on which a loss depends."""
        return self.above(self.losses)

    @cached_property
    def learned(self) -> set[str]:
        """The names of all values that depend on a parameter."""
        return self.below(self.parameters)

    def source(self, name: str, through: Iterable[str] = RESHAPES) -> str:
        """Return the name of the original value of which a value is only a reshape.

        Args:
            name: name of the value.
            through: types of operators that count as reshapes of a value.

        Returns:
            The name of the value before the reshapes. If the value is not a reshape, its own name.

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
        """Return the operator that computes a value. Reshapes of the value are skipped.

        Args:
            name: name of the value.
            through: types of operators that count as reshapes of a value.

        Returns:
            The operator that computes the value, or None if the value is a feed or a parameter.

        Example:
            >>> TrainingGraph.of_program(program).maker("mean_0.tmp_0").type
            'reduce_mean'
        """
        return self.producers.get(self.source(name, through))

    # --- layers -------------------------------------------------------------------------------------

    @cached_property
    def layers(self) -> list[WeightLayer]:
        """The weight layers on the way to a loss, in execution order.

        These are products and convolutions with a weight.
        """
        found = (self._layer(o) for o in self.forward if o.op.meaning in PRODUCTS or o.op.meaning.startswith("conv"))
        return [layer for layer in found if layer is not None]

    def _layer(self, operator: Operator) -> WeightLayer | None:
        names = {n: self.source(n) for n in operator.inputs if n is not None}
        weights = [n for n, of in names.items() if of in self.parameters and len(self.parameters[of].shape) > 1]
        data = [n for n, of in names.items() if of not in self.parameters]
        output = operator.outputs[0] if operator.outputs else None
        if not weights or not data or output is None or (self.losses and output not in self.on_loss_path):
            return None
        is_transposed = attribute(operator, "transpose_y", False) or self._is_transposed(weights[0])
        units = 0 if is_transposed or operator.op.meaning.startswith("conv") else 1
        return WeightLayer(operator, names[weights[0]], data[0], *self._behind_bias(output), units)

    def _is_transposed(self, name: str) -> bool:
        """Return True if a value is the transpose of a parameter."""
        count = 0
        while name not in self.parameters and (operator := self.producers.get(name)) is not None:
            count += operator.op.meaning == "transpose"
            name = operator.inputs[0] or ""
        return count % 2 == 1

    def _behind_bias(self, name: str) -> tuple[str, str]:
        """Return the name of the value after a bias is added to a product, and the name of the bias."""
        readers = self.readers.get(name, [])
        if len(readers) == 1 and readers[0].op.meaning == "add" and readers[0].outputs[0] is not None:
            other = [n for n in readers[0].inputs if n != name]
            bias = self.source(other[0] or "") if other else ""
            if bias in self.parameters:
                return readers[0].outputs[0], bias
        return name, ""

    @cached_property
    def inputs(self) -> list[tuple[str, WeightLayer]]:
        """The input data of the network, as pairs of a value's name and the first layer that reads the value."""
        found: dict[str, WeightLayer] = {}
        for layer in self.layers:
            maker = self.maker(layer.data)
            # zeros, as the initial state of an RNN
            is_constant = maker is not None and not any(maker.inputs) and not maker.op.random
            if layer.data not in self.learned and not is_constant:
                found.setdefault(layer.data, layer)
        return list(found.items())

    # --- losses -------------------------------------------------------------------------------------

    @cached_property
    def loss_uses(self) -> list[LossUse]:
        """The comparisons of predictions with labels that the losses make."""
        found: list[LossUse] = []
        flow = Flow(self.learned, self.producers, self.readers, self.source)
        for operator in self.forward:
            if self.losses and not any(n in self.on_loss_path for n in operator.outputs):
                continue
            use = loss_use(flow, operator)
            if use is not None:
                found.append(use)
        return found

    # --- numbers ------------------------------------------------------------------------------------

    def number(self, operator: Operator) -> complex | None:
        """Return the input of an operator that is a Python number.

        Args:
            operator: an operator of the graph.

        Returns:
            The number, or None if no input or several inputs are Python numbers, or if the number is unknown.

        Example:
            >>> graph = TrainingGraph.of_program(program)
            >>> graph.number(graph.operators[0]) is None
            True
        """
        known = {} if self._numbers_of is None else self._numbers_of(operator)
        given = [known[i] for i, name in enumerate(operator.inputs) if name is None and i in known]
        other = attribute(operator, "other")
        given += [other] if isinstance(other, int | float) else []
        return given[0] if len(given) == 1 else None


def _is_seed(operator: Operator, gradient: str) -> bool:
    """Return True if an operator starts a backward pass.

    Such an operator computes the gradient of a value only from this value.
    """
    return gradient.removesuffix(GRAD) in operator.inputs and not any(i and GRAD in i for i in operator.inputs)


def _is_trained(parameter: Any) -> bool:
    return bool(parameter.trainable) and not parameter.stop_gradient


def is_evaluating(operator: Operator) -> bool:
    """Return True if a dropout or batch normalization operator is in evaluation mode."""
    return bool(attribute(operator, "is_test", False)) or not attribute(operator, "training", True)


def named_input(operator: Operator, name: str) -> str:
    """Return the name of the value that an operator reads as a certain input, such as `scale`.

    The result is "" if the operator has no such input.
    """
    position = operator.op.inputs.index(name) if name in operator.op.inputs else len(operator.inputs)
    return (operator.inputs[position] or "") if position < len(operator.inputs) else ""


def attribute(operator: Operator, name: str, default: Any = None) -> Any:
    """Return an attribute of an operator, or `default` if the operator has no such attribute."""
    return operator.attrs.get(name, default)


def channel_axis(operator: Operator, rank: int) -> int:
    """Return the axis along which the units of an activation are: the channel axis of images, or else the last axis."""
    layout = str(attribute(operator, "data_format", "NCHW"))
    return 1 if rank == 4 and layout.startswith("NC") else rank - 1
