"""DenseTensor: what functions of py_func receive, and what return_numpy=False fetches."""

import operator
from operator import attrgetter, methodcaller

import numpy as np
import pytest

from opscope import DenseTensor, paddle
from opscope.errors import ArgumentError
from opscope.paddle import static


@pytest.fixture
def x() -> DenseTensor:
    tensor = DenseTensor()
    tensor.set(np.array([[1, 2, 3], [4, 5, 6]], "float32"), paddle.CPUPlace())
    return tensor


def test_lod_tensor_is_another_name_for_it():
    assert static.LoDTensor is paddle.LoDTensor is DenseTensor


def test_shape_is_a_method(x):
    assert x.shape() == [2, 3]


def test_small_questions(x):
    assert x._dtype() is paddle.float32 and x._numel() == 6 and x._is_initialized()
    assert str(x._place()) == "Place(cpu)"


def test_array_and_asarray_give_copies(x):
    for copy in (np.array(x), np.asarray(x)):
        copy[:] = 0
    assert np.array(x).sum() == 21


def test_a_view_that_is_asked_for_cannot_be_written_to(x):
    with pytest.raises(ValueError, match="read-only"):
        np.array(x, copy=False)[:] = 0


def test_numpy_functions_take_it(x):
    assert isinstance(np.tanh(x), np.ndarray)
    assert np.add(x, 1).sum() == 27 and np.mean(x) == 3.5
    assert np.array(x, dtype="int64").dtype == np.int64


@pytest.mark.parametrize("use", [operator.neg, len, float, methodcaller("numpy"), attrgetter("dtype")], ids=str)
def test_arithmetic_and_tensor_methods_are_absent_as_in_paddle(x, use):
    with pytest.raises((TypeError, AttributeError)):
        use(x)


def test_indexing_keeps_the_dim(x):
    assert x[0].shape() == [1, 3] and np.array(x[-1]).tolist() == [[4, 5, 6]]
    assert x[0:1].shape() == [1, 3] and x._slice(1, 2).shape() == [1, 3]
    assert [t.shape() for t in x] == [[1, 3], [1, 3]]


def test_set_copies_what_it_is_given(x):
    array = np.zeros((3,), "int64")
    x.set(array, paddle.CPUPlace())
    array[:] = 5
    assert np.array(x).tolist() == [0, 0, 0] and x._dtype() is paddle.int64


def test_set_takes_another_dense_tensor(x):
    other = DenseTensor()
    other.set(x)
    assert np.array_equal(np.array(other), np.array(x))


def test_set_refuses_what_no_tensor_can_hold(x):
    with pytest.raises(ArgumentError, match=r"Input object type error .*: <U1"):
        x.set(np.array(["a"]))


def test_str_shows_five_lines_and_every_number(x):
    assert str(x) == (
        "  - shape: [2, 3]\n  - layout: NCHW\n  - place: Place(cpu)\n  - dtype: float32\n  - data: [1 2 3 4 5 6]"
    )
    big = DenseTensor()
    big.set(np.arange(2000, dtype="float32") / 3)
    line = str(big).splitlines()[-1]
    assert len(line.split()) == 2002 and "0.333333 0.666667 1 1.33333" in line


@pytest.mark.parametrize(
    "value, shape, data",
    [
        (np.array([True, True]), "[2]", "[1 1]"),
        (np.array(1, "int64"), "[]", "[1]"),
        (np.zeros((0, 2)), "[0, 2]", "[]"),
        (np.array([1.5, -0.25], "float16"), "[2]", "[1.5 -0.25]"),
        (np.array([1 + 2j, -0.5j], "complex64"), "[2]", "[1+2j -0-0.5j]"),
        (np.array([np.nan, -np.inf, 1e-20, 123456789], "float32"), "[4]", "[nan -inf 1e-20 1.23457e+08]"),
    ],
    ids=["bool", "0-d", "empty", "half", "complex", "extremes"],
)
def test_str_of_other_types(x, value, shape, data):
    x.set(value)
    lines = str(x).splitlines()
    assert (lines[0], lines[-1]) == (f"  - shape: {shape}", f"  - data: {data}")


def test_without_a_value_it_says_so():
    empty = DenseTensor()
    assert not empty._is_initialized() and "uninited" in str(empty) and empty.shape() == [0]
    with pytest.raises(ArgumentError, match="holds no memory"):
        np.array(empty)


def test_clear_forgets_the_value(x):
    x._clear()
    assert not x._is_initialized()


def test_sequence_lengths_are_kept_beside_the_value(x):
    assert x.lod() == [] == x.recursive_sequence_lengths() and x.has_valid_recursive_sequence_lengths()
    x.set_recursive_sequence_lengths([[1, 1]])
    assert x.lod() == [[0, 1, 2]] and x.has_valid_recursive_sequence_lengths()
    x.set_lod([[0, 2]])
    assert x.recursive_sequence_lengths() == [[2]]


@pytest.mark.parametrize(
    "set_, given, words",
    [
        ("set_lod", [[0, 1, 5]], r"The provided LoD is invalid, the LoD is \{\{0, 1, 5\}\}"),
        ("set_lod", [[1, 2]], r"The provided LoD is invalid, the LoD is \{\{1, 2\}\}"),
        ("set_recursive_sequence_lengths", [[2, 2]], r"recursive_sequence_lengths info is invalid, .*\{\{2, 2\}\}"),
    ],
)
def test_lengths_that_do_not_add_up_are_value_errors(x, set_, given, words):
    with pytest.raises(ArgumentError, match=words):
        getattr(x, set_)(given)


def test_str_begins_with_the_sequences_if_there_are_any(x):
    x.set_recursive_sequence_lengths([[1, 1]])
    assert str(x).splitlines()[:2] == ["  - lod: {{0, 1, 2}}", "  - shape: [2, 3]"]


def test_every_int_of_an_index_keeps_its_dim(x):
    assert x[0, 1].shape() == [1, 1] and np.array(x[:, 1]).tolist() == [[2], [5]]


@pytest.mark.parametrize("index", [5, -3, (0, 3)], ids=str)
def test_an_index_out_of_range(x, index):
    with pytest.raises(IndexError, match=r"\(OutOfRange\) The start .* of slice is out of bounds"):
        x[index]


def test_comparison_is_identity(x):
    assert x == x and x != DenseTensor() and x in {x}


def test_shape_of_numpy_finds_the_method(x):
    assert callable(np.shape(x))


def test_no_buffer_and_no_dlpack_protocol(x):
    with pytest.raises((TypeError, BufferError)):
        memoryview(x)
    with pytest.raises(AttributeError, match="__dlpack__"):
        np.from_dlpack(x)


def test_repr_is_no_value(x):
    assert repr(x).startswith("<") and "DenseTensor object at 0x" in repr(x)
    assert repr(DenseTensor(np.ones((2, 3), "float32"))).endswith(": float32[2, 3] on Place(cpu)>")
    assert repr(DenseTensor()).endswith(": no value>")


def test_what_the_underscored_methods_do(x):
    assert x._get_dims() == [2, 3] and isinstance(x._ptr(), int)
    twin = x._copy(paddle.CPUPlace())
    assert np.array_equal(np.array(twin), np.array(x)) and twin is not x
    assert np.array(x._as_type(paddle.int64)).dtype == np.int64
    x._set_dims([3, 2])
    assert x.shape() == [3, 2]
