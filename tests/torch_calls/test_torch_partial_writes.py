"""Writes to parts of large tensors: the past is the same as if opscope copied the whole memory before each write."""

from __future__ import annotations

import ctypes
import random
from typing import Any

import numpy as np
import pytest

from opscope.core.tensors import former_elements
from opscope.core.tensors.former_elements import FormerPart
from tests.torch_calls.conftest import LONG

torch = pytest.importorskip("torch")

SHAPE = (4, 64, 80)  # of float32: 80 KB


def one_write(cache: Any, rng: random.Random, pos: int) -> None:
    """Write to a random part of a tensor, in one of the ways in which programs write."""
    i, j = rng.randrange(4), rng.randrange(60)
    number, row = float(pos + 1), torch.full((80,), float(pos))
    match rng.randrange(16):
        case 0:
            cache[i] = number
        case 1:
            cache[:, j : j + 2, ::3].mul_(0.5)
        case 2:
            cache[i].index_copy_(0, torch.tensor([j, j + 1]), torch.stack([row, row]))
        case 3:
            torch.add(row, 1.0, out=cache[i, j])
        case 4:
            torch.cat([row, row], out=cache.view(-1)[:0])  # grows over the elements behind it
        case 5:
            cache.add_(1.0)
        case 6:
            cache[cache > 2.0 * number] = 0.0
        case 7:
            torch._foreach_add_([cache[i, j], cache[3 - i, j]], number)
        case 8:
            cache.t_() if cache.dim() == 2 else cache.as_strided((3,), (80,), 8).fill_(number)
        case 9:
            cache.view(torch.int32)[i, j] = pos
        case _:
            cache[i, :, j] = row[:64]


def written(seed: int) -> Any:
    rng = random.Random(seed)
    torch.manual_seed(seed)
    cache = torch.randn(SHAPE)
    cache_sum = torch.zeros(())
    for pos in range(90):
        one_write(cache, rng, pos)
        part = cache[rng.randrange(4), : rng.randrange(1, 64)]
        cache_sum = cache_sum + part.sum() + cache.view(-1)[pos]
    return cache, cache_sum


def shared_with_numpy(seed: int) -> Any:
    rng = random.Random(seed)
    cache = torch.zeros(SHAPE)
    total = torch.zeros(())
    for pos in range(60):
        cache[rng.randrange(4), pos] = float(pos)
        if pos == 20:
            array = cache.numpy()
        if pos > 20 and rng.random() < 0.3:
            array[rng.randrange(4)] += 1.0
        total = total + cache[:, pos].sum()
    return cache, total


def shared_with_a_process(seed: int) -> Any:
    rng = random.Random(seed)
    cache = torch.zeros(SHAPE).share_memory_()
    total = torch.zeros(())
    for pos in range(60):
        cache[rng.randrange(4), pos] = float(pos)
        if rng.random() < 0.1:  # as another process does it: opscope does not notice the write
            ctypes.memset(cache.data_ptr() + 4 * rng.randrange(20_000), 1, 400)
        total = total + cache[:, pos].sum()
    return cache, total


def past(begin: Any, body: Any) -> list[Any]:
    """Return the operator and the bits of all values at each place of a run."""
    run = begin(body)
    run.wait(LONG)
    found: list[Any] = []
    for record in (r for s in run.session.driver.journal.segments for r in s.records):
        for place in record.places:
            values = [(n, None if a is None else np.asarray(a).tobytes()) for n, a in (*place.states, *place.values)]
            found.append((str(place.operator and place.operator.op.name), place.after, values))
    return found


def parts_in(run: Any) -> list[Any]:
    records = [r for s in run.session.driver.journal.segments for r in s.records]
    parts = {id(part): part for record in records if record.start for part in record.start.following()}
    return [former for part in parts.values() for each in part.writes.values() for _, former in each]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("body", [written, shared_with_numpy, shared_with_a_process])
def test_the_past_is_that_of_whole_copies(begin, monkeypatch, body, seed):
    found = past(begin, lambda: body(seed))
    with monkeypatch.context() as patch:
        patch.setattr(former_elements, "LEAST_BYTES", 1 << 60)
        expected = past(begin, lambda: body(seed))
    assert len(found) > 100 and found == expected


def generated() -> Any:
    cache = torch.zeros(8, 256, 32)
    total = torch.zeros(())
    for pos in range(200):
        cache[:, pos] = float(pos)
        total = total + cache[:, : pos + 1].sum()
    return cache, total


def test_a_write_of_a_row_does_not_copy_the_whole_memory(begin):
    run = begin(generated)
    run.wait(LONG)
    formers = parts_in(run)
    stored = sum((f.elements if isinstance(f, FormerPart) else f).nbytes for f in formers)
    assert len(formers) >= 200 and stored < 30 * 8 * 256 * 32 * 4
