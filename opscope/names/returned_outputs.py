"""Outputs of an operator that a function returns to the user's code, with their places in the function's result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from opscope.ir.program.program import Operator
from opscope.names.returned_values import Path

_MAIN_OUTPUTS = ("out", "y", "loss")  # the names of the output that functions return, for ops with several outputs
# for these ops functions return the main output alone, or, if unpacked, the main output and the next one
_RETURNED_ALONE = ("batch_norm", "dropout", "max_pool2d", "softmax_with_cross_entropy")


def returned_outputs(operator: Operator) -> tuple[str | None, ...]:
    """Return the outputs that the user's function returns, without values that a block saves for its gradient."""
    if operator.type in ("cond", "pylayer"):
        return operator.outputs[: len(operator.attrs["results"][0])]
    return operator.outputs[: operator.attrs["n_loop"]] if operator.type == "while" else operator.outputs


def places_in_result(operator: Operator, paths: Sequence[Path], is_unpacked: bool) -> Iterator[tuple[str, Path]]:
    """Yield each returned output with each place that it may have in the result of a function.

    If the operator has only one output, `paths` contains the places of this output. `is_unpacked` is True if the
    user's code unpacks the result.
    """
    alone = len(operator.outputs) == 1 and not operator.op.variadic_out
    main = 0
    if not alone and not operator.op.variadic_out:
        main = next((i for i, o in enumerate(operator.op.outputs) if o in _MAIN_OUTPUTS), 0)
    returned_alone = operator.op.name in _RETURNED_ALONE
    for index, value in enumerate(returned_outputs(operator)):
        if value is None:
            continue
        places: list[Path] = [*paths] if alone else [(index,)]
        if not alone and index == main and not operator.op.variadic_out:
            places.append(())
        if returned_alone:
            places = [(0 if index == main else 1,)] if is_unpacked and index < 2 else [()] if index == main else []
        for place in places:
            yield value, place
