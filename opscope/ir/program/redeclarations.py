"""Repeated declarations of variable names in a block."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from opscope.core import shape as dims
from opscope.core.dtype import DType, as_dtype
from opscope.core.source import Site
from opscope.core.spec import TensorSpec
from opscope.core.variable_kinds import VarKind
from opscope.errors import ArgumentError


class FormerDeclaration(Protocol):
    """The properties of a variable that was declared before."""

    name: str
    spec: TensorSpec
    lod_level: int

    @property
    def type(self) -> VarKind:
        """The type of the variable, such as LOD_TENSOR."""
        ...

    @property
    def dtype(self) -> DType:
        """The data type."""
        ...

    @property
    def persistable(self) -> bool:
        """True if the value stays in the scope between runs."""
        ...

    @property
    def site(self) -> Site | None:
        """The user's line of the declaration."""
        ...


def declared_spec(former: FormerDeclaration | None, shape: Sequence[int | None] | None, dtype: object) -> TensorSpec:
    """Return the declared shape and dtype. For an existing name, omitted arguments keep their values."""
    if shape is None:
        known = () if former is None else former.spec.shape
    else:
        known = tuple(None if d in (None, -1) else int(d) for d in shape)
    return TensorSpec(known, as_dtype(dtype or ("float32" if former is None else former.dtype)))


def check_redeclaration(
    former: FormerDeclaration, spec: TensorSpec, kind: VarKind, lod_level: int | None, persistable: bool | None
) -> None:
    """Raise ArgumentError if a variable is declared again with different properties. None is an omitted argument."""
    for what, old, new in (
        ("type", former.type, kind),
        ("shape", former.spec.shape, spec.shape),
        ("data type", former.dtype, spec.dtype),
        ("lod_level", former.lod_level, former.lod_level if lod_level is None else lod_level),
        ("persistable", former.persistable, former.persistable if persistable is None else persistable),
    ):
        if old != new:
            shown: tuple[object, object] = (dims.text(old), dims.text(new)) if what == "shape" else (old, new)  # type: ignore[arg-type]
            raise ArgumentError(
                f"Variable '{former.name}' has been created before. The previous {what} is {shown[0]}, "
                f"the new {what} is {shown[1]}. They are not matched.",
                site=former.site,
                fix="choose another name, or repeat the former declaration",
            )
