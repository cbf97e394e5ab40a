"""fluid.io.DataLoader and PyReader: feeds for programs, or tensors for dygraph, from a Python generator."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any
from weakref import WeakSet

import numpy as np

from opscope.core import place as places
from opscope.core.checks.unsupported import unsupported_function
from opscope.core.described import Described
from opscope.core.source import site
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, UnsupportedError, UsageError
from opscope.ir.program.program import Program, Variable
from opscope.paddle.base.core import EOFException
from opscope.paddle.base.dygraph.base import guarded
from opscope.paddle.fluid import reader as readers
from opscope.paddle.static.lod_tensor import DataFeeder


class GeneratorLoader(Described):
    """Batches of a generator: a dict for the variables of feed_list; in dygraph or with return_list, a list.

    set_sample_generator, set_sample_list_generator or set_batch_generator sets the generator.
    """

    def __init__(self, feed_list: Sequence[Variable] | None, capacity: int, iterable: bool, return_list: bool) -> None:
        self.feed_list, self.capacity, self.return_list = list(feed_list or ()), capacity, return_list or guarded()
        self.iterable = iterable or guarded()
        self._batches: Callable[[], Iterator[Any]] | None = None
        self._started: Iterator[Any] | None = None

    # --- a loader that is not iterable: runs of its program read from it --------------------------------

    def start(self) -> None:
        """Start a pass: each run of the program without a feed takes one batch.

        After the last batch, `run` raises EOFException; then call `reset` and `start`. Raises UsageError for an
        iterable loader, or without a generator.
        """
        if self.iterable:
            raise UsageError(
                "start() can only be called when DataLoader is not iterable", site=site(),
                fix="iterate over the DataLoader, or pass iterable=False",
            )  # fmt: skip
        self._started = iter(self)
        _started_loaders.add(self)

    def reset(self) -> None:
        """End the pass that `start` has started."""
        self._started = None
        _started_loaders.discard(self)

    def feeds(self, program: Program) -> bool:
        """True if the program has the variables of feed_list."""
        own = program.global_block().vars
        return bool(self.feed_list) and all(v.name in own for v in self.feed_list)

    def next_feed(self) -> dict[str, Any]:
        """Return the feed of the next run. Raises EOFException after the last batch."""
        given = next(self._started, None) if self._started is not None else None
        if given is None:
            raise EOFException(
                "There is no next data, because all batches of the reader have been read.",
                facts={"reader": ", ".join(v.name for v in self.feed_list)}, site=site(),
                fix="catch fluid.core.EOFException, and reset() and start() the reader for the next pass",
            )  # fmt: skip
        if isinstance(given, dict):
            return given
        return {v.name: f for v, f in zip(self.feed_list, given, strict=True)} if self.return_list else given[0]

    def set_sample_generator(
        self, reader: Callable[[], Any], batch_size: int, drop_last: bool = True, places: Any = None
    ) -> GeneratorLoader:
        """Set a generator of single samples, which are tuples of fields."""
        return self.set_sample_list_generator(readers.batch(reader, batch_size, drop_last), places)

    def set_sample_list_generator(self, reader: Callable[[], Any], places: Any = None) -> GeneratorLoader:
        """Set a generator of lists of samples, such as the result of paddle.batch."""

        def batches() -> Iterator[Any]:
            feeder = DataFeeder(self.feed_list) if self.feed_list else None
            for samples in reader():
                if feeder is not None:
                    made = feeder.feed([s if isinstance(s, list | tuple) else (s,) for s in samples])
                    yield [made[v.name] for v in self.feed_list]
                else:
                    rows = [s if isinstance(s, list | tuple) else (s,) for s in samples]
                    yield [np.array(column) for column in zip(*rows, strict=True)]

        return self._set(batches, places)

    def set_batch_generator(self, reader: Callable[[], Any], places: Any = None) -> GeneratorLoader:
        """Set a generator of batches, which are lists of arrays."""
        return self._set(reader, places)

    def _set(self, batches: Callable[[], Iterator[Any]], place: Any) -> GeneratorLoader:
        given = list(place) if isinstance(place, list | tuple) else [place]
        if len(given) != 1:
            raise ArgumentError(f"batches can go to only one place, but {len(given)} places were given", site=site())
        self._place, self._batches = places.as_place(given[0]), batches
        return self

    def __call__(self) -> Iterator[Any]:
        return iter(self)

    def __iter__(self) -> Iterator[Any]:
        if self._batches is None:
            raise UsageError(
                "The data source of the DataLoader has not been set yet", site=site(), fix="call set_batch_generator"
            )
        return map(self._given, iter(self._batches()))

    def _given(self, batch: Any) -> Any:
        if isinstance(batch, dict):
            return batch
        fields = [self._tensor(v) for v in (batch if isinstance(batch, list | tuple) else [batch])]
        if self.return_list:
            return fields
        if len(fields) != len(self.feed_list):
            raise ArgumentError(
                "each batch must have one field for each variable of feed_list",
                facts={"fields": len(fields), "feed_list": len(self.feed_list)}, site=site(),
            )  # fmt: skip
        return [{v.name: f for v, f in zip(self.feed_list, fields, strict=True)}]

    def _tensor(self, value: Any) -> Any:
        if guarded():
            array = value.array if isinstance(value, DenseTensor) else value
            return value if isinstance(value, Tensor) else Tensor(places.to_device(np.asarray(array), self._place))
        return value


_started_loaders: WeakSet[GeneratorLoader] = WeakSet()


def next_batch(program: Any) -> dict[str, Any] | None:
    """Return the feed of a program's run: the next batch of its started loaders; None without a started loader.

    Raises EOFException after the last batch.
    """
    found = getattr(program, "program", program)
    loaders = [loader for loader in _started_loaders if isinstance(found, Program) and loader.feeds(found)]
    return {name: value for loader in loaders for name, value in loader.next_feed().items()} if loaders else None


def from_generator(
    feed_list: Sequence[Variable] | None = None, capacity: int | None = None, use_double_buffer: bool = True,
    iterable: bool = True, return_list: bool = False, use_multiprocess: bool = False, drop_last: bool = True,
) -> GeneratorLoader:  # fmt: skip
    """Return a loader for a Python generator; a set_* method sets the generator.

    Batches are made on request, so capacity and use_double_buffer have no effect. There is one device, so drop_last has
    no effect. With iterable=False, after `start()`, each run of the program takes one batch; after the last batch, a
    run raises fluid.core.EOFException. Raises UnsupportedError for use_multiprocess.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/io/DataLoader.html
    """
    if use_multiprocess:
        raise UnsupportedError(
            "from_generator does not support use_multiprocess, because it reads the data in this process",
            site=site(),
            fix="leave use_multiprocess out",
        )
    return GeneratorLoader(feed_list, capacity or 1, iterable, return_list)


class DataLoader(Described):
    """Constructor of loaders: `DataLoader.from_generator(...)`."""

    from_generator = staticmethod(from_generator)
    from_dataset = staticmethod(
        unsupported_function(
            "DataLoader.from_dataset", "opscope does not read files of slots", "read the files in Python"
        )
    )


class PyReader(GeneratorLoader):
    """DataLoader.from_generator with the method names of Paddle 1.5."""

    def __init__(
        self, feed_list: Sequence[Variable] | None = None, capacity: int | None = None, use_double_buffer: bool = True,
        iterable: bool = True, return_list: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(feed_list, capacity or 1, iterable, return_list)

    decorate_sample_generator = GeneratorLoader.set_sample_generator
    decorate_sample_list_generator = GeneratorLoader.set_sample_list_generator
    decorate_batch_generator = GeneratorLoader.set_batch_generator
    decorate_paddle_reader = GeneratorLoader.set_sample_list_generator  # 1.4's names, of fluid.layers.py_reader
    decorate_tensor_provider = GeneratorLoader.set_batch_generator


__all__ = ["DataLoader", "GeneratorLoader", "PyReader", "from_generator", "next_batch"]
