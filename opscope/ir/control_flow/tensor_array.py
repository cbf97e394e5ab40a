"""Tensor arrays: lists of tensors that a loop writes and reads by index.

An array of n elements of shape [2, 3] is a tensor of shape [n, 2, 3]. Therefore, tools for tensors also work for the
array, and its ops have ordinary gradient rules. If elements differ in shape or dtype, they are items of an object
array. In dygraph, an array is a Python list, as in Paddle.
"""

from __future__ import annotations

from typing import Any

from opscope.core import shape as dims
from opscope.core.annotations import Array
from opscope.core.dtype import as_dtype, int32, int64
from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.core.spec import TensorSpec
from opscope.core.state import mode, names
from opscope.errors import ArgumentError, ModeError, ShapeError, UsageError
from opscope.ir.compat.program_ops import program_op
from opscope.ir.compat.variable_methods import LATE_BOUND
from opscope.ir.control_flow import array_elements as kernels
from opscope.ir.program.context import defaults
from opscope.ir.program.program import Block, Variable
from opscope.ops.registry import REGISTRY

# --- ops --------------------------------------------------------------------------------------------


def _infer_join(x: TensorSpec, *, axis: int, use_stack: bool) -> list[TensorSpec]:
    if not x.shape:
        raise ShapeError("tensor_array_to_tensor: a tensor of rank 0 is not an array", facts={"given": x})
    element = list(x.shape[1:])
    rank = len(element) + use_stack
    along = dims.axis_of(axis, rank)
    shape = [*element[:along], None, *element[along if use_stack else along + 1 :]]
    return [TensorSpec(tuple(shape), x.dtype), TensorSpec((None,), int32)]


CREATE = program_op("create_array", kernels.create, lambda *, shape, dtype: TensorSpec(tuple(shape), as_dtype(dtype)))
WRITE = program_op(
    "write_to_array", kernels.write, lambda array, x, i: TensorSpec((None, *x.shape), x.dtype),
    vjp={"x": lambda dout, i: READ(dout, i), "array": lambda dout, array, i: ARRAY_GRAD(dout, array, i)},
)  # fmt: skip
READ = program_op(
    "read_from_array", kernels.read, lambda array, i: array.with_shape(array.shape[1:]),
    vjp={"array": lambda dout, array, i: READ_GRAD(dout, array, i)},
)  # fmt: skip
READ_GRAD = program_op(
    "read_from_array_grad_array", kernels.read_grad, lambda x, like, i: like, vjp={"x": lambda dout, i: READ(dout, i)}
)
ARRAY_GRAD = program_op(
    "write_to_array_grad_array", kernels.write_grad, lambda x, like, i: like,
    vjp={"x": lambda dout, x, i: ARRAY_GRAD_GRAD(dout, x, i)},
)  # fmt: skip
ARRAY_GRAD_GRAD = program_op(
    "write_to_array_grad_grad", kernels.write_grad_grad, lambda x, like, i: like,
    vjp={"x": lambda dout, x, i: ARRAY_GRAD(dout, x, i)},
)  # fmt: skip
LENGTH = program_op("lod_array_length", kernels.length, lambda x: TensorSpec((1,), int64))
JOIN = program_op(
    "tensor_array_to_tensor", kernels.join, _infer_join, outputs=("out", "index"),
    vjp={"array": lambda dout, array, axis, use_stack: JOIN_GRAD(dout, array, axis=axis, use_stack=use_stack)},
)  # fmt: skip
JOIN_GRAD = program_op(
    "tensor_array_to_tensor_grad", kernels.join_grad, lambda x, like, *, axis, use_stack: like,
    vjp={"x": lambda dout, axis, use_stack: JOIN(dout, axis=axis, use_stack=use_stack)[0]},
)  # fmt: skip

# --- functions --------------------------------------------------------------------------------------


def create_array(dtype: Any, initialized_list: Any = None) -> Any:
    """Return an array without elements, or with the elements of a list. In dygraph, return a list.

    Raises UsageError unless initialized_list is a list of tensors.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/create_array_en.html
    """
    items = [] if initialized_list is None else initialized_list
    if not isinstance(items, list | tuple):
        raise UsageError(
            f"Require type(initialized_list) should be list/tuple, but received {type(initialized_list)}", site=site()
        )
    for item in items:
        if not hasattr(item, "__apply_op__"):
            raise UsageError(
                "All values in `initialized_list` should be Variable or LOD_TENSOR_ARRAY, "
                f"but received {type(item)}.", site=site(),
            )  # fmt: skip
    if not mode.static:
        return list(items)
    block = defaults.main.current_block()
    array = empty_array(block, dtype)
    for position, item in enumerate(items):
        attrs = {"shape": (1,), "fill_value": position, "dtype": "int64"}
        array_write(item, block.append(REGISTRY["full"], (), attrs).result(), array)
    return array


def empty_array(block: Block, dtype: Any, name: str | None = None) -> Variable:
    """Append to a block the operator that makes an array without elements."""
    spec = TensorSpec((0,), as_dtype(dtype))
    array = block.declare(Variable(block, name or names("array"), spec))
    array.is_tensor_array = True
    block.append(CREATE, (), {"shape": (0,), "dtype": spec.dtype.name}, outputs=[array], specs=[spec])
    return array


def array_write(x: Array, i: Any, array: Array = None) -> Any:
    """Write x as element i (int64 [1]) of the array, in place, and return the array.

    If `array` is None, create a new array.

    `array_read` declares its result with the shape and dtype that were written last.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/array_write_en.html
    """
    if not mode.static:
        return _write_list(x, int(i), [] if array is None else array)
    _check_index(i, "array_write")
    if not isinstance(x, Variable):
        raise UsageError(f"The type of 'x' in array_write must be {Variable}, but received {type(x)}.", site=site())
    if array is None:
        array = create_array(x.dtype)
    _check_array(array, "array_write")
    block = x.program.current_block()
    if array.spec.shape == (0,):
        set_element_spec(array, x.spec)
    spec = WRITE.infer(array.spec, x.spec, i.spec)
    stop = array.stop_gradient and x.stop_gradient
    block.append(WRITE, [array, x, i], {}, outputs=[array], specs=[spec])
    array.stop_gradient, array.spec = stop, spec
    return array


def set_element_spec(array: Variable, element: TensorSpec) -> None:
    """Set the shape and dtype of the elements, at the first write."""
    array.spec = TensorSpec((None, *element.shape), element.dtype)
    maker = array.op
    if maker is not None and maker.op is CREATE:
        maker.attrs["shape"] = (0, *(0 if d is None else d for d in element.shape))
        maker.attrs["dtype"] = element.dtype.name
    array.program.touch()


def _write_list(x: Array, i: int, array: Array) -> Any:
    if i > len(_require_list(array, "array_write")):
        raise ArgumentError(
            "The index 'i' should not be greater than the length of 'array' in dygraph mode", site=site()
        )
    array[i : i + 1] = [x]
    return array


def array_read(array: Array, i: Any) -> Any:
    """Return element i (int64 [1]) of the array.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/array_read_en.html
    """
    if not mode.static:
        return _require_list(array, "array_read")[int(i)]
    _check_index(i, "array_read")
    _check_array(array, "array_read")
    if array.spec.shape == (0,):
        raise ShapeError(
            f"array_read: {array.name} has no elements yet", site=array.site,
            fix="write an element before the loop; all elements then have the shape of this element",
        )  # fmt: skip
    block = array.program.current_block()
    return block.append(READ, [array, i], {}, prefix="array_read.tmp").result()


def array_length(array: Array) -> Any:
    """Return the number of elements, int64 [1]. For a list, return an int.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/array_length_en.html
    """
    if not mode.static:
        return len(_require_list(array, "array_length"))
    _check_array(array, "array_length")
    return array.program.current_block().append(LENGTH, [array], {}, prefix="array_length.tmp").result()


def _require_list(array: Array, where: str) -> list[Any]:
    if not isinstance(array, list):
        raise ModeError(
            f"The 'array' in {where} must be a list in dygraph mode, not {type(array).__name__}", site=site(),
            fix="make the array with create_array",
        )  # fmt: skip
    return array  # type: ignore[reportUnknownVariableType]


def _check_array(array: Array, where: str) -> None:
    if not (isinstance(array, Variable) and array.is_tensor_array):
        raise UsageError(
            f"array should be tensor array variable in {where} Op",
            site=site(),
            fix="make the array with create_array",
        )


def _check_index(i: Any, where: str) -> None:
    if not isinstance(i, Variable) or i.spec.shape not in ((1,), ()) or i.dtype.kind not in "iu":
        given = i.spec if isinstance(i, Variable) else type(i)
        raise UsageError(
            f"The shape of index 'i' should be [1] in {where}, and its dtype an integer", facts={"given": given},
            site=site(), fix="use fill_constant(shape=[1], dtype='int64', value=...)",
        )  # fmt: skip


def _append(array: Variable, var: Any) -> None:
    if not array.is_tensor_array:
        raise UsageError(
            "Only Variable with VarType.LOD_TENSOR_ARRAY support `append` method, "
            f"but received type: {array.type}", site=site(), fix="make the array with create_array",
        )  # fmt: skip
    array_write(var, array_length(array), array)


def _pop(array: Variable, index: int = -1) -> Any:
    if not array.is_tensor_array:
        raise UsageError(
            "Only Variable with VarType.LOD_TENSOR_ARRAY support `pop` method, "
            f"but received type: {array.type}", site=site(), fix="make the array with create_array",
        )  # fmt: skip
    if type(index) is not int:
        raise UsageError(f"pop takes an int as index, not {type(index).__name__}", site=site())
    item, getitem = array[index], REGISTRY["getitem"]
    parts = [getitem(array, index=((a, b, None),)) for a, b in ((0, index), (index + 1, None)) if a != 0 or b != 0]
    rest = parts[:1] if index == -1 else parts
    kept = rest[0] if len(rest) == 1 else REGISTRY["concat"](*rest, axis=0)
    array.block.program.current_block().append(REGISTRY["assign"], [kept], {}, outputs=[array], specs=[array.spec])
    return item


LATE_BOUND["append"] = _append
LATE_BOUND["pop"] = _pop


note_functions(__name__)
