"""Entry point of a rank that spawn has started: `python -m opscope.paddle.distributed.spawned FILE`."""

import os
import sys

from opscope.as_paddle import as_paddle
from opscope.paddle.distributed.starting import call_work
from opscope.ranks.beats import start_beats

if __name__ == "__main__":
    as_paddle()
    start_beats(os.environ)
    call_work(sys.argv[1])
