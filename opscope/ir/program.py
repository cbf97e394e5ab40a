"""Program, Block and Operator: a program is data that others run, draw and transform."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from opscope.core.dtype import DType, as_dtype
from opscope.core.source import Call, Site, calling, site, site_of
from opscope.core.spec import TensorSpec
from opscope.core.state import mode, names
from opscope.errors import ArgumentError, OpscopeError, ShapeError, UsageError, nearest
from opscope.ir import legacy, text, transform
from opscope.ir.block_surface import BlockSurface
from opscope.ir.declaring import Declaring
from opscope.ir.operator_surface import OperatorSurface
from opscope.ir.program_surface import ProgramSurface, first_seed
from opscope.ir.roles import Roles
from opscope.ir.variable import GRAD, Parameter, Variable
from opscope.ops.grad import spec_of
from opscope.ops.methods import is_number
from opscope.ops.registry import REGISTRY, Attrs, Op

FORWARD, BACKWARD, OPTIMIZE, LOSS = 0, 1, 2, 256


class Operator(OperatorSurface):
    """One use of an op: names in, names out, attributes, the user's line, its role and scope.

    Control operators own sub-blocks, by index in `attrs["blocks"]`.
    """

    __slots__ = (
        *("attrs", "block", "call", "called", "device", "id", "inputs", "namescope", "notes", "op", "outputs"),
        *("role", "role_var"),
    )

    def __init__(
        self, block: Block, op: Op, inputs: tuple[str | None, ...], outputs: tuple[str | None, ...], attrs: Attrs
    ) -> None:
        self.block = block
        self.id = block.program.next_id()
        self.op = op
        self.called = ""  # the type, where `append_op` was given another one than Paddle's functions use
        self.inputs = inputs
        self.outputs = outputs
        self.attrs = attrs
        self.notes: Attrs = {}  # attributes that users have set and nothing reads
        self.role = block.program.role
        self.namescope = block.program.namescope
        self.device = block.program.device
        self.call: Call | Site | None = calling()
        self.role_var: list[str] = list(block.program.role_var)

    @property
    def site(self) -> Site | None:
        """The user's line that made it; of a gradient, that of its forward operator."""
        return site_of(self.call)

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The sub-blocks that the operator owns."""
        return tuple(self.block.program.blocks[i] for i in self.attrs.get("blocks", ()))

    @property
    def phase(self) -> str:
        """forward, backward or optimize."""
        return "optimize" if self.role & OPTIMIZE else "backward" if self.role & BACKWARD else "forward"

    def result(self) -> Any:
        """The output Variable, or the list of them."""
        outs = [None if n is None else self.block.var_of(n) for n in self.outputs]
        return outs[0] if len(outs) == 1 and not self.op.variadic_out else outs

    def __str__(self) -> str:
        return self._to_readable_code()

    def __repr__(self) -> str:
        given = [n or "_" for n in self.inputs]
        while given and given[-1] == "_":  # optional inputs that are not there
            given.pop()
        return f"{', '.join(n or '_' for n in self.outputs)} = {self.type}({', '.join(given)})"


class Block(BlockSurface, Declaring):
    """A list of operators and the variables that it declares; names are also looked up in the parent."""

    def __init__(self, program: Program, idx: int, parent_idx: int) -> None:
        self.program = program
        self.idx = idx
        self.parent_idx = parent_idx
        self.forward_block_idx = -1
        self.backward_block_idx = -1
        self.vars: dict[str, Variable] = {}
        self.ops: list[Operator] = []
        self.rewritten: set[str] = set()  # names that more than one operator gives a value

    @property
    def parent(self) -> Block | None:
        """The enclosing block."""
        return None if self.parent_idx < 0 else self.program.blocks[self.parent_idx]

    def find(self, name: str) -> Variable | None:
        """The variable of that name here or further out; for a gradient block, then, in its forward block."""
        block: Block | None = self
        while block is not None:
            if name in block.vars:
                return block.vars[name]
            block = block.parent
        forward = self.forward_block_idx
        return self.program.blocks[forward].find(name) if forward >= 0 and forward != self.idx else None

    def var_of(self, name: str) -> Variable:
        """As `find`. Raises NotFound."""
        found = self.find(name)
        if found is None:
            raise ArgumentError(f"Var {name} is not found recursively", fix=nearest(name, self.vars))
        return found

    _var_recursive = var_of
    _find_var_recursive = find

    def var(self, name: str) -> Variable:
        """The variable of that name declared in this block. Raises ArgumentError (a ValueError)."""
        if not isinstance(name, str):
            raise UsageError(f"var require string as parameter, but get {type(name)} instead.")
        if name not in self.vars:
            raise ArgumentError(f"var {name} not in this block", fix=nearest(name, self.vars))
        return self.vars[name]

    def has_var(self, name: str) -> bool:
        """True if this block declares it."""
        return name in self.vars

    def all_parameters(self) -> list[Parameter]:
        """The parameters declared here."""
        return [v for v in self.vars.values() if isinstance(v, Parameter)]

    def declare(self, variable: Variable) -> Any:
        """Enter a variable; a former one of the same name is replaced."""
        self.vars[variable.name] = variable
        self.program.touch()
        return variable

    def append(
        self,
        op: Op,
        inputs: Sequence[Any],
        attrs: Attrs,
        outputs: Sequence[Any] | None = None,
        specs: Sequence[TensorSpec | None] | None = None,
        at: int | None = None,
        prefix: str = "",
        of: Operator | None = None,
    ) -> Operator:
        """Append (or insert) one use of `op`.

        Inputs may be Variables, numbers or arrays (which become constants) or None. Without `outputs` fresh
        variables are made, called `<prefix>_0` and so on; without `specs` they are inferred. `of` is the forward
        operator of a gradient, which takes over its line, name scope and device.
        Raises what `op.infer` raises, with the names, specs and line added.
        """
        variables = [v if isinstance(v, Variable) else self.as_variable(v, inputs) for v in inputs]
        attrs = {k: _constant(_plain(v)) for k, v in attrs.items()}
        if waiting := next((k for k, v in attrs.items() if isinstance(v, Variable)), None):
            raise UsageError(
                f"{op.name}: {waiting} must be known when a program is built, but is Variable {attrs[waiting].name}",
                site=site(), fix="give a number",
            )  # fmt: skip
        if op.random and op.inputs and self.program.random_seed and not attrs.get("seed"):
            attrs["seed"] = self.program.random_seed  # as Paddle does for dropout, not for rand
        if specs is None:
            specs = self._infer(op, variables, attrs)
        stop = not op.differentiable or all(v is None or v.stop_gradient for v in variables)
        stop = stop or (self.program.capture is not None and not mode.grad)  # no_grad() of eager code that is traced
        if outputs is None:
            outputs = self._results(op, variables, specs, prefix, stop)
        new = Operator(
            self,
            op,
            tuple(None if v is None else v.name for v in variables),
            tuple(None if v is None else v.name for v in outputs),
            attrs,
        )
        if of is not None:
            new.call, new.namescope, new.device = of.call, of.namescope, of.device
            if of.called and op.name in (of.op.name, f"{of.op.name}_grad"):
                new.called = of.called + op.name.removeprefix(of.op.name)
        for out in outputs:
            if out is not None:
                self.written(out, new)
        self.ops.insert(len(self.ops) if at is None else at, new)
        self.program.touch()
        return new

    def _results(
        self,
        op: Op,
        variables: Sequence[Variable | None],
        specs: Sequence[TensorSpec | None],
        prefix: str,
        stop: bool,
    ) -> list[Variable | None]:
        if not prefix and names.asked is op and op.name in legacy.BARE:  # add(x, y, name="sum") is `sum`
            found, spec = self.vars.get(names.called), specs[0]
            if found is None and spec is not None:
                return [self.declare(Variable(self, names.called, spec, stop_gradient=stop))]
            if found is not None and found.spec == spec:
                return [found]
        prefix = prefix or _prefix(op, variables)
        made = [s and self.declare(Variable(self, names(prefix), s, stop_gradient=stop)) for s in specs]
        first = variables[0] if variables else None
        if first is not None and first.tensor_array and op.name in ("assign", "getitem", "slice_to"):
            for part in filter(None, made):  # an element is no array
                part.tensor_array = len(part.spec.shape) == len(first.spec.shape)
        return made

    def written(self, out: Variable, by: Operator) -> None:
        """Note that an operator gives a variable a value."""
        if out.op is not None or out.is_data or out.persistable:
            self.rewritten.add(out.name)
        out.op = by

    def _infer(self, op: Op, variables: Sequence[Variable | None], attrs: Attrs) -> list[TensorSpec | None]:
        try:
            specs = op.infer(*(None if v is None else v.spec for v in variables), **attrs)
        except OpscopeError as e:
            called = ", ".join("None" if v is None else v.name for v in variables)
            e.args = (f"{op.name}({called}): {e.summary}",)
            e.summary = e.args[0]
            e.facts = {**{v.name: v.spec for v in variables if v is not None}, **e.facts}
            e.site = e.site or site()
            raise
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, StopIteration) as e:
            facts = {op.input_name(i): v.spec for i, v in enumerate(variables) if v is not None}
            raise ShapeError(f"{op.name} does not take inputs like these: {e}", facts=facts, site=site()) from e
        return [specs] if isinstance(specs, TensorSpec) else list(specs)

    def as_variable(self, value: Any, inputs: Sequence[Any]) -> Variable | None:
        """A value among the inputs of an op as a Variable: numbers and arrays become constants."""
        if value is None or isinstance(value, Variable):
            return value
        like = next((v for v in inputs if isinstance(v, Variable)), None)
        if is_number(value):
            own = as_dtype(bool if isinstance(value, bool) else "float32" if isinstance(value, float) else "int64")
            dtype = own if like is None or (isinstance(value, float) and not like.dtype.floating) else like.dtype
            attrs = {"shape": (), "fill_value": value, "dtype": dtype.name}
            return self.append(REGISTRY["full"], (), attrs).result()
        if isinstance(value, complex):
            dtype = spec_of(value, None if like is None else like.spec).dtype  # type: ignore[union-attr]
            return self.append(REGISTRY["full"], (), {"shape": (), "fill_value": value, "dtype": dtype.name}).result()
        if isinstance(value, np.ndarray | list | tuple):
            return self.append(REGISTRY["assign_value"], (), {"values": np.asarray(value)}).result()
        if self.program.capture is not None and (found := self.program.capture(value)) is not None:
            return found
        raise UsageError(
            f"expected a Variable, but received {type(value).__name__}", site=site(), fix="pass a Variable or an array"
        )

    def rename(self, old: str, new: str) -> Variable:
        """Call a variable of this block `new`, in its operators too. Raises ArgumentError if there is none."""
        if old not in self.vars:
            raise ArgumentError(f"var {old} is not in current block", site=site(), fix=nearest(old, self.vars))
        variable = self.vars.pop(old)
        variable.name = new
        self.vars[new] = variable
        for operator in self.ops:
            operator.inputs = tuple(new if n == old else n for n in operator.inputs)
            operator.outputs = tuple(new if n == old else n for n in operator.outputs)
        self.program.touch()
        return variable

    _rename_var = rename

    def __repr__(self) -> str:
        return text.block_text(self)


def _prefix(op: Op, variables: Sequence[Variable | None]) -> str:
    """Paddle's names of results: tmp_0, x_slice_0, mean_0.tmp_0, elementwise_add_0, and what `name=` asked for."""
    if names.called:
        return f"{names.called}.tmp"
    if names.signs and op.name in legacy.SIGNS:
        return "tmp"
    if op.name in legacy.BARE:
        return legacy.prefix_of(op)
    if op.name == "getitem" and variables[0] is not None:
        return f"{variables[0].name}_slice"
    return f"{names(legacy.prefix_of(op))}.tmp"


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_plain(v) for v in value)
    return value.item() if isinstance(value, np.generic) else value.name if isinstance(value, DType) else value


def _constant(value: Any) -> Any:
    """What a Variable among the attributes is, where an operator makes it of a constant."""
    if type(value) is tuple:
        return tuple(map(_constant, value))
    found = value.known() if isinstance(value, Variable) else None
    if found is None:
        return value
    return found.item() if found.size == 1 else found.tolist()


class Program(ProgramSurface, Roles):
    """Blocks of operators. `version` counts its changes, so what was compiled knows when it is stale."""

    _ids = itertools.count(1)

    def __init__(self) -> None:
        self.id = next(Program._ids)
        self.version = 0
        self.role = FORWARD
        self.role_var: list[str] = []
        self.namescope = "/"
        self.device = ""
        self.grad_times = 0  # how often gradients were asked for
        self.scopes: dict[str, int] = {}
        self.capture: Callable[[Any], Variable | None] | None = None  # a traced function's values of the outside
        self._next_op = 0
        self._seed = first_seed()
        self.blocks: list[Block] = [Block(self, 0, -1)]
        self.current_block_idx = 0

    def touch(self) -> None:
        """Something changed."""
        self.version += 1

    def next_id(self) -> int:
        """A fresh operator id, unique in this program."""
        self._next_op += 1
        return self._next_op - 1

    def global_block(self) -> Block:
        """The outermost block."""
        return self.blocks[0]

    def current_block(self) -> Block:
        """The block that operators are appended to."""
        return self.blocks[self.current_block_idx]

    def block(self, index: int) -> Block:
        """The block of that number. Raises IndexError."""
        return self.blocks[index]

    @property
    def num_blocks(self) -> int:
        """How many blocks."""
        return len(self.blocks)

    def _create_block(self, parent_idx: int | None = None) -> Block:
        parent = self.current_block_idx if parent_idx is None else parent_idx
        new = Block(self, len(self.blocks), parent)
        self.blocks.append(new)
        self.current_block_idx = new.idx
        self.touch()
        return new

    def _rollback(self) -> None:
        self.current_block_idx = self.current_block().parent_idx

    def list_vars(self) -> Iterator[Variable]:
        """All variables of all blocks."""
        return (v for block in self.blocks for v in block.vars.values())

    def all_parameters(self) -> list[Parameter]:
        """All parameters."""
        return [p for block in self.blocks for p in block.all_parameters()]

    @property
    def operators(self) -> list[Operator]:
        """All operators of all blocks, in order."""
        return [operator for block in self.blocks for operator in block.ops]

    @property
    def random_seed(self) -> int:
        """Seed of the operators that have their own (dropout): the same numbers each run; 0: none."""
        return self._seed

    @random_seed.setter
    def random_seed(self, seed: int) -> None:
        if not isinstance(seed, int):
            raise ArgumentError(f"Program.random_seed's input seed must be an integer, but received {type(seed)}.")
        self._seed = seed
        self.touch()

    def clone(self, for_test: bool = False) -> Program:
        """A copy; with for_test without backward and optimizer operators, and with is_test set."""
        return transform.clone(self, for_test)

    def __repr__(self) -> str:
        return text.program_text(self)


__all__ = ["BACKWARD", "FORWARD", "GRAD", "LOSS", "OPTIMIZE", "Block", "Operator", "Parameter", "Program", "Variable"]
