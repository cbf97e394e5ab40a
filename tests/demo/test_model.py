"""The demo's program: its hand-made gradients, and that it is the same program watched or not."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.core import state
from opscope.demo import digits, model, train
from opscope.demo.page import write
from opscope.errors import RunError
from opscope.paddle.static import Executor, data, gradients
from opscope.runtime.instrument import instrumented


@pytest.fixture(scope="module")
def images() -> digits.Digits:
    pytest.importorskip("sklearn")
    found = digits.load()
    return digits.Digits((found.train[0][:400], found.train[1][:400]), found.test)


def losses(
    images: digits.Digits, seed: int, taps: tuple[str, ...] | None, *, recorded: bool = False, lower: bool = True
) -> tuple[list[float], bytes]:
    """Every loss of two epochs, and a weight at the end."""
    state.reset()
    paddle.enable_static()
    net = model.build()
    progress = train.Progress(2, images.steps)
    body = lambda: train.train(net, images, progress, seed=seed)
    if recorded:
        debug.start(body, taps or (), hz=None).wait(60)
    elif taps is not None:
        debug.start(body, taps, hz=None, record=False).wait(60)
    else:
        with instrumented(lower=lower):
            body()
    return progress.losses, np.array(paddle.static.global_scope().find_var("output.w_0").get_tensor()).tobytes()


@pytest.mark.thorough
def test_a_seed_decides_every_bit_and_taps_none(images):
    once = losses(images, 0, None)
    assert losses(images, 0, None) == once
    assert losses(images, 0, train.TAPS) == once
    assert losses(images, 0, ("*", "*@GRAD")) == once
    assert losses(images, 1, None)[0] != once[0]


@pytest.mark.thorough
def test_a_recorded_run_is_the_plain_one_whatever_the_dial(images):
    once = losses(images, 0, None)
    assert losses(images, 0, None, recorded=True) == once
    assert losses(images, 0, ("*", "*@GRAD"), recorded=True) == once


def test_the_images_are_split_once_and_for_all():
    pytest.importorskip("sklearn")
    first, second = digits.load(), digits.load()
    assert len(first.train[0]) == 1437 and len(first.test[0]) == 360
    assert first.train[0].tobytes() == second.train[0].tobytes()
    seen = [label for _, label in first.batches(3)]
    assert len(seen) == first.steps
    assert sorted(np.concatenate(seen).ravel()) == sorted(first.train[1].ravel())


def test_swish_has_its_gradient():
    x = np.linspace(-6, 6, 101)
    numeric = (model.swish(x + 1e-6) - model.swish(x - 1e-6)) / 2e-6
    np.testing.assert_allclose(model.swish_grad(x, np.ones_like(x)), numeric, atol=1e-8)
    with np.errstate(all="raise", under="ignore"):
        assert list(model.swish(np.array([-1000.0, 1000.0]))) == [0.0, 1000.0]


def test_what_is_quantized_lets_the_gradient_through_where_it_does_not_clip():
    paddle.enable_static()
    x = data("x", [None], "float32")
    x.stop_gradient = False
    out = model.quantized(x)
    (dx,) = gradients([paddle.sum(out)], [x])
    values = np.array([-3.0, -1.99, 0.06, 0.07, 2.5], "float32")
    got, grad = Executor().run(feed={"x": values}, fetch_list=[out, dx])
    assert got.tolist() == [-2.0, -2.0, 0.0, 0.125, 2.0]
    assert grad.tolist() == [0.0, 1.0, 1.0, 1.0, 0.0]


def test_the_shares_of_active_units_are_bounded():
    active = model.ActiveUnits()
    for _ in range(1500):
        active(np.array([1.0, -1.0, 0.0, 2.0]))
    assert len(active.shares) == 1000 and active.shares[-1] == 0.5


def test_a_page_that_cannot_be_written_leaves_the_old_one(tmp_path, monkeypatch):
    page = tmp_path / "demo.html"
    page.write_text("old")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(RunError, match="No space left"):
        write(page, "new")
    assert page.read_text() == "old" and list(tmp_path.iterdir()) == [page]
