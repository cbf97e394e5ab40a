"""paddle.callbacks.ReduceLROnPlateau."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import OpscopeWarning


class Told:
    """What a callback needs of a model."""

    def __init__(self, rate) -> None:
        self._optimizer = paddle.optimizer.SGD(rate, parameters=[paddle.ones([1])])


def rates(callback, values, rate=1.0) -> list[float]:
    callback.set_model(Told(rate))
    callback.on_train_begin()
    found = []
    for value in values:
        callback.on_eval_end({"loss": [value], "acc": value})
        found.append(round(callback.model._optimizer.get_lr(), 6))
    return found


def test_the_rate_falls_where_nothing_gets_better(capsys):
    make = paddle.callbacks.ReduceLROnPlateau
    assert rates(make(patience=2), [3, 2, 2, 2, 2, 2, 1]) == [1, 1, 1, 0.1, 0.1, 0.01, 0.01]
    assert "Epoch 4: ReduceLROnPlateau reducing learning rate to 0.1" in capsys.readouterr().out
    assert rates(make("acc", 0.5, 1, 0), [1, 2, 2, 3, 2]) == [1, 1, 0.5, 0.5, 0.25]
    assert rates(make(patience=1, factor=0.5, cooldown=2, verbose=0), [1] * 6) == [1, 0.5, 0.5, 0.25, 0.25, 0.125]
    assert rates(make(patience=1, min_lr=0.3, verbose=0), [1] * 4) == [1, 0.3, 0.3, 0.3]
    assert rates(make(patience=1, mode="max", factor=0.5, verbose=0), [1, 2, 3]) == [1, 1, 1]
    assert rates(make(patience=1, min_delta=0.5, factor=0.5, verbose=0), [2, 1.8, 1.2]) == [1, 0.5, 0.5]
    assert capsys.readouterr().out == ""


def test_what_reduce_lr_cannot_do():
    make = paddle.callbacks.ReduceLROnPlateau
    for options, words in (({"factor": 1.0}, "must be less than 1.0"), ({"mode": "x"}, "mode should be")):
        with pytest.raises(ValueError, match=words):
            make(**options)
    with pytest.warns(OpscopeWarning, match="'loss' or the name of a metric"):
        rates(make("f1"), [1])
    with pytest.warns(OpscopeWarning, match="is a schedule, not a float"):
        rates(make(), [1], paddle.optimizer.lr.StepDecay(0.5, 1))


def test_in_training():
    model = paddle.Model(paddle.nn.Linear(2, 1))
    model.prepare(paddle.optimizer.SGD(0.5, parameters=model.parameters()), paddle.nn.MSELoss())
    data = paddle.io.TensorDataset([paddle.zeros([4, 2]), paddle.zeros([4, 1])])
    callback = paddle.callbacks.ReduceLROnPlateau(patience=1, factor=0.5, verbose=0, min_delta=10.0)
    model.fit(data, data, epochs=3, batch_size=4, verbose=0, callbacks=[callback])
    assert np.isclose(model._optimizer.get_lr(), 0.125)
