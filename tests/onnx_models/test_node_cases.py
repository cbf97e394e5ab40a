"""A part of the `onnx` package's node tests, a few seconds of them: an operator of each subject.

`python -m tests.onnx_models` runs all of them, and writes opscope/onnx/OPERATORS.md.
"""

import warnings

import pytest

from opscope.errors import UnsupportedError
from tests.onnx_models.node_cases import Case, cases, run

MODULES = (
    *("add", "averagepool", "batch_normalization", "clip", "convtranspose", "cumsum", "deformconv", "dft", "div"),
    *("einsum", "expand", "gathernd", "gemm", "gridsample", "gru", "hardmax", "if_", "layernormalization", "lppool"),
    *("lstm", "maxpool", "maxunpool", "mod", "nonmaxsuppression", "onehot", "optionalgetelement", "pad"),
    *("qlinearmatmul", "quantizelinear", "reducemax", "reshape", "resize", "reversesequence", "roialign", "round"),
    *("scan", "scatterelements", "scatternd", "sequence_map", "slice", "softmax", "split", "topk", "unique", "where"),
)
ABSENT_DTYPES = "tensors of"  # NumPy has no such elements: refused by name


def passes(case: Case) -> bool:
    """True if a case gives the expected values; False if it is refused for the dtype of its elements."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        try:
            run(case)
        except UnsupportedError as e:
            if ABSENT_DTYPES not in e.summary and "Scan version 8" not in e.summary:
                raise
            return False
    return True


@pytest.mark.thorough
@pytest.mark.parametrize("module", MODULES)
def test_the_node_tests_of(module: str):
    mine = [case for case in cases(module) if not case.out_of_scope]
    passed = sum(map(passes, mine))
    assert passed >= len(mine) / 3  # of QuantizeLinear and DequantizeLinear most have such dtypes
