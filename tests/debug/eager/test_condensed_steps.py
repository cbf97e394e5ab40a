"""Condensed steps: values that are computed again are those of a run that keeps everything, to the last bit."""

import gc
import itertools

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.core.collector_pause import collector_paused
from opscope.core.user_defaults import BUDGET
from opscope.debug.eager import condensed_history
from opscope.debug.eager.condensed_history import CondensedHistory
from opscope.debug.eager.condensed_step import LocalsForm, StepStructure
from opscope.debug.eager.step_encoder import StepEncoder
from opscope.debug.eager.step_matcher import StepMatcher
from opscope.errors import ArgumentError, NotFound, OpscopeWarning
from opscope.paddle.optimizer import Adam
from tests.debug.eager import test_logged_calls as logged
from tests.debug.eager import test_past_of_tensors as past
from tests.debug.eager_runs import LONG

thorough = pytest.mark.thorough
WIDTH = 16
STEP_BYTES = 4 * (WIDTH * WIDTH) * 12  # at least what the arrays of a step of `trained` take


NAMES = 10  # of a program that are looked up
SCANNED = []  # records in which a name was looked up without places
MATCHED = []  # for each step that was compared with a structure: True if it has this structure


class ComparedMatcher(StepMatcher):
    """A step that has a known structure is what the encoder makes of it, in this structure."""

    def match(self):
        found = super().match()
        MATCHED.append(found is not None)
        if found is not None:
            encoder = StepEncoder(self._logged, self._before, lambda array, then: np.array(then, order="K"))
            assert parts_of(found) == parts_of(encoder.encoded)
            made = encoder.structure()
            assert [*map(without_places, made.calls)] == [*map(without_places, self._structure.calls)]
            assert made.events == self._structure.events and made.tensors == self._structure.tensors
            assert made.initial == self._structure.initial and made.layouts == self._structure.layouts
        return found


def without_places(form):
    called = form.called
    if isinstance(called, LocalsForm):
        called = [(bound, left) for _, bound, left in called.frames]
    return form._replace(caller=None, layer=None, attrs={}, called=called)


def parts_of(encoded):
    stored, arrays = [bits_of(each) for each in encoded.stored], [*map(id, encoded.arrays)]
    parts = [*encoded.sources], stored, [*encoded.numbers], encoded.checksum, encoded.slots, arrays
    return (*parts, encoded.memories)


@pytest.fixture(autouse=True)
def compared(monkeypatch):
    MATCHED.clear()
    monkeypatch.setattr(condensed_history, "StepMatcher", ComparedMatcher)


def run_of(make, condensed):
    """A run that is over; `condensed`: all its steps have given up what can be computed again, else none.

    Tensors live as long in both: a log keeps them, and the name of a Tensor has no value when it is gone.
    """
    logs, drop_log = [], CondensedHistory.drop_log

    def drop_later(history, record, step):
        logs.append((record.read_log, record.reread))
        return drop_log(history, record, step)

    gc.collect()
    paddle.seed(0)
    with paddle.utils.unique_name.guard(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(CondensedHistory, "drop_log", drop_later)
        if not condensed:
            patch.setattr(CondensedHistory, "_is_worthwhile", lambda self: False)
        run = debug.Run(make())
        run.start().wait(LONG)
    while condensed and run.session.driver.journal._condense_oldest():
        pass
    return run


def as_shown(record):
    """Everything that a record shows, by place."""
    places = [logged.place_of(place) for place in record.places]
    held = [(name, bits_of(record.value_before(name))) for name in sorted(record.names_held)]
    ticks = {0, len(places) // 3, 2 * len(places) // 3, len(places)}
    shown = [[(n, bits_of(record.value(n, tick))) for n in record.ticks_by_name] for tick in ticks]
    return places, held, shown, record.names.names


def bits_of(value):
    return None if value is None else (np.asarray(value).tobytes(), np.asarray(value).shape)


def condensed_steps(make):
    """Compare all places of a run with those of a run that keeps everything; returns which steps were condensed.

    When Python looks for garbage depends on time: it would end Tensors that are in cycles earlier in one of the runs.
    """
    with collector_paused():  # not gc.disable(): the end of a pause in another thread would enable it again
        expected, checksums = shown_and_checksums(run_of(make, False).session.driver.journal)
        return _condensed_steps(make, expected, checksums)


def _condensed_steps(make, expected, checksums):
    run = run_of(make, True)
    records = run.session.driver.journal.records()
    assert len(records) == len(expected)
    assert [*map(checksum_of, records)] == checksums
    scanned_as_read(records)
    for index in [*range(len(records)), *reversed(range(len(records)))]:
        for now, then in zip(as_shown(records[index]), expected[index], strict=True):
            assert now == then, records[index].step
    return [record.step for record in records if record.condensed_bytes]


def shown_and_checksums(journal):
    """What a recording shows, and its checksums, which are equal for two recordings of a program."""
    shown = [as_shown(record) for record in journal.records()]
    journal.condense(journal.run_count)
    return shown, [*map(checksum_of, journal.records())]


def checksum_of(record):
    step = record.condensed
    return None if step is None else (record.step, step.checksum, step.scalars, step.is_finite)


def scanned_as_read(records):
    """Names mean in each condensed step, scanned, what they mean where its places are read."""
    condensed = [record for record in records if record.condensed_bytes]
    known = dict.fromkeys(n for record in condensed[:2] for n in (*record.names.bindings, *record.ticks_by_name))
    names = [*known][:: 1 + len(known) // NAMES]
    read = []
    for record in condensed:
        values = [array for place in record.places for _, array in (*place.states, *place.values) if array is not None]
        read.append(({name: value_at_end(record, name) for name in names}, all(map(np.all, map(np.isfinite, values)))))
        record.release_places()
    for record, (values, are_finite) in zip(condensed, read, strict=True):
        assert are_finite or not record.is_finite
        for name, value in values.items():
            found = record.scanned_value(name)
            if found is not None:
                SCANNED.append(record)
                assert bits_of(found[0]) == value, (record.step, name)
            record.release_places()


def value_at_end(record, name):
    try:
        meant = record.bindings_at_end(name)
    except ArgumentError:
        return "none"
    return "several" if len(meant) > 1 else bits_of(record.final_value(meant[0].value if meant else name))


@pytest.mark.parametrize("body", logged.BODIES, ids=lambda body: body.__name__)
def test_a_condensed_step_shows_what_was(body):
    steps = condensed_steps(lambda: body)
    assert steps[:2] == ([] if body is logged.without_steps else [1, 2])  # without steps, a record has no end


@pytest.mark.parametrize("seed", [*range(2), *(pytest.param(n, marks=thorough) for n in range(2, 16))])
def test_condensed_steps_of_a_random_program_show_what_was(seed):
    assert condensed_steps(lambda: logged.by_chance(seed))[:2] == [1, 2]


@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=thorough) for n in (0, *range(2, 16)))])
def test_named_tensors_and_gradients_are_what_they_were(seed):
    steps = condensed_steps(lambda: past.by_chance(seed))
    assert steps or seed in (8, 14)  # in these, every step has a gradient as rows


def trained(steps, seen=None, at_step=lambda number, x: None):
    """A training of two layers on new data in each step; `seen` takes losses and weights."""
    layers = [paddle.nn.Linear(WIDTH, WIDTH) for _ in range(2)]
    parameters = [p for layer in layers for p in layer.parameters()]
    optimizer = Adam(0.01, parameters=parameters)
    data = np.random.default_rng(0)
    for number in range(1, steps + 1):
        x = paddle.to_tensor(data.normal(size=(4, WIDTH)).astype("float32"))
        loss = paddle.mean(layers[1](paddle.tanh(layers[0](x))) ** 2)
        at_step(number, x)
        loss.backward()
        if seen is not None:
            seen[number] = loss.numpy(), layers[0].weight.numpy()
        optimizer.step()
        optimizer.clear_grad()


def test_a_budget_keeps_many_times_the_steps_whose_values_fit():
    seen, steps = {}, 150
    budget = 40 * STEP_BYTES
    with paddle.utils.unique_name.guard():
        run = debug.start(lambda: trained(steps, seen), record=budget)
        run.wait(LONG)
    journal = run.session.driver.journal
    first, last = journal.step_range()
    assert last == steps and steps - first > 60 and journal.nbytes <= budget
    for number in (first, steps, first + 50, first + 49, first + 1):
        run.goto(number, "op:reduce_mean_grad")
        loss, weight = seen[number]
        assert run.value("loss").tobytes() == loss.tobytes()
        assert run.value("linear_0.w_0").tobytes() == weight.tobytes()
    condensed = [record for record in journal.records() if record.condensed_bytes]
    for record in condensed:
        record.release_places()
    for name in ("loss", "linear_0.w_0"):
        values = run.values(name)
        assert [*values] == [*range(first, steps + 1)]
        for number in range(first, steps):  # `loss` is taken before the update, the weight after it
            expected = seen[number][0] if name == "loss" else seen[number + 1][1]
            assert values[number].tobytes() == expected.tobytes()
    assert sum(record.read_log is None for record in condensed) < len(condensed) / 2  # nearly all were scanned
    assert run.first("nan") is None
    assert MATCHED.count(True) > len(condensed) - 10  # nearly all steps are equal
    for record in condensed:
        assert record.places
        reading = [each.held_bytes for each in condensed if each.read_log is None]
        assert record.held_bytes and sum(reading[1:]) <= budget // 8  # what was read before is let go again


def test_a_stretch_goes_on_where_there_is_no_room_for_the_structure_of_another_first_step(monkeypatch):
    """On a slow machine: the first step of a second stretch has another structure than that of the run."""
    clock = itertools.count()
    monkeypatch.setattr(condensed_history.time, "thread_time", lambda: next(clock) * 0.01)
    run = debug.start(lambda: trained(150), record=40 * STEP_BYTES)
    run.wait(LONG)
    first, last = run.session.driver.journal.step_range()
    assert last == 150 and last - first > 60


def test_a_write_that_nobody_saw_shows_no_values_from_there_on():
    def write(number, x):
        if number == 7:
            x._value[...] = 9.0

    seen = {}
    with pytest.warns(OpscopeWarning, match="the calls of step 10"):  # a run looks for names at its end
        run = run_of(lambda: lambda: trained(10, seen, write), True)
    assert len([r for r in run.session.driver.journal.records() if r.condensed_bytes]) == 10
    with pytest.warns(OpscopeWarning, match="the calls of step 7 now give other results"):
        run.goto(7, "op:reduce_mean_grad")
    with pytest.raises(NotFound):
        run.value("loss")
    with pytest.warns(OpscopeWarning, match="the calls of step 8"):
        run.goto(8, "op:reduce_mean_grad")
    for number in (6, 1):
        run.goto(number, "op:reduce_mean_grad")
        assert run.value("loss").tobytes() == seen[number][0].tobytes()


def test_a_step_that_is_not_certain_to_be_computed_again_keeps_its_values():
    """Gradients as rows are not condensed, nor steps without a checksum."""

    def sparse():
        embedding = paddle.nn.Embedding(5, 3, sparse=True)
        logged.steps(lambda n: embedding(paddle.to_tensor([n, 1])).sum(), embedding.weight)

    def without_small_results():
        w = logged.weight(20, 20)
        logged.steps(lambda n: w * float(n), w)

    for body in (sparse, without_small_results):
        assert [
            r for r in run_of(lambda body=body: body, True).session.driver.journal.records() if r.condensed_bytes
        ] == []


def test_an_array_that_was_written_unseen_between_steps_is_what_it_was_in_each():
    seen = {}

    def body():
        w = logged.weight(3)
        x = paddle.to_tensor(np.ones(3, "float32"))

        def loss(number):
            x._value[...] = float(number)
            seen[number + 1] = paddle.sum(w * x)
            return seen[number + 1]

        logged.steps(loss, w)

    run = run_of(lambda: body, True)
    records = run.session.driver.journal.records()
    assert len(seen) == len(records) == len([r for r in records if r.condensed_bytes])
    for record in records:
        values = [array for place in record.places for _, array in place.values]
        assert seen[record.step].numpy().tobytes() in [array.tobytes() for array in values]
        assert [record.step - 1.0] * 3 in [array.tolist() for array in values]


def test_a_tensor_is_gone_where_no_log_keeps_it():
    def body():
        w = logged.weight(3)

        def loss(number):
            h = w * 2.0
            h.name = f"h{number}"
            return paddle.sum(h)

        logged.steps(loss, w)

    with paddle.utils.unique_name.guard():
        run = debug.start(body)
        run.wait(LONG)
    records = run.session.driver.journal.records()
    assert [r.step for r in records if r.final_value("h0") is not None] == [1]


def test_steps_that_are_all_different_keep_their_values_where_their_structures_take_too_much(monkeypatch):
    def different():
        w = logged.weight(8)
        logged.steps(lambda n: paddle.sum(paddle.tanh(w[n : n + 3])), w)

    monkeypatch.setattr(logged, "STEPS", 5)
    monkeypatch.setattr(StepStructure, "nbytes", 1000)
    assert condensed_steps(lambda: different) == [1, 2, 3, 4, 5]
    monkeypatch.setattr(condensed_history, "STRUCTURE_SHARE", BUDGET // 3000)
    assert condensed_steps(lambda: different) == [1, 2, 3]


def test_the_first_nan_is_found_without_the_places_of_the_steps_before_it(monkeypatch):
    def body():
        w = logged.weight(4)
        logged.steps(lambda n: paddle.mean(paddle.to_tensor([1.0, float("nan") if n == 12 else 2.0, 3.0, n]) * w), w)

    monkeypatch.setattr(logged, "STEPS", 15)
    found = []
    for condensed in (False, True):
        run = run_of(lambda: body, condensed)
        first = run.first("nan")
        found.append((first.step, first.op, first.name, first.text))
        opened = [r.step for r in run.session.driver.journal.records() if r.condensed_bytes and r.read_log is None]
    assert found[0] == found[1] and found[1][0] == 13  # steps count from 1
    assert opened == [13, 15]  # a run reads its last step


@pytest.mark.parametrize("watched", [False, True], ids=["", "watched"])
@pytest.mark.parametrize("where", ["result", "gradient", "overwritten", "kept", "data", "small"])
def test_a_step_with_a_number_that_is_not_finite_is_not_among_the_finite_ones(where, watched):
    def given(name, step):
        shape = (2,) if name == "small" else (16, 32)
        return np.full(shape, -np.inf if (name, step) == (where, 9) else 1.0, "float32")

    def body():
        w, beside, read = (paddle.to_tensor(np.ones((16, 32), "float32"), stop_gradient=i > 0) for i in range(3))
        w.name, beside.name = "w", "beside"
        leaf = paddle.to_tensor(np.ones((16, 32), "float32"), stop_gradient=False)
        optimizer = Adam(0.01, parameters=[w])
        for step in range(1, 14):
            arrays = {name: paddle.to_tensor(given(name, step)) for name in ("result", "gradient", "data", "small")}
            hidden = paddle.tanh(paddle.exp(-arrays["result"]))  # Inf, and then 1
            beside.set_value(given("overwritten", step))
            beside.set_value(read)
            read.set_value(given("kept", step))
            paddle.sum(leaf * arrays["gradient"]).backward()
            leaf.clear_gradient()
            paddle.sum(paddle.tanh(arrays["small"])).item()
            loss = paddle.mean(w * hidden * paddle.tanh(arrays["data"]))
            loss.backward()
            optimizer.step()
            optimizer.clear_grad()

    run = debug.Run(body)
    if watched:
        run.watch("nan", expect=dict.fromkeys(["*"], "inf"))
    run.start().wait(LONG)
    found = {record.step: record for record in run.session.driver.journal.records() if record.step}
    finite = {step for step, record in found.items() if record.is_finite}
    assert {*range(2, 9)} <= finite and 9 not in finite, finite
    for step in finite:
        assert all(np.isfinite(a).all() for place in found[step].places for _, a in place.values if a is not None)


@pytest.mark.parametrize("budget, most", [(256_000_000, 2), (6_000_000, 1000)])
def test_a_move_into_the_past_repeats_few_calls_where_the_budget_has_room(monkeypatch, budget, most):
    """Steps with equal data take hardly any memory: the size of parameters alone would never begin a new stretch."""
    monkeypatch.setattr(condensed_history, "MAX_CALLS", 60)
    monkeypatch.setattr(condensed_history, "MAX_SECONDS", 1e9)

    def train():
        layer = paddle.nn.Linear(100, 100)
        adam = Adam(1e-3, parameters=layer.parameters())
        x = paddle.ones([2, 100])
        for _ in range(60):
            paddle.mean(layer(x) ** 2).backward()
            adam.step()
            adam.clear_grad()

    run = debug.start(train, record=budget)
    run.wait(LONG)
    steps = [record.condensed for segment in run.session.driver.journal.segments for record in segment.records]
    stretches = {id(step.stretch): step.stretch for step in steps if step is not None}
    assert len(steps) == 60 and all(steps)
    assert max(s.calls - len(s.step(s.length - 1).structure.calls) for s in stretches.values()) < most * 60
    assert (len(stretches) > 4) == (budget > 100_000_000)
