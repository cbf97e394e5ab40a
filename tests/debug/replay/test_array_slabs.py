"""Copies in slabs: the same elements, memory that nothing else has, and none where a budget is small."""

import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from opscope.debug.replay.array_slabs import LEAST_BYTES, LEAST_SLABS, SLAB_BYTES, ArraySlabs

BUDGET = LEAST_SLABS * SLAB_BYTES


def of_bytes(nbytes: int, dtype: str = "float32") -> np.ndarray:
    size = nbytes // np.dtype(dtype).itemsize
    return np.random.default_rng(size).integers(0, 100, size).astype(dtype)


@given(
    st.lists(
        st.tuples(st.integers(0, 3 * SLAB_BYTES // 8), st.sampled_from(["float32", "uint8", "complex128"])), max_size=12
    )
)
def test_copies_are_equal_and_overlap_nothing(sizes):
    slabs, arrays = ArraySlabs(BUDGET), [of_bytes(n, dtype) for n, dtype in sizes]
    copies = [slabs.copy(a) for a in arrays]
    for array, copy in zip(arrays, copies, strict=True):
        assert copy.dtype == array.dtype and copy.flags.aligned and copy.flags.writeable
        np.testing.assert_array_equal(copy, array)
    for i, copy in enumerate(copies):
        assert not any(np.may_share_memory(copy, other) for other in [*arrays, *copies[:i]])


@pytest.mark.parametrize(
    "array", [of_bytes(1 << 16).reshape(128, -1).T, of_bytes(1 << 16)[::2], of_bytes(1 << 16, ">f8")]
)
def test_any_layout_is_copied_in_c_order(array):
    copy = ArraySlabs(BUDGET).copy(array)
    assert copy.flags.c_contiguous and copy.base is not None
    np.testing.assert_array_equal(copy, array)


@pytest.mark.parametrize("nbytes", [LEAST_BYTES // 2, SLAB_BYTES // 2])
def test_small_and_large_arrays_have_memory_of_their_own(nbytes):
    assert ArraySlabs(BUDGET).copy(of_bytes(nbytes)).base is None


def test_with_a_small_budget_each_array_has_memory_of_its_own():
    assert ArraySlabs(BUDGET - 1).copy(of_bytes(LEAST_BYTES)).base is None


def test_objects_are_copied_as_they_are():
    array = np.array([None, "a"] * 4096, object)
    copy = ArraySlabs(BUDGET).copy(array)
    assert copy.base is None and (copy == array).all()


def of_slabs(slabs: ArraySlabs, count: int) -> list[np.ndarray]:
    """Copies that fill so many slabs."""
    array = of_bytes(SLAB_BYTES // 4)
    return [slabs.copy(array) for _ in range(4 * count)]


def test_a_slab_is_used_again_when_nothing_holds_an_array_in_it():
    slabs = ArraySlabs(BUDGET)
    copies = of_slabs(slabs, 3)
    where = [copy.ctypes.data for copy in copies]
    view = copies[5][3:7].reshape(2, 2)  # holds the second slab
    kept, array = view.copy(), copies[0].copy()
    del copies
    again = of_slabs(slabs, 3)
    assert not any(np.may_share_memory(view, copy) for copy in again)
    np.testing.assert_array_equal(view, kept)
    assert {copy.ctypes.data for copy in again} >= set(where[:4])
    for copy in again:
        np.testing.assert_array_equal(copy, array)


def test_free_slabs_go_back_to_the_system_when_the_run_is_over():
    slabs = ArraySlabs(BUDGET)
    copies = of_slabs(slabs, 3)
    del copies
    assert len(slabs._free) == 2  # the third may be written yet
    slabs.release()
    assert not slabs._free
    copies = of_slabs(slabs, 2)
    del slabs  # what it has copied lives on, and nobody waits for it
    np.testing.assert_array_equal(copies[0], copies[-1])
    del copies


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # it has threads
def test_a_forked_process_has_slabs_of_its_own():
    slabs = ArraySlabs(BUDGET)
    copy = slabs.copy(np.zeros(LEAST_BYTES, "uint8"))
    child = os.fork()
    if not child:
        copy.fill(1)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    assert not copy.any()
