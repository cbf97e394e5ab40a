"""Eager code as a program: an operator for each call, a variable for each named value."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from opscope.core.formats.narrow_arrays import dtype_of
from opscope.core.layer_calls import LayerCall
from opscope.core.source import Position, UserCall, with_callers
from opscope.core.spec import TensorSpec
from opscope.debug.eager.tensor_names import NamedArrays, Names, TensorNames
from opscope.eager.op_calls import GRADIENT_SUM, SET_VALUE, OpCall
from opscope.eager.tape import TapeNode, Tracked
from opscope.ir.program.program import Block, Operator, Parameter, Program, Variable
from opscope.ops.registry import Attrs, Op

MAX_OPERATORS = 20_000  # number of distinct operators kept


class EagerOperator(Operator):
    """The operator that represents an eager call.

    `id` is the number of the call in its step, counted from 0. `call` is the user's line that calls the op.
    """

    __slots__ = ()

    def __init__(
        self,
        block: Block,
        number: int,
        op: Op,
        inputs: tuple[str | None, ...],
        outputs: tuple[str | None, ...],
        attrs: Attrs,
        role: int,
        call: Position | None,
        layer_path: str = "",
    ) -> None:
        self.block, self.id, self.op = block, number, op  # Operator.__init__ would use the program's next number
        self.inputs, self.outputs, self.attrs = inputs, outputs, attrs
        self.role, self.namescope, self.call = role, "/", call
        self.role_var, self.type_override, self.user_attrs, self.device = [], "", {}, ""
        self.layer_path, self.saved_user_site = layer_path, None


class EagerProgram(Program):
    """The program of eager code, from which breakpoints, listings and summaries read operators and variables.

    The program grows while the Python code runs. The program itself is never executed.
    """

    is_built = False

    def __init__(self, tensors: TensorNames) -> None:
        super().__init__()
        self._path_names: set[str] = set()
        self._parameter_names: set[str] = set()
        self.tensors = tensors
        self._operators: dict[Any, EagerOperator] = {}
        self._declared: set[EagerOperator] = set()
        self._forward: WeakKeyDictionary[TapeNode, EagerOperator] = WeakKeyDictionary()  # operators that made the nodes

    @property
    def path_names(self) -> Collection[str]:
        """The names of variables that are paths below a network, such as the names of parameters in PyTorch."""
        return self._path_names

    def origin(
        self, call: OpCall, user: UserCall | None, layer: LayerCall | None, around: Operator | None
    ) -> tuple[Position | None, str]:
        """Return the position of a call in the user's code, and its layer path.

        For a gradient operator, and for a call in a gradient rule, return the position and the layer path of the
        forward call.

        `around` is the operator whose call was running when this call began.
        """
        if around is not None and around.op.forward is not None:
            return around.call, around.layer_path
        if call.node is not None:
            forward = self._forward.get(call.node)
            return (call.position, "") if forward is None else (forward.call, forward.layer_path)
        position: Position | None = call.position
        if call.position is not None and user is not None:
            position = with_callers(call.position, user)
        return position, "" if layer is None else layer.path

    def note_outputs(self, operator: EagerOperator, outputs: Sequence[Any]) -> None:
        """Store the operator that has made nodes of the tape.

        The gradients of these nodes need this operator.
        """
        for out in outputs:
            # a PyLayer returns Tensors from an op inside it
            if isinstance(out, Tracked) and out._edge is not None and out._edge[0].op.name == operator.op.name:
                self._forward[out._edge[0]] = operator

    def operator(
        self,
        call: OpCall,
        number: int,
        inputs: Names,
        outputs: Names,
        role: int,
        made: Position | None,
        layer_path: str,
    ) -> EagerOperator:
        """Return the operator that stands for a call.

        A call that occurs in each step has one operator object for all steps.
        """
        key = (number, call.op.name, inputs, outputs, role, made, layer_path)
        found = self._operators.get(key)
        if found is None:
            block = self.global_block()
            if len(self._operators) >= MAX_OPERATORS:  # code without steps: all calls have different numbers
                for known in (self._operators, self._declared, block.ops, block.vars):
                    known.clear()
            attrs = {} if call.op in (SET_VALUE, GRADIENT_SUM) else call.attrs
            found = EagerOperator(block, number, call.op, inputs, outputs, attrs, role, made, layer_path)
            self._operators[key] = found
            block.ops.append(found)
        return found

    def note_kinds(self, names: Iterable[str]) -> None:
        """Store which names belong to parameters, and which names are paths below a network.

        The method must be called while the Tensors with these names exist.
        """
        for name in names:
            if self.tensors.is_parameter(name):
                self._parameter_names.add(name)
            if self.tensors.has_path(name):
                self._path_names.add(name)

    def declare(self, operator: EagerOperator, *values: NamedArrays) -> bool:
        """Declare in the program the variables that an operator reads or writes.

        Returns True if at least one variable is declared for the first time.
        """
        if operator in self._declared:
            return False
        self._declared.add(operator)
        return self.declare_values(*values)

    def declare_values(self, *values: NamedArrays) -> bool:
        """Declare variables for values. Returns True if at least one variable is declared for the first time."""
        block = self.global_block()
        new = [(name, a) for named in values for name, a in named if a is not None and name not in block.vars]
        for name, array in new:
            is_parameter = name in self._parameter_names or self.tensors.is_parameter(name)
            kind = Parameter if is_parameter else Variable
            block.declare(kind(block, name, TensorSpec(tuple(array.shape), dtype_of(array))))
            if self.tensors.has_path(name):
                self._path_names.add(name)
        return bool(new)
