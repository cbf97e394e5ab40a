"""opscope in Jupyter and IPython: a run with its panel (`live`), the magics, clicks while a cell is busy.

`%load_ext opscope` loads the magics; `opscope.live(train, taps=["h*"])` does the same from Python. Without a
notebook everything works as well, and nothing is sent.
"""

from opscope.notebook.live import Live, latest, live

__all__ = ["Live", "latest", "live"]
