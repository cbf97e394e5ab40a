"""`python -m opscope.notebook.rank_engine`: run an engine of ipyparallel as a rank of a job."""

from __future__ import annotations

import os

from opscope.commands.rank_debugger import RankDebugger
from opscope.ranks.beats import start_beats

if __name__ == "__main__":
    connection = start_beats(os.environ)
    if connection is not None:
        connection.on_request = RankDebugger(connection.send).handle
    from ipyparallel.engine.app import main  # connects to MPI

    main()
