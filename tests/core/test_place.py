"""Places, with a cupy that is not there and one that is only pretended."""

import sys

import numpy as np
import pytest

from opscope.core import place
from opscope.errors import ArgumentError, MissingPackage
from tests.laws import fake_cupy


def test_names_of_places():
    assert place.as_place("cpu") == place.CPUPlace() == place.as_place(None)
    assert place.as_place("gpu:1") == place.CUDAPlace(1) and place.as_place("gpu") == place.CUDAPlace(0)
    assert repr(place.CPUPlace()) == "Place(cpu)" and repr(place.CUDAPlace(1)) == "Place(gpu:1)"
    with pytest.raises(ArgumentError, match="but received abc"):
        place.as_place("abc")
    with pytest.raises(ArgumentError, match="place only support string"):
        place.as_place(3)


def test_without_cupy_the_cure_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(MissingPackage, match="pip install cupy-cuda12x"):
        place.set_device("gpu")
    assert place.gpu_count() == 0 and place.get_device() == "cpu"


def test_arrays_travel(monkeypatch):
    cupy = fake_cupy.install(monkeypatch)
    array = np.arange(3.0)
    there = place.to_device(array, place.CUDAPlace(0))
    assert isinstance(there, cupy.ndarray) and place.array_module(there) is cupy and place.is_array(there)
    back = place.to_host(there)
    assert isinstance(back, np.ndarray) and np.array_equal(back, array)
    assert place.set_device("gpu:0") == place.CUDAPlace(0) and place.get_device() == "gpu:0"


def test_the_fake_cupy_refuses():
    """What the law about another library rests on."""
    there = fake_cupy.array([1.0, 2.0])
    for convert in (
        np.asarray,
        np.tanh,
        float,
        bool,
        list,
        lambda a: a + np.ones(2),
        lambda a: a.item(),
        lambda a: a.tolist(),
    ):
        with pytest.raises(TypeError):
            convert(there)
    with pytest.raises(AttributeError):
        fake_cupy.module().errstate  # noqa: B018
    assert isinstance(fake_cupy.module().sum(there), fake_cupy.ndarray)
    assert isinstance(there[0], fake_cupy.ndarray) and isinstance(there * np.float32(2), fake_cupy.ndarray)
