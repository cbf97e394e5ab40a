"""paddle.save and paddle.load: nested values in files that Paddle 2.6 reads and writes.

A file is a pickle of plain containers, numbers, strings and arrays. What writes it puts nothing else in; what reads
it understands nothing else, and calls nothing that the file names.
"""

from opscope.paddle.saving.from_file import load
from opscope.paddle.saving.to_file import save

__all__ = ["load", "save"]
