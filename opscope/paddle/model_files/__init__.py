"""Paddle's model files: programs as ProgramDesc messages, read and written without Paddle."""
