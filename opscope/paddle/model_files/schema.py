"""The messages of Paddle's model files (framework.proto), built with the protobuf package.

Each field is a line `name number label type`. The classes are in a separate descriptor pool, so Paddle may be imported
in the same process.
Source: https://github.com/PaddlePaddle/Paddle/blob/v2.6.2/paddle/fluid/framework/framework.proto
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from opscope.errors import MissingPackage

PACKAGE = "paddle.framework.proto"

_ATTR_TYPES = """INT FLOAT STRING INTS FLOATS STRINGS BOOLEAN BOOLEANS BLOCK LONG BLOCKS LONGS FLOAT64S VAR VARS
FLOAT64 SCALAR SCALARS"""
ATTR_TYPES = {name: number for number, name in enumerate(_ATTR_TYPES.split())}
VAR_TYPES = {
    "BOOL": 0, "INT16": 1, "INT32": 2, "INT64": 3, "FP16": 4, "FP32": 5, "FP64": 6, "LOD_TENSOR": 7,
    "SELECTED_ROWS": 8, "FEED_MINIBATCH": 9, "FETCH_LIST": 10, "STEP_SCOPES": 11, "LOD_RANK_TABLE": 12,
    "LOD_TENSOR_ARRAY": 13, "PLACE_LIST": 14, "READER": 15, "RAW": 17, "TUPLE": 18, "SIZE_T": 19, "UINT8": 20,
    "INT8": 21, "BF16": 22, "COMPLEX64": 23, "COMPLEX128": 24, "STRING": 25, "STRINGS": 26, "VOCAB": 27,
    "FEED_LIST": 28, "PSTRING": 29, "SPARSE_COO": 30, "SPARSE_CSR": 31,
}  # fmt: skip

_MESSAGES = """
Version
  version 1 optional int64
Complex
  r 1 required double
  i 2 required double
Scalar
  type 1 required int32
  b 2 optional bool
  i 3 optional int64
  r 4 optional double
  c 5 optional Complex
OpDesc.Attr
  name 1 required string
  type 2 required int32
  i 3 optional int32
  f 4 optional float
  s 5 optional bytes
  ints 6 repeated int32
  floats 7 repeated float
  strings 8 repeated bytes
  b 10 optional bool
  bools 11 repeated bool
  block_idx 12 optional int32
  l 13 optional int64
  blocks_idx 14 repeated int32
  longs 15 repeated int64
  float64s 16 repeated double
  var_name 17 optional string
  vars_name 18 repeated string
  float64 19 optional double
  scalar 20 optional Scalar
  scalars 21 repeated Scalar
OpDesc.Var
  parameter 1 required string
  arguments 2 repeated string
OpDesc
  inputs 1 repeated OpDesc.Var
  outputs 2 repeated OpDesc.Var
  type 3 required string
  attrs 4 repeated OpDesc.Attr
  is_target 5 optional bool
VarType.TensorDesc
  data_type 1 required int32
  dims 2 repeated int64
VarType.LoDTensorDesc
  tensor 1 required VarType.TensorDesc
  lod_level 2 optional int32
VarType
  type 1 required int32
  selected_rows 2 optional VarType.TensorDesc
  lod_tensor 3 optional VarType.LoDTensorDesc
  tensor_array 4 optional VarType.LoDTensorDesc
VarDesc
  name 1 required string
  type 2 required VarType
  persistable 3 optional bool
  need_check_feed 4 optional bool
  is_parameter 5 optional bool
  stop_gradient 6 optional bool
BlockDesc
  idx 1 required int32
  parent_idx 2 required int32
  vars 3 repeated VarDesc
  ops 4 repeated OpDesc
  forward_block_idx 5 optional int32 = -1
OpVersion
  version 1 required int32
OpVersionMap.OpVersionPair
  op_name 1 required string
  op_version 2 required OpVersion
OpVersionMap
  pair 1 repeated OpVersionMap.OpVersionPair
ProgramDesc
  blocks 1 repeated BlockDesc
  version 4 optional Version
  op_version_map 5 optional OpVersionMap
"""


@functools.cache
def program_desc_class() -> Any:
    """Return the class of the message ProgramDesc. Raises MissingPackage."""
    try:
        from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
    except ModuleNotFoundError as e:
        fix = "pip install protobuf; save_inference_model(..., format='opscope') needs no package"
        raise MissingPackage("Paddle's model files need protobuf", fix=fix) from e

    file = descriptor_pb2.FileDescriptorProto(name="opscope/framework.proto", package=PACKAGE, syntax="proto2")
    made: Any = None
    for line in _MESSAGES.strip().splitlines():
        words = line.split()
        if not line.startswith(" "):
            made = file.message_type.add(name=_flat(line))
            continue
        name, number, label, kind, *default = words
        field = made.field.add(name=name, number=int(number))
        field.label = getattr(field, f"LABEL_{label.upper()}")
        if kind[0].isupper():
            field.type, field.type_name = field.TYPE_MESSAGE, f".{PACKAGE}.{_flat(kind)}"
        else:
            field.type = getattr(field, f"TYPE_{kind.upper()}")
        if default:
            field.default_value = default[-1]
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{PACKAGE}.ProgramDesc"))


def parse_program(data: bytes) -> Any:
    """Return the message of some bytes. Raises ValueError for other bytes."""
    cls = program_desc_class()  # first: it says so if protobuf is missing
    from google.protobuf.message import DecodeError

    try:
        found = cls.FromString(data)
    except (DecodeError, RecursionError) as e:
        raise ValueError("the content is not a ProgramDesc") from e
    if not all(isinstance(name, str) for name in _names(found)):  # protobuf returns bytes that are not text as bytes
        raise ValueError("a name in the file is not text")
    return found


def _names(found: Any) -> Iterator[Any]:
    for block in found.blocks:
        yield from (variable.name for variable in block.vars)
        for operator in block.ops:
            yield operator.type
            yield from (attr.name for attr in operator.attrs)
            for slots in (operator.inputs, operator.outputs):
                for slot in slots:
                    yield slot.parameter
                    yield from slot.arguments


def _flat(name: str) -> str:
    return name.replace(".", "")
