"""Type annotations for values that can have several types: arrays of any library, and the array library itself."""

from __future__ import annotations

from typing import Any, TypeAlias

# An array of NumPy or CuPy, or what takes its place: a Tensor, a Variable, a traced value. Kernels and gradient rules
# compute with all of them, so that no single class describes it.
Array: TypeAlias = Any
# The array library that a kernel computes with (`xp`): numpy or cupy.
ArrayModule: TypeAlias = Any
