"""Operators that own blocks: cond, while_loop, static_pylayer, and how functions are traced into blocks."""
