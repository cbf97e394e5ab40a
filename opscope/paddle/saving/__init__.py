"""paddle.save and paddle.load: nested values in files that Paddle 2.6 reads and writes.

A file is a pickle of plain containers, numbers, strings and arrays. The writer writes nothing else; the reader accepts
nothing else, and calls no function that the file names.
"""

from opscope.paddle.saving.from_file import load
from opscope.paddle.saving.to_file import save

__all__ = ["load", "save"]
