"""Steps of dygraph by kernels have the bits of the operators, and leave alone what others hold or watch."""

import copy
import pickle

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.core.machine_code import llvm_compiler
from opscope.core.source import site_of
from opscope.eager.watch import watched
from opscope.paddle.optimizer import SGD, Adadelta, Adagrad, Adam, Adamax, AdamW, Lamb, Momentum, RMSProp, step_kernels

pytestmark = [
    pytest.mark.skipif(not llvm_compiler.available(), reason="kernels need llvmlite"),
    pytest.mark.filterwarnings("ignore::RuntimeWarning"),  # of NumPy, about the odd gradients
]

SHAPES = {"w": (5, 7), "b": (3,), "one": (1,), "number": ()}
RULES = {
    "sgd": lambda p: SGD(0.1, parameters=p),
    "decayed": lambda p: SGD(0.1, parameters=p, weight_decay=0.1),
    "momentum": lambda p: Momentum(0.1, 0.8, parameters=p),
    "nesterov": lambda p: Momentum(0.1, 0.8, parameters=p, use_nesterov=True),
    "adagrad": lambda p: Adagrad(0.1, parameters=p),
    "adadelta": lambda p: Adadelta(0.1, parameters=p),
    "rmsprop": lambda p: RMSProp(0.1, parameters=p, momentum=0.5),
    "adam": lambda p: Adam(0.1, parameters=p),
    "clipped": lambda p: Adam(0.1, parameters=p, grad_clip=paddle.nn.ClipGradByGlobalNorm(0.1)),
    "adamw": lambda p: AdamW(0.1, parameters=p, apply_decay_param_fun=lambda name: name == "w"),
    "by groups": lambda p: AdamW(0.1, parameters=[{"params": p[:2], "learning_rate": 0.3}, {"params": p[2:]}]),
    "adamax": lambda p: Adamax(0.1, parameters=p),
}


@pytest.fixture(autouse=True)
def no_warm_up(monkeypatch):
    monkeypatch.setattr(step_kernels, "WARM_UP", 0)


def parameters(dtype="float32"):
    rng = np.random.default_rng(1)
    made = [paddle.to_tensor(rng.normal(size=s).astype(dtype), stop_gradient=False) for s in SHAPES.values()]
    for tensor, name in zip(made, SHAPES, strict=True):
        tensor.name = name
    return made


def gradients(step, dtype="float32"):
    """Normal numbers, with what numbers can be now and then: 0, NaN, Inf and subnormal ones."""
    rng = np.random.default_rng(step)
    made = [np.asarray(rng.normal(size=s), dtype) for s in SHAPES.values()]
    odd = [0.0, -0.0, np.nan, np.inf, 1e-40, 1e30]
    if step % 3 == 2:
        made[0].flat[: len(odd)] = odd
    return made


def take_steps(optimizer, given, count, dtype="float32", first=0):
    for step in range(first, first + count):
        for parameter, gradient in zip(given, gradients(step, dtype), strict=True):
            parameter.grad = paddle.to_tensor(gradient)
        optimizer.step()
    return bits(optimizer, given)


def bits(optimizer, given):
    values = [*given, *(v for _, v in sorted(optimizer.state_dict().items()) if hasattr(v, "numpy"))]
    return [v.numpy().tobytes() for v in values]


def by_operators(make, dtype, run, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(step_kernels.StepKernels, "begin_step", lambda self: False)
        given = parameters(dtype)
        return run(make(given), given)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("rule", RULES)
def test_kernels_have_the_bits_of_operators(rule, dtype, monkeypatch):
    def run(optimizer, given):
        found = take_steps(optimizer, given, 4, dtype)
        optimizer.set_lr(0.03)
        return found + take_steps(optimizer, given, 3, dtype, first=4)

    given = parameters(dtype)
    optimizer = RULES[rule](given)
    found = run(optimizer, given)
    assert len(optimizer._kernels._bound) == len(given)
    assert found == by_operators(RULES[rule], dtype, run, monkeypatch)


@pytest.mark.parametrize("breakpoint", ["", "op:nothing_has_this_name"], ids=["logged", "notified"])
@pytest.mark.parametrize("rule", RULES)
def test_a_recorded_step_by_kernels_is_that_of_operators(rule, breakpoint, monkeypatch):
    """All places of the run have the same names, values and lines, and so have parameters and state."""

    def recorded(make_results):
        found = []
        if make_results is not None:
            monkeypatch.setattr(step_kernels.StepKernels, "_made_by_kernel", make_results)

        def body():
            given = parameters()
            optimizer = RULES[rule](given)
            found.extend(take_steps(optimizer, given, 4))
            found.append(len(optimizer._kernels._steps_to_new))

        with paddle.utils.unique_name.guard():
            run = debug.Run(body)
            if breakpoint:
                run.breakpoint(breakpoint)
            run.start().wait(60)
        segments = run.session.driver.journal.segments
        return [shown_at(p) for segment in segments for r in segment.records for p in r.places], found

    by_kernel, found = recorded(None)
    assert found.pop() == len(SHAPES)
    by_operator, expected = recorded(lambda self, *_: None)
    assert expected.pop() == 0 and found == expected
    assert by_kernel == by_operator and any(values for _, values in by_kernel)


def shown_at(place):
    operator = place.operator
    named = None if operator is None else (operator.type, operator.id, operator.inputs, operator.outputs, operator.role)
    line = None if operator is None else site_of(operator.call)
    return (named, line, place.after), [(name, a.tobytes(), a.shape, a.strides) for name, a in place.values]


def test_a_rule_without_a_kernel_goes_by_operators(monkeypatch):
    def run(optimizer, given):
        return take_steps(optimizer, given, 3)

    def make(p):
        return Lamb(0.1, parameters=p)

    given = parameters()
    optimizer = make(given)
    assert run(optimizer, given) == by_operators(make, "float32", run, monkeypatch)
    assert not optimizer._kernels._bound


@pytest.mark.parametrize("is_recorded", [False, True])
def test_state_that_others_set_counts(is_recorded, monkeypatch):
    def run(optimizer, given):
        take_steps(optimizer, given, 2)
        saved = {k: v.numpy() for k, v in optimizer.state_dict().items()}
        take_steps(optimizer, given, 2, first=2)
        optimizer.set_state_dict(saved)
        take_steps(optimizer, given, 2, first=4)
        moment = optimizer._accumulators["moment1"]["w"]
        moment.set_value(moment.numpy() * 2)
        optimizer._accumulators["beta1_pow_acc"]["b"].set_value(np.array([0.5], "float32"))
        given[1].set_value(np.ones(3, "float32"))
        given[0].data = paddle.to_tensor(np.ones((5, 7), "float32"))
        given[0].stop_gradient = False
        optimizer._beta1 = 0.5
        take_steps(optimizer, given, 1, first=6)
        return take_steps(optimizer, given, 2, first=7)

    given, found = parameters(), []
    if is_recorded:
        debug.Run(lambda: found.extend(run(RULES["adam"](given), given))).start().wait(60)
    else:
        found.extend(run(RULES["adam"](given), given))
    assert found == by_operators(RULES["adam"], "float32", run, monkeypatch)


def test_values_that_others_hold_stay():
    given = parameters()
    optimizer = RULES["adam"](given)
    take_steps(optimizer, given, 2)
    moment = optimizer._accumulators["moment1"]["w"]
    held, array, view = moment.detach(), optimizer._accumulators["moment2"]["w"]._value, moment.T
    before = held.numpy(), array.copy(), view.numpy()
    take_steps(optimizer, given, 2, first=2)
    assert all(map(np.array_equal, (held.numpy(), array, view.numpy()), before))
    assert not np.array_equal(moment.numpy(), before[0])


def test_a_step_counts_as_a_write_to_the_parameter():
    given = parameters()
    optimizer = RULES["adam"](given)
    take_steps(optimizer, given, 2)
    square = given[0] * given[0]
    version = given[0].inplace_version
    take_steps(optimizer, given, 1, first=2)
    assert given[0].inplace_version == version + 1
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        square.sum().backward()


def test_a_gradient_that_shows_memory_of_the_parameter(monkeypatch):
    def run(optimizer, given):
        w = given[0]
        for _ in range(3):
            w.grad = paddle.to_tensor(np.ones((5, 7), "float32"))
            w.grad._value = w._value[::-1]
            optimizer.step()
        return bits(optimizer, given)

    given = parameters()
    assert run(RULES["adam"](given), given) == by_operators(RULES["adam"], "float32", run, monkeypatch)


def test_a_watched_step_is_made_of_operators():
    class Counter:
        def __init__(self):
            self.seen = []

        def before(self, call):
            pass

        def after(self, call):
            self.seen.append(call.op.name)

        def failed(self, call, error):
            pass

    given, counter = parameters(), Counter()
    optimizer = RULES["adam"](given)
    take_steps(optimizer, given, 2)
    with watched(counter):
        take_steps(optimizer, given, 1, first=2)
    assert counter.seen.count("adam") == len(given)


def test_errors_that_numpy_raises_are_raised():
    given = parameters()
    optimizer = RULES["adam"](given)
    take_steps(optimizer, given, 2)
    with np.errstate(all="raise"), pytest.raises(FloatingPointError):
        take_steps(optimizer, given, 1, first=2)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda optimizer: pickle.loads(pickle.dumps(optimizer))])
def test_an_optimizer_with_kernels_can_be_copied(copied):
    given = parameters()
    optimizer = SGD(0.1, parameters=given)
    take_steps(optimizer, given, 2)
    assert optimizer._kernels._bound
    assert not copied(optimizer)._kernels._bound


def test_attributes_that_change_in_each_step_compile_a_few_kernels_only():
    given = parameters()
    ratios = iter(np.linspace(0.5, 1.5, 1000))
    optimizer = AdamW(0.1, parameters=given, lr_ratio=lambda parameter: float(next(ratios)))
    take_steps(optimizer, given, 8)
    assert len(optimizer._kernels._rules) == step_kernels.MAX_RULES
