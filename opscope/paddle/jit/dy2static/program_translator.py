"""paddle.jit.dy2static.program_translator: re-exports."""

from opscope.paddle.jit.api import ProgramTranslator, enable_to_static
from opscope.paddle.jit.concrete import ConcreteProgram
from opscope.paddle.jit.static_function import StaticFunction

ASTStaticFunction = SymbolicStaticFunction = StaticFunction

__all__ = [
    "ASTStaticFunction",
    "ConcreteProgram",
    "ProgramTranslator",
    "StaticFunction",
    "SymbolicStaticFunction",
    "enable_to_static",
]
