"""paddle.base.compiler."""

from opscope.paddle.static.compiler import BuildStrategy, CompiledProgram, ExecutionStrategy

__all__ = [
    "BuildStrategy",
    "CompiledProgram",
    "ExecutionStrategy",
]
