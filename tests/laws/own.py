"""Samples of the ops that only programs have: they stand under the laws of all ops.

The registry's ops have theirs beside the kernel; these are made where programs are, and called by no one else.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

import opscope.paddle.static  # noqa: F401 (defines them all)
from opscope.ir.compat.program_ops import PROGRAM_OPS
from opscope.ops import samples
from opscope.ops.registry import Op, Sample

PRINTED = {
    "message": "seen", "first_n": -1, "summarize": 3, "print_tensor_name": True, "print_tensor_type": True,
    "print_tensor_shape": True, "print_tensor_layout": True, "print_tensor_lod": True, "print_phase": "BOTH",
    "is_forward": True, "called": "x", "gradient": "x@GRAD", "number": -1,
}  # fmt: skip
SCORES = np.stack([1 - samples.array(6, low=0.1, high=0.9), samples.array(6, low=0.1, high=0.9)], axis=1)


def at(place: int) -> np.ndarray:
    return np.array([place])


def write() -> list[Sample]:
    """At the end, in the middle, and the first one."""
    array, x = samples.array(2, 3), samples.array(3, seed=1)
    return [Sample((array, x, at(2))), Sample((array, x, at(0))), Sample((samples.array(0, 3), x, at(0)))]


def before() -> list[Sample]:
    grown, same = samples.array(3, 2), samples.array(2, 2)
    return [Sample((grown, same, at(2))), Sample((same, samples.array(2, 2, seed=1), at(1)))]


def after() -> list[Sample]:
    return [Sample((samples.array(2, 2), samples.array(3, 2), at(2)))]


def auc() -> list[Sample]:
    counts = np.zeros(11, "int64")
    truth = np.array([[0], [1], [1], [0], [1], [0]])
    return [Sample((SCORES, truth, counts, counts), {"num_thresholds": 10}, smooth=False)]


def unscaling() -> list[Sample]:
    scale, grads = np.float32([4.0]), (samples.array(2, 3), samples.array(3, seed=1))
    return [Sample((scale, *grads), smooth=False), Sample((scale, samples.special(4)), smooth=False)]


def rescaling() -> list[Sample]:
    """The scale grows, falls, and stays."""
    attrs = {"incr_every_n_steps": 2, "decr_every_n_nan_or_inf": 1, "incr_ratio": 2.0, "decr_ratio": 0.5}
    counts = [(np.array([found]), np.int32([good]), np.int32([0])) for found, good in ((0, 1), (1, 0), (0, 0))]
    scale, grads = np.float32([4.0]), (samples.array(2, 3), samples.array(2))
    return [Sample((found > 0, scale, good, bad, *grads), attrs, smooth=False) for found, good, bad in counts]


COLLECTIVES = [
    *(f"c_{kind}_{reduction}" for kind in ("allreduce", "reduce") for reduction in ("sum", "max", "min", "prod")),
    *("c_broadcast", "c_allgather", "c_reducescatter"),
]
OWN_SAMPLES: dict[str, Callable[[], list[Sample]]] = {
    "create_array": lambda: [Sample((), {"shape": (0, 2), "dtype": "float32"})],
    "write_to_array": write,
    "read_from_array": lambda: [Sample((samples.array(3, 2), at(1)))],
    "read_from_array_grad_array": lambda: [Sample((samples.array(2), samples.array(3, 2), at(1)))],
    "tensor_array_to_tensor": lambda: [
        Sample((samples.array(3, 2, 4),), {"axis": axis, "use_stack": stacked})
        for axis in (0, 1)
        for stacked in (True, False)
    ],
    "tensor_array_to_tensor_grad": lambda: [
        Sample((samples.array(6, 4), samples.array(3, 2, 4)), {"axis": 0, "use_stack": False}),
        Sample((samples.array(2, 3, 4), samples.array(3, 2, 4)), {"axis": 1, "use_stack": True}),
    ],
    "write_to_array_grad_array": before,
    "write_to_array_grad_grad": after,
    "lod_array_length": lambda: [Sample((samples.array(3, 2),), smooth=False)],
    "print": lambda: [Sample((samples.array(2, 3),), PRINTED)],
    "assert": lambda: [
        Sample((np.array([True]), samples.array(2)), {"summarize": 3, "called": ("c", "x")}, smooth=False)
    ],
    "auc": auc,
    "compare_parameters": lambda: [Sample((samples.array(4, 3),), {"called": ("w",)}, smooth=False)],
    "compare_rows": lambda: [Sample((np.array([4, 3], "int64"),), {"called": "loss"}, smooth=False)],
    **{name: lambda: [Sample((samples.array(4, 3),), {"nranks": 1}, smooth=False)] for name in COLLECTIVES},
    "seed": lambda: [Sample((), {}), Sample((), {"seed": 5})],
    "check_finite_and_unscale": unscaling,
    "update_loss_scaling": rescaling,
}


def samples_of(op: Op) -> list[Sample]:
    """Those beside the kernel, or these."""
    found = OWN_SAMPLES.get(op.name) if PROGRAM_OPS.get(op.name) is op else op.samples
    return [_arrays(sample) for sample in found()] if found else []


def _arrays(sample: Sample) -> Sample:
    """Arithmetic on arrays of rank 0 makes NumPy's numbers, which are not arrays."""
    return sample._replace(args=tuple(np.asarray(a) if isinstance(a, np.generic) else a for a in sample.args))
