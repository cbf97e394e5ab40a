"""Rules: live and recorded agree, what is looked at, own rules, muting, tables, review before a run."""

import itertools
from dataclasses import asdict, replace

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.debug.disk.checksummed_jsonl import DamagedFileError, encode_line
from opscope.debug.disk.findings_file import decode_findings, encode_findings
from opscope.debug.rules.finding import Finding
from opscope.debug.rules.gauges import THRESHOLDS as GAUGE_THRESHOLDS
from opscope.debug.rules.rule import MUTES, RULES
from opscope.debug.rules.rule_runner import LookSchedule
from opscope.errors import ArgumentError, NotFound, UsageError
from opscope.paddle.static import nn as static_nn
from tests.debug.rules.faulty_programs import CASES
from tests.debug.rules.run_cases import run_case

F = paddle.nn.functional
BY_NAME = {case.name: case for case in CASES}


@pytest.fixture(autouse=True)
def _rules_as_they_were():
    rules, mutes = dict(RULES), list(MUTES)
    yield
    RULES.clear()
    RULES.update(rules)
    MUTES[:] = mutes


def classifier(activation=None, dims=(None,)):
    """A training program; returns its loss."""
    x = paddle.static.data("x", [*dims, 4], "float32")
    y = paddle.static.data("y", [*dims, 1], "int64")
    out = static_nn.fc(F.relu(static_nn.fc(x, 8)), 3, activation=activation)
    loss = paddle.mean(F.cross_entropy(out, y))
    paddle.optimizer.Adam(0.01).minimize(loss)
    return loss


def trainer(loss, steps=12):
    """A function that trains the program of a loss."""

    def train():
        exe = paddle.static.Executor()
        exe.run(paddle.static.default_startup_program())
        rng = np.random.default_rng(0)
        for _ in range(steps):
            x = rng.standard_normal((16, 4)).astype("float32")
            exe.run(feed={"x": x, "y": (x.argmax(1) % 3)[:, None]}, fetch_list=[loss])

    return train


def facts(findings):
    """What must be the same live, recorded and opened from disk."""
    return {(f.rule, f.severity, f.step, f.value, f.evidence, f.line.partition(":")[2]) for f in findings.every}


# --- live, recorded, on disk ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["sigmoid_for_large_targets", "units_that_died", "training_that_diverges", "softmax_before_cross_entropy"]
)
def test_live_and_recorded_programs_give_the_same_findings(name):
    assert facts(run_case(BY_NAME[name], True, live=True).findings) == facts(
        run_case(BY_NAME[name], True, live=False).findings
    )


@pytest.mark.parametrize("name", ["gradients_are_not_cleared", "detached_features", "saturated_tanhs"])
def test_live_and_recorded_eager_code_gives_the_same_findings(name):
    live, recorded = (run_case(BY_NAME[name], True, live=how).findings for how in (True, False))
    assert {(f.rule, f.step) for f in live.every} == {(f.rule, f.step) for f in recorded.every}


def test_findings_of_a_recording_on_disk(static, tmp_path):
    loss = classifier("softmax")
    run = debug.start(trainer(loss), rules=True, to=tmp_path / "recording")
    run.wait()
    opened = debug.rules.apply(debug.open(tmp_path / "recording"))
    assert facts(opened) == facts(run.findings)
    assert "activation-before-loss" in {f.rule for f in opened}


def test_findings_in_eager_code_are_kept_in_a_recording_on_disk(tmp_path):
    def train():
        net = paddle.nn.Linear(4, 1)
        optimizer = paddle.optimizer.SGD(0.01, parameters=net.parameters())
        for _ in range(8):
            loss = net(paddle.full([8, 4], 200.0)).mean()
            loss.backward()
            optimizer.step()

    run = debug.start(train, to=tmp_path / "recording")
    run.wait()
    assert "gradients-not-cleared" in {f.rule for f in run.findings.every}
    opened = debug.open(tmp_path / "recording").findings
    assert facts(opened) == facts(run.findings)
    assert {f.called for f in opened.every} == {f.called for f in run.findings.every} > {""}
    (tmp_path / "recording" / "findings.json").write_bytes(b"{}")
    damaged = debug.open(tmp_path / "recording")
    assert "findings.json" in str(damaged.problems[0])
    assert "gradients-not-cleared" in {f.rule for f in damaged.findings.every}  # the recorded values are reviewed again


def test_a_file_of_findings_may_lack_what_older_recordings_lack_and_nothing_else():
    """Recordings made before there were names of the user's code are read as they are."""
    finding = Finding("dead-unit", "warning", 3, "relu_0.tmp_0", "", "", "", "all zero", "", called="hidden", since=1)
    assert decode_findings(encode_findings([finding])) == [finding]
    fields = {name: value for name, value in asdict(finding).items() if name != "consequences"}
    older = {name: value for name, value in fields.items() if name not in ("called", "since")}
    assert decode_findings(encode_line({"findings": [older]})) == [replace(finding, called="", since=0)]
    lacking = {name: value for name, value in fields.items() if name != "value"}
    for other in (lacking, fields | {"colour": "red"}, fields | {"called": 3}):
        with pytest.raises(DamagedFileError, match="finding"):
            decode_findings(encode_line({"findings": [other]}))


def test_looking_changes_no_bit_of_a_run(static):
    loss = classifier()
    losses = []
    for rules in (False, True):
        paddle.seed(0)
        run = debug.start(trainer(loss, 30), rules=rules)
        run.wait()
        losses.append([v.tobytes() for v in run.values(loss.name).values()])
    assert losses[0] == losses[1]


def test_steps_that_are_not_looked_at_go_at_full_speed(static):
    loss = classifier()
    run = debug.start(trainer(loss, 40), rules=True)
    run.wait()
    looks = run.session.rules.runner.summary.looks
    assert looks < 40
    assert all("first run" in reason for reason in run.why_slow().values())
    records = [r for r in run.session.driver.journal.records() if r.step]
    assert sum(r.lowered == len(r.plan.instructions) for r in records) >= 40 - looks


def test_the_first_steps_are_looked_at_and_then_fewer():
    schedule, looked = LookSchedule(), []
    for step in range(1, 20_001):
        if schedule.is_due(step):
            looked.append(step)
            schedule.note_look(step)
    assert looked[:6] == [1, 2, 3, 4, 5, 6]
    assert max(b - a for a, b in itertools.pairwise(looked)) <= 1000
    assert len(looked) < 70
    schedule.hurry(20_000)
    assert schedule.is_due(20_001)


def test_gauges_measure_each_step_at_full_speed_and_a_jump_is_looked_at(static):
    loss = classifier()
    schedule, looks = [], []

    def train():
        exe = paddle.static.Executor()
        exe.run(paddle.static.default_startup_program())
        rng = np.random.default_rng(0)
        for step in range(1, 61):
            x = rng.standard_normal((16, 4)).astype("float32") * (1e4 if step == 41 else 1)
            schedule.append(run.session.rules.is_due(step))
            exe.run(feed={"x": x, "y": np.zeros((16, 1), "int64")}, fetch_list=[loss])
            looks.append(run.session.rules.runner.summary.looks)

    run = debug.Run(train, rules=True)
    run.start().wait()
    assert run.session.rules.gauges.runs >= 60 - looks[-1] - 2
    assert schedule[41:46] == [True] * 5  # the steps after the one that jumped
    assert not all(schedule[30:40]) and looks[-1] < 40


def test_new_findings_are_said_once_while_the_run_goes(static, capsys):
    loss = classifier("softmax")
    run = debug.start(trainer(loss, 20), rules=True)
    run.wait()
    said = [e for e in run.history.events() if e.kind == "FindingSeen"]
    assert [e.rule for e in said] == ["activation-before-loss"]
    assert capsys.readouterr().err.count("activation-before-loss") == 1


def test_a_finding_that_explains_others_is_said_once(static, capsys):
    loss = classifier("softmax")

    def train():
        exe = paddle.static.Executor()
        exe.run(paddle.static.default_startup_program())
        for step in range(40):
            x = np.random.default_rng(step).integers(0, 255, (16, 4)).astype("float32")
            exe.run(feed={"x": x, "y": np.full((16, 1), step % 3)}, fetch_list=[loss])

    run = debug.start(train, rules=True)
    run.wait()
    assert any(finding.consequences for finding in run.findings)
    assert capsys.readouterr().err.count("run: activation-before-loss") == 1


def test_a_first_step_that_has_not_ended_uses_no_parameter_yet(begin):
    net = paddle.nn.Linear(4, 2)
    sgd = paddle.optimizer.SGD(0.1, parameters=net.parameters())

    def train():
        for _ in range(2):
            net(paddle.ones([8, 4])).square().mean().backward()
            sgd.step()
            sgd.clear_grad()

    run = begin(train, breakpoints=["op:sgd"])
    assert run.until_stopped(60).step == 1
    assert "parameter-unused" not in {finding.rule for finding in run.findings}


def test_rules_need_a_recorded_run():
    with pytest.raises(UsageError, match="not recorded"):
        debug.Run(lambda: None, record=False, rules=True)


# --- before it runs ---------------------------------------------------------------------------------


def test_review_of_a_program_before_it_runs(static):
    loss = classifier("softmax")
    (finding,) = debug.rules.review(loss.program)
    assert (finding.rule, finding.step, finding.severity) == ("activation-before-loss", 0, "error")
    assert "test_rules.py" in finding.line and "static_nn.fc" in finding.code


def test_review_with_a_feed_looks_at_the_data(static):
    loss = classifier()
    x, y = np.full((8, 4), 200, "float32") * np.random.default_rng(0).random((8, 4)), np.full((8, 1), 3)
    assert not len(debug.rules.review(loss.program))
    found = debug.rules.review(loss.program, feed={"x": x.astype("float32"), "y": y})
    assert {f.rule for f in found} == {"input-range", "labels-outside-classes"}


def test_review_of_programs_that_are_trained_in_turn(static):
    """The parameters of a part that another program trains are not finding."""
    x = paddle.static.data("x", [None, 4], "float32")
    made, judged = static_nn.fc(x, 4, name="maker"), None
    judged = static_nn.fc(F.relu(made), 1, name="judge")
    names = [p.name for p in x.program.all_parameters()]
    program = x.program.clone()
    paddle.optimizer.SGD(0.1).minimize(paddle.mean(judged), parameters=[n for n in names if "maker" in n])
    with paddle.static.program_guard(program, paddle.static.Program()):
        second = program.global_block().var(judged.name)
        loss = paddle.mean(paddle.square(second))
        paddle.optimizer.SGD(0.1).minimize(loss, parameters=[n for n in names if "judge" in n])
    assert "parameter-without-optimizer" in {f.rule for f in debug.rules.review(x.program)}
    assert not len(debug.rules.review(x.program, program))


def test_review_of_a_layer_and_its_optimizer():
    net = paddle.nn.Sequential(paddle.nn.Linear(4, 8), paddle.nn.Dropout(0.9), paddle.nn.Linear(8, 3))
    whole = paddle.optimizer.Adam(0.01, parameters=net.parameters())
    part = paddle.optimizer.Adam(0.01, parameters=net[2].parameters())
    assert {f.rule for f in debug.rules.review(net, optimizer=whole)} == {"high-dropout"}
    net.eval()
    found = {f.rule for f in debug.rules.review(net, optimizer=part)}
    assert found == {"high-dropout", "eval-mode", "parameter-without-optimizer"}


def test_programs_without_training_are_quiet(static):
    x = paddle.static.data("x", [None, 4], "float32")
    out = F.softmax(static_nn.fc(x, 1))
    assert not len(debug.rules.review(out.program))


def test_review_refuses_other_things():
    with pytest.raises(UsageError, match="cannot be reviewed"):
        debug.rules.review(3)
    with pytest.raises(UsageError, match="cannot be applied"):
        debug.rules.apply(3)


# --- one's own rules, muting ------------------------------------------------------------------------


def test_a_rule_of_ones_own_in_one_line(static):
    debug.rules.add("seven", lambda step: step.number == 4 and f"step {step.number}, batch {step.batch_size}")
    run = debug.start(trainer(classifier()), rules=True)
    run.wait()
    (finding,) = run.findings
    assert (finding.rule, finding.step, finding.evidence) == ("seven", 4, "step 4, batch 16")


def test_a_decorated_rule_and_a_class(static):
    @debug.rules.add
    def small_loss(step):
        """The loss."""
        if step.loss < 100:
            yield debug.rules.Symptom("loss", f"{step.loss:.1f}", step.graph.producers[step.graph.losses[0]])

    @debug.rules.add
    class ManySteps(debug.rules.Rule):
        name = "many-steps"

        def conclude(self, run):
            if run.steps > 10:
                yield debug.rules.Symptom("run", f"{run.steps} steps")

    run = debug.start(trainer(classifier()), rules=True)
    run.wait()
    found = {f.rule: f for f in run.findings}
    assert set(found) == {"small-loss", "many-steps"}
    assert "test_rules.py" in found["small-loss"].line and found["small-loss"].times > 5


def test_a_rule_that_fails_does_not_end_the_run(static):
    debug.rules.add("broken", lambda step: 1 / 0)
    run = debug.start(trainer(classifier()), rules=True)
    run.wait()
    (finding,) = run.findings
    assert finding.rule == "broken" and "ZeroDivisionError" in finding.evidence


def test_muted_findings_are_listed_with_their_reason(static):
    debug.rules.mute("activation-*", "an old paper does so", "fc_*")
    run = debug.start(trainer(classifier("softmax")), rules=True)
    run.wait()
    assert not len(run.findings)
    assert "an old paper does so" in repr(run.findings)
    run.findings.require()
    debug.rules.unmute("activation-*")
    assert len(run.findings) == 1
    with pytest.raises(UsageError, match="activation-before-loss"):
        run.findings.require()


def test_wrong_rules_are_refused():
    with pytest.raises(NotFound, match="no rule"):
        debug.rules.mute("dead-unit", "reason")
    with pytest.raises(ArgumentError, match="without a reason"):
        debug.rules.mute("dead-units", " ")
    with pytest.raises(UsageError):
        debug.rules.add("name only")
    with pytest.raises(ArgumentError, match="severity"):
        debug.rules.add("x", lambda step: None, severity="fatal")


# --- what is shown ----------------------------------------------------------------------------------


def test_findings_print_with_evidence_line_and_suggestion():
    found = run_case(BY_NAME["softmax_before_cross_entropy"], True).findings
    text = repr(found)
    for part in ("rules can be wrong", "evidence:", "line:", "faulty_programs.py", "try:"):
        assert part in text
    page = found._repr_html_()
    assert "<table" in page and "faulty_programs.py" in page
    assert found.of("activation-*") == list(found)


def test_every_rule_says_what_it_looks_at_and_every_threshold_has_a_source():
    used = {id(t) for each in debug.rules.RULES.values() for t in each.thresholds} | {id(t) for t in GAUGE_THRESHOLDS}
    for each in debug.rules.RULES.values():
        assert each.about and each.suggestion and each.__doc__, each.name
    for name, threshold in debug.rules.THRESHOLDS.items():
        assert threshold.about and threshold.source, name
        assert id(threshold) in used, f"{name} is used by no rule"


def scaled_training(clears, scale, clip=None, decay=None, optimizer=paddle.optimizer.SGD):
    def body():
        paddle.disable_static()
        paddle.seed(1)
        rng = np.random.default_rng(0)
        net = paddle.nn.Sequential(paddle.nn.Linear(8, 16), paddle.nn.Tanh(), paddle.nn.Linear(16, 3))
        update = optimizer(0.01, parameters=net.parameters(), grad_clip=clip, weight_decay=decay)
        scaler = paddle.amp.GradScaler(init_loss_scaling=scale)
        for _ in range(40):
            x = rng.standard_normal((32, 8)).astype("float32")
            loss = paddle.nn.functional.mse_loss(net(paddle.to_tensor(x)), paddle.to_tensor(x[:, :3] ** 2))
            scaler.scale(loss).backward()
            scaler.step(update)
            scaler.update()
            if clears:
                update.clear_grad()

    run = debug.start(body)
    run.wait()
    return run.findings


@pytest.mark.parametrize(
    "options",
    [
        {"scale": 1.0},
        {"scale": 128.0},
        {"scale": 65536.0, "optimizer": paddle.optimizer.Adam},
        {"scale": 1024.0, "decay": 0.01},
        {"scale": 1024.0, "clip": paddle.nn.ClipGradByGlobalNorm(0.1)},
        {"scale": 1.0, "clip": paddle.nn.ClipGradByNorm(0.1)},
    ],
)
def test_gradients_that_are_not_cleared_under_a_scaler(options):
    """The former gradient is divided by the scale: a small share, which is there or not."""
    assert len(scaled_training(False, **options).of("gradients-not-cleared")) == 1
    found = scaled_training(True, **options)
    assert not [*found.of("gradients-not-cleared"), *found.of("exploding-gradient")]


@pytest.mark.parametrize("factor, undone, found", [(2.0**20, True, 0), (2.0**20, False, 1), (1.0, False, 0)])
def test_gradients_of_scaled_losses_explode_only_where_the_scale_stays(factor, undone, found):
    """A scaler's default scale made every first step an exploding gradient."""

    def body():
        paddle.seed(1)
        net = paddle.nn.Sequential(paddle.nn.Linear(8, 16), paddle.nn.Tanh(), paddle.nn.Linear(16, 3))
        update = paddle.optimizer.Adam(0.001, parameters=net.parameters())
        rng = np.random.default_rng(0)
        for _ in range(5):
            x = paddle.to_tensor(rng.standard_normal((32, 8)).astype("float32"))
            loss = paddle.nn.functional.mse_loss(net(x), x[:, :3]) * factor
            loss.backward()
            for parameter in net.parameters() if undone else ():
                parameter.grad.set_value(parameter.grad / factor)
            update.step()
            update.clear_grad()

    run = debug.start(body)
    run.wait()
    assert len(run.findings.of("exploding-gradient")) == found
