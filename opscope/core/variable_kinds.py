"""Types of variables, which the attribute `type` of a Tensor or a Variable returns."""

from __future__ import annotations


class VarKind:
    """The type of a variable, such as LOD_TENSOR or LOD_TENSOR_ARRAY."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, VarKind) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"VarType.{self.name}"


LOD_TENSOR, LOD_TENSOR_ARRAY = VarKind("LOD_TENSOR"), VarKind("LOD_TENSOR_ARRAY")
SELECTED_ROWS = VarKind("SELECTED_ROWS")
