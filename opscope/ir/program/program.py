"""Program, Block, Operator and Variable: the data model of static programs."""

from __future__ import annotations

import itertools
import sys
import weakref
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, cast

import numpy as np

from opscope.core.described import ShortText
from opscope.core.dtype import DType, as_dtype
from opscope.core.layer_calls import current_layer_path
from opscope.core.public_calls import function_called
from opscope.core.shape import parameter_sizes
from opscope.core.source import Position, Site, site, site_of, user_position, user_position_and_callers, user_site_of
from opscope.core.spec import TensorSpec
from opscope.core.state import mode, names
from opscope.core.variable_kinds import LOD_TENSOR, SELECTED_ROWS, VarKind
from opscope.errors import (
    ArgumentError,
    ModeError,
    UnsupportedError,
    UsageError,
    nearest,
    printable,
)
from opscope.ir import clone_prune
from opscope.ir.compat import op_types, program_text
from opscope.ir.compat.block_methods import PaddleBlockMethods
from opscope.ir.compat.operator_methods import PaddleOperatorMethods
from opscope.ir.compat.program_methods import PaddleProgramMethods, default_seed
from opscope.ir.compat.role_guards import PaddleRoleGuards
from opscope.ir.compat.variable_methods import GRAD, PaddleVariableMethods
from opscope.ir.op_roles import BACKWARD, FORWARD, OPTIMIZE
from opscope.ir.program.constants import constant_call, fold_constants, normalized
from opscope.ir.program.inferred_specs import inferred_specs
from opscope.ir.program.public_calls import NotedCall, note_calls_with
from opscope.ir.program.redeclarations import check_redeclaration, declared_spec
from opscope.ir.program.result_names import name_results_tmp, result_prefix
from opscope.ir.program.value_refusals import ValueRefusals
from opscope.ir.program_settings import ProgramSetting, changed_in_block
from opscope.ir.variable_slices import slice_variable_bounds
from opscope.ops.registry import REGISTRY, Attrs, Op
from opscope.ops.tensor_operators import TensorOperators

Initializer = Callable[["Variable", Any], Any]


class Operator(PaddleOperatorMethods):
    """Operator of a program, which applies an op to variables.

    An operator has names of inputs and outputs, attributes, the user's line, layer, role and name scope. `layer_path`
    is the structured name of the Layer whose `forward` made the operator, such as `layer1.0.conv1`. The path is
    relative to the outermost Layer that was called. The path is "" without a Layer. A gradient operator has the path of
    its forward operator. Control operators own sub-blocks; `attrs["blocks"]` contains the indices of these blocks.
    """

    __slots__ = (
        *("attrs", "block", "call", "called", "device", "id", "inputs", "layer_path", "namescope", "op", "outputs"),
        *("role", "role_var", "saved_user_site", "type_override", "user_attrs"),
    )

    def __init__(
        self, block: Block, op: Op, inputs: tuple[str | None, ...], outputs: tuple[str | None, ...], attrs: Attrs
    ) -> None:
        self.block = block
        self.id = block.program.next_id()
        self.op = op
        self.type_override = ""  # the type given to `append_op`, where it differs from the default one
        self.inputs = inputs
        self.outputs = outputs
        self.attrs = attrs
        self.user_attrs: Attrs = {}  # attributes that users have set and the op does not have
        self.role = block.program.role
        self.namescope = block.program.namescope
        self.device = block.program.device
        self.call: Position | None = user_position_and_callers()
        self.called = function_called(sys._getframe(1))  # by the user's code, which makes this operator
        self.saved_user_site: Site | None = None  # of an operator that was read from a file, if it is not `site`
        self.layer_path = current_layer_path()
        self.role_var: list[str] = list(block.program.role_var)

    @property
    def site(self) -> Site | None:
        """The user's line that created the operator. For a gradient operator, the line of its forward operator."""
        return site_of(self.call)

    @property
    def user_site(self) -> Site | None:
        """The innermost line outside of installed packages. If there is none, the same line as `site`."""
        return self.saved_user_site or user_site_of(self.call)

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks that the operator owns."""
        return tuple(self.block.program.blocks[i] for i in self.attrs.get("blocks", ()))

    @property
    def onnx_node(self) -> str:
        """The node of an ONNX model from which the operator was made, such as `/layer1/conv1/Conv`. Otherwise ""."""
        return str(self.user_attrs.get("onnx_node", ""))

    @property
    def scope_path(self) -> tuple[str, ...]:
        """The name scopes of the operator, followed by the path of its Layer. If both are equal, they appear once."""
        scopes, layers = ([p for p in t.split(sep) if p] for t, sep in ((self.namescope, "/"), (self.layer_path, ".")))
        return tuple(scopes if scopes == layers else [*scopes, *layers])

    @property
    def phase(self) -> str:
        """Phase of the operator: forward, backward or optimize."""
        return "optimize" if self.role & OPTIMIZE else "backward" if self.role & BACKWARD else "forward"

    def result(self) -> Any:
        """The output Variable, or the list of output Variables."""
        outs = [None if n is None else self.block.var_of(n) for n in self.outputs]
        return outs[0] if len(outs) == 1 and not self.op.variadic_out else outs

    def __str__(self) -> str:
        return self._to_readable_code()

    def __repr__(self) -> str:
        given = [n or "_" for n in self.inputs]
        while given and given[-1] == "_":  # absent optional inputs
            given.pop()
        return printable(f"{', '.join(n or '_' for n in self.outputs)} = {self.type}({', '.join(given)})")


class Variable(PaddleVariableMethods, ValueRefusals, TensorOperators):
    """Declaration of a named value of a block. The value exists only while the program runs.

    `shape` has -1 for unknown dims, and `spec` has None. Arithmetic and methods append operators to the variable's
    program.
    """

    def __init__(
        self,
        block: Block,
        name: str,
        spec: TensorSpec,
        *,
        stop_gradient: bool = False,
        persistable: bool = False,
        is_data: bool = False,
        lod_level: int = 0,
    ) -> None:
        self.block = block
        self.name = name
        self.spec = spec
        self.stop_gradient = stop_gradient
        self._persistable = persistable
        self.is_data = is_data
        self.need_check_feed = is_data  # whether a fed array must be as declared
        self.lod_level = lod_level
        self.kind: VarKind | None = None  # only for declared non-tensors: SELECTED_ROWS, STRINGS
        self.belong_to_optimizer = False
        self.is_tensor_array = False  # made by create_array: elements along the first dim
        self.detached = False  # made by detach(): no gradient passes
        self.call: Position | None = user_position()
        self.op: Operator | None = None

    @property
    def site(self) -> Site | None:
        """The user's line that made the variable."""
        return site_of(self.call)

    def constant_value(self) -> Any:
        """The value as an array, if a single operator writes the variable from a constant. Otherwise None."""
        maker = self.op
        if maker is None or maker.op.name not in ("full", "assign_value") or self.name in self.block.reassigned:
            return None
        attrs, kind = maker.attrs, self.dtype.dtype
        if maker.op.name == "full":
            return np.full(attrs["shape"], attrs["fill_value"], kind)
        return np.asarray(attrs["values"], kind)

    @property
    def shape(self) -> tuple[int, ...]:
        """The dims. An unknown dim is -1."""
        return tuple(-1 if d is None else d for d in self.spec.shape)

    @property
    def dtype(self) -> DType:
        """The data type."""
        return self.spec.dtype

    @property
    def persistable(self) -> bool:
        """True if the value stays in the scope between runs."""
        return self._persistable

    @persistable.setter
    def persistable(self, value: bool) -> None:
        if value != self._persistable:
            self._persistable = value
            self.program.touch()  # plans depend on what is loaded and stored

    @property
    def ndim(self) -> int:
        """Number of dims."""
        return len(self.spec.shape)

    def __getitem__(self, item: Any) -> Variable:
        return cast(Variable, TensorOperators.__getitem__(*slice_variable_bounds(self, item)))

    def clone(self) -> Variable:
        """Return a copy. Gradients flow back to this variable."""
        return REGISTRY["assign"](self)

    def detach(self) -> Variable:
        """Return a copy that stops gradients. Raises ModeError (an AssertionError) if the variable is not a tensor."""
        if self.kind is not None and self.kind != SELECTED_ROWS:
            raise ModeError("only support a variable with SELECTED_ROWS or LOD_TENSOR to be detached", site=site())
        block = self.program.current_block()
        out = block.append(REGISTRY["assign"], [self], {}, prefix=f"detach_{self.name}").result()
        out.stop_gradient = out.detached = True
        out.persistable = self.persistable
        return out

    def dim(self) -> int:
        """Number of dims."""
        return self.ndim

    ndimension = dim

    @property
    def program(self) -> Program:
        """The program to which the variable belongs."""
        return self.block.program

    def __apply_op__(self, op: Op, inputs: Sequence[Any], attrs: Attrs) -> Any:
        block = next(v for v in inputs if isinstance(v, Variable)).program.current_block()
        return block.append(op, inputs, attrs).result()

    def __repr__(self) -> str:
        kind = "persist " if self.persistable else ""
        return printable(
            f"{kind}var {self.name} : LOD_TENSOR.shape{_tuple(self.shape)}.dtype({self.dtype.name})"
            f".stop_gradient({self.stop_gradient})"
        )


name_results_tmp(Variable)


class Parameter(Variable):
    """A persistable variable that optimizers update.

    Raises UnsupportedError for is_distributed=True.
    """

    is_parameter = True
    is_distributed = False

    def __init__(
        self,
        block: Block,
        name: str,
        spec: TensorSpec,
        *,
        trainable: bool = True,
        learning_rate: float = 1.0,
        optimize_attr: Mapping[str, float] | None = None,
        regularizer: Any = None,
        need_clip: bool = True,
        do_model_average: bool | None = None,
        belong_to_optimizer: bool = False,
        is_distributed: bool = False,
    ) -> None:
        super().__init__(block, name, spec, persistable=True, stop_gradient=not trainable)
        self.trainable = trainable
        self.optimize_attr: dict[str, float] = dict(optimize_attr or {"learning_rate": learning_rate})
        self.regularizer = regularizer
        self.need_clip = need_clip
        self.do_model_average = do_model_average
        self.belong_to_optimizer = belong_to_optimizer
        if is_distributed:
            raise UnsupportedError(
                "a parameter cannot be distributed: is_distributed=True", site=site(), fix="leave out is_distributed"
            )

    def __repr__(self) -> str:
        kind = "persist trainable param" if self.trainable else "persist param"
        return printable(
            f"{kind} {self.name} : LOD_TENSOR.shape{_tuple(self.shape)}.dtype({self.dtype.name})"
            f".stop_gradient({self.stop_gradient})"
        )


def _tuple(shape: tuple[int, ...]) -> str:
    return "(" + ", ".join(str(d) for d in shape) + ("," if len(shape) == 1 else "") + ")"


class Block(ShortText, PaddleBlockMethods):
    """Operators in order, and the variables that the block declares. Other names are looked up in the parent."""

    def __init__(self, program: Program, idx: int, parent_idx: int) -> None:
        self.program = program
        self.idx = idx
        self.parent_idx = parent_idx
        self.forward_block_idx = -1
        self.backward_block_idx = -1
        self.function = ""  # the name of the user's function that it was traced from, "" if unknown
        self.gradient_intent = ""  # why the gradient that it computes is meant to differ, if it is
        self.vars: dict[str, Variable] = {}
        self.ops: list[Operator] = []
        self.reassigned: set[str] = set()  # names with more than one assignment

    @property
    def parent(self) -> Block | None:
        """The enclosing block."""
        return None if self.parent_idx < 0 else self.program.blocks[self.parent_idx]

    def find(self, name: str) -> Variable | None:
        """Return a variable of this block, of an enclosing block, or (in a gradient block) of the forward block."""
        block: Block | None = self
        while block is not None:
            if name in block.vars:
                return block.vars[name]
            block = block.parent
        forward = self.forward_block_idx
        return self.program.blocks[forward].find(name) if forward >= 0 and forward != self.idx else None

    def var_of(self, name: str) -> Variable:
        """Return a variable. Raises ArgumentError if it does not exist."""
        found = self.find(name)
        if found is None:
            raise ArgumentError(f"Var {name} is not found recursively", site=site(), fix=nearest(name, self.vars))
        return found

    _var_recursive = var_of
    _find_var_recursive = find

    def var(self, name: str) -> Variable:
        """Return the variable with this name that this block declares. Raises ArgumentError (a ValueError)."""
        if not isinstance(name, str):
            raise UsageError(f"var require string as parameter, but get {type(name)} instead.")
        if name not in self.vars:
            raise ArgumentError(f"var {name} not in this block", fix=nearest(name, self.vars))
        return self.vars[name]

    def has_var(self, name: str) -> bool:
        """Return True if this block declares the name."""
        return name in self.vars

    def all_parameters(self) -> list[Parameter]:
        """The parameters that this block declares."""
        return [v for v in self.vars.values() if isinstance(v, Parameter)]

    def declare(self, variable: Variable) -> Any:
        """Add a variable. It replaces an earlier variable of the same name."""
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
        """Append (or insert) an application of `op`.

        Inputs may be Variables, None, or numbers and arrays, which become constants. Without `outputs`, new variables
        `<prefix>_0`, ... are declared. Without `specs`, the specs are inferred. `of` is the forward operator of a
        gradient operator. The gradient operator copies its line, name scope and device. Raises the errors of
        `op.infer`, with names, specs and the user's line.
        """
        variables = [v if isinstance(v, Variable) else self.as_variable(v, inputs) for v in inputs]
        attrs = {k: fold_constants(normalized(v)) for k, v in attrs.items()}
        if unknown := next((k for k, v in attrs.items() if isinstance(v, Variable)), None):
            raise UsageError(
                f"{op.name}: {unknown} must be known when a program is built, but is Variable {attrs[unknown].name}",
                site=site(), fix="give a number",
            )  # fmt: skip
        if op.random and op.inputs and self.program.random_seed and not attrs.get("seed"):
            attrs["seed"] = self.program.random_seed  # as in Paddle: for dropout, not for rand
        if specs is None:
            specs = inferred_specs(op, variables, attrs)
        stop = not op.differentiable or all(v is None or v.stop_gradient for v in variables)
        stop = stop or (self.program.capture is not None and not mode.grad)  # traced eager code under no_grad()
        if outputs is None:
            outputs = self._declare_results(op, variables, specs, prefix, stop)
        new = Operator(
            self,
            op,
            tuple(None if v is None else v.name for v in variables),
            tuple(None if v is None else v.name for v in outputs),
            attrs,
        )
        if of is not None:
            new.call, new.namescope, new.device, new.layer_path = of.call, of.namescope, of.device, of.layer_path
            new.saved_user_site = of.saved_user_site
            if of.type_override and op.name in (of.op.name, f"{of.op.name}_grad"):
                new.type_override = of.type_override + op.name.removeprefix(of.op.name)
        for out in outputs:
            if out is not None:
                self.record_write(out, new)
        self.ops.insert(len(self.ops) if at is None else at, new)
        self.program.touch()
        return new

    def _declare_results(
        self,
        op: Op,
        variables: Sequence[Variable | None],
        specs: Sequence[TensorSpec | None],
        prefix: str,
        stop: bool,
    ) -> list[Variable | None]:
        if (
            not prefix and names.named_op is op and op.name in op_types.NAMED_BY_TYPE
        ):  # add(x, y, name="sum") makes `sum`
            found, spec = self.vars.get(names.result_name), specs[0]
            if found is None and spec is not None:
                return [self.declare(Variable(self, names.result_name, spec, stop_gradient=stop))]
            if found is not None and found.spec == spec:
                return [found]
        prefix = prefix or result_prefix(op, variables)
        made = [s and self.declare(Variable(self, names(prefix), s, stop_gradient=stop)) for s in specs]
        first = variables[0] if variables else None
        if first is not None and first.is_tensor_array and op.name in ("assign", "getitem", "slice_to"):
            for part in [v for v in made if v is not None]:  # an element is not an array
                part.is_tensor_array = len(part.spec.shape) == len(first.spec.shape)
        return made

    def record_write(self, out: Variable, by: Operator) -> None:
        """Record that the operator `by` assigns the variable."""
        if out.op is not None or out.is_data or out.persistable:
            self.reassigned.add(out.name)
        out.op = by

    def as_variable(self, value: Any, inputs: Sequence[Any]) -> Variable | None:
        """Convert an input of an op to a Variable. Numbers and arrays become constants."""
        if value is None or isinstance(value, Variable):
            return value
        like = next((v for v in inputs if isinstance(v, Variable)), None)
        constant = constant_call(value, None if like is None else like.spec)
        if constant is not None:
            return self.append(constant[0], (), constant[1]).result()
        if self.program.capture is not None and (found := self.program.capture(value)) is not None:
            return found
        raise UsageError(
            f"expected a Variable, but received {type(value).__name__}", site=site(), fix="pass a Variable or an array"
        )

    def rename(self, old: str, new: str) -> Variable:
        """Rename a variable of this block, also in its operators. Raises ArgumentError if it does not exist."""
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
        return program_text.block_text(self)

    def _short_text(self) -> str:
        return program_text.short_text(self)

    _repr_pretty_ = ShortText._repr_pretty_  # IPython prefers the __repr__ of a class to what it inherits

    # --- declarations ------------------------------------------------------------------------------

    def create_var(
        self,
        name: str | None = None,
        shape: Sequence[int | None] | None = None,
        dtype: object = None,
        *,
        stop_gradient: bool = False,
        persistable: bool | None = None,
        is_data: bool = False,
        lod_level: int | None = None,
        type: VarKind | None = None,
        initializer: Initializer | None = None,
        need_check_feed: bool = False,
        belong_to_optimizer: bool = False,
        error_clip: None = None,
        capacity: None = None,
    ) -> Variable:
        """Declare a variable. Dims that are -1 or None are unknown.

        For an existing name, omitted arguments keep their values. `initializer(variable, block)` fills the variable. A
        fed array must always have the dtype; with need_check_feed, it must also have the shape. Raises ArgumentError if
        the name exists with another shape, dtype, kind, lod_level or persistable, and UnsupportedError for error_clip
        and capacity.
        """
        for what, value in (("error_clip", error_clip), ("capacity", capacity)):
            if value is not None:
                raise UnsupportedError(f"create_var does not support {what}", site=site(), fix=f"leave out {what}")
        name = names("_generated_var") if name is None else name
        former = self.vars.get(name)
        spec = declared_spec(former, shape, dtype)
        kind = type or (LOD_TENSOR if former is None else former.type)
        if former is not None:
            check_redeclaration(former, spec, kind, lod_level, persistable)
            persistable = former.persistable
            lod_level = former.lod_level
        variable = Variable(
            self, name, spec, stop_gradient=stop_gradient, persistable=bool(persistable), is_data=is_data,
            lod_level=lod_level or 0,
        )  # fmt: skip
        variable.set_kind(kind)
        variable.need_check_feed = need_check_feed
        variable.belong_to_optimizer = belong_to_optimizer
        self.declare(variable)
        if initializer is not None:
            initializer(variable, self)
        return variable

    def create_parameter(
        self,
        shape: Sequence[int] | None = None,
        dtype: object = None,
        type: VarKind | None = None,
        *,
        name: str | None = None,
        initializer: Initializer | None = None,
        stop_gradient: bool | None = None,
        persistable: bool = True,
        lod_level: int | None = None,
        trainable: bool = True,
        learning_rate: float = 1.0,
        optimize_attr: Mapping[str, float] | None = None,
        regularizer: Any = None,
        need_clip: bool = True,
        do_model_average: bool | None = None,
        belong_to_optimizer: bool = False,
        is_distributed: bool = False,
    ) -> Parameter:
        """Declare a parameter in the global block. `initializer(parameter, block)` appends to this block.

        Raises ArgumentError without a shape or dtype, or for unknown dims. Raises UnsupportedError for another kind of
        variable, a LoD, or is_distributed.
        """
        if shape is None or dtype is None:
            raise ArgumentError(
                f"The {'shape' if shape is None else 'dtype'} of Parameter should not be None", site=site()
            )
        sizes = parameter_sizes(shape)
        if type not in (None, LOD_TENSOR) or not persistable or lod_level:
            raise UnsupportedError(
                "a parameter must be a persistable tensor without LoD", site=site(), fix="use create_var"
            )
        block = self.program.global_block()
        name = names("_generated_var") if name is None else name
        parameter = Parameter(
            block, name, TensorSpec(sizes, as_dtype(dtype)), trainable=trainable, learning_rate=learning_rate,
            optimize_attr=optimize_attr, regularizer=regularizer, need_clip=need_clip,
            do_model_average=do_model_average, belong_to_optimizer=belong_to_optimizer, is_distributed=is_distributed,
        )  # fmt: skip
        block.declare(parameter)
        if stop_gradient is not None:
            parameter.stop_gradient = stop_gradient
        if initializer is not None:
            initializer(parameter, self)
        return parameter

    def _clone_variable(self, var: Variable, force_persistable: bool = True) -> Variable:
        """Declare a variable like `var` in this block.

        The variable is persistable unless force_persistable is False.
        """
        return self.create_var(
            var.name, var.shape, var.dtype, type=var.type, stop_gradient=True if var.is_data else var.stop_gradient,
            lod_level=var.lod_level, persistable=True if force_persistable else var.persistable, is_data=var.is_data,
        )  # fmt: skip


class Program(ShortText, PaddleProgramMethods, PaddleRoleGuards):
    """List of blocks of operators. `version` counts changes, so that compiled plans can detect old versions."""

    _ids = itertools.count(1)
    is_built = True  # its operators are built first and run later; else each is a call that has run

    namescope = ProgramSetting[str]()
    device = ProgramSetting[str]()
    current_block_idx = ProgramSetting[int]()

    def __init__(self) -> None:
        self.id = next(Program._ids)
        self.version = 0
        self.role = FORWARD
        self.role_var: list[str] = []
        self.namescope = "/"
        self.device = ""
        self.grad_times = 0  # how many reverse walks were appended
        self.scopes: dict[str, int] = {}
        # turns a value from outside a traced function into a variable
        self.capture: Callable[[Any], Variable | None] | None = None
        self.plans: weakref.WeakKeyDictionary[Any, dict[Any, Any]] = weakref.WeakKeyDictionary()  # of each executor
        self._next_op = 0
        self.public_calls: list[NotedCall] = []  # that the user's code has made
        self._seed = default_seed()
        self.blocks: list[Block] = [Block(self, 0, -1)]
        self.current_block_idx = 0

    def touch(self, changed: bool = True) -> None:
        """Record a change."""
        self.version += changed

    def next_id(self) -> int:
        """Return a new operator id, unique in this program."""
        note_calls_with(Variable)
        self._next_op += 1
        return self._next_op - 1

    def global_block(self) -> Block:
        """The outermost block."""
        return self.blocks[0]

    def current_block(self) -> Block:
        """Return the block to which new operators are appended."""
        return self.blocks[self.current_block_idx]

    def block(self, index: int) -> Block:
        """Return the block with the given number. Raises IndexError."""
        return self.blocks[index]

    @property
    def num_blocks(self) -> int:
        """Number of blocks."""
        return len(self.blocks)

    def within(self, **settings: Any) -> AbstractContextManager[None]:
        """Give new operators of this context this role, name scope, device or current block inside `with`."""
        return changed_in_block(self, settings)

    def _create_block(self, parent_idx: int | None = None) -> Block:
        parent = self.current_block_idx if parent_idx is None else parent_idx
        new = Block(self, len(self.blocks), parent)
        self.blocks.append(new)
        self.current_block_idx = new.idx
        self.touch()
        return new

    def _rollback(self) -> None:
        self.current_block_idx = self.current_block().parent_idx

    @property
    def path_names(self) -> Collection[str]:
        """Names of variables that are paths inside a network. In programs that user code builds, there are none: ()."""
        return ()

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
        """Seed of operators that draw random numbers (dropout). Each run draws the same numbers. 0 means no seed."""
        return self._seed

    @random_seed.setter
    def random_seed(self, seed: int) -> None:
        if not isinstance(seed, int):
            raise ArgumentError(f"Program.random_seed's input seed must be an integer, but received {type(seed)}.")
        self.touch(seed != self._seed)
        self._seed = seed

    def clone(self, for_test: bool = False) -> Program:
        """Return a copy. With for_test, the copy has no backward and optimizer operators, and is_test is set."""
        return clone_prune.clone(self, for_test)

    def __repr__(self) -> str:
        return program_text.program_text(self)

    def _short_text(self) -> str:
        return program_text.short_text(*self.blocks)

    _repr_pretty_ = ShortText._repr_pretty_  # IPython prefers the __repr__ of a class to what it inherits


__all__ = ["GRAD", "Block", "Operator", "Parameter", "Program", "Variable"]
