"""Memory: pieces never overlap while they are given out, and freed space is found again."""

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from opscope.runtime.lower.arena import ALIGN, ArenaAllocator, aligned_bytes


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 5000)), max_size=60))
def test_pieces_do_not_overlap_and_the_space_is_found_again(requests):
    memory, held = ArenaAllocator(np), []
    for take, size in requests:
        if take or not held:
            held.append(memory.allocate(size))
        else:
            memory.free(held.pop(size % len(held)))
        spans = sorted((s.offset, s.offset + s.nbytes) for s in held)
        assert all(a[1] <= b[0] for a, b in itertools.pairwise(spans))
        assert all(s.offset % ALIGN == 0 for s in held)
        assert memory.live_bytes == sum(s.nbytes for s in held) <= memory.peak_live_bytes <= memory.peak
    for piece in held:
        memory.free(piece)
    assert memory.live_bytes == 0 and memory.allocate(1).offset == 0


def test_the_same_requests_find_the_same_places():
    sizes = np.random.default_rng(0).integers(1, 4000, 50)

    def places(memory):
        held, found = [], []
        for i, size in enumerate(sizes):
            held.append(memory.allocate(int(size)))
            found.append(held[-1].offset)
            if i % 3 == 2:
                memory.free(held.pop(i % len(held)))
        return found

    dry_run = ArenaAllocator(np)
    assert places(dry_run) == places(ArenaAllocator(np, dry_run.peak))


def test_arrays_lie_in_the_arena():
    memory = ArenaAllocator(np, 4096)
    a, b = (memory.array(memory.allocate(400), (10, 10), np.dtype("float32")) for _ in range(2))
    a[...], b[...] = 1, 2
    assert (a == 1).all() and a.flags.c_contiguous and a.ctypes.data % ALIGN == 0 and b.ctypes.data % ALIGN == 0
    assert aligned_bytes(np, 100).ctypes.data % ALIGN == 0
