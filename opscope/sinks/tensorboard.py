"""Sink that writes event files for TensorBoard, with the package tensorboardX."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Sequence
from typing import Any

from opscope.errors import MissingPackage
from opscope.events import DetailSeen, Event, RunStarted, StepFinished, ValueSeen
from opscope.sinks.event_sink import EventSink, ValueLabels, numbers_of
from opscope.sinks.tensorboard_graph import HasBlocks, graph_def, messages


def tensorboard(
    folder: str | os.PathLike[str], histograms: Sequence[str] = (), graph: HasBlocks | None = None
) -> EventSink:
    """Make a sink that writes event files, for `tensorboard --logdir`.

    Fetched and tapped scalars are written at every step. The statistics of other tapped values are written as `h/mean`,
    `h/std` and so on, at the steps in which these values are summarized. The names come from your code (`loss`). If a
    second value has the same name, its name in the program is added: `h (relu_2.tmp_0)`. Characters that TensorBoard
    does not accept are replaced by `_`: `w@GRAD` becomes `w_GRAD`.

    Args:
        folder: the folder in which the files are written.
        histograms: patterns of tapped values (`fc*`, `*@GRAD`). The histogram of such a value is written with each
            summary, with equal bins over the finite elements.
        graph: a program, for example `loss.program`, which TensorBoard shows in its tab Graphs. In this tab, name
            scopes and layers are boxes, and each operator shows the line that created it.

    Returns:
        The sink, which you pass in the argument `sinks` of a run.

    Raises:
        MissingPackage: tensorboardX is not installed.
        OSError: the folder cannot be written.

    Example:
        >>> debug.start(train, taps=["*.w_0@GRAD"], sinks=[sinks.tensorboard("runs/a", graph=program)]).wait()
    """
    if importlib.util.find_spec("tensorboardX") is None:
        raise MissingPackage("event files need tensorboardX", fix="pip install tensorboardX")
    from tensorboardX import SummaryWriter

    sink = _TensorBoard(SummaryWriter(os.fspath(folder)), histograms)
    if graph is not None:
        sink.add_graph(graph)
    return sink


class _TensorBoard(EventSink):
    def __init__(self, writer: Any, histograms: Sequence[str]) -> None:
        super().__init__()
        self.histograms = tuple(histograms)
        self._writer = writer
        self._labels = ValueLabels()

    def write(self, event: Event) -> None:
        if isinstance(event, StepFinished | ValueSeen):
            for name, value in numbers_of(event, self._labels).items():
                self._writer.add_scalar(_tag(name), value, event.step)
        elif isinstance(event, DetailSeen):
            self._add_histogram(event)
        elif isinstance(event, RunStarted):
            self._writer.add_text("opscope", f"{event.title} on {event.place}")

    def _add_histogram(self, event: DetailSeen) -> None:
        count = sum(event.counts)
        if not count:  # no element is finite
            return
        width = (event.high - event.low) / len(event.counts)
        edges = [event.low + width * (i + 1) for i in range(len(event.counts))]
        middles = [edge - width / 2 for edge in edges]
        self._writer.add_histogram_raw(
            _tag(self._labels.known(event.name)),
            min=event.low,
            max=event.high,
            num=count,
            sum=sum(c * m for c, m in zip(event.counts, middles, strict=True)),
            sum_squares=sum(c * m * m for c, m in zip(event.counts, middles, strict=True)),
            bucket_limits=edges,
            bucket_counts=event.counts,
            global_step=event.step,
        )

    def add_graph(self, program: HasBlocks) -> None:
        """Write the graph of a program."""
        record = messages("event").Event(graph_def=graph_def(program).SerializeToString())
        self._writer.file_writer.add_event(record)

    def close(self) -> None:
        self._writer.close()


def _tag(name: str) -> str:
    return "".join(c if c.isalnum() or c in "-/_." else "_" for c in name)
