"""paddle.utils: names, nested structures, DLPack, and small tools."""

import sys

from opscope.core.module_aliases import alias_in_submodules
from opscope.paddle.base import unique_name
from opscope.paddle.utils import cpp_extension, dlpack, download
from opscope.paddle.utils import structure as layers_utils
from opscope.paddle.utils.blocks import get_inputs_outputs_in_block
from opscope.paddle.utils.marks import deprecated, require_version, run_check, try_import
from opscope.paddle.utils.structure import (
    assert_same_structure,
    flatten,
    is_sequence,
    map_structure,
    pack_sequence_as,
    to_sequence,
)

sys.modules[f"{__name__}.layers_utils"] = layers_utils  # where Paddle keeps them
sys.modules[f"{__name__}.unique_name"] = unique_name
alias_in_submodules(__name__, {"layers_utils": "get_inputs_outputs_in_block"})

__all__ = [
    "assert_same_structure",
    "cpp_extension",
    "deprecated",
    "dlpack",
    "download",
    "flatten",
    "get_inputs_outputs_in_block",
    "is_sequence",
    "layers_utils",
    "map_structure",
    "pack_sequence_as",
    "require_version",
    "run_check",
    "to_sequence",
    "try_import",
    "unique_name",
]
