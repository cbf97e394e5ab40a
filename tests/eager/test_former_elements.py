"""Former elements of arrays: they are those of a record that copies the whole array before each write."""

import random

import numpy as np
import pytest

from opscope.core.tensors.former_elements import MOST_PARTS, FormerPart
from opscope.eager.array_versions import ArrayVersions

SHAPE = (8, 32, 80)  # of float32: 80 KB


def part_of(array, rng):
    """A random view of an array: rows, a column with steps, a transposed or flat part, other dtypes, overlapping."""
    i, j = rng.randrange(SHAPE[0]), rng.randrange(SHAPE[1] - 4)
    return rng.choice([
        lambda: array[i], lambda: array[:, j], lambda: array[i, j : j + 3, ::7].T, lambda: array[i : i + 1, j, 5],
        lambda: array.reshape(-1)[17 * j :][:100].view("u1"), lambda: array[0:0], lambda: array[::2],
        lambda: array[i, :, ::-1], lambda: array, lambda: array[i, j].view("i2")[::3],
        lambda: np.ndarray((6, 8), array.dtype, array[i], 8, (4, 4)),
    ])()  # fmt: skip


def bits(array):
    return None if array is None else (array.shape, array.dtype.str, array.tobytes())


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("mostly_small", [True, False])
def test_former_elements_are_those_of_whole_copies(seed, mostly_small):
    rng, numbers = random.Random(seed), np.random.default_rng(seed)
    array = numbers.standard_normal(SHAPE).astype("float32")
    views = [array, *(part_of(array, rng) for _ in range(6))]
    versions = ArrayVersions(1 << 30)
    parts, past, sealed = [versions.part], [], []
    for number in range(3 * MOST_PARTS):
        target = array[rng.randrange(8), rng.randrange(32)] if mostly_small and number % 90 else part_of(array, rng)
        past.append([bits(view.copy()) for view in views])
        if rng.random() < 0.05:
            former = array.copy()
            target[...] = 7
            versions.note_late_write(array, lambda former=former: former)
        else:
            versions.preserve(target, is_part=rng.random() < 0.97)
            target[...] = numbers.integers(0, 100, target.shape)
        if rng.random() < 0.1:
            parts.append(versions.start_part())
        if rng.random() < 0.1:
            part = rng.choice(parts)
            until = rng.choice([versions.count, rng.randint(part.first, versions.count)])
            sealed.append((versions.sealed(part, views, until), until))
    versions.close()
    array[...] = np.nan  # a write that nobody notices any more
    for part, until in [*((part, len(past)) for part in parts), *sealed]:
        for count in range(part.first, min(until + 1, len(past))):
            assert [bits(part.array_then(view, count)) for view in views] == past[count]
    formers = [former for part in parts for each in part.writes.values() for _, former in each]
    assert any(type(former) is FormerPart for former in formers)


def test_writes_of_rows_do_not_copy_the_array():
    array, versions = np.zeros((1000, 100), "float32"), ArrayVersions(1 << 30)
    for number in range(1000):
        versions.preserve(array[number])
        array[number] = number
    formers = [former for each in versions.part.writes.values() for _, former in each]
    stored = sum((f.elements if isinstance(f, FormerPart) else f).nbytes for f in formers)
    assert len(formers) == 1000 and stored < 20 * array.nbytes


def test_readers_of_one_time_share_the_restored_array():
    array, versions = np.zeros((100, 1000), "float32"), ArrayVersions(1 << 30)
    for row in array[:10]:
        versions.preserve(row)
        row[:] = 1
    whole, view = versions.part.array_then(array, 3), versions.part.array_then(array[5], 3)
    assert versions.part.array_then(array, 3) is whole and np.shares_memory(whole, view)


def test_elements_are_unknown_if_a_write_was_not_noticed():
    array, versions = np.zeros((100, 1000), "float32"), ArrayVersions(1 << 30)
    versions.preserve(array[1])
    array[1] = 1
    array[50:] = 2
    assert versions.part.array_then(array, 0) is None


def test_an_array_that_other_code_may_write_to_is_copied_whole():
    array, versions = np.zeros((100, 1000), "float32"), ArrayVersions(1 << 30)
    versions.preserve(array[1])
    array[1] = 1
    versions.keep_present(array)
    array[50:] = 2
    assert not versions.part.array_then(array, 0).any() and versions.part.array_then(array, 1)[1].all()
