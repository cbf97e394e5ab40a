"""Decorators that run the body of a function inside a `with` block, also for generators and coroutines.

For a coroutine or generator function, a plain `with block: return func()` ends the block too early. A call of
such a function only returns an object, and the body of the function runs later, in pieces. So each piece of a generator
runs in its own block.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, ParamSpec

P = ParamSpec("P")


def run_in_block(func: Callable[..., Any], block: Callable[[], AbstractContextManager[Any]]) -> Callable[..., Any]:
    """Return a function that runs the body of `func` inside blocks from `block()`.

    `func` may also be a generator function or an async function. A generator leaves the block while its caller runs. A
    coroutine stays in the block while it awaits.
    """
    if inspect.isasyncgenfunction(func):
        wrapped = _async_generator(func, block)
    elif inspect.iscoroutinefunction(func):
        wrapped = _coroutine(func, block)
    elif inspect.isgeneratorfunction(func):
        wrapped = _generator(func, block)
    else:
        wrapped = _function(func, block)
    return functools.wraps(func)(wrapped)


def _function(func: Callable[..., Any], block: Callable[[], AbstractContextManager[Any]]) -> Callable[..., Any]:
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        with block():
            return func(*args, **kwargs)

    return wrapped


def _coroutine(func: Callable[..., Any], block: Callable[[], AbstractContextManager[Any]]) -> Callable[..., Any]:
    async def wrapped(*args: Any, **kwargs: Any) -> Any:
        with block():
            return await func(*args, **kwargs)

    return wrapped


def _generator(func: Callable[..., Any], block: Callable[[], AbstractContextManager[Any]]) -> Callable[..., Any]:
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        inner = func(*args, **kwargs)
        proceed = functools.partial(next, inner)
        while True:
            with block():
                try:
                    item = proceed()
                except StopIteration as end:  # not an error of the block
                    return end.value
            try:
                sent = yield item
            except GeneratorExit:
                with block():
                    inner.close()
                raise
            except BaseException as error:  # noqa: BLE001 (thrown into the function)
                proceed = functools.partial(inner.throw, error)
            else:
                proceed = functools.partial(inner.send, sent)

    return wrapped


def _async_generator(func: Callable[..., Any], block: Callable[[], AbstractContextManager[Any]]) -> Callable[..., Any]:
    async def wrapped(*args: Any, **kwargs: Any) -> Any:
        inner = func(*args, **kwargs)
        proceed = functools.partial(anext, inner)
        while True:
            with block():
                try:
                    item = await proceed()
                except StopAsyncIteration:  # not an error of the block
                    return
            try:
                sent = yield item
            except GeneratorExit:
                with block():
                    await inner.aclose()
                raise
            except BaseException as error:  # noqa: BLE001 (thrown into the function)
                proceed = functools.partial(inner.athrow, error)
            else:
                proceed = functools.partial(inner.asend, sent)

    return wrapped


class _Block:
    """A context manager for `with`, which can also decorate functions.

    The functions that `block_manager` decorates return an object of this class.
    """

    def __init__(self, make: Callable[[], AbstractContextManager[Any]]) -> None:
        self._make = make
        self._made = make()

    def __enter__(self) -> Any:
        return self._made.__enter__()

    def __exit__(self, *error: Any) -> bool | None:
        return self._made.__exit__(*error)

    def __call__(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return run_in_block(func, self._make)


def block_manager(func: Callable[P, Iterator[Any]]) -> Callable[P, _Block]:
    """Variant of contextlib.contextmanager whose blocks also decorate coroutine and generator functions.

    >>> @block_manager
    ... def shouting():
    ...     print("A", end="")
    ...     yield
    ...     print("!", end="")
    >>> @shouting()
    ... def numbers():
    ...     yield 1
    >>> list(numbers())
    A!A![1]
    """
    manager = contextmanager(func)

    @functools.wraps(func)
    def make(*args: P.args, **kwargs: P.kwargs) -> _Block:
        return _Block(lambda: manager(*args, **kwargs))

    return make
