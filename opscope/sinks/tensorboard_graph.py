"""Conversion of a program to TensorFlow's GraphDef, for TensorBoard. Each operator becomes a node.

Source: tensorflow/core/framework/graph.proto and node_def.proto.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

MAX_LIST = 64  # outputs of an operator whose shapes are written


class HasBlocks(Protocol):
    """Interface of a `Program` that the conversion uses."""

    @property
    def blocks(self) -> Sequence[Any]: ...


def graph_def(program: HasBlocks) -> Any:
    """Return the GraphDef of a program, as a message of tensorboardX."""
    versions = messages("versions").VersionDef(producer=22)
    return messages("graph").GraphDef(node=_Nodes().of_block(program.blocks[0], ()), versions=versions)


def messages(name: str) -> Any:
    """Return a module of tensorboardX with message classes, which protobuf creates during the import."""
    return importlib.import_module(f"tensorboardX.proto.{name}_pb2")


class _Nodes:
    """The nodes of a program. `_writers` maps each value to the node, and the node's output, that wrote it last."""

    def __init__(self) -> None:
        self._writers: dict[str, str] = {}

    def of_block(self, block: Any, around: tuple[str, ...]) -> Iterator[Any]:
        for operator in block.ops:
            reads = [name for name in operator.inputs if name]
            for name in reads:
                if name not in self._writers:  # fed, or kept between runs
                    yield self._variable(block, name)
            own = _path(*around, *operator.scope_path, f"{operator.type}_{operator.id}")
            for inner in operator.blocks:
                yield from self.of_block(inner, (own,))
            made = [name for name in operator.outputs if name]
            attrs: dict[str, Any] = {"_output_shapes": _shapes(block, made), "phase": _text(operator.phase)}
            if operator.site is not None:
                attrs |= {"line": _text(operator.site.where), "code": _text(operator.site.code)}
            yield _node(own, operator.type, dict.fromkeys(self._writers[name] for name in reads), attrs)
            for i, name in enumerate(made):
                self._writers[name] = f"{own}:{i}" if i else own

    def _variable(self, block: Any, name: str) -> Any:
        variable = block.var_of(name)
        self._writers[name] = own = _path(name)
        kind = "VariableV2" if variable.persistable else "Placeholder"
        return _node(
            own, kind, (), {"_output_shapes": _shapes(block, [name]), "dtype": _text(variable.spec.dtype.name)}
        )


def _path(*parts: str) -> str:
    """Return a name that TensorFlow allows. Other characters, such as `@`, become `_`."""
    clean = (re.sub(r"[^A-Za-z0-9_./-]", "_", part).strip("/") for part in parts)
    return "/".join(part if part[0].isalnum() else f"v{part}" for part in clean if part)


def _node(name: str, kind: str, inputs: Any, attrs: dict[str, Any]) -> Any:
    return messages("node_def").NodeDef(name=name, op=kind, input=list(inputs), attr=attrs)


def _text(text: str) -> Any:
    return messages("attr_value").AttrValue(s=text.encode("utf-8", "replace"))


def _shapes(block: Any, names: Sequence[str]) -> Any:
    AttrValue, TensorShapeProto = messages("attr_value").AttrValue, messages("tensor_shape").TensorShapeProto

    def shape_of(name: str) -> Any:
        dims = block.var_of(name).spec.shape
        return TensorShapeProto(dim=[TensorShapeProto.Dim(size=-1 if d is None else d) for d in dims])

    return AttrValue(list=AttrValue.ListValue(shape=[shape_of(name) for name in names[:MAX_LIST]]))
