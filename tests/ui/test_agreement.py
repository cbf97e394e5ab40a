"""Python and JavaScript agree: the generated file, and folds, curves and texts of the same random events."""

import dataclasses
import itertools
import json
import math
import random
import subprocess

import pytest

from opscope import events as ev
from opscope.bounded_series import BoundedSeries
from opscope.ui import value_text
from opscope.ui.event_fold import SLOTS, Fold
from opscope.ui.points import CAPACITY
from tests.examples import ROOT
from tests.need import need
from tests.ui import generate_events_js

SCRIPT = ROOT / "opscope" / "ui" / "js" / "test" / "fold_events.mjs"
NAMES = ("h", "0", "12", "constructor", "__proto__", "", "a b", "w@GRAD", "é")


def test_the_generated_types_and_rules_are_up_to_date():
    assert generate_events_js.TARGET.read_text("utf-8") == generate_events_js.generate(), "run `make js`"


def number(rng: random.Random) -> float | None:
    return rng.choice([None, 0.0, 1.0, rng.uniform(-1, 1), rng.gauss(0, 1) * 10.0 ** rng.randint(-12, 12)])


def value(rng: random.Random, step: int) -> ev.ValueSeen:
    return ev.ValueSeen(
        name=rng.choice(NAMES), op=rng.randint(-1, 9), op_type="relu", role=rng.choice(["forward", "backward"]),
        step=step,
        shape=tuple(rng.randint(0, 64) for _ in range(rng.randint(0, 4))), dtype="float32",
        min=number(rng), max=number(rng), mean=number(rng), std=number(rng), zeros=rng.choice([0.0, 0.5, 0.9, 1.0]),
        nan=rng.choice([0, 0, 3]), inf=rng.choice([0, 0, 5]), grad_of=rng.choice(["", "", "w"]),
        parameter=rng.random() < 0.3,
    )  # fmt: skip


def detail(rng: random.Random, step: int) -> ev.DetailSeen:
    return ev.DetailSeen(
        name=f"d{rng.randint(0, 60)}", step=step, low=0.0, high=1.0, counts=(1,), rows=1, cols=1, row_stride=1,
        col_stride=1, pixels=b"",
    )  # fmt: skip


def slice_(rng: random.Random, step: int) -> ev.SliceSeen:
    return ev.SliceSeen(
        name=f"d{rng.randint(0, 20)}", step=step, shape=(1, 1), axes=(0, 1, -1), index=(0, 0), facets=1, facet_stride=1,
        top=0, left=0, height=1, width=1, row_stride=1, col_stride=1, low=0.0, high=1.0, nonfinite=0, pixels=b"",
    )  # fmt: skip


def stop(rng: random.Random, step: int) -> ev.Stopped:
    return ev.Stopped(reason="step", op=3, op_type="relu", name="h", step=step, past=rng.random() < 0.5)


MAKERS = {
    ev.RunStarted: lambda rng, step: ev.RunStarted(title=f"t{step}", place="cpu"),
    ev.GraphDrawn: lambda rng, step: ev.GraphDrawn(program=1, svg="", ops=step),
    ev.GraphSearched: lambda rng, step: ev.GraphSearched(text="relu", total=step),
    ev.OperatorsMeasured: lambda rng, step: ev.OperatorsMeasured(by="time", step=step, ops=(1,), numbers=(0.5,)),
    ev.StepFinished: lambda rng, step: ev.StepFinished(
        step=step, seconds=0.5, names=rng.choice([("loss",), ("loss", "acc"), ("a,b",), ("a", "b"), ()]),
        scalars=(number(rng),),
    ),
    ev.ValueSeen: value,
    ev.DetailSeen: detail,
    ev.SliceSeen: slice_,
    ev.PinChanged: lambda rng, step: ev.PinChanged(name="h", step=step),
    ev.Stopped: stop,
    ev.PlaceSeen: lambda rng, step: ev.PlaceSeen(step=step, absent=(rng.choice(NAMES),)),
    ev.Continued: lambda rng, step: ev.Continued(step=step),
    ev.BreakpointsChanged: lambda rng, step: ev.BreakpointsChanged(numbers=(step,)),
    ev.StackSeen: lambda rng, step: ev.StackSeen(run=step, tick=1, functions=("train",), now=(False,)),
    ev.VariablesSeen: lambda rng, step: ev.VariablesSeen(run=step, tick=1, frame=-1, total=1, names=("i",)),
    ev.ExpressionsEvaluated: lambda rng, step: ev.ExpressionsEvaluated(expressions=("h",), failed=(step > 3,)),
    ev.SourceSeen: lambda rng, step: ev.SourceSeen(path="a.py", first=1, lines=(str(step),)),
    ev.EditsChanged: lambda rng, step: ev.EditsChanged(texts=(str(step),)),
    ev.BranchSeen: lambda rng, step: ev.BranchSeen(
        name=rng.choice(NAMES), change="h = 0", steps=(step,), recorded=(number(rng),), changed=(number(rng),)
    ),
    ev.OperatorSeen: lambda rng, step: ev.OperatorSeen(op=step, op_type="relu", name="h", site=""),
    ev.RecordedRangeChanged: lambda rng, step: ev.RecordedRangeChanged(first=1, last=step, bytes=9),
    ev.RecordingChanged: lambda rng, step: ev.RecordingChanged(on=rng.random() < 0.5, budget=step),
    ev.CostMeasured: lambda rng, step: ev.CostMeasured(recording=number(rng), hz=float(step)),
    ev.SlowRunsChanged: lambda rng, step: ev.SlowRunsChanged(programs=("program 1",), reasons=(str(step),)),
    ev.SearchProgressed: lambda rng, step: ev.SearchProgressed(text="x", done=step, total=rng.choice([0, 40])),
    ev.Warned: lambda rng, step: ev.Warned(subject=rng.choice(NAMES), text=str(rng.randint(0, 20))),
    ev.FindingSeen: lambda rng, step: ev.FindingSeen(
        number=rng.randint(1, 250), origin="rule", rule="r", severity="hint", step=step, value="", evidence=""
    ),
    ev.GradientsChecked: lambda rng, step: ev.GradientsChecked(step=step, text="1 gradient checked: 1 right"),
    ev.ValueExplained: lambda rng, step: ev.ValueExplained(
        asked="h", at=step, summary="", cause=0, values=("h = 1",), makers=("fed",), ops=(-1,), reads=("",),
        notes=("",), steps=(step,), sites=("",), sources=("",), gaps=(0,),
    ),
    ev.Terminated: lambda rng, step: ev.Terminated(reason="finished", steps=step),
    ev.Response: lambda rng, step: ev.Response(request=step, ok=True),
}  # fmt: skip


def sequence(seed: int, length: int) -> list[ev.Event]:
    """Random events of rising steps, some of them of the past; restarts are rare, so that curves become long."""
    rng = random.Random(seed)
    shares = {ev.RunStarted: 1, ev.Terminated: 1, ev.ValueSeen: 40, ev.StepFinished: 40}
    kinds = [kind for kind in MAKERS for _ in range(shares.get(kind, 8))]
    return [
        MAKERS[rng.choice(kinds)](rng, max(0, i // 2 - (rng.randint(0, 9) if rng.random() < 0.1 else 0)))
        for i in range(length)
    ]  # fmt: skip


def folded(events: list[ev.Event]) -> Fold:
    fold = Fold()
    for event in events:
        fold.add(event)
    return fold


def plain(value: object) -> object:
    """A slot as the script writes it."""
    match value:
        case dict():
            return [
                [name, v.stride, [p._asdict() for p in v]] if isinstance(v, BoundedSeries) else plain(v)
                for name, v in value.items()
            ]
        case list():
            return [plain(v) for v in value]
        case ev.Message():
            return json.loads(ev.to_json(value))
        case _:
            return value


def close(a: object, b: object) -> bool:
    """Equal, but for the last digits of numbers: `hypot` may round differently."""
    if isinstance(a, float | int) and isinstance(b, float | int):
        return math.isclose(a, b, rel_tol=1e-12)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(close, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(close(a[k], b[k]) for k in a)
    return a == b


def test_every_event_is_tried():
    assert set(MAKERS) == {kind for kind in ev.Message.registry.values() if issubclass(kind, ev.Event)}


def test_both_folds_keep_the_same():
    runs = [sequence(seed, length) for seed, length in enumerate([0, 1, 5, 20, 60, 60, 300, 300, 3000])]
    runs.append([dataclasses.replace(value(random.Random(0), step), name="h") for step in range(0, 5 * CAPACITY, 2)])
    given = json.dumps([[json.loads(ev.to_json(e)) for e in run] for run in runs])
    done = subprocess.run([need("node"), str(SCRIPT)], input=given, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    theirs = json.loads(done.stdout)
    for run, fold, texts in zip(runs, theirs["folds"], theirs["texts"], strict=True):
        ours = folded(run)
        assert list(fold) == list(SLOTS)
        for slot in SLOTS:
            assert close(plain(getattr(ours, slot)), fold[slot]), slot
        assert texts == [
            [value_text.number(v.mean), value_text.shape(v.shape), value_text.health(v), value_text.group(v)]
            for v in ours.values.values()
        ]
    assert max(series.stride for series in ours.history.values()) > 1


@pytest.mark.parametrize("seed", range(20))
def test_folding_what_is_left_of_batches_keeps_the_same_as_folding_all(seed):
    events = sequence(seed, 200)
    rng = random.Random(seed)
    cuts = [0, *sorted(rng.sample(range(1, 200), 5)), 200]
    view = Fold()
    for start, end in itertools.pairwise(cuts):
        for event in folded(events[start:end]).events():
            view.add(event)
    whole = folded(events)
    for slot in SLOTS:
        if slot not in {"history", "scalars"}:  # those travel as trails
            kept, expected = getattr(view, slot), getattr(whole, slot)
            assert kept == expected, slot
    again = folded(whole.events())
    assert again.events() == whole.events()
