"""jit.save and jit.load: what is loaded computes and trains on as what was saved."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, OpscopeWarning, UnsupportedError, UsageError
from opscope.paddle import jit, nn
from opscope.paddle.static import InputSpec


class Net(nn.Layer):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 4)
        self.norm = nn.BatchNorm1D(4)
        self.drop = nn.Dropout(0.5)
        self.register_buffer("shift", paddle.full([4], 0.25))

    def forward(self, x):
        return self.drop(self.norm(self.fc(x)) + self.shift)


SPEC = [InputSpec([None, 3], "float32", "image")]


@pytest.fixture
def x() -> paddle.Tensor:
    return paddle.to_tensor(np.random.default_rng(0).standard_normal((5, 3)).astype("float32"))


def test_a_layer_comes_back(tmp_path, x):
    net = Net()
    net(x)  # running statistics that are not those of the start
    net.eval()
    jit.save(net, str(tmp_path / "net"), SPEC)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["net.pdiparams", "net.pdiparams.info", "net.pdmodel"]
    loaded = jit.load(str(tmp_path / "net"))
    np.testing.assert_allclose(loaded(x).numpy(), net(x).numpy(), rtol=1e-5)
    np.testing.assert_allclose(loaded(x.numpy()[:2]).numpy(), net(x).numpy()[:2], rtol=1e-5)
    assert {p.name for p in loaded.parameters()} == {p.name for p in net.parameters()}
    assert list(loaded.state_dict()) == [*(f"param_{i}" for i in range(6)), "buffer_0"]
    assert not loaded.training and loaded.program().global_block().has_var("image")


def test_it_can_be_trained_on(tmp_path, x):
    net = Net()
    jit.save(net, str(tmp_path / "net"), SPEC)
    loaded = jit.load(str(tmp_path / "net"))
    net.train(), loaded.train()
    results = []
    for each in (net, loaded):
        paddle.seed(7)
        step = paddle.optimizer.SGD(0.1, parameters=each.parameters())
        for _ in range(3):
            loss = (each(x) ** 2).mean()
            loss.backward()
            step.step()
            step.clear_grad()
        results.append(float(loss))
    assert results[0] == pytest.approx(results[1], rel=1e-5)
    own = {p.name: p.numpy() for p in net.parameters()}
    for parameter in loaded.parameters():
        np.testing.assert_allclose(parameter.numpy(), own[parameter.name], rtol=1e-4, atol=1e-6)
    loaded.eval()
    again = [loaded(x).numpy() for _ in range(2)]
    np.testing.assert_array_equal(*again)  # nothing is dropped


def test_a_traced_function_needs_no_spec(tmp_path, x):
    @jit.to_static
    def f(x):
        return x.sum(), x * 2

    f(x)
    jit.save(f, str(tmp_path / "f"))
    total, twice = jit.load(str(tmp_path / "f"))(x)
    assert float(total) == pytest.approx(float(x.sum())) and np.array_equal(twice.numpy(), 2 * x.numpy())


def test_outputs_can_be_chosen(tmp_path, x):
    f = jit.to_static(lambda x: (x + 1, x * 2), input_spec=[InputSpec([None, 3])])
    jit.save(f, str(tmp_path / "f"), output_spec=[f.outputs[1]])
    np.testing.assert_array_equal(jit.load(str(tmp_path / "f"))(x).numpy(), 2 * x.numpy())


def test_static_programs_load_too(tmp_path, x):
    paddle.enable_static()
    main, startup = paddle.static.Program(), paddle.static.Program()
    with paddle.static.program_guard(main, startup):
        data = paddle.static.data("x", [None, 3])
        out = paddle.static.nn.fc(data, 2)
    exe = paddle.static.Executor()
    exe.run(startup)
    expected = exe.run(main, feed={"x": x.numpy()}, fetch_list=[out])[0]
    paddle.static.save_inference_model(str(tmp_path / "m"), [data], [out], exe, program=main)
    paddle.disable_static()
    np.testing.assert_allclose(jit.load(str(tmp_path / "m"))(x).numpy(), expected, rtol=1e-6)


def test_refusals(tmp_path, x):
    with pytest.raises(UsageError, match="'Layer' or 'Function'"):
        jit.save(3, str(tmp_path / "a"))
    with pytest.raises(ArgumentError, match="empty string"):
        jit.save(Net(), str(tmp_path) + "/", SPEC)
    with pytest.raises(UnsupportedError, match="with_hook"):
        jit.save(Net(), str(tmp_path / "a"), SPEC, with_hook=True)
    f = jit.to_static(lambda x: x + 1, input_spec=[InputSpec([None, 3])])
    with pytest.raises(ArgumentError, match="not an output"):
        jit.save(f, str(tmp_path / "a"), output_spec=[f.inputs[0]])
    with pytest.raises(FileNotFoundError):
        jit.load(str(tmp_path / "none"))
    with pytest.raises(UnsupportedError, match="model_filename"):
        jit.load(str(tmp_path / "none"), model_filename="x")
    jit.save(f, str(tmp_path / "f"))
    loaded = jit.load(str(tmp_path / "f"))
    with pytest.raises(ArgumentError, match="takes 1 inputs"):
        loaded(x, x)
    with pytest.raises(ArgumentError, match=r"should be float32\[\?, 3\], but it is float32\[3\]"):
        loaded(x[0])
    with pytest.raises(ArgumentError, match="has no method"):
        loaded.program("backward")


def test_the_state_of_a_saved_layer(tmp_path):
    net, other = Net(), Net()
    jit.save(net, str(tmp_path / "net"), SPEC)
    state = paddle.load(str(tmp_path / "net"))
    assert state.keys() == net.state_dict().keys()
    other.set_state_dict(state)
    assert other.fc.weight.tolist() == net.fc.weight.tolist()


class Two(nn.Layer):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)

    @jit.to_static(input_spec=SPEC)
    def forward(self, x):
        return self.fc(x)

    @jit.to_static(input_spec=SPEC)
    def doubled(self, x):
        return self.fc(x) * 2


def test_other_traced_methods_are_saved_and_share_the_parameters(tmp_path, x):
    net = Two()
    jit.save(net, str(tmp_path / "net"))
    loaded = jit.load(str(tmp_path / "net"))
    assert len(loaded.parameters()) == 2 and loaded.program("doubled") is not loaded.program()
    loaded.parameters()[0].set_value(loaded.parameters()[0] * 0)
    assert (loaded.doubled(x) - loaded(x) * 2).abs().max() == 0
    assert [s.shape for s in loaded._output_spec("doubled")] == [(-1, 2)]
    assert [s.name for s in loaded._input_spec()] == ["image"]
    jit.save(loaded, str(tmp_path / "again"))  # with the values that it has now
    again = jit.load(str(tmp_path / "again"))
    assert again(x).tolist() == loaded(x).tolist() and again.doubled(x).tolist() == loaded.doubled(x).tolist()
    with pytest.raises(ArgumentError, match=r"static functions other than 'forward'"):
        jit.save(net, str(tmp_path / "net"), SPEC)


def test_options_and_programs_that_are_not_for_it(tmp_path, x):
    jit.save(Net(), str(tmp_path / "net"), SPEC, clip_extra=True, with_hook=False)
    with pytest.raises(UnsupportedError, match=r"jit.save does not support with_hook"):
        jit.save(Net(), str(tmp_path / "net"), SPEC, with_hook=True)
    for call in (lambda: jit.save(Net(), str(tmp_path / "net"), SPEC, bad=1), lambda: jit.load("net", bad=1)):
        with pytest.raises(ArgumentError, match=r"The additional config \(bad\)"):
            call()
    loaded = jit.load(str(tmp_path / "net"))
    paddle.enable_static()
    with pytest.raises(UnsupportedError, match=r"a loaded layer cannot be called while a program is built"):
        loaded(paddle.static.data("x", [2, 3]))


class Products(nn.Layer):
    """Two functions, of which Paddle's format can express one."""

    def forward(self, x):
        return x * 2.0

    @jit.to_static(input_spec=[InputSpec([2, 3], "float32", "x")])
    def running(self, x):
        return paddle.logcumsumexp(x, axis=1)


def test_functions_of_a_layer_may_have_different_formats(tmp_path, x):
    net = Products()
    net.forward = jit.to_static(net.forward, input_spec=[InputSpec([2, 3], "float32", "x")])
    with pytest.warns(OpscopeWarning, match="logcumsumexp"):
        jit.save(net, str(tmp_path / "net"))
    names = {p.name for p in tmp_path.iterdir()}
    assert {"net.pdmodel", "net.running.opscope.json"} <= names
    loaded = jit.load(str(tmp_path / "net"))
    assert np.array_equal(loaded(x[:2]).numpy(), x[:2].numpy() * 2)
    np.testing.assert_allclose(loaded.running(x[:2]).numpy(), np.logaddexp.accumulate(x[:2].numpy(), 1), rtol=1e-6)
