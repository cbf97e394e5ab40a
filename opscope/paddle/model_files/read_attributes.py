"""Reader of the attributes of an operator in a ProgramDesc, as Python values."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.source import site
from opscope.errors import ArgumentError
from opscope.paddle.model_files.schema import ATTR_TYPES

_FIELDS = {
    "INT": "i", "FLOAT": "f", "STRING": "s", "INTS": "ints", "FLOATS": "floats", "STRINGS": "strings", "BOOLEAN": "b",
    "BOOLEANS": "bools", "BLOCK": "block_idx", "LONG": "l", "BLOCKS": "blocks_idx", "LONGS": "longs",
    "FLOAT64S": "float64s", "VAR": "var_name", "VARS": "vars_name", "FLOAT64": "float64", "SCALAR": "scalar",
    "SCALARS": "scalars",
}  # fmt: skip
FIELDS = {ATTR_TYPES[kind]: (kind, field) for kind, field in _FIELDS.items()}
# choices of Paddle's kernels and bookkeeping, without effect on results
_WITHOUT_EFFECT = {
    *("with_quant_attr", "use_cudnn", "use_mkldnn", "use_quantizer", "mkldnn_data_type", "force_cpu", "place_type"),
    *("exhaustive_search", "workspace_size_MB", "fuse_relu_before_depthwise_conv", "is_sparse", "remote_prefetch"),
    *("is_distributed", "trainer_id", "height_sections", "epmap", "table_names", "grad_inplace", "entry", "Scale_x"),
    *(
        "Scale_y",
        "Scale_out",
        "Scale_in",
        "Scale_weights",
        "scale_x",
        "scale_y",
        "scale_out",
        "infer_flags",
        "in_dtype",
    ),
    *("slot", "slots", "fix_seed", "sync_stats", "padding_algorithm_", "x_data_format", "y_data_format", "head_number"),
    *("fuse_relu", "fuse_activation", "fuse_residual_connection", "use_addto", "force_fp32_output", "mkldnn_int8"),
    *("fuse_with_relu", "fuse_alpha", "fuse_beta", "is_mkldnn", "fused_activation", "mean_iou_"),
}


def read_attributes(found: Any) -> dict[str, Any]:
    """Return the attributes by name. Raises ArgumentError for an unknown type of attribute."""
    made: dict[str, Any] = {}
    for attr in found.attrs:
        if attr.name in _WITHOUT_EFFECT or attr.s == b"AnyLayout":
            continue
        if attr.name == "out_dtype" and attr.i == -1:  # as the input
            continue
        if attr.type not in FIELDS:
            raise ArgumentError(
                f"the model file cannot be read: attribute {attr.name!r} has no known type", site=site()
            )
        kind, field = FIELDS[attr.type]
        made[attr.name] = _value(kind, getattr(attr, field))
    return made


def _value(kind: str, value: Any) -> Any:
    match kind:
        case "FLOAT":
            return _decimal(value)
        case "FLOATS":
            return [_decimal(v) for v in value]
        case "STRING":
            return value.decode("utf-8", "replace")
        case "STRINGS":
            return [v.decode("utf-8", "replace") for v in value]
        case "SCALAR":
            return _scalar(value)
        case "SCALARS":
            return [_scalar(v) for v in value]
        case _:
            return list(value) if kind.endswith("S") else value


def _decimal(value: float) -> float:
    """Return the shortest decimal number with the same float32: 1e-05 for 9.999999747378752e-06."""
    return float(str(np.float32(value)))


def _scalar(found: Any) -> Any:
    match found.type:
        case 1:
            return found.b
        case 2:
            return found.i
        case 4:
            return complex(found.c.r, found.c.i)
        case _:
            return found.r
