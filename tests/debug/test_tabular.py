"""What leaves the tool as a table: dicts, DataFrames, CSV files."""

import csv
import importlib.util
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.debug.rules.findings import Finding, Findings
from opscope.debug.tabular import SUMMARY_COLUMNS
from opscope.errors import MissingPackage, NotFound


@pytest.fixture
def program():
    paddle.enable_static()
    x = paddle.static.data("x", [None, 3])
    loss = paddle.mean(paddle.log(x))
    exe = paddle.static.Executor()
    return exe, loss, lambda value: exe.run(feed={"x": np.full((2, 3), value, "float32")}, fetch_list=[loss])


def test_the_history_of_a_run(program, tmp_path):
    _, loss, step = program

    def body():
        with np.errstate(divide="ignore"):
            for value in (1.0, 0.0, 2.0):
                step(value)

    run = debug.start(body, taps=["*"], hz=None)
    run.wait(60)
    frame = run.history.to_frame()
    assert tuple(frame.columns) == SUMMARY_COLUMNS
    rows = frame[frame.name == loss.name]
    assert list(rows.step) == [1, 2, 3] and list(rows.inf) == [0, 1, 0]
    np.testing.assert_allclose(rows["mean"].astype(float), [0.0, np.nan, np.log(2.0)], rtol=1e-6)
    assert set(frame.site.iloc[-1:]) != {""}

    path = tmp_path / "history.csv"
    run.history.to_csv(path)
    with path.open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == len(frame) == len(run.history.records())
    assert [line["mean"] for line in lines if line["name"] == loss.name][1] == ""  # no finite element


def test_a_history_by_value_and_step_long_or_wide(program):
    """The fetched loss is in it at every step, whatever was summarized, and a value only where it was."""
    step = program[2]

    def body():
        with np.errstate(divide="ignore"):
            for value in (1.0, 2.0, 0.0, 4.0):
                step(value)

    run = debug.start(body, taps=[("x", 2)], hz=1e-3)
    run.wait(60)
    wide = run.history.to_frame(wide=True)
    assert list(wide.columns) == ["step", "loss", "x.mean()"] and list(wide.step) == [1, 2, 3, 4]
    np.testing.assert_allclose(wide.loss.astype(float), [0.0, np.log(2.0), np.nan, np.log(4.0)], rtol=1e-6)
    seen = [summary.step for summary in run.history.of("x")]
    assert seen == [1, 2, 4]  # the first one, and each second one
    np.testing.assert_allclose(
        wide["x.mean()"].astype(float), [v if i in seen else np.nan for i, v in enumerate((1, 2, 0, 4), 1)]
    )
    long = run.history.to_frame("loss", "x.max()")
    assert list(long.columns) == ["step", "name", "value"]
    assert list(long[long.name == "loss"].step) == [1, 2, 4]  # at step 3 it is not finite
    assert list(long[long.name == "x.max()"].step) == seen
    axes = run.history.plot("loss", "x.max()")  # the same numbers
    assert [list(line.get_xdata()) for line in axes.lines] == [[1, 2, 4], seen]
    with pytest.raises(NotFound, match="no value of 'y'"):
        run.history.to_frame("y", wide=True)


def test_taps_have_a_row_for_each_value(program):
    exe, loss, step = program
    taps = debug.attach(exe).tap("*")
    assert taps.records() == [] and list(taps.to_frame().columns) == list(SUMMARY_COLUMNS)
    step(1.0)
    step(2.0)
    frame = taps.to_frame().set_index("name")
    assert sorted(frame.index) == sorted(taps.names()) and frame.loc[loss.name, "step"] == 2
    assert frame.loc[loss.name, "mean"] == taps[loss.name].mean


def test_a_profile(program):
    exe, _, step = program
    with debug.profile(exe) as profile:
        for _ in range(4):
            step(1.0)
    frame = profile.to_frame()
    assert profile.records() == profile.rows.records() and frame.equals(profile.rows.to_frame())
    assert len(frame) == len(profile.rows) and "log" in " ".join(frame.type)
    assert frame.share.sum() == pytest.approx(1.0)


def finding(rule, value, *consequences):
    facts = {"severity": "error", "step": 2, "operator": "", "line": "a.py:3", "code": "", "suggestion": "look"}
    return Finding(rule=rule, value=value, evidence=f"{value}, 3 NaN", consequences=consequences, **facts)


def test_findings_with_what_may_follow_from_them(tmp_path):
    found = Findings([finding("not-finite", "w"), finding("not-finite", "loss"), finding("dead-relu", "h")])
    rows = found.records()
    assert [(r["rule"], r["value"], r["cause"]) for r in rows] == [
        *((f.rule, f.value, "") for f in found),
        *((c.rule, c.value, f"{f.rule} {f.value}") for f in found for c in f.consequences),
    ]
    assert len(rows) == 3 and {row["evidence"] for row in rows} >= {"w, 3 NaN"}
    assert list(found.to_frame().columns) == list(found.columns) and len(found.to_frame()) == 3
    found.to_csv(tmp_path / "found.csv")
    with (tmp_path / "found.csv").open(newline="") as file:
        assert [row["evidence"] for row in csv.DictReader(file)] == [row["evidence"] for row in rows]
    assert Findings([]).to_frame().empty


def test_where_only_polars_is_installed_the_frame_is_its_own(program, monkeypatch):
    exe, _, step = program
    taps = debug.attach(exe).tap("*")
    step(1.0)
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: real("math" if name == "polars" else "no" + name))
    monkeypatch.setitem(sys.modules, "polars", SimpleNamespace(DataFrame=lambda columns, strict: columns))
    columns = taps.to_frame()
    assert list(columns) == list(SUMMARY_COLUMNS)
    assert [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)] == taps.records()


def test_without_pandas_it_says_what_to_do(program, monkeypatch):
    exe, _, step = program
    taps = debug.attach(exe).tap("*")
    step(1.0)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingPackage, match="pip install pandas"):
        taps.to_frame()
    assert taps.records()


def test_a_parquet_file_has_the_rows(program, tmp_path):
    pq = pytest.importorskip("pyarrow.parquet")
    exe, _, step = program
    taps = debug.attach(exe).tap("*")
    taps.to_parquet(tmp_path / "empty.parquet")
    assert pq.read_table(tmp_path / "empty.parquet").column_names == list(SUMMARY_COLUMNS)
    step(1.0)
    taps.to_parquet(tmp_path / "taps.parquet")
    rows = pq.read_table(tmp_path / "taps.parquet").to_pylist()
    assert rows == [{**record, "shape": list(record["shape"])} for record in taps.records()]
