"""opscope in Jupyter and IPython: runs with a live panel (`live`), and magics.

`%load_ext opscope` loads the magics. `opscope.live(train, taps=["h*"])` starts a run with a panel from Python code. You
can click in the panel even while a cell is busy. Outside a notebook, the functions of this package work without a
panel.
"""

from opscope.errors import MissingPackage

try:
    from opscope.notebook.live import Live, latest, live
except ModuleNotFoundError as e:
    if (e.name or "opscope").startswith("opscope"):
        raise
    raise MissingPackage(
        f"the panel and the magics need {e.name}",
        fix="pip install ipython anywidget ipywidgets; debug.start(train) runs without a panel",
    ) from e

__all__ = ["Live", "latest", "live"]
