"""Recurrent networks: one step by hand, states in and out, directions, lengths, names."""

import numpy as np
import pytest

from opscope import paddle
from opscope.core.nested_structure import flatten
from opscope.errors import ArgumentError, ModeError, ShapeError, UnsupportedError
from opscope.paddle import nn, static
from tests.paddle.nn.reference import filled, wave


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


@pytest.fixture(autouse=True)
def float64():
    paddle.set_default_dtype("float64")


def parts(cell, x, h):
    w = {k: v.numpy() for k, v in cell.state_dict().items()}
    return x @ w["weight_ih"].T + w["bias_ih"], h @ w["weight_hh"].T + w["bias_hh"]


X, H, C = wave(2, 3), wave(2, 4, start=1.0), wave(2, 4, start=2.0)


def t(value):
    return paddle.to_tensor(value)


def test_cells_by_hand():
    cell = filled(nn.SimpleRNNCell(3, 4))
    out, state = cell(t(X), t(H))
    np.testing.assert_allclose(out.numpy(), np.tanh(np.add(*parts(cell, X, H))))
    assert state is out

    cell = filled(nn.LSTMCell(3, 4))
    out, (h, c) = cell(t(X), (t(H), t(C)))
    i, f, g, o = np.split(np.add(*parts(cell, X, H)), 4, -1)
    cells = sigmoid(f) * C + sigmoid(i) * np.tanh(g)
    np.testing.assert_allclose(c.numpy(), cells)
    np.testing.assert_allclose(out.numpy(), sigmoid(o) * np.tanh(cells))
    assert h is out

    cell = filled(nn.GRUCell(3, 4))
    out, _ = cell(t(X), t(H))
    (xr, xz, xc), (hr, hz, hc) = (np.split(p, 3, -1) for p in parts(cell, X, H))
    z = sigmoid(xz + hz)
    np.testing.assert_allclose(out.numpy(), (1 - z) * np.tanh(xc + sigmoid(xr + hr) * hc) + z * H)


def test_cells_begin_at_zero():
    cell = filled(nn.LSTMCell(3, 4))
    zeros = t(np.zeros((2, 4)))
    np.testing.assert_array_equal(cell(t(X))[0].numpy(), cell(t(X), (zeros, zeros))[0].numpy())
    assert cell.state_shape == ((4,), (4,)) and nn.GRUCell(1, 5).state_shape == (5,)
    h, c = cell.get_initial_states(t(X), init_value=2.0)
    assert h.shape == c.shape == [2, 4] and h.numpy().min() == 2.0
    assert nn.GRUCell(1, 5).get_initial_states(t(wave(3, 7)), (6,), "float32", batch_dim_idx=1).shape == [7, 6]
    with pytest.raises(NotImplementedError, match="state_shape"):
        nn.RNNCellBase().get_initial_states(t(X))


def test_states_go_in_and_out():
    net = filled(nn.LSTM(3, 4, num_layers=2, direction="bidirect"))
    x = wave(2, 6, 3)
    out, (h, c) = net(t(x))
    assert out.shape == [2, 6, 8] and h.shape == c.shape == [4, 2, 4]
    np.testing.assert_array_equal(h.numpy()[2], out.numpy()[:, -1, :4])  # the last layer forward ends at the end
    np.testing.assert_array_equal(h.numpy()[3], out.numpy()[:, 0, 4:])  # backward at the beginning
    one_way = filled(nn.GRU(3, 4, num_layers=2))
    whole, final = one_way(t(x))
    first, middle = one_way(t(x[:, :4]))
    second, again = one_way(t(x[:, 4:]), middle)
    np.testing.assert_allclose(np.concatenate([first.numpy(), second.numpy()], 1), whole.numpy())
    np.testing.assert_allclose(again.numpy(), final.numpy())
    both = filled(nn.LSTM(3, 4, direction="bidirect"))
    _, given = both(t(x))
    assert both(t(x), given)[0].shape == [2, 6, 8]


def test_time_first():
    net, turned = filled(nn.GRU(3, 4)), filled(nn.GRU(3, 4, time_major=True))
    x, lengths = wave(2, 5, 3), t(np.array([5, 2]))
    out, state = net(t(x), sequence_length=lengths)
    other, final = turned(t(x.swapaxes(0, 1)), sequence_length=lengths)
    np.testing.assert_array_equal(other.numpy().swapaxes(0, 1), out.numpy())
    np.testing.assert_array_equal(final.numpy(), state.numpy())


def test_wrappers_of_cells():
    cell = filled(nn.SimpleRNNCell(3, 4))
    x = wave(2, 5, 3)
    backwards, state = nn.RNN(cell, is_reverse=True)(t(x))
    forwards, _ = nn.RNN(cell)(t(x[:, ::-1]))
    np.testing.assert_array_equal(backwards.numpy(), forwards.numpy()[:, ::-1])
    np.testing.assert_array_equal(state.numpy(), backwards.numpy()[:, 0])
    both, (fw, bw) = nn.BiRNN(cell, cell)(t(x))
    np.testing.assert_array_equal(both.numpy()[..., 4:], backwards.numpy())
    np.testing.assert_array_equal(bw.numpy(), state.numpy())
    with pytest.raises(ArgumentError, match="must have the same input_size"):
        nn.BiRNN(cell, nn.GRUCell(2, 4))
    with pytest.raises(ModeError, match="should have 2 elements"):
        nn.BiRNN(cell, cell)(t(x), [fw])


def test_dropout_is_between_layers_and_in_training():
    paddle.seed(5)
    net = filled(nn.GRU(3, 4, num_layers=2, dropout=0.5))
    x = t(wave(2, 5, 3))
    assert not np.array_equal(net(x)[0].numpy(), net(x)[0].numpy())
    net.eval()
    np.testing.assert_array_equal(net(x)[0].numpy(), net(x)[0].numpy())
    single = filled(nn.GRU(3, 4, dropout=0.5))
    np.testing.assert_array_equal(single(x)[0].numpy(), single(x)[0].numpy())


def test_names_and_shapes():
    net = nn.LSTM(3, 4, num_layers=2, direction="bidirect")
    names = [n for n, _ in net.named_parameters()]
    assert names[:5] == ["weight_ih_l0", "weight_hh_l0", "bias_ih_l0", "bias_hh_l0", "weight_ih_l0_reverse"]
    assert len(names) == 16 and net.weight_ih_l1.shape == [16, 8] and net.bias_hh_l0.shape == [16]
    assert net.weight_ih_l0 is net[0].cell_fw.weight_ih and "0.cell_fw.weight_ih" in net.state_dict()
    assert nn.GRU(3, 4).weight_hh_l0.shape == [12, 4]
    frozen = nn.SimpleRNNCell(3, 4, bias_ih_attr=False)
    assert frozen.bias_ih.stop_gradient and not frozen.bias_ih.numpy().any()


def test_refused():
    for call in (
        lambda: nn.LSTM(3, 4, direction="backward"),
        lambda: nn.SimpleRNNCell(3, 4, activation="gelu"),
        lambda: nn.GRUCell(3, 0),
    ):
        with pytest.raises(ArgumentError):
            call()
    for call in (lambda: nn.LSTM(3, 4, proj_size=2), lambda: nn.LSTMCell(3, 4, proj_size=2)):
        with pytest.raises(UnsupportedError, match="proj_size"):
            call()
    with pytest.raises(ModeError, match="needs 2 initial states, but received 1"):
        nn.LSTM(3, 4)(t(wave(2, 5, 3)), [t(np.zeros((1, 2, 4)))])
    with pytest.raises(ModeError, match=r"\(hidden, cell\)"):
        nn.LSTMCell(3, 4)(t(X), t(H))
    with pytest.raises(ShapeError, match=r"initial state must have the shape \[1, batch, 4\]"):
        nn.GRU(3, 4)(t(wave(2, 5, 3)), t(np.zeros((2, 2, 4))))


def _nets(time_major):
    return {
        "gru": lambda: nn.RNN(nn.GRUCell(3, 4), time_major=time_major),
        "reverse": lambda: nn.RNN(nn.LSTMCell(3, 4), is_reverse=True, time_major=time_major),
        "both": lambda: nn.BiRNN(nn.GRUCell(3, 4), nn.SimpleRNNCell(3, 4), time_major=time_major),
        "layers": lambda: nn.LSTM(3, 4, 2, direction="bidirect", time_major=time_major),
    }


@pytest.mark.parametrize("lengths", [False, True])
@pytest.mark.parametrize("time_major", [False, True])
@pytest.mark.parametrize("kind", ["gru", "reverse", "both", "layers"])
def test_a_program_need_not_know_how_many_steps_there_are(kind, time_major, lengths):
    paddle.enable_static()
    found = []
    for steps in (5, None):
        with static.program_guard(static.Program(), static.Program()), static.scope_guard(static.Scope()):
            x = static.data("x", [steps, None, 3] if time_major else [None, steps, 3])
            x.stop_gradient = False
            count = static.data("n", [None], "int64") if lengths else None
            net = _nets(time_major)[kind]()
            out, states = net(x, sequence_length=count)
            grads = static.gradients([(out * out).sum()], [x, *net.parameters()])
            exe = static.Executor()
            exe.run(static.default_startup_program())
            for i, p in enumerate(net.parameters()):
                p.set_value(np.sin(np.arange(np.prod(p.shape)) * (i + 1.0)).reshape(p.shape))
            fed = np.cos(np.arange(30.0)).reshape((5, 2, 3) if time_major else (2, 5, 3))
            fetches = [out, *flatten(states), *grads]
            found.append(exe.run(feed={"x": fed, **({"n": np.array([5, 2])} if lengths else {})}, fetch_list=fetches))
    for known, unknown in zip(*found, strict=True):
        np.testing.assert_allclose(known, unknown, rtol=1e-12, atol=1e-12)
