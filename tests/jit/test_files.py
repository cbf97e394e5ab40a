"""jit.save and jit.load: what is loaded computes and trains on as what was saved."""

import numpy as np
import pytest

import opscope as paddle
from opscope import jit, nn
from opscope.errors import ArgumentError, UnsupportedError, UsageError
from opscope.static import InputSpec


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
    assert sorted(p.name for p in tmp_path.iterdir()) == ["net.pdiparams", "net.pdmodel"]
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
    with pytest.raises(ArgumentError, match="no output"):
        jit.save(f, str(tmp_path / "a"), output_spec=[f.inputs[0]])
    with pytest.raises(FileNotFoundError):
        jit.load(str(tmp_path / "none"))
    with pytest.raises(UnsupportedError, match="model_filename"):
        jit.load(str(tmp_path / "none"), model_filename="x")
    jit.save(f, str(tmp_path / "f"))
    loaded = jit.load(str(tmp_path / "f"))
    with pytest.raises(ArgumentError, match="takes 1 inputs"):
        loaded(x, x)
    with pytest.raises(ArgumentError, match=r"should be float32\[\?, 3\], but received float32\[3\]"):
        loaded(x[0])
    with pytest.raises(ArgumentError, match="not exist"):
        loaded.program("backward")
