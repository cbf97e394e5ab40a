"""Shape rules tell the truth: what `infer` says of fewer facts must still hold for the value."""

import numpy as np
import pytest

from opscope.core import shape as dims
from opscope.core.dtype import as_dtype
from opscope.core.spec import TensorSpec
from opscope.errors import ShapeError
from opscope.ops.registry import Op, Sample
from tests.laws.cases import as_grad_op, every_sample, law_for, narrowed, run, with_dims_hidden

# These need a dim to know how many outputs there are, or which values: they say so, in a ShapeError.
NEED_A_DIM = {"unbind", "conv2d", "conv2d_grad_input", "conv2d_grad_weight", "gather_nd", "stack", "lstsq", "solve"}

# How much these find depends on values: dims stay unknown however much is known before.
BY_VALUES = {"unique", "unique_consecutive", "nonzero", "bincount", "repeated_places"}
BY_VALUES |= {f"{n}_to" for n in ("reshape", "expand", "tile", "slice")}
BY_VALUES |= {
    "nms",
    "matrix_nms",
    "distribute_fpn_proposals",
    "generate_proposals",
    "rows_summed",
    "rows_extreme",
}
BY_LENGTH = {"write_to_array", "tensor_array_to_tensor"}  # of arrays
BY_VALUES |= {f"{n}_to" for n in ("full", "uniform", "gaussian", "randint", "arange")}
BY_VALUES |= {"class_center_sample", "viterbi_decode", "beam_search", "beam_search_decode"}
BY_VALUES |= {"expanded_rows", "sliced_rows", "joined_rows", "padded_rows", "unpadded_rows", "length_mask"}


def agree(op: Op, values: list[object], inferred: object) -> None:
    specs = [inferred] if isinstance(inferred, TensorSpec) else list(inferred)  # type: ignore[call-overload]
    assert len(specs) == len(values), f"{op.name}: {len(values)} outputs, infer says {len(specs)}"
    for value, spec in zip(values, specs, strict=True):
        assert dims.refines(value.shape, spec.shape), f"{op.name}: {value.shape}, infer says {spec}"
        assert as_dtype(value.dtype) is spec.dtype, f"{op.name}: {value.dtype}, infer says {spec}"


@law_for(every_sample())
@pytest.mark.parametrize("change", [lambda s: s, narrowed], ids=["float64", "float32"])
def test_infer_tells_the_truth(op: Op, sample: Sample, change):
    sample = change(sample)
    values = run(op, sample.args, sample.attrs)
    assert all(isinstance(v, np.ndarray) for v in values)
    for position, specs in enumerate(with_dims_hidden(sample.args)):
        try:
            inferred = op.infer(*specs, **sample.attrs)
        except ShapeError as e:
            if position and op.name in NEED_A_DIM and "must be known" in str(e):
                continue
            raise
        agree(op, values, inferred)


@law_for(every_sample())
def test_infer_hides_no_more_than_it_must(op: Op, sample: Sample):
    """From complete specs complete specs follow, but where values decide: those of a mask, the place in an array."""
    inferred = op.infer(*next(iter(with_dims_hidden(sample.args))), **sample.attrs)
    by_mask = any(a is not None and getattr(a, "dtype", np.dtype(int)).kind == "b" for a in sample.args[1:])
    if op.name not in BY_VALUES and not ((op.name == "getitem" and by_mask) or op.name in BY_LENGTH):
        specs = [inferred] if isinstance(inferred, TensorSpec) else inferred
        assert all(None not in spec.shape for spec in specs)


@law_for(every_sample(lambda op, s: as_grad_op(op, s) is not None))
def test_infer_of_the_gradient_tells_the_truth(op: Op, sample: Sample):
    made = as_grad_op(op, narrowed(sample))
    assert made is not None
    grad, values = made
    results = run(grad, values, sample.attrs)
    for position, specs in enumerate(with_dims_hidden(values)):
        try:
            inferred = grad.infer(*specs, **sample.attrs)
        except ShapeError as e:
            if position and "must be known" in str(e):
                continue
            raise
        agree(grad, results, inferred)
