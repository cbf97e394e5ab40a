"""Products on the threads of BLAS: the same bits on any number of them, and one thread where sharing takes longer."""

import numpy as np
import pytest

from opscope import paddle
from opscope.runtime.lower import blas
from opscope.runtime.lower.blas import MAX_PAUSE, MIN_PAUSE, WINDOW, Product, _SharingMonitor

threadpoolctl = pytest.importorskip("threadpoolctl")


def trained(steps: int = 4) -> list[bytes]:
    """The parameters of a small net after some steps: products and convolutions that BLAS would share."""
    paddle.enable_static()
    paddle.seed(3)
    main, startup = paddle.static.Program(), paddle.static.Program()
    with paddle.static.program_guard(main, startup):
        x = paddle.static.data("x", [8, 3, 12, 12])
        h = paddle.nn.functional.relu(paddle.static.nn.conv2d(x, 16, 3, padding=1))
        h = paddle.static.nn.fc(paddle.static.nn.fc(h, 300, activation="tanh"), 150)
        loss = paddle.mean(paddle.square(paddle.matmul(h, h, transpose_y=True)))
        paddle.optimizer.SGD(1e-4).minimize(loss)
    scope = paddle.static.Scope()
    with paddle.static.scope_guard(scope):
        exe = paddle.static.Executor()
        exe.run(startup)
        feed = {"x": np.random.default_rng(0).standard_normal((8, 3, 12, 12)).astype("float32")}
        for _ in range(steps):
            exe.run(main, feed=feed, fetch_list=[loss])
        assert exe.lowered
        return [np.array(scope.find_var(p.name).get_tensor()).tobytes() for p in main.all_parameters()]


@pytest.fixture(autouse=True)
def monitor(monkeypatch: pytest.MonkeyPatch) -> _SharingMonitor:
    fresh = _SharingMonitor()
    monkeypatch.setattr(blas, "sharing", fresh)
    return fresh


def test_the_number_of_blas_threads_changes_no_bit():
    found = set()
    for threads in (1, 2, 4):
        with threadpoolctl.threadpool_limits(threads, "blas"):
            found.add(b"".join(trained()))
            assert all(c.get() == threads for c in blas._controls())  # put back after every product
    assert len(found) == 1


def test_products_have_one_thread_where_more_would_change_bits(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(blas.thread_pool, "num_threads", lambda: 2)
    threads = []
    with threadpoolctl.threadpool_limits(2, "blas"):
        for same in (True, False):
            monkeypatch.setattr(blas, "threads_change_no_bit", lambda same=same: same)
            assert blas.num_threads() == 2
            product = blas.product(lambda: threads.append(blas._controls()[0].get()), blas.MAX_SINGLE_FLOPS + 1)
            assert (type(product) is Product) == same
            for _ in range(3):
                product()
        assert threads == [1, 2, 2, 1, 1, 1] and blas._controls()[0].get() == 2


def test_two_trainings_on_the_same_threads_agree_bit_for_bit(monitor: _SharingMonitor):
    with threadpoolctl.threadpool_limits(2, "blas"):
        found = {b"".join(trained())}
        monitor.single_until = np.inf  # as beside a busy process
        found.add(b"".join(trained()))
    assert len(found) == 1


def test_products_run_on_one_thread_while_sharing_takes_longer(
    monitor: _SharingMonitor, monkeypatch: pytest.MonkeyPatch
):
    now, seconds, threads = [0.0], {1: WINDOW / 2, 2: WINDOW}, []

    def call() -> None:
        count = blas._controls()[0].get()
        threads.append(count)
        now[0] += seconds[count]

    def takes_longer() -> float:
        """The pause after the next products, which take longer when shared."""
        seconds[2] = WINDOW
        while monitor.single_until <= now[0]:
            product()
        return round(monitor.single_until - now[0], 6)

    monkeypatch.setattr(blas, "perf_counter", lambda: now[0])
    with threadpoolctl.threadpool_limits(2, "blas"):
        product = Product(call)
        product()
        assert threads == [1]  # measured first
        product()
        assert threads == [1, 2] and monitor.single_until == now[0] + MIN_PAUSE
        while now[0] < monitor.single_until:
            product()
        assert set(threads[2:]) == {1}
        product()
        assert threads[-1] == 2 and monitor.single_until == now[0] + 2 * MIN_PAUSE  # still crowded: it waits longer
        for _ in range(20):
            now[0] = monitor.single_until
            product()
        assert monitor.single_until == now[0] + MAX_PAUSE
        seconds[2] = WINDOW / 4
        now[0] = monitor.single_until
        for _ in range(9):
            product()
        assert threads[-9:] == [2] * 9  # sharing helps again
        assert takes_longer() == MAX_PAUSE  # but not for long, as between the bursts of a browser
        now[0], seconds[2] = monitor.single_until, WINDOW / 4
        while now[0] < monitor.single_until + MAX_PAUSE + WINDOW:
            product()
        assert takes_longer() == MIN_PAUSE


def test_small_products_and_those_of_our_threads_are_plain_calls():
    def call() -> None: ...

    assert blas.product(call, blas.MAX_SINGLE_FLOPS) is call
    with threadpoolctl.threadpool_limits(2, "blas"):
        shared = blas.product(call, blas.MAX_SINGLE_FLOPS + 1)
        assert shared is not call
    with threadpoolctl.threadpool_limits(1, "blas"):  # nothing to choose
        assert blas.product(call, blas.MAX_SINGLE_FLOPS + 1) is call


def test_an_error_in_a_product_puts_the_threads_back():
    def fail() -> None:
        raise ZeroDivisionError

    with threadpoolctl.threadpool_limits(2, "blas"):
        with pytest.raises(ZeroDivisionError):
            Product(fail)()
        assert all(c.get() == 2 for c in blas._controls())
