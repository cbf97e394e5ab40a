"""Programs of 1.x need no enable_static(): nothing of fluid refuses the mode that Paddle 2.x begins in."""

import inspect
import pickle
from types import ModuleType

import numpy as np
import pytest

from opscope.core.state import mode
from opscope.core.tensors.number_arrays import NumberArray
from opscope.errors import RunError, UsageError
from opscope.paddle import fluid
from opscope.paddle.inference import Config, create_predictor

L = fluid.layers
R = np.random.RandomState(0)


def constant(value):
    return fluid.ParamAttr(initializer=fluid.initializer.Constant(value))


def names_of_fluid(module=fluid, path="fluid", seen=None):
    """(path, function or class) of all names of fluid's own modules, and of what it takes from elsewhere."""
    seen = {module} if seen is None else seen
    for name in getattr(module, "__all__", ()):
        value = getattr(module, name)
        if isinstance(value, ModuleType):
            if value.__name__.startswith("opscope.paddle.fluid") and value not in seen:
                seen.add(value)
                yield from names_of_fluid(value, f"{path}.{name}", seen)
        elif callable(value):
            yield f"{path}.{name}", value


def refuses_dygraph(function):
    """True if it calls require_static in the mode of its caller."""
    while hasattr(function, "__wrapped__"):
        if function.__code__.co_filename.endswith("statically.py"):
            return False
        function = function.__wrapped__
    return "require_static" in getattr(getattr(function, "__code__", None), "co_names", ())


def test_no_function_or_method_needs_static_mode():
    found, methods = [], 0
    for path, value in names_of_fluid():
        if inspect.isclass(value):
            for name, method in inspect.getmembers(value, inspect.isfunction):
                methods += 1
                found += [f"{path}.{name}"] * refuses_dygraph(method)
        else:
            found += [path] * refuses_dygraph(value)
    assert not mode.static and methods > 500
    assert sorted(set(found)) == []


def test_a_static_rnn_whose_batch_is_known():
    x = fluid.data("x", [3, 2, 4])
    rnn = L.StaticRNN()
    with rnn.step():
        before = rnn.memory(shape=[-1, 4], batch_ref=(word := rnn.step_input(x)))
        rnn.update_memory(before, total := before + word)
        rnn.step_output(total)
    value = R.rand(3, 2, 4).astype("float32")
    (got,) = fluid.Executor().run(feed={"x": value}, fetch_list=[rnn()])
    np.testing.assert_allclose(got, value.cumsum(0), rtol=1e-6)


@pytest.fixture
def line():
    """(executor, x, prediction) of a line, whose weight is 0.5 and whose bias is 2."""
    x = fluid.data("x", [-1, 3])
    y = L.fc(x, 1, param_attr=constant(0.5), bias_attr=constant(2.0))
    exe = fluid.Executor()
    exe.run(fluid.default_startup_program())
    return exe, x, y


ONES = np.ones((2, 3), "float32")


def test_files_of_a_program(line, tmp_path):
    exe, _, y = line
    main, path = fluid.default_main_program(), str(tmp_path / "line")
    with fluid.device_guard("cpu"):
        fluid.save(main, path)
    state = fluid.load_program_state(path)
    fluid.set_program_state(main, {name: np.zeros_like(value) for name, value in state.items()})
    assert exe.run(feed={"x": ONES}, fetch_list=[y])[0].tolist() == [[0], [0]]
    fluid.load(main, path, exe)
    assert exe.run(feed={"x": ONES}, fetch_list=[y])[0].tolist() == [[3.5], [3.5]]


@pytest.mark.parametrize("together", [None, "__params__", "all"])
def test_parameters_of_an_inference_model_are_in_a_file_each_or_in_a_named_one(line, tmp_path, together):
    exe, _, y = line
    folder = str(tmp_path / "model")
    for params_filename in ("__params__", together):  # a file of another model does not stay
        fluid.io.save_inference_model(folder, ["x"], [y], exe, params_filename=params_filename)
    expected = {"__model__", together} if together else {"__model__", "fc_0.w_0", "fc_0.b_0"}
    assert {f.name for f in (tmp_path / "model").iterdir()} == expected
    with fluid.scope_guard(fluid.Scope()):
        program, feeds, targets = fluid.io.load_inference_model(folder, exe, params_filename=together)
        assert exe.run(program, feed={feeds[0]: ONES}, fetch_list=targets)[0].tolist() == [[3.5], [3.5]]
    if together != "all":
        assert create_predictor(Config(folder)).run([ONES])[0].numpy().tolist() == [[3.5], [3.5]]


def test_a_predictor_says_which_file_of_parameters_is_missing(line, tmp_path):
    exe, _, y = line
    fluid.io.save_inference_model(str(tmp_path), ["x"], [y], exe)
    (tmp_path / "fc_0.b_0").unlink()
    with pytest.raises(FileNotFoundError, match=r"there is no file .*fc_0\.b_0"):
        create_predictor(Config(str(tmp_path)))


class TestNumbers:
    def test_arrays_of_one_element_are_numbers_in_dygraph(self):
        with fluid.dygraph.guard():
            loss = L.mean(fluid.dygraph.to_variable(ONES * 1.5))
            value = loss.numpy()
            assert value.shape == (1,) and "%.2f" % value == "1.50"  # noqa: UP031 (theirs)
            assert float(value) == 1.5 and int(value) == 1
            column = fluid.dygraph.to_variable(ONES[:, :1]).numpy()
            assert ["%.1f" % row for row in column] == ["1.0", "1.0"]  # noqa: UP031
            assert type(fluid.dygraph.to_variable(ONES).numpy()) is np.ndarray
            with pytest.raises(TypeError):
                float(column)
        assert type(loss.numpy()) is np.ndarray, "outside of the guard it is 2.x again"

    def test_pickled_they_are_plain_arrays(self):
        made = np.ones(1).view(NumberArray)
        assert type(pickle.loads(pickle.dumps(made))) is np.ndarray


class Net(fluid.dygraph.Layer):
    def __init__(self):
        super().__init__()
        self.fc = fluid.dygraph.Linear(3, 2, param_attr=constant(0.5), bias_attr=constant(1.0))

    def forward(self, x):
        return L.relu(self.fc(x)), self.fc(x) - 5.0


class TestTracedLayer:
    def test_it_runs_and_is_saved(self, tmp_path):
        with fluid.dygraph.guard():
            net = Net()
            outs, traced = fluid.dygraph.TracedLayer.trace(net, [fluid.dygraph.to_variable(ONES)])
            traced.set_strategy(fluid.BuildStrategy())
            for made in (outs, traced([fluid.dygraph.to_variable(ONES)])):
                assert [o.numpy().tolist() for o in made] == [[[2.5] * 2] * 2, [[-2.5] * 2] * 2]
            net.fc.weight.set_value(np.zeros((3, 2), "float32"))
            assert traced(fluid.dygraph.to_variable(ONES))[0].numpy().tolist() == [[1.0] * 2] * 2
            assert "relu" in [o.type for o in traced.program.global_block().ops]
            traced.save_inference_model(str(tmp_path), feed=[0], fetch=[1])
        exe = fluid.Executor()
        program, feeds, targets = fluid.io.load_inference_model(str(tmp_path), exe)
        (got,) = exe.run(program, feed={feeds[0]: np.ones((5, 3), "float32")}, fetch_list=targets)
        assert got.tolist() == [[-4.0] * 2] * 5

    def test_errors(self, tmp_path):
        with fluid.dygraph.guard():
            x = fluid.dygraph.to_variable(ONES)
            with pytest.raises(UsageError, match="must be Layer"):
                fluid.dygraph.TracedLayer.trace(lambda x: x, [x])
            _, traced = fluid.dygraph.TracedLayer.trace(Net(), x)
            with pytest.raises(RunError, match="position 2 does not exist: there are 2 variables"):
                traced.save_inference_model(str(tmp_path), fetch=[2])


@pytest.fixture
def descent():
    """Descends along a slope of 1 from 1 by 0.1 a step: (what follows the weights, executor, one step)."""

    def build(around):
        x = fluid.data("x", [-1, 1])
        w = L.create_parameter([1, 1], "float32", name="w", default_initializer=fluid.initializer.Constant(1.0))
        made = around(L.mean(L.mul(x, w)), fluid.optimizer.SGD(0.1))
        exe = fluid.Executor()
        exe.run(fluid.default_startup_program())
        weight = lambda: np.array(fluid.global_scope().find_var("w").get_tensor()).item()

        def step():
            exe.run(feed={"x": ONES[:, :1]}, fetch_list=[])
            return weight()

        return made, exe, step, weight

    return build


def test_lookahead(descent):
    """The slow weight starts as the fast one after the first step: 0.9, then half of the way to 0.8."""
    *_, step, _ = descent(lambda loss, sgd: fluid.optimizer.LookaheadOptimizer(sgd, alpha=0.5, k=2).minimize(loss))
    np.testing.assert_allclose([step() for _ in range(4)], [0.9, 0.85, 0.75, 0.75], rtol=1e-6)


def test_model_average(descent):
    def around(loss, sgd):
        sgd.minimize(loss)
        return fluid.optimizer.ModelAverage(1.0, min_average_window=10, max_average_window=10)

    average, exe, step, weight = descent(around)
    weights = [step() for _ in range(4)]
    with average.apply(exe):
        assert weight() == pytest.approx(np.mean(weights))
    assert weight() == weights[-1]
