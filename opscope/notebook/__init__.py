"""opscope in Jupyter and IPython: runs with a panel (`live`), the magics, clicks while a cell is busy.

`%load_ext opscope` loads the magics; `opscope.live(train, taps=["h*"])` does the same from Python. Outside of a
notebook everything works, too, without a panel.
"""

from opscope.notebook.live import Live, latest, live

__all__ = ["Live", "latest", "live"]
