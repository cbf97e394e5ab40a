"""Copies of arrays for condensed steps live as long as their steps, or as long as the array can occur again."""

import gc
import weakref
from typing import Any

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.debug.eager.stored_elements import StoredElements


def test_an_unchanged_array_has_one_copy() -> None:
    store = StoredElements()
    array = np.arange(6.0)
    first = store(array, array)
    assert store(array, array) is first and store.new_bytes == first.nbytes + 48
    array[2] = 7.0
    second = store(array, array)
    assert second is not first and (first[2], second[2]) == (2.0, 7.0)


def test_the_copy_of_an_ended_array_is_dropped() -> None:
    store = StoredElements()
    array = np.arange(6.0)
    copy = weakref.ref(store(array, array))
    store(array, array + 1)  # the former copy is dropped at once
    assert copy() is None
    copy = weakref.ref(store(array, array))
    del array
    assert copy() is None


def test_equal_zeros_have_one_copy_and_a_checksum() -> None:
    store = StoredElements()
    first = store(np.zeros(3), np.zeros(3))
    assert store(np.zeros(3), np.zeros(3)) is first and store.zero_sample(first) is not None
    negative = store(np.array([-0.0, 0, 0]), np.array([-0.0, 0, 0]))
    assert negative is not first and store.zero_sample(negative) is None


def test_a_full_budget_holds_no_data_of_dropped_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Copies of the data of 10,000 steps were held beside the budget, of which the steps had long been dropped."""
    copies: list[weakref.ref[Any]] = []

    class Noted(StoredElements):
        def __call__(self, array: Any, then: Any) -> Any:
            stored = super().__call__(array, then)
            if stored.nbytes == 40_000:
                copies.append(weakref.ref(stored))
            return stored

    monkeypatch.setattr("opscope.debug.eager.condensed_history.StoredElements", Noted)
    batches = [np.full([100, 100], float(step), "float32") for step in range(200)]

    def train() -> None:
        layer = paddle.nn.Linear(100, 2)
        optimizer = paddle.optimizer.SGD(1e-3, parameters=layer.parameters())
        for batch in batches:
            x = paddle.to_tensor(batch)
            kept.append(x.numpy())  # its address is not used again
            layer(x).mean().backward()
            optimizer.step()
            optimizer.clear_grad()
            kept.clear()

    kept: list[Any] = []
    gc.disable()  # a dropped step is in no cycle, so that a long run does not wait for full collections
    try:
        run = debug.start(train, record="1MB")
        run.wait()
        alive = sum(ref() is not None for ref in copies)
    finally:
        gc.enable()
    assert len(copies) >= 199 and 0 < alive < 40
