"""paddle.jit.dy2static: where Paddle keeps its translator."""

from opscope.paddle.jit.dy2static import program_translator
from opscope.paddle.jit.dy2static.program_translator import ProgramTranslator, StaticFunction

__all__ = ["ProgramTranslator", "StaticFunction", "program_translator"]
