"""Values by step as xarray's Dataset and in Parquet files: the arrays of `run.values`."""

import importlib.util

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.errors import ArgumentError, MissingPackage, NotFound


@pytest.fixture(scope="module")
def run():
    """Five steps; `h` has 2 x 3 elements, and one row more in each step."""
    with pytest.MonkeyPatch.context():
        paddle.enable_static()
        program, startup = paddle.static.Program(), paddle.static.Program()
        with paddle.static.program_guard(program, startup):
            x = paddle.static.data("x", [None, 3], "float32")
            half = paddle.static.data("half", [2], "float16")
            paddle.static.data("z", [1], "complex64")
            h = paddle.square(x, name="h")
            loss = paddle.mean(h) + paddle.mean(paddle.cast(half, "float32"))
        exe = paddle.static.Executor()

    def body():
        for step in range(1, 6):
            feed = {"x": np.full((2 + (step == 5), 3), step, "float32"), "half": np.ones(2, "float16")}
            exe.run(program, feed=feed | {"z": np.ones(1, "complex64")}, fetch_list=[loss, h])

    run = debug.start(body)
    run.wait()
    run.names_of = loss.name, h.name
    return run


@pytest.mark.parametrize("steps", [None, [2, 5], [4]])
def test_values_by_what_the_code_calls_them_are_those_of_the_variable(steps):
    paddle.enable_static()
    x = paddle.static.data("x", [2], "float32")
    hidden = paddle.tanh(x)
    mean = paddle.mean(hidden)

    def body():
        for step in range(1, 6):
            paddle.static.Executor().run(feed={"x": np.full(2, step, "float32")}, fetch_list=[mean])

    run = debug.start(body)
    run.wait()
    found = run.values("hidden", steps)
    assert list(found) == (steps or [1, 2, 3, 4, 5])
    for step, value in found.items():
        np.testing.assert_array_equal(value, np.tanh(np.full(2, step, "float32")))


def test_a_dataset_has_the_values_by_step(run):
    pytest.importorskip("xarray")
    loss, h = run.names_of
    found = run.to_xarray(loss, h, steps=[1, 2, 4])
    assert found[h].dims == ("step", f"{h}_0", f"{h}_1") and list(found.step) == [1, 2, 4]
    for step, value in run.values(h, [1, 2, 4]).items():
        np.testing.assert_array_equal(found[h].sel(step=step), value)
    assert found[loss].dims == ("step",)
    with pytest.raises(ArgumentError, match=r"the shape of .* is not the same in all steps: \(2, 3\), \(3, 3\)"):
        run.to_xarray(h)


def test_a_parquet_file_has_a_row_for_each_step(run, tmp_path):
    pq = pytest.importorskip("pyarrow.parquet")
    loss, h = run.names_of
    run.to_parquet(tmp_path / "values.parquet", loss, h, "half")
    rows = pq.read_table(tmp_path / "values.parquet").to_pylist()
    assert [row["step"] for row in rows] == [1, 2, 3, 4, 5]
    for row in rows:
        wanted = run.values(h, [row["step"]])[row["step"]]
        np.testing.assert_array_equal(np.reshape(row[h], row[f"{h}.shape"]), wanted)
    assert rows[0]["half"] == [1.0, 1.0] and rows[0][f"{loss}.shape"] == []
    with pytest.raises(ArgumentError, match="Parquet has no numbers of complex64, the dtype of z"):
        run.to_parquet(tmp_path / "z.parquet", "z")


def test_a_step_without_a_value_is_null(tmp_path):
    pq = pytest.importorskip("pyarrow.parquet")
    from opscope.debug.values.value_tables import dataset, write_parquet

    values = {"a": {1: np.ones(2)}, "b": {2: np.zeros(1, "int64")}}
    write_parquet(tmp_path / "x.parquet", values)
    assert pq.read_table(tmp_path / "x.parquet").to_pylist() == [
        {"step": 1, "a": [1.0, 1.0], "a.shape": [2], "b": None, "b.shape": None},
        {"step": 2, "a": None, "a.shape": None, "b": [0], "b.shape": [1]},
    ]
    assert np.isnan(dataset(values).a.sel(step=2)).all()


def test_what_is_missing_is_said(run, monkeypatch, tmp_path):
    with pytest.raises(ArgumentError, match="the name of a value is missing"):
        run.to_xarray()
    with pytest.raises(NotFound):
        run.to_parquet(tmp_path / "x", "nothing")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingPackage, match="pip install xarray"):
        run.to_xarray("half")
    with pytest.raises(MissingPackage, match="pip install pyarrow"):
        run.to_parquet(tmp_path / "x", "half")
