"""fluid.io.DataLoader and PyReader: feeds of a program, or tensors of dygraph, from a Python generator."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from opscope.core import place as places
from opscope.core.dense_tensor import DenseTensor
from opscope.core.described import Described
from opscope.core.source import site
from opscope.core.unsupported import unsupported_function
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, UnsupportedError, UsageError
from opscope.ir.program.program import Variable
from opscope.paddle.base.dygraph.base import guarded
from opscope.paddle.fluid import reader as readers
from opscope.paddle.static.lod_tensor import DataFeeder


class GeneratorLoader(Described):
    """Batches of a generator: dicts to feed for the variables of feed_list, in dygraph or with return_list lists.

    Say what it gives with set_sample_generator, set_sample_list_generator or set_batch_generator.
    """

    def __init__(self, feed_list: Sequence[Variable] | None, capacity: int, iterable: bool, return_list: bool) -> None:
        if not iterable and not guarded():
            raise UnsupportedError(
                "a DataLoader that is not iterable reads inside the program", site=site(),
                fix="pass iterable=True, and feed what it gives",
            )  # fmt: skip
        self.feed_list, self.capacity, self.return_list = list(feed_list or ()), capacity, return_list or guarded()
        self._batches: Callable[[], Iterator[Any]] | None = None

    def set_sample_generator(
        self, reader: Callable[[], Any], batch_size: int, drop_last: bool = True, places: Any = None
    ) -> GeneratorLoader:
        """The generator gives single samples, tuples of fields."""
        return self.set_sample_list_generator(readers.batch(reader, batch_size, drop_last), places)

    def set_sample_list_generator(self, reader: Callable[[], Any], places: Any = None) -> GeneratorLoader:
        """The generator gives lists of samples, as paddle.batch makes them."""

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
        """The generator gives whole batches, a list of arrays."""
        return self._set(reader, places)

    def _set(self, batches: Callable[[], Iterator[Any]], place: Any) -> GeneratorLoader:
        given = list(place) if isinstance(place, list | tuple) else [place]
        if len(given) != 1:
            raise ArgumentError(f"batches go to one place, but received {len(given)}", site=site())
        self._place, self._batches = places.as_place(given[0]), batches
        return self

    def __call__(self) -> Iterator[Any]:
        return iter(self)

    def __iter__(self) -> Iterator[Any]:
        if self._batches is None:
            raise UsageError("Data source of DataLoader has not set yet", site=site(), fix="call set_batch_generator")
        return map(self._given, iter(self._batches()))

    def _given(self, batch: Any) -> Any:
        if isinstance(batch, dict):
            return batch
        fields = [self._tensor(v) for v in (batch if isinstance(batch, list | tuple) else [batch])]
        if self.return_list:
            return fields
        if len(fields) != len(self.feed_list):
            raise ArgumentError(
                "a batch has not as many fields as feed_list has variables",
                facts={"fields": len(fields), "feed_list": len(self.feed_list)}, site=site(),
            )  # fmt: skip
        return [{v.name: f for v, f in zip(self.feed_list, fields, strict=True)}]

    def _tensor(self, value: Any) -> Any:
        if guarded():
            array = value.array if isinstance(value, DenseTensor) else value
            return value if isinstance(value, Tensor) else Tensor(places.to_device(np.asarray(array), self._place))
        return value


def from_generator(
    feed_list: Sequence[Variable] | None = None, capacity: int | None = None, use_double_buffer: bool = True,
    iterable: bool = True, return_list: bool = False, use_multiprocess: bool = False, drop_last: bool = True,
) -> GeneratorLoader:  # fmt: skip
    """A loader of what a Python generator gives; say which with one of its set_* methods.

    Batches are made when they are asked for, so there is nothing to buffer (capacity, use_double_buffer), and they go
    to one device, so none is left over (drop_last). Raises UnsupportedError for iterable=False and use_multiprocess.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/io/DataLoader.html
    """
    if use_multiprocess:
        raise UnsupportedError("from_generator reads in this process", site=site(), fix="leave use_multiprocess out")
    return GeneratorLoader(feed_list, capacity or 1, iterable, return_list)


class DataLoader(Described):
    """Loaders: `DataLoader.from_generator(...)`."""

    from_generator = staticmethod(from_generator)
    from_dataset = staticmethod(
        unsupported_function("DataLoader.from_dataset", "files of slots are not read", "read them in Python")
    )


class PyReader(GeneratorLoader):
    """As DataLoader.from_generator, under the method names of Paddle 1.5."""

    def __init__(
        self, feed_list: Sequence[Variable] | None = None, capacity: int | None = None, use_double_buffer: bool = True,
        iterable: bool = True, return_list: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(feed_list, capacity or 1, iterable, return_list)

    decorate_sample_generator = GeneratorLoader.set_sample_generator
    decorate_sample_list_generator = GeneratorLoader.set_sample_list_generator
    decorate_batch_generator = GeneratorLoader.set_batch_generator


__all__ = ["DataLoader", "GeneratorLoader", "PyReader", "from_generator"]
