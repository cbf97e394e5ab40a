"""paddle.base.compiler."""

from opscope.static.compiler import BuildStrategy, CompiledProgram, ExecutionStrategy

__all__ = [
    "BuildStrategy",
    "CompiledProgram",
    "ExecutionStrategy",
]
