"""What makes two runs differ is named in one call: each test changes one thing, and asks for it."""

import json
import pickle

import numpy as np
import pytest

import opscope
from opscope import debug, paddle
from opscope.debug.comparison.value_difference import ElementDifference
from opscope.errors import ArgumentError, MissingPackage, NotFound, RunError, UsageError
from opscope.paddle import static
from opscope.paddle.nn import functional
from tests.debug.comparison.training import STEPS, eager, program
from tests.laws import fake_cupy


def finished(body, **options):
    run = debug.start(body, **options)
    run.wait()
    return run


def test_the_same_run_twice_is_the_same_bit_for_bit():
    found = debug.diff(program(), program())
    assert found.same and found.cause is None and found.first is None
    assert found.runs == STEPS + 1 and found.rtol == 0
    assert repr(found) == f"the same, bit for bit, in {STEPS + 1} runs"


def test_another_learning_rate():
    found = debug.diff(program(), program(rate=0.101))
    assert found.cause.kind == "attribute" and "learning_rate_0: fill_value 0.1 -> 0.101" in found.cause.text
    assert "SGD(rate)" in found.cause.source
    assert found.first.name == "learning_rate_0"
    assert found.first.difference.relative == pytest.approx(0.001 / 0.101, rel=1e-3)


def test_another_seed_is_named_with_its_number():
    found = debug.diff(program(), program(seed=7))
    assert (found.cause.kind, found.cause.text) == ("seed", "paddle.seed(0) -> paddle.seed(7)")
    assert found.first.name == "fc_0.w_0" and "uniform_random" in found.first.operator


def test_a_flipped_bit_of_a_feed_is_found_in_its_step():
    found = debug.diff(program(), program(flip=4))
    assert (found.cause.kind, found.cause.name, found.cause.step) == ("feed", "x", 4)
    difference = found.first.difference
    assert isinstance(difference, ElementDifference)
    assert (difference.index, difference.bit, difference.ulp, difference.differing) == ((2, 1), 3, 8, 1)
    assert found.first.op == -1 and found.growth[0].name == "x" and len(found.growth) > 3


def test_other_operators_are_named_with_both_lines():
    found = debug.diff(program(), program(activation=functional.sigmoid))
    assert found.cause.kind == "operator"
    assert found.cause.text.startswith("tanh of tanh_0.tmp_0 -> sigmoid of sigmoid_0.tmp_0")
    assert found.first.step == 1 and found.first.name == "tanh_0.tmp_0"
    assert [c.phase for c in found.changes] == ["forward", "backward"]


def test_an_operator_more():
    found = debug.diff(program(), program(scale=2.0))
    assert found.cause.text == "scale of tmp_0 added" and "h = h * scale" in found.cause.other_source
    assert found.first.difference.text


def test_operators_in_another_order():
    found = debug.diff(program(), program(swapped=True))
    assert found.cause.kind == "order" and "runs at another position" in found.cause.text
    assert found.first.step == 1


def test_other_feeds():
    found = debug.diff(program(), program(feed_seed=1))
    assert (found.cause.kind, found.cause.name, found.cause.step) == ("feed", "x", 1)


def test_a_parameter_of_another_shape():
    found = debug.diff(program(), program(width=6))
    assert any(c.kind == "shape" and c.text == "fc_0.w_0: shape [4, 8] -> [4, 6]" for c in found.changes)
    assert found.first.difference.text == "shape [4, 8] and [4, 6]"


def test_initial_values_that_come_from_outside():
    def training(factor):
        paddle.enable_static()
        main, startup, scope, exe = static.Program(), static.Program(), static.Scope(), static.Executor()
        with static.program_guard(main, startup), paddle.utils.unique_name.guard():
            out = paddle.mean(static.nn.fc(static.data("x", [None, 4], "float32"), 3))
        paddle.seed(0)
        exe.run(startup, scope=scope)
        tensor = scope.find_var("fc_0.w_0").get_tensor()
        tensor.set(np.array(tensor) * np.float32(factor))
        return lambda: exe.run(main, feed={"x": np.ones((2, 4), "float32")}, fetch_list=[out], scope=scope)

    found = debug.diff(training(1), training(3))
    assert (found.cause.kind, found.cause.name) == ("initial value", "fc_0.w_0")
    assert found.first.name == "fc_0.w_0" and found.first.op == -1


def test_a_weight_that_is_set_from_outside_between_two_steps():
    found = debug.diff(program(), program(outside=3))
    assert (found.cause.kind, found.cause.name, found.cause.step) == ("outside write", "fc_0.w_0", 3)
    assert found.first.step == 3 and found.first.difference.relative == pytest.approx(0.5)


def test_a_function_that_returns_something_else_in_one_step():
    def doubles(flip_at):
        calls = []

        def doubled(x):
            calls.append(1)
            found = np.array(x) * 2
            if len(calls) == flip_at:
                found.view("uint32")[1, 2] ^= 1
            return found

        return doubled

    found = debug.diff(program(function=doubles(0)), program(function=doubles(3)))
    assert (found.cause.kind, found.cause.name, found.cause.step) == ("function result", "own", 3)
    assert found.first.difference.index == (1, 2) and found.first.difference.ulp == 1


def test_an_edited_function_is_named():
    def makes(factor):
        def own(x):
            return np.array(x) * 2.0 if factor == 2 else None

        def other(x):
            return np.array(x) * 3.0 if factor == 3 else None

        other.__code__ = other.__code__.replace(co_name="own")
        return own if factor == 2 else other

    found = debug.diff(program(function=makes(2)), program(function=makes(3)))
    assert any(c.kind == "function" and "has different code" in c.text for c in found.changes)
    assert found.first.name == "own"


def test_a_recording_does_not_say_which_code_its_functions_had(tmp_path):
    run = finished(program(function=lambda h: np.tanh(h)))
    run.save(tmp_path / "recorded")
    assert debug.diff(run, tmp_path / "recorded").same
    found = debug.diff(finished(program(function=lambda h: np.tanh(h) * 1.01)), tmp_path / "recorded")
    assert found.cause.kind == "function result" and "different code" not in repr(found)


def test_float32_and_float64_are_compared_within_rounding():
    start = np.random.default_rng(0).standard_normal((4, 8))

    def training(dtype, factor=1.0):
        def train():
            paddle.enable_static()
            main, startup, scope, exe = static.Program(), static.Program(), static.Scope(), static.Executor()
            with static.program_guard(main, startup), paddle.utils.unique_name.guard():
                x = static.data("x", [None, 4], dtype)
                initial = paddle.ParamAttr(initializer=paddle.nn.initializer.Assign(start.astype(dtype)))
                loss = paddle.mean(paddle.exp(static.nn.fc(x, 8, weight_attr=initial)) * factor)
                paddle.optimizer.SGD(0.1).minimize(loss)
            exe.run(startup, scope=scope)
            for step in range(3):
                batch = np.random.default_rng(step).standard_normal((5, 4)).astype("float32").astype(dtype)
                exe.run(main, feed={"x": batch}, fetch_list=[loss], scope=scope)

        return train

    found = debug.diff(training("float32"), training("float64"))
    assert found.same and found.rtol == pytest.approx(1000 * np.finfo("float32").eps)
    assert 0 < found.below < found.rtol
    assert found.changes[0].kind == "dtype" and found.changes[0].text.startswith("float32 -> float64")
    worse = debug.diff(training("float32"), training("float64", 1.01))
    assert not worse.same and worse.cause.text == "scale of tmp_0: scale 1.0 -> 1.01"
    exact = debug.diff(training("float32"), training("float64"), rtol=0)
    assert not exact.same and exact.cause.kind == "dtype"


def test_the_cpu_and_a_gpu(monkeypatch):
    fake_cupy.install(monkeypatch)
    found = debug.diff(
        program(steps=2, activation=functional.relu), program(steps=2, activation=functional.relu, place="gpu:0")
    )
    assert [c.text for c in found.changes if c.kind == "place"] == ["cpu -> gpu:0"]
    assert found.rtol > 0


def test_without_a_gpu_that_is_said():
    with pytest.raises(MissingPackage, match="CUDAPlace needs cupy"):
        debug.diff(program(steps=2), program(steps=2, place="gpu:0"))


class TestEager:
    def test_the_same_code(self):
        assert debug.diff(eager(), eager()).same

    def test_a_recording_and_the_same_code(self, tmp_path):
        """The recording counted as a program, so that values were compared only within a tolerance."""
        debug.start(eager(), to=tmp_path / "run").wait(60)
        found = debug.diff(tmp_path / "run", eager())
        assert found.same and found.rtol == 0 and not found.changes

    def test_eager_code_and_its_program(self):
        found = debug.diff(eager(), eager(compiled=True))
        assert found.same and found.changes[0].kind == "mode" and found.values > 50

    def test_another_learning_rate_in_the_program(self):
        found = debug.diff(eager(), eager(compiled=True, rate=0.2))
        assert not found.same and found.first.step == 1 and "sgd" in found.first.operator

    def test_another_learning_rate(self):
        found = debug.diff(eager(), eager(rate=0.101))
        assert "is 1.01 times as long for the same gradient" in found.cause.text
        assert "optimizer.step()" in found.cause.source

    def test_another_seed_makes_other_initial_values(self):
        found = debug.diff(eager(), eager(seed=1))
        assert found.cause.kind == "initial value" and found.first.step == 1


class TestWhatIsCompared:
    def test_a_recording_with_the_run_itself_and_with_another(self, tmp_path):
        run = finished(program())
        run.save(tmp_path / "one")
        finished(program(flip=3)).save(tmp_path / "two")
        assert debug.diff(run, debug.open(tmp_path / "one")).same
        found = debug.diff(tmp_path / "one", str(tmp_path / "two"))
        assert (found.cause.kind, found.cause.step, found.first.difference.bit) == ("feed", 3, 3)

    def test_recordings_that_are_the_same_are_not_read(self, tmp_path, monkeypatch):
        run = finished(program())
        run.save(tmp_path / "one")
        run.save(tmp_path / "two")
        monkeypatch.setattr("opscope.debug.disk.array_file.ArrayReader.read", lambda *_: pytest.fail("it was read"))
        assert debug.diff(tmp_path / "one", tmp_path / "two").same

    def test_a_run_that_is_paused(self):
        run = debug.start(program(steps=9), breakpoints=[("op:tanh", "step == 5")])
        run.until_stopped(60)
        found = debug.diff(run, finished(program(flip=2)))
        assert (found.cause.kind, found.cause.step) == ("feed", 2)
        run.stop()

    def test_programs(self):
        def built(factor):
            made = static.Program()
            with static.program_guard(made), paddle.utils.unique_name.guard():
                paddle.scale(static.data("x", [None, 4], "float32"), factor)
            return made

        paddle.enable_static()
        found = debug.diff(built(2.0), built(3.0))
        assert found.cause.text == "scale of scale_0.tmp_0: scale 2.0 -> 3.0" and found.first is None and not found.runs
        assert repr(debug.diff(built(2.0), built(2.0))) == "the same program"

    def test_a_program_and_a_run(self):
        run = finished(program())
        assert not debug.diff(run.session.driver.journal.last_record().plan.block.program, run).changes

    def test_a_run_that_failed(self):
        def fails():
            raise ValueError("nothing has run")

        with pytest.raises(ValueError, match="nothing has run"):
            debug.diff(fails, program())

        def fails_in(call):
            calls = []

            def doubled(x):
                calls.append(1)
                if len(calls) == call:
                    raise ValueError("broken")
                return np.array(x) * 2

            return doubled

        found = debug.diff(program(function=fails_in(0)), program(function=fails_in(4)))
        assert found.cause.kind == "error" and "broken" in found.cause.text

    def test_more_steps(self):
        found = debug.diff(program(), program(steps=8))
        assert found.cause.kind == "steps" and found.cause.text == "0 runs are only in the first, 2 only in the second"
        assert "no value differs, bit for bit" in repr(found)

    def test_names_that_are_numbered_otherwise(self):
        def training():
            inner = program()

            def train():
                paddle.utils.unique_name.generate("fc")
                return inner()

            return train

        assert debug.diff(program(), training()).same

    @pytest.mark.parametrize(
        "a, error, text",
        [
            (3, UsageError, "not int"),
            ("nowhere", NotFound, "no recording at nowhere"),
            (__file__, UsageError, "to compare scripts"),
            (lambda: None, RunError, "has recorded nothing"),
        ],
        ids=["number", "path", "file", "nothing"],
    )
    def test_anything_else_is_refused(self, a, error, text):
        with pytest.raises(error, match=text):
            debug.diff(a, a)

    def test_a_negative_distance_is_refused(self):
        with pytest.raises(ArgumentError, match=r"rtol must be .*, but is -1"):
            debug.diff(print, print, rtol=-1)


class TestTheErrorThatEndedThem:
    """A difference names the errors of both runs, also where no value differs, and also of recordings."""

    @staticmethod
    def ended(step, folder=None):
        calls = iter(range(1, STEPS + 1))

        def fails(h):
            if next(calls) == step:
                raise ValueError("went wrong")
            return h

        run = debug.start(program(function=fails))
        try:
            run.wait()
        except ValueError:
            assert step
        if folder is None:
            return run
        run.save(folder)
        return folder

    def test_both_end_in_the_same(self, tmp_path):
        run = self.ended(3)
        for other in (self.ended(3), self.ended(3, tmp_path / "recorded")):
            found = debug.diff(run, other)
            assert found.same and found.errors == ("ValueError: went wrong",) * 2
            assert repr(found).splitlines()[-1] == "error        both runs end in ValueError: went wrong"
            assert "both runs end in ValueError: went wrong" in found._repr_html_()

    def test_only_one_ends_so(self, tmp_path):
        found = debug.diff(self.ended(0, tmp_path / "whole"), self.ended(3, tmp_path / "failed"))
        assert (found.cause.kind, found.cause.text) == ("error", "no error -> ValueError: went wrong")
        assert found.cause.step == 3 and not any(line.startswith("error ") for line in repr(found).splitlines())

    def test_what_a_recording_does_not_say_is_no_difference(self, tmp_path):
        whole = self.ended(0, tmp_path / "whole")
        found = debug.diff(self.ended(0), whole)
        assert found.same and found.errors == ("", None)
        assert repr(found) == f"the same, bit for bit, in {STEPS + 1} runs"


class TestHowItIsShown:
    def test_the_cause_comes_first(self):
        lines = repr(debug.diff(program(), program(rate=0.2))).splitlines()
        assert lines[0] == "different: attribute: fill_constant of learning_rate_0: fill_value 0.1 -> 0.2"
        assert "training.py" in lines[1] and lines[2].startswith("first value  learning_rate_0")
        assert lines[4].startswith("loss         mean_0.tmp_0 (loss):")

    def test_json_has_all_fields(self):
        found = debug.diff(program(), program(flip=2))
        data = json.loads(found.to_json())
        assert data["same"] is False and data["cause"]["kind"] == "feed" and data["first"]["difference"]["bit"] == 3
        assert data["losses"][0]["step"] == 1 and len(data["losses"]) == STEPS
        assert np.array(data["first"]["around"]).shape == (5, 4)

    def test_html_escapes_and_shows_both_elements(self):
        found = debug.diff(finished(program(), title="<b>one</b>"), finished(program(flip=2), title="two"))
        text = found._repr_html_()
        assert "<b>one</b>" not in text and "&lt;b&gt;one" in text
        assert f"{found.first.difference.a:.9g}" in text and f"{found.first.difference.b:.9g}" in text
        assert "polyline" in text and "<script" not in text

    def test_the_template_is_read_once(self, monkeypatch):
        found = debug.diff(program(), program())
        page = found._repr_html_()
        monkeypatch.setattr("jinja2.Environment", None)
        assert found._repr_html_() == page

    def test_the_html_of_equal_runs(self):
        assert "the same, bit for bit" in debug.diff(program(), program())._repr_html_()

    def test_a_value_of_an_operator_has_a_graph_around_it(self):
        found = debug.diff(program(), program(scale=2.0))
        assert 'class="opscope-graph"' in found._repr_html_()

    def test_the_names_are_public(self):
        assert {"diff", "Difference", "DifferingValue", "Change"} <= set(debug.__all__)
        assert isinstance(debug.diff(program(), program()), debug.Difference)


def test_drawings_survive_pickle():
    drawn = opscope.viz.draw(opscope.viz.Graph((opscope.viz.GraphNode("op-0", "relu"),)))
    again = pickle.loads(pickle.dumps(drawn))
    assert again == drawn and again.dot == drawn.dot != ""
