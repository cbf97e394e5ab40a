"""Provenance: the input elements from which a finite output element was computed.

An input element is included only if the output element depends on this input element. The gradient of the op shows this
dependence. If the op has no gradient, the kernel is called again with other numbers. So the search needs no knowledge
about ops that move or select elements.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from opscope.core.annotations import Array
from opscope.core.place import has_numbers, to_host
from opscope.debug.why.executions import ExecutedOp
from opscope.debug.why.operands import MAX_SHOWN, Index, Operand, as_index, parameter_name, same_element
from opscope.ops.pullback import pullback

MAX_SEARCHED = 1 << 22  # larger inputs are not searched; a search makes about log2(elements) calls of the kernel
_SUMS_OF_PRODUCTS = ("matmul", "mul", "conv2d", "conv3d", "conv2d_transpose", "conv3d_transpose", "einsum", "cumsum")
_KEEP_ZEROS = ("multiply", "scale", "divide", "assign", "reshape")


class Provenance(NamedTuple):
    """A text about the effect of the op, the input elements, and the element to explain next."""

    text: str
    operands: tuple[Operand, ...]
    follow: Operand | None


def provenance(call: ExecutedOp, position: int, index: Index) -> Provenance:
    """Find the input elements from which a finite output element was computed.

    For an op whose output is 0 if an input is 0, such as multiply, a zero in the output is explained by an input
    element that is zero.
    """
    operands = _sources(call, position, index)
    floats = [o for o in operands if call.array(o.position).dtype.kind in "fc"]
    out = call.result(position)
    copied = [o for o in floats if call.array(o.position)[o.index] == out[index]]
    follow = next(iter((*copied, *floats, *operands)), None)
    text, chosen = branch(call, position, index, operands)
    if out[index] == 0:
        zeros = [o for o in operands if call.array(o.position)[o.index] == 0]
        if zeros and call.op.meaning in _KEEP_ZEROS:
            follow = zeros[0]
        elif operands and call.op.meaning == "relu":
            text = "relu of a number that is not positive"
        elif call.op.meaning == "dropout":
            text = "dropped"
    if call.is_update and len(call.inputs) > 1:
        follow = next((o for o in floats if o.position == 1), follow)
    return Provenance(text, tuple(dict.fromkeys((*chosen, *operands)))[:MAX_SHOWN], follow)


def branch(
    call: ExecutedOp, position: int, index: Index, operands: tuple[Operand, ...]
) -> tuple[str, tuple[Operand, ...]]:
    """Return a text about the condition that selected an element, such as `condition is False: y is taken`.

    Also return the element of the condition.
    """
    if not call.is_pure:
        return "", ()
    deciding = [o for o in operands if _is_bool(call, o)]
    if not deciding:
        beside = [o for o in same_element(call, position, index) if _is_bool(call, o)]
        deciding = [o for o in beside if Recalculation(call, position, index).depends_on(o)]
    if not deciding or call.result(position).dtype.kind == "b":
        return "", ()
    condition = deciding[0]
    name, value = parameter_name(call, condition.position), bool(call.array(condition.position)[condition.index])
    text = f"{name or 'a condition'} is {value}"
    if call.op.forward is not None:
        return (text if any(o not in deciding for o in operands) else f"{text}: no gradient comes here"), (condition,)
    taken = next((parameter_name(call, o.position) for o in operands if o not in deciding), "")
    return (f"{text}: {taken} is taken" if taken else text), (condition,)


def _is_bool(call: ExecutedOp, operand: Operand) -> bool:
    return call.array(operand.position).dtype.kind == "b"


def _sources(call: ExecutedOp, position: int, index: Index) -> tuple[Operand, ...]:
    same = same_element(call, position, index)
    arrays = [i for i in range(len(call.inputs)) if (a := call.array(i)) is not None and a.size]
    if not call.is_pure or (len(same) == len(arrays) == 1):
        return same
    if found := _by_gradient(call, position, index, same):
        return found
    kernel = Recalculation(call, position, index)
    if kernel.base is None:
        return same
    alone = tuple(o for o in same if kernel.depends_on(o))
    others = kernel.search([i for i in arrays if i not in [o.position for o in same]])
    if not alone and not others and same and kernel.depends_on(*same):  # a product of zeros
        return same
    return (*others, *alone)


# --- by gradients --------------------------------------------------------------------------------------


def _by_gradient(call: ExecutedOp, position: int, index: Index, operands: tuple[Operand, ...]) -> tuple[Operand, ...]:
    """Return the elements of `operands` on which the output element depends, or else the most important input elements.

    The most important element of an input is the one with the largest gradient times value. The result is empty if all
    gradients are zero, for example for a rounding op.
    """
    if call.op.meaning in ("matmul", "mul") and (product := _largest_product(call, index)):
        return product
    out, gradients = call.result(position), _gradients(call, position, index)
    moving = tuple(o for o in operands if o.position in gradients and gradients[o.position][o.index])
    if moving:
        return moving
    found: list[Operand] = []
    for i, gradient in gradients.items():
        array = call.array(i)
        share = np.abs(gradient * array)
        if not np.nansum(share):
            share = np.abs(gradient)
        if not np.nansum(share):
            continue
        # a normalization has the shape of its input and is not a sum of products
        is_same = array.shape == out.shape and call.op.meaning not in _SUMS_OF_PRODUCTS and bool(gradient[index])
        found.append(Operand(i, index if is_same else as_index(np.unravel_index(np.nanargmax(share), share.shape))))
    return tuple(found[:MAX_SHOWN])


def _largest_product(call: ExecutedOp, index: Index) -> tuple[Operand, ...]:
    """Return the elements of the largest term in a matrix product.

    The gradient of a matrix product is not computed, because it would take as long as the whole product.
    """
    x, y = call.array(0), call.array(1)
    if not x.ndim == y.ndim == 2:
        return ()
    row = x[:, index[0]] if call.attrs.get("transpose_x") else x[index[0]]
    column = y[index[1]] if call.attrs.get("transpose_y") else y[:, index[1]]
    k = int(np.argmax(np.abs(row * column)))
    of_x = (k, index[0]) if call.attrs.get("transpose_x") else (index[0], k)
    of_y = (index[1], k) if call.attrs.get("transpose_y") else (k, index[1])
    return Operand(0, of_x), Operand(1, of_y)


def _gradients(call: ExecutedOp, position: int, index: Index) -> dict[int, Array]:
    """Return the gradients of an output element with respect to each input, in float64.

    Return {} for an op that has no gradient rule or calls the user's code. A gradient shows the dependence for any op,
    also if the op moves, selects, adds or multiplies elements.
    """
    out = call.result(position)
    arrays = {i: a for i in range(len(call.inputs)) if (a := call.array(i)) is not None}
    wanted = tuple(i for i, a in arrays.items() if a.dtype.kind == "f" and a.size and call.op.has_gradient(i))
    if not call.is_pure or out is None or out.dtype.kind != "f" or not wanted:
        return {}
    douts: list[Any] = [None] * len(call.outputs)
    douts[position] = np.zeros_like(out)
    douts[position][index] = 1
    values = [arrays.get(i, value) for i, (_, value) in enumerate(call.inputs)]
    try:
        with np.errstate(all="ignore"):
            found = pullback(call.op, wanted, values, [v for _, v in call.outputs], call.attrs, douts)
    except Exception:  # noqa: BLE001 (a rule may need values that were not kept)
        return {}
    made = {i: to_host(g) for i, g in zip(wanted, found, strict=True) if has_numbers(g)}
    return {i: np.asarray(g, "float64") for i, g in made.items() if g.shape == arrays[i].shape}


# --- by calling the kernel again -----------------------------------------------------------------------


class Recalculation:
    """Repeated computation of an output element, with changed inputs.

    `base` is None if the kernel cannot be called again.
    """

    def __init__(self, call: ExecutedOp, position: int, index: Index) -> None:
        self._call, self._position, self._index = call, position, index
        self.base = self._element({})

    def _element(self, replaced: dict[int, Array]) -> Any:
        out = self._call.run_again(replaced, self._position)
        return None if out is None or out.shape != self._call.result(self._position).shape else out[self._index]

    def depends_on(self, *operands: Operand) -> bool:
        """Return True if the output changes when all these elements are changed together."""
        changes = [[*_changed(self._call.array(o.position))] for o in operands]
        for number in range(max(map(len, changes), default=0)):
            replaced: dict[int, Array] = {}
            for operand, made in zip(operands, changes, strict=True):
                array = np.array(replaced.get(operand.position, self._call.array(operand.position)))
                array[operand.index] = made[number % len(made)][operand.index]
                replaced[operand.position] = array
            if self._differs(self._element(replaced)):
                return True
        return False

    def _differs(self, value: Any) -> bool:
        return value is not None and not np.array_equal(value, self.base, equal_nan=self.base.dtype.kind in "fc")

    def search(self, positions: list[int]) -> tuple[Operand, ...]:
        """Return an input element that alone changes the output. Booleans are tried first, then floats, then integers.

        Returns () if no element changes the output.

        For gradients, integers are not tried, because an integer input such as an index is not the source of a zero.
        """
        kinds = "bfc" if self._call.op.forward is not None else "bfciu"
        known = [(i, self._call.array(i)) for i in positions]
        known = [(i, a) for i, a in known if a.dtype.kind in kinds and a.size <= MAX_SEARCHED]
        for i, array in sorted(known, key=lambda pair: kinds.index(pair[1].dtype.kind)):
            for changed in _changed(array):
                if (place := self._narrowed(i, array, changed)) is not None:
                    return (Operand(i, as_index(np.unravel_index(place, array.shape))),)
        return ()

    def _narrowed(self, i: int, array: Array, changed: Array) -> int | None:
        """Search by bisection for a single element that changes the output.

        Return None if no single element has this effect.
        """
        places = np.arange(array.size)
        if not self._differs_with(i, array, changed, places):
            return None
        while len(places) > 1:
            halves = np.array_split(places, 2)
            half = next((h for h in halves if self._differs_with(i, array, changed, h)), None)
            if half is None:
                return None
            places = half
        return int(places[0])

    def _differs_with(self, i: int, array: Array, changed: Array, places: Array) -> bool:
        mixed = array.copy().reshape(-1)
        mixed[places] = changed.reshape(-1)[places]
        return self._differs(self._element({i: mixed.reshape(array.shape)}))


def _changed(array: Array) -> Iterator[Array]:
    """Yield arrays in which every element is changed."""
    if array.dtype.kind == "b":
        yield ~array
    elif array.dtype.kind in "iu":
        yield from (array + 1, array - 1, np.zeros_like(array), array[..., ::-1] if array.ndim else array + 2)
    else:
        rng = np.random.default_rng(0)
        size = np.where(np.isfinite(array), np.maximum(np.abs(array), 1), 1)
        by = rng.uniform(0.25, 0.75, array.shape) * size
        drawn = rng.standard_normal(array.shape)
        above = drawn + 8 * size.max(initial=1)  # above all others: a softmax of 0 depends on its own input
        for other in (array + by, array - by, -array - by, array + 40 * by, array - 40 * by, drawn, above):
            yield np.where(np.isfinite(other), other, drawn).astype(array.dtype)
