"""fluid's optimizers, clips, readers, loaders and metrics with 1.8's parameters."""

import numpy as np
import pytest

from opscope.errors import UnsupportedError
from opscope.paddle import fluid

L = fluid.layers

X = np.ones((2, 3), "float32")


def value(name):
    return np.array(fluid.global_scope().find_var(name).get_tensor())


def two_layers():
    hidden = L.fc(L.data("x", [3]), 4, param_attr="w1", bias_attr=False)
    return L.reduce_sum(L.square(L.fc(hidden, 2, param_attr="w2", bias_attr=False)))


def moved(loss, optimizer):
    """By how much one step moves w1 and w2."""
    optimizer.minimize(loss)
    exe = fluid.Executor()
    exe.run(fluid.default_startup_program())
    before = [value(n) for n in ("w1", "w2")]
    exe.run(feed={"x": X}, fetch_list=[loss])
    return [a - value(n) for a, n in zip(before, ("w1", "w2"), strict=True)]


def test_a_clip_is_set_for_a_program():
    loss = two_layers()
    fluid.clip.set_gradient_clip(fluid.clip.GradientClipByGlobalNorm(9.0))
    fluid.clip.set_gradient_clip(fluid.clip.GradientClipByValue(0.1), param_list=["w1"])
    fluid.set_gradient_clip(fluid.clip.GradientClipByNorm(0.3), param_list=["w2"])
    one, two = moved(loss, fluid.optimizer.SGD(1.0))
    assert np.abs(one).max() <= 0.1 + 1e-6 and np.linalg.norm(two) == pytest.approx(0.3, rel=1e-4)
    with pytest.raises(TypeError, match="a subclass of ClipGradBase"):
        fluid.clip.set_gradient_clip(3)


def test_the_clip_of_an_optimizer_goes_before():
    loss = two_layers()
    fluid.clip.set_gradient_clip(fluid.clip.GradientClipByNorm(1e-6))
    clip = fluid.clip.GradientClipByNorm(0.2, need_clip=lambda p: p.name == "w1")
    one, two = moved(loss, fluid.optimizer.SGD(1.0, grad_clip=clip))
    assert np.linalg.norm(one) == pytest.approx(0.2, rel=1e-4) and np.linalg.norm(two) > 0.3


def test_penalties_by_their_names():
    x = L.data("x", [3])
    decay = fluid.regularizer.L2DecayRegularizer(regularization_coeff=0.5)
    attr = fluid.ParamAttr(name="w1", initializer=fluid.initializer.Constant(2.0), regularizer=decay)
    loss = L.mean(L.fc(x, 1, param_attr=attr, bias_attr=False)) * 0.0
    fluid.optimizer.SGD(0.1, regularization=fluid.regularizer.L1Decay(7.0)).minimize(loss)
    exe = fluid.Executor()
    exe.run(fluid.default_startup_program())
    exe.run(feed={"x": X}, fetch_list=[loss])
    np.testing.assert_allclose(value("w1"), 2.0 - 0.1 * 0.5 * 2.0, rtol=1e-6)


def test_optimizers_around_optimizers():
    loss = two_layers()
    hidden = fluid.default_main_program().global_block().var("fc_0.tmp_0")
    inner = fluid.optimizer.RecomputeOptimizer(fluid.optimizer.LambOptimizer(0.1))
    inner._set_checkpoints([hidden])
    assert all(np.any(d) for d in moved(loss, inner))
    with pytest.raises(UnsupportedError, match="regularization"):
        fluid.optimizer.LambOptimizer(regularization=fluid.regularizer.L2Decay(0.1))


def test_averages_of_parameters():
    loss = two_layers()
    fluid.optimizer.SGD(0.1).minimize(loss)
    average = fluid.optimizer.ExponentialMovingAverage(0.5)
    average.update()
    exe = fluid.Executor()
    exe.run(fluid.default_startup_program())
    seen = []
    for _ in range(2):
        exe.run(feed={"x": X}, fetch_list=[loss])
        seen.append(value("w1"))
    with average.apply(exe):
        np.testing.assert_allclose(value("w1"), (seen[0] + 2 * seen[1]) / 3, rtol=1e-5)
    assert np.array_equal(value("w1"), seen[1])


def test_backward_and_the_updates_apart():
    loss = two_layers()
    optimizer = fluid.optimizer.MomentumOptimizer(0.1, 0.9)
    pairs = optimizer.backward(loss, parameter_list=["w1"])
    assert [p.name for p, _ in pairs] == ["w1"]
    assert [o.type for o in optimizer.apply_optimize(loss, None, pairs)] == ["momentum"]


# --- what is read -----------------------------------------------------------------------------------


def numbers():
    yield from range(10)


def test_readers():
    io = fluid.io
    assert list(io.batch(numbers, 4)()) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]
    assert len(list(fluid.batch(numbers, 4, drop_last=True)())) == 2
    shuffled = list(io.shuffle(numbers, 5)())
    assert sorted(shuffled[:5]) == [0, 1, 2, 3, 4] and sorted(shuffled) == list(range(10))
    assert list(io.map_readers(lambda a, b: a * b, numbers, numbers)()) == [n * n for n in range(10)]
    assert list(io.chain(numbers, numbers)()) == [*range(10), *range(10)]
    assert list(io.firstn(io.compose(numbers, lambda: zip(range(10), range(10), strict=True)), 2)()) == [
        (0, 0, 0),
        (1, 1, 1),
    ]
    with pytest.raises(io.ComposeNotAligned):
        list(io.compose(numbers, lambda: iter([1]))())
    assert list(io.compose(numbers, lambda: iter([1]), check_alignment=False)()) == [(0, 1)]
    for read in (io.buffered(numbers, 3), io.xmap_readers(lambda n: n, numbers, 4, 3), io.cache(numbers)):
        assert [list(read()), list(read())] == [list(range(10))] * 2
    with pytest.raises(UnsupportedError, match="multiprocess_reader"):
        io.multiprocess_reader([numbers])


def samples():
    for i in range(10):
        yield np.full(3, i, "float32"), i


def loaders(x, y):
    make = fluid.io.DataLoader.from_generator
    yield make([x, y], capacity=4).set_sample_generator(samples, 4, drop_last=False)
    yield make([x, y], 4).set_sample_list_generator(fluid.io.batch(samples, 4), fluid.CPUPlace())
    reader = fluid.io.PyReader([x, y], 4)
    reader.decorate_batch_generator(lambda: ([X[:1], np.ones((1, 1), "int64")] for _ in range(3)))
    yield reader


def test_loaders_feed_programs():
    x, y = fluid.data("x", [None, 3]), fluid.data("y", [None, 1], "int64")
    total = L.elementwise_mul(L.reduce_sum(x, dim=[1], keep_dim=True), L.cast(y, "float32"))
    exe = fluid.Executor()
    for loader in loaders(x, y):
        for _ in range(2):
            got = [exe.run(feed=batch, fetch_list=[total])[0] for batch in loader()]
            assert len(got) == 3 and all(g.shape[1:] == (1,) for g in got)
    assert got[0].tolist() == [[3.0]]
    with pytest.raises(TypeError, match="can only be called when DataLoader is not iterable"):
        fluid.io.DataLoader.from_generator([x]).start()
    with pytest.raises(TypeError, match="has not been set yet"):
        iter(fluid.io.PyReader([x]))
    with pytest.raises(ValueError, match="one field for each variable"):
        next(fluid.io.PyReader([x]).set_batch_generator(lambda: iter([[X, X]]))())


def test_loaders_give_tensors_in_dygraph():
    with fluid.dygraph.guard():
        loader = fluid.io.DataLoader.from_generator(capacity=2)
        loader.set_sample_list_generator(fluid.io.batch(samples, 5))
        first, label = next(loader())
        assert first.shape == [5, 3] and label.numpy().tolist() == [0, 1, 2, 3, 4]


# --- what is told -----------------------------------------------------------------------------------

PREDICTED = np.array([[0.1], [0.7], [0.8], [0.9], [0.2], [0.6]])
TRUE = np.array([[0], [1], [1], [0], [1], [1]])


def test_metrics_over_batches():
    both = fluid.metrics.CompositeMetric()
    for metric in (fluid.metrics.Precision(), fluid.metrics.Recall()):
        both.add_metric(metric)
    area = fluid.metrics.Auc("auc", num_thresholds=1000)
    accuracy = fluid.metrics.Accuracy()
    for rows in (slice(0, 2), slice(2, 6)):
        both.update(PREDICTED[rows], TRUE[rows])
        area.update(np.concatenate([1 - PREDICTED, PREDICTED], 1)[rows], TRUE[rows])
        accuracy.update(np.array([np.mean((PREDICTED > 0.5) == TRUE)]), 2)
    assert both.eval() == [0.75, 0.75] and accuracy.eval() == pytest.approx(4 / 6)
    pairs = [p > n for p in PREDICTED[TRUE == 1] for n in PREDICTED[TRUE == 0]]
    assert area.eval() == pytest.approx(np.mean(pairs))
    both.reset()
    assert both.eval() == [0.0, 0.0] and str(area) == "auc"
    chunks = fluid.metrics.ChunkEvaluator()
    chunks.update(10, 8, 4)
    assert chunks.eval() == pytest.approx((0.4, 0.5, 4 / 9))
    edits = fluid.metrics.EditDistance()
    edits.update(np.array([[0.0], [3.0]]), 2)
    assert edits.eval() == (1.5, 0.5)
    mean = fluid.average.WeightedAverage()
    mean.add(2.0, 1)
    mean.add(np.array([5.0]), 2)
    assert mean.eval() == [4.0]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: fluid.metrics.Accuracy().eval(),
        lambda: fluid.metrics.Accuracy().update(0.5, -1),
        lambda: fluid.metrics.Precision().update([1], [1]),
        lambda: fluid.average.WeightedAverage().eval(),
        lambda: fluid.metrics.CompositeMetric().add_metric(3),
        lambda: fluid.metrics.EditDistance().eval(),
    ],
    ids=["none", "negative", "list", "average", "metric", "edits"],
)
def test_metrics_refuse(wrong):
    with pytest.raises(ValueError, match=r"no data|negative|ndarray|inherit"):
        wrong()


def test_a_parallel_executor_is_one():
    loss = two_layers()
    fluid.Executor().run(fluid.default_startup_program())
    executor = fluid.ParallelExecutor(False, loss.name)
    assert np.array_equal(executor.run([loss.name], feed={"x": X})[0], executor.run([loss], feed=[{"x": X}])[0])
    with pytest.raises(UnsupportedError, match="one process"):
        fluid.ParallelExecutor(False, num_trainers=2)


def test_a_model_without_its_values(tmp_path):
    exe = fluid.Executor()
    loss = two_layers()
    exe.run(fluid.default_startup_program())
    assert fluid.io.save_inference_model(str(tmp_path), "x", loss, exe, program_only=True) == [loss.name]
    assert [p.name for p in tmp_path.iterdir()] == ["__model__"]
    fluid.io.save_inference_model(str(tmp_path), ["x"], [loss], exe)
    with fluid.scope_guard(fluid.Scope()):
        program, names, targets = fluid.io.load_inference_model(str(tmp_path), exe)
        (got,) = exe.run(program, feed={names[0]: X}, fetch_list=targets)
    assert got == exe.run(feed={"x": X}, fetch_list=[loss])[0]
    assert np.array_equal(fluid.io.get_parameter_value_by_name("w1", exe), value("w1"))
    with pytest.raises(UnsupportedError, match="export_for_deployment"):
        fluid.io.save_inference_model(str(tmp_path), ["x"], [loss], exe, export_for_deployment=False)


def test_what_is_fetched_of_one_element_is_a_number_too():
    x = fluid.layers.data("x", [3])
    loss = fluid.layers.mean(fluid.layers.scale(x, 2.0))
    exe = fluid.Executor(fluid.CPUPlace())
    (value,) = exe.run(feed={"x": np.full((2, 3), 1.25, "float32")}, fetch_list=[loss])
    assert isinstance(value, np.ndarray) and value.shape == (1,)
    written = "%.2f %d" % (value, value)  # noqa: UP031 (as old programs print it)
    assert (written, float(value * 2), int(value)) == ("2.50 2", 5.0, 2)
    assert repr(value) == "array([2.5], dtype=float32)"
