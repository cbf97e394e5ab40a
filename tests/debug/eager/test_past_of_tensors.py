"""The past of eager code: at every place, named Tensors and gradients are what a copy of everything had there."""

import gc

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.eager import named_tensors
from opscope.eager.op_calls import GRADIENT_SUM
from opscope.eager.tape import Tracked
from opscope.eager.watch import watched
from opscope.errors import NotFound
from opscope.ir.program.program import GRAD
from opscope.paddle.autograd import PyLayer
from opscope.paddle.optimizer import SGD, Adam, Momentum
from tests.debug.eager_runs import LONG

F = paddle.nn.functional
STEPS, ACTIONS = 3, 7


def values(rng, *shape):
    return rng.normal(size=shape).astype("float32")


class Cube(PyLayer):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx, dy):
        (x,) = ctx.saved_tensor()
        return dy * x * x * 3.0


class Net:
    """The Tensors of a random program: parameters with names, buffers, layers and optimizers."""

    def __init__(self, rng):
        self.rng = rng
        self.w = paddle.create_parameter([2, 3], "float32", name="w")
        self.b = paddle.create_parameter([3], "float32", name="b")
        self.x = paddle.to_tensor(values(rng, 4, 2))
        self.x.name = "x"
        self.buffer = paddle.to_tensor(values(rng, 4, 3))
        self.buffer.name = "buffer"
        self.leaf = paddle.to_tensor(values(rng, 3), stop_gradient=False)
        self.leaf.name = "leaf"
        self.linear = paddle.nn.Linear(3, 3)
        self.norm = paddle.nn.BatchNorm1D(3)
        self.lstm = paddle.nn.LSTM(3, 2)
        self.embedding = paddle.nn.Embedding(5, 3, sparse=True)
        clip = paddle.nn.ClipGradByGlobalNorm(0.1)
        self.sgd = SGD(0.1, parameters=[self.w, self.b], weight_decay=0.5, grad_clip=clip)
        layers = [self.linear, self.norm, self.lstm]
        self.adam = Adam(0.01, parameters=[self.leaf, *(p for layer in layers for p in layer.parameters())])
        self.momentum = Momentum(0.1, parameters=self.embedding.parameters())
        self.scaler = paddle.amp.GradScaler(init_loss_scaling=4.0)
        self.kept = []
        self.retaining = None  # it is in a cycle with its hook: when it would be collected is not certain

    @property
    def h(self):
        return paddle.tanh(paddle.matmul(self.x, self.w) + self.b)

    @property
    def written(self):
        return [self.w, self.b, self.buffer, self.leaf, self.linear.weight, self.norm._mean, self.x][
            self.rng.integers(7)
        ]


def accumulate(net):
    (net.h * 2.0).sum().backward()
    (net.h * net.leaf).mean().backward()


def layer_twice(net):
    net.linear(F.relu(net.linear(net.h))).mean().backward()


def recurrent(net):
    out, _ = net.lstm(net.h.reshape([1, 4, 3]))
    out.sum().backward()


def normalized(net):
    F.dropout(net.norm(net.buffer * 1.0) * net.leaf, 0.4).sum().backward()


def in_a_pylayer(net):
    Cube.apply(net.leaf).sum().backward()


def hooked(net):
    handle = net.leaf.register_hook(lambda g: g * 3.0)
    (net.leaf * net.leaf).sum().backward()
    handle.remove()


def retained(net):
    h = net.retaining = net.h
    h.name = "kept"
    h.retain_grads()
    (h * h + h).sum().backward(retain_graph=True)
    (h * 2.0).sum().backward()
    paddle.tanh(net.x)


def double_backward(net):
    (g,) = paddle.grad((net.leaf**3).sum(), net.leaf, create_graph=True)
    paddle.tanh(net.x)
    (g * g).sum().backward()


def looked_up(net):
    index = paddle.to_tensor(net.rng.integers(0, 5, 4))
    (net.embedding(index) * net.leaf).sum().backward()
    net.embedding(index).sum().backward()


def scaled(net):
    loss = net.scaler.scale(net.h.mean())
    loss.backward()
    net.scaler.step(net.sgd)
    net.scaler.update()


def through_a_view(net):
    view = net.buffer.reshape([12])
    view.name = "view"
    view[3] = 5.0
    paddle.tanh(net.x)
    net.buffer[1] = -1.0
    net.kept = [view]


def step(net):
    [net.sgd, net.adam, net.momentum][net.rng.integers(3)].step()


def clear(net):
    optimizer = [net.sgd, net.adam, net.momentum][net.rng.integers(3)]
    optimizer.clear_grad(bool(net.rng.integers(2)))


def gradient_by_hand(net):
    if net.leaf.grad is not None:
        with paddle.no_grad():
            net.leaf.grad.scale_(0.5)
            paddle.tanh(net.x)
            net.leaf.grad.set_value(net.leaf.grad * 2.0)
            net.leaf.grad.get_tensor().set(np.ones(3, "float32"), paddle.CPUPlace())
    paddle.tanh(net.x)
    net.leaf.grad = paddle.to_tensor(values(net.rng, 3))
    paddle.nn.utils.clip_grad_norm_([net.leaf, net.b], 0.1)


def new_tensors(net):
    made = paddle.to_tensor(values(net.rng, 2))
    made.name = "made"
    paddle.tanh(net.x)
    other = paddle.to_tensor(values(net.rng, 2))
    made.name = "former"
    other.name = "made"
    net.kept = [made, other]


def loaded(net):
    net.linear.set_state_dict({k: values(net.rng, *v.shape) for k, v in net.linear.state_dict().items()})
    paddle.tanh(net.x)
    net.adam.set_state_dict(net.adam.state_dict())


def assigned(tensor, new):
    paddle.assign(paddle.to_tensor(new), tensor)


def took_data(tensor, new):
    stops = tensor.stop_gradient
    tensor.data = paddle.to_tensor(new)
    tensor.stop_gradient = stops


def scattered(tensor, new):
    if tensor.ndim == 2:
        tensor.scatter_(paddle.to_tensor([0]), paddle.to_tensor(new[:1]))


WRITES = [
    lambda t, new: t.add_(paddle.to_tensor(new)),
    lambda t, new: t.subtract_(paddle.to_tensor(new)),
    lambda t, new: t.exp_(),
    lambda t, new: t.zero_(),
    lambda t, new: t.clip_(-0.1, 0.1),
    lambda t, new: t.fill_(2.0),
    lambda t, new: t.uniform_(-1.0, 1.0),
    lambda t, new: t.set_value(new),
    lambda t, new: t.copy_(paddle.to_tensor(new), True),
    lambda t, new: t.__setitem__(0, 3.0),
    lambda t, new: t.__setitem__(slice(1), paddle.to_tensor(new[:1])),
    lambda t, new: t.get_tensor().set(new, paddle.CPUPlace()),
    lambda t, new: t.detach().scale_(0.5),
    lambda t, new: t.reshape([-1]).scale_(0.5),
    assigned,
    took_data,
    scattered,
]


def user_write(net):
    for _ in range(2):
        tensor, write = net.written, WRITES[net.rng.integers(len(WRITES))]
        with paddle.no_grad():
            write(tensor, values(net.rng, *tensor.shape))
        if net.rng.integers(2):
            paddle.tanh(net.x)


PROGRAM = [
    accumulate,
    layer_twice,
    recurrent,
    normalized,
    in_a_pylayer,
    hooked,
    retained,
    double_backward,
    looked_up,
    scaled,
    through_a_view,
    step,
    step,
    clear,
    gradient_by_hand,
    new_tensors,
    loaded,
    user_write,
    user_write,
    user_write,
]


def by_chance(seed):
    """A program of actions drawn by chance, with what exists before it runs."""
    rng = np.random.default_rng(seed)
    net = Net(rng)

    def body():
        late = paddle.to_tensor(values(rng, 3))
        late.name = "late"
        for _ in range(STEPS * ACTIONS):
            PROGRAM[rng.integers(len(PROGRAM))](net)
        paddle.tanh(net.x)
        return late

    return body


class Everything:
    """A watcher that copies all named Tensors, and their gradients, before and after each op."""

    def __init__(self):
        self.places = []

    def before(self, call):
        self._copy(call, {})

    def after(self, call):
        results = {}
        if call.op.outputs[0] == "param_out":  # held right after the op, which shows them as its results
            results = {n: np.array(o._value) for n, o in zip(self._updated(call), call.outputs, strict=True)}
        if call.op is GRADIENT_SUM and isinstance(leaf := call.attrs["edge"], Tracked) and not call.partial:
            results = {leaf._name + GRAD: np.array(call.outputs[0])}
        self._copy(call, results)

    def failed(self, call, error):
        raise error

    def named(self):
        """Yield each name with the living Tensors that have it."""
        return named_tensors.all_named()

    @staticmethod
    def _updated(call):
        states = len(call.outputs) - 1  # before the rate; in front of them: grad, or rows and values
        return [t._name for t in (call.inputs[0], *call.inputs[-1 - states : -1])]

    def _copy(self, call, results):
        found = {}
        for name, tensors in self.named():
            if len(tensors) != 1 or name.startswith("generated"):
                continue
            (tensor,) = tensors
            found[name] = np.array(tensor._value)
            grad = tensor._grad
            passing = call.phase == "backward" and (grad is None or tensor.has_zeroed_gradient)
            if not passing and (tensor.is_leaf or grad is not None):  # of others, what backward has computed is shown
                found[name + GRAD] = None if grad is None else np.array(grad._value)
        self.places.append((call.op.name, call.phase, found | results))


def shown_at_places(run):
    """For each place before or after an op: its op, and a function that looks up a name there."""
    replay = run.session.driver.navigator.replay
    for segment in run.session.driver.journal.segments:
        for record in segment.records:
            for tick, place in enumerate(record.places):
                if place.operator is not None:
                    cursor = replay.open_run(record.run)
                    cursor.seek(tick)
                    yield place.operator.op.name, cursor


def in_a_fresh_world(seed):
    gc.collect()
    paddle.seed(seed)
    return by_chance(seed)


@pytest.mark.parametrize("notified", [False, True])
@pytest.mark.parametrize("seed", [*range(3), *(pytest.param(n, marks=pytest.mark.thorough) for n in range(3, 12))])
def test_the_past_is_what_a_copy_of_everything_had(seed, notified):
    with paddle.utils.unique_name.guard():
        body = in_a_fresh_world(seed)
        reference = Everything()
        with watched(reference):
            body()
    del body
    with paddle.utils.unique_name.guard():
        body = in_a_fresh_world(seed)
        run = debug.Run(body)
        if notified:
            run.breakpoint("op:nothing_has_this_name")
        run.start().wait(LONG)
    places = list(shown_at_places(run))
    assert [op for op, _ in places] == [op for op, _, _ in reference.places]
    for number, ((op, cursor), (_, phase, expected)) in enumerate(zip(places, reference.places, strict=True)):
        for name, value in expected.items():
            shown = cursor.lookup(name)
            where = f"{name} at place {number}, {op} ({phase}), {'after' if cursor.place.after else 'before'}"
            assert (shown is None) == (value is None), where
            assert value is None or np.asarray(shown).tobytes() == value.tobytes(), where


def test_it_is_found_before_it_is_used_and_listed_when_it_is_not_used(begin):
    w = paddle.create_parameter([2], "float32", name="existing")
    start = w.numpy()

    def body():
        x = paddle.ones([2])
        for _ in range(3):
            paddle.tanh(x)
            loss = (x * 1.0).sum()
            loss.stop_gradient = False
            loss.backward()
            SGD(0.1, parameters=[paddle.create_parameter([1], "float32")]).step()
        w.set_value(np.zeros(2, "float32"))
        paddle.tanh(w)

    run = begin(body)
    run.wait(LONG)
    for number in (1, 2, 3):
        run.goto(number, "op:tanh")
        assert "existing" in run.names() and run.value("existing").tobytes() == start.tobytes()
        with pytest.raises(NotFound):
            run.value("existing@GRAD")


def test_copies_that_a_stop_shows_do_not_take_the_names_of_the_run():
    """Variables of a frame in the past are copies under the names of the run's values: it knows them by the originals.

    Whoever keeps such a copy, or drops it, changes no value at any place.
    """
    layer = paddle.nn.Linear(3, 3)
    optimizer = SGD(0.1, parameters=layer.parameters())

    def train():
        for i in range(3):
            x = paddle.to_tensor(np.full((2, 3), i + 1, "float32"))
            hidden = paddle.tanh(layer(x))
            hidden.mean().backward()
            optimizer.step()
            optimizer.clear_grad()

    run = debug.start(train, entry=True)
    run.until_stopped(LONG)
    run.breakpoint("op:tanh", "step == 2")
    run.cont()
    run.until_stopped(LONG)
    run.next()
    run.next()  # `hidden` is bound
    hidden, x = run.value("hidden"), run.value("x")
    run.step_back()
    shown = run.locals()
    assert {"hidden", "x"} <= set(shown)
    shown["x"].value._value[...] = 99  # a copy is the user's own
    run.run_to("op:matmul_v2_grad")  # nothing reads `hidden` from here on
    del shown["hidden"]
    gc.collect()
    run.run_to("op:sgd")
    np.testing.assert_array_equal(run.value("hidden"), hidden)
    np.testing.assert_array_equal(run.value("x"), x)
    run.stop(10.0)


def test_a_tensor_of_other_code_does_not_take_a_name_when_its_twin_is_gone():
    """Of two Tensors called `x`, neither used by the run, the name means none; nor when only one is left."""
    left, gone = (paddle.to_tensor(np.full(2, i, "float32")) for i in (4, 5))
    left.name = gone.name = "x"
    layer = paddle.nn.Linear(3, 3)
    optimizer = SGD(0.1, parameters=layer.parameters())

    def train():
        x = paddle.to_tensor(np.ones((2, 3), "float32"))
        hidden = paddle.tanh(layer(x))
        hidden.mean().backward()
        optimizer.step()

    run = debug.start(train, entry=True)
    run.until_stopped(LONG)
    run.run_to("op:tanh")
    del gone
    gc.collect()
    for place in ("op:reduce_mean", "op:sgd"):
        run.run_to(place)
        np.testing.assert_array_equal(run.value("x"), np.ones((2, 3), "float32"))
    run.stop(10.0)
    assert left.shape == [2]


def test_a_tensor_from_before_the_run_does_not_stand_for_a_local_of_its_name():
    """The local has no value before its operator, and the other Tensor is none of the run's values."""
    other = paddle.to_tensor(np.full(2, 4, "float32"))
    other.name = "x"

    def train():
        start = paddle.ones([3])
        x = start * 2.0
        return x + 1.0

    run = debug.start(train)
    run.wait(LONG)
    run.goto(1, 0)
    with pytest.raises(NotFound, match="'x' has no value here"):
        run.value("x")
    assert "x" not in run.names()
    run.goto(1, 2)
    np.testing.assert_array_equal(run.value("x"), np.full(3, 2, "float32"))
    assert other.shape == [2]
