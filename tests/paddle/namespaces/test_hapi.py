"""paddle.Model, its callbacks, summary, flops and the logger."""

import logging

import numpy as np
import pytest

import opscope
from opscope import paddle
from opscope.errors import ArgumentError, ModeError, UnsupportedError, UsageError
from opscope.paddle import nn
from opscope.paddle.static import InputSpec


class Points(paddle.io.Dataset):
    """Points above and below a plane."""

    def __init__(self, n, seed=0):
        self.x = np.random.default_rng(seed).random((n, 4)).astype("float32")
        self.y = (self.x.sum(1) > 2).astype("int64")[:, None]

    def __getitem__(self, i):
        return self.x[i], self.y[i]

    def __len__(self):
        return len(self.x)


class Told(paddle.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.calls = []

    def __getattribute__(self, name):
        if name.startswith("on_"):
            self.calls.append(name)
        return super().__getattribute__(name)


def net():
    return nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))


def prepared(rate=0.05, metrics=True):
    paddle.seed(1)
    model = paddle.Model(net())
    step = paddle.optimizer.Adam(rate, parameters=model.parameters())
    model.prepare(step, nn.CrossEntropyLoss(), paddle.metric.Accuracy() if metrics else None)
    return model


def test_it_learns(capsys):
    model = prepared()
    model.fit(Points(128), Points(32, 1), batch_size=16, epochs=12, verbose=0)
    found = model.evaluate(Points(64, 2), batch_size=16, verbose=0)
    assert set(found) == {"loss", "acc"} and found["acc"] > 0.9
    scores = model.predict(Points(5), batch_size=2, verbose=0, stack_outputs=True)
    assert scores[0].shape == (5, 2)
    parts = model.predict(Points(5), batch_size=2, verbose=0)
    np.testing.assert_array_equal(np.vstack(parts[0]), scores[0])
    assert not capsys.readouterr().out


def test_a_fit_is_the_loop_that_one_would_write():
    model, by_hand = prepared(), prepared()
    data = Points(32)
    model.fit(data, batch_size=8, epochs=2, verbose=0, shuffle=False)
    for _ in range(2):
        for i in range(0, 32, 8):
            by_hand.train_batch([data.x[i : i + 8]], [data.y[i : i + 8]])
    for a, b in zip(model.parameters(), by_hand.parameters(), strict=True):
        np.testing.assert_array_equal(a.numpy(), b.numpy())


def test_gradients_may_add_up_over_batches():
    model, whole = (prepared(0.1, metrics=False) for _ in range(2))
    data = Points(8)
    for each in (model, whole):
        each._optimizer = paddle.optimizer.SGD(0.1, parameters=each.parameters())
    model.fit(data, batch_size=4, shuffle=False, verbose=0, accumulate_grad_batches=2)
    losses = whole.train_batch([data.x], [data.y], update=False)
    assert len(losses) == 1
    for p in whole.parameters():  # two means over halves are twice the mean over all
        p.set_value(p.numpy() - 0.1 * 2 * p.grad.numpy())
    for a, b in zip(model.parameters(), whole.parameters(), strict=True):
        np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=1e-4, atol=1e-6)


def test_the_order_of_callbacks_is_paddles():
    told = Told()
    prepared().fit(Points(32), Points(16), batch_size=16, verbose=0, callbacks=[told])
    batch = ["on_train_batch_begin", "on_train_batch_end"]
    assert told.calls == [
        "on_train_begin", "on_epoch_begin", *batch, *batch, "on_epoch_end", "on_eval_begin", "on_eval_batch_begin",
        "on_eval_batch_end", "on_eval_end", "on_train_end",
    ]  # fmt: skip


def test_what_is_printed(capsys):
    model = prepared(metrics=False)
    model.fit(Points(32), batch_size=16, verbose=2, log_freq=1)
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "Epoch 1/1" and lines[2].startswith("step 1/2 - loss: ") and lines[2].endswith("ms/step")
    model.evaluate(Points(16), batch_size=16, verbose=1)
    assert "step 1/1 [==============================] - loss: " in (text := capsys.readouterr().out)
    assert text.startswith("Eval begin...\n") and text.endswith("Eval samples: 16\n")
    model.predict(Points(3), batch_size=2)
    assert capsys.readouterr().out.endswith("Predict samples: 3\n")


def test_values_are_saved_and_loaded(tmp_path):
    with paddle.utils.unique_name.guard():
        model = prepared()
    model.fit(Points(16), batch_size=8, verbose=0, save_dir=str(tmp_path), epochs=2)
    assert {p.name for p in tmp_path.iterdir()} == {f"{n}.{e}" for n in "01" for e in ("pdparams", "pdopt")} | {
        "final.pdparams", "final.pdopt",
    }  # fmt: skip
    with paddle.utils.unique_name.guard():  # the state of optimizers goes by the names of parameters
        other = prepared()
    other.load(str(tmp_path / "final"))
    for a, b in zip(model.parameters(), other.parameters(), strict=True):
        np.testing.assert_array_equal(a.numpy(), b.numpy())
    for each in (model, other):  # the optimizer goes on, too
        each.train_batch([Points(4).x], [Points(4).y])
    for a, b in zip(model.parameters(), other.parameters(), strict=True):
        np.testing.assert_array_equal(a.numpy(), b.numpy())

    small = paddle.Model(nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3)))
    with pytest.raises(ArgumentError, match=r"2.weight is of shape \[8, 2\]"):
        small.load(str(tmp_path / "final"))
    with pytest.warns(UserWarning, match="these parameters keep their values"):
        small.load(str(tmp_path / "final"), skip_mismatch=True)
    saved = paddle.load(str(tmp_path / "final.pdparams"))
    np.testing.assert_array_equal(small.network[0].weight.numpy(), saved["0.weight"].numpy())


def test_an_inference_model_is_saved(tmp_path):
    model = paddle.Model(net(), inputs=[InputSpec([None, 4], "float32", "x")])
    model.save(str(tmp_path / "m"), training=False)
    x = np.ones((2, 4), "float32")
    np.testing.assert_allclose(paddle.jit.load(str(tmp_path / "m"))(x).numpy(), model.predict_batch([x])[0], rtol=1e-6)
    assert model.summary()["total_params"] == 58


def test_early_stopping(capsys, tmp_path):
    model = prepared(1e-30)  # nothing gets better
    stop = paddle.callbacks.EarlyStopping("loss", patience=2)
    told = Told()
    model.fit(Points(8), Points(8), epochs=9, batch_size=8, verbose=0, callbacks=[stop, told], save_dir=str(tmp_path))
    assert told.calls.count("on_epoch_begin") == 3 and model.stop_training
    assert "Early stopping" in capsys.readouterr().out and (tmp_path / "best_model.pdparams").exists()
    assert paddle.callbacks.EarlyStopping("acc").sign == 1 and paddle.callbacks.EarlyStopping("acc", "min").sign == -1
    with pytest.raises(ArgumentError):
        paddle.callbacks.EarlyStopping(mode="most")


@pytest.mark.parametrize("by_step, by_epoch, steps", [(True, False, 4), (False, True, 2)])
def test_schedules_step(by_step, by_epoch, steps):
    model = prepared()
    schedule = paddle.optimizer.lr.StepDecay(0.1, step_size=1, gamma=0.5)
    model.prepare(paddle.optimizer.SGD(schedule, parameters=model.parameters()), nn.CrossEntropyLoss())
    follow = paddle.callbacks.LRScheduler(by_step, by_epoch)
    model.fit(Points(16), epochs=2, batch_size=8, verbose=0, callbacks=[follow])
    assert schedule.get_lr() == pytest.approx(0.1 * 0.5**steps)
    with pytest.raises(ArgumentError, match="must not both be True"):
        paddle.callbacks.LRScheduler(True, True)


def test_a_number_of_batches_may_be_given():
    told = Told()
    prepared().fit(Points(64), batch_size=8, epochs=5, num_iters=10, verbose=0, callbacks=told)
    assert told.calls.count("on_train_batch_begin") == 10
    told = Told()
    prepared().evaluate(Points(64), batch_size=8, num_iters=3, verbose=0, callbacks=told)
    assert told.calls.count("on_eval_batch_begin") == 3


def test_refusals():
    model = paddle.Model(net())
    with pytest.raises(ModeError, match=r"call `model\.prepare"):
        model.train_batch([np.ones((1, 4), "float32")], [np.zeros((1, 1), "int64")])
    with pytest.raises(ModeError, match="train_data"):
        model.fit()
    with pytest.raises(UnsupportedError, match="amp_configs"):
        model.prepare(amp_configs="O1")
    with pytest.raises(UsageError, match="callable"):
        model.prepare(loss=3)
    with pytest.raises(ModeError, match="must be an instance of Metric"):
        model.prepare(metrics=[3])
    with pytest.raises(ModeError, match="input_size"):
        model.summary()
    paddle.enable_static()
    with pytest.raises(ModeError, match="dygraph"):
        model.prepare()


# --- summary and flops: the figures of Paddle 2.6.2 ------------------------------------------------------------------


def test_summary(capsys):
    with paddle.utils.unique_name.guard():
        lenet = paddle.vision.models.LeNet()
    assert paddle.summary(lenet, (1, 1, 28, 28)) == {"total_params": 61610, "trainable_params": 61610}
    text = capsys.readouterr().out
    rows = [line.split() for line in text.splitlines() if line.strip()]
    assert ["Conv2D-1", "[[1,", "1,", "28,", "28]]", "[1,", "6,", "28,", "28]", "60"] in rows
    assert ["Estimated", "Total", "Size", "(MB):", "0.35"] in rows and lenet.training
    frozen = net()
    frozen[0].weight.stop_gradient = True
    assert paddle.summary(frozen, input=paddle.ones([1, 4]))["trainable_params"] == 58 - 32
    with pytest.raises(ArgumentError, match="must not both be None"):
        paddle.summary(frozen)
    with pytest.raises(ArgumentError, match="greater than zero"):
        paddle.summary(frozen, (0, 4))


class Twice(nn.Layer):
    def __init__(self):
        super().__init__()
        self.inner = nn.Sequential(nn.Linear(2, 2), nn.ReLU())

    def forward(self, x):
        return self.inner(x), [x]


def test_summary_shows_layers_of_layers_and_results_of_several_parts(capsys):
    with paddle.utils.unique_name.guard():
        made = nn.Sequential(Twice())
    paddle.summary(made, (1, 2))
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[3:6]] == ["Linear-1", "ReLU-1", "Twice-1"]  # no Sequential
    assert lines[5] == "    Twice-1           [[1, 2]]        [[1, 2], [[1, 2]]]         0       "


def test_flops(capsys):
    lenet = paddle.vision.models.LeNet()
    assert paddle.flops(lenet, [1, 1, 28, 28], print_detail=True) == 347560
    text = capsys.readouterr().out
    assert "Total Flops: 347560     Total Params: 61610" in text and "| 241600 |" in text

    def count(layer, inputs, output):
        layer.total_ops += 7

    assert paddle.flops(net(), [1, 4], custom_ops={nn.ReLU: count}) == 32 + 16 + 7


def test_the_logger_writes_to_a_file(tmp_path):
    logger = paddle.hapi.logger.setup_logger(str(tmp_path / "logs"), "told", logging.WARNING)
    logger.warning("a word")
    for handler in logger.handlers[:]:
        handler.close()
        logger.removeHandler(handler)
    assert "told - WARNING - a word" in (tmp_path / "logs" / "log.txt").read_text()


class Seen(paddle.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.told = [dict(self.params)]

    def on_train_batch_end(self, step, logs=None):
        self.told.append({k: logs[k] for k in ("step", "batch_size")})

    def on_epoch_end(self, epoch, logs=None):
        self.told.append(sorted(logs))


def test_callbacks_find_what_paddle_gives_them():
    model, seen = paddle.Model(net()), Seen()
    model.prepare(paddle.optimizer.SGD(0.1, parameters=model.parameters()), nn.CrossEntropyLoss())
    model.fit(Points(5), epochs=1, batch_size=3, verbose=0, callbacks=seen)
    params = {"batch_size": 3, "epochs": 1, "steps": 2, "verbose": 0, "metrics": ["loss"]}
    steps = [{"step": 0, "batch_size": 3}, {"step": 1, "batch_size": 2}]
    assert seen.told == [params, *steps, ["batch_size", "loss", "step"]]


def test_early_stopping_says_that_nobody_measures_its_monitor():
    model = paddle.Model(net())
    model.prepare(paddle.optimizer.SGD(0.1, parameters=model.parameters()), nn.CrossEntropyLoss())
    stop = paddle.callbacks.EarlyStopping("accuracy")
    with pytest.warns(opscope.errors.OpscopeWarning, match="should be 'loss' or the name of a metric"):
        model.fit(Points(4), Points(4), epochs=1, batch_size=4, verbose=0, callbacks=stop)


class Evaluated(paddle.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        self.epoch = epoch

    def on_eval_end(self, logs=None):
        print("evaluated after", self.epoch)  # noqa: T201 (looked at below)


def test_when_models_are_evaluated_and_kept(tmp_path, capsys):
    model = paddle.Model(net())
    model.prepare(paddle.optimizer.SGD(0.1, parameters=model.parameters()), nn.CrossEntropyLoss())
    told = {"eval_freq": 2, "save_dir": str(tmp_path), "save_freq": 3, "callbacks": Evaluated()}
    model.fit(Points(4), Points(4), epochs=4, batch_size=4, verbose=0, **told)
    said = capsys.readouterr().out.splitlines()
    assert [line for line in said if line.startswith("evaluated")] == ["evaluated after 0", "evaluated after 2"]
    kept = [line for line in said if line.startswith("save")]
    assert kept == [f"save checkpoint at {tmp_path / name}" for name in ("0", "3", "final")]
