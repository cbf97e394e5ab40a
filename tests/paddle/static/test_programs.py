"""Whole programs: a greedy decoder in a loop, and a script of Paddle 1.x that trains a classifier."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import UsageError
from opscope.ir.control_flow.tensor_array import array_length, array_read, array_write, create_array
from opscope.paddle import fluid, static
from opscope.paddle.functions.assign import assign, increment
from opscope.paddle.static.nn import while_loop
from opscope.paddle.static.nn.control_flow import While
from tests.paddle.static.programs import number

WORDS, WIDTH, END, LONGEST = 7, 5, 6, 9
rng = np.random.default_rng(4)
TABLE, STEP, OUT = (rng.normal(size=s).astype("float32") for s in ((WORDS, WIDTH), (WIDTH, WIDTH), (WIDTH, WORDS)))


def decoded(state):
    """The words that the decoder says, by NumPy."""
    word, said = 0, []
    while word != END and len(said) < LONGEST:
        state = np.tanh(state @ STEP + TABLE[word])
        word = int(np.argmax(state @ OUT))
        said.append(word)
    return said, state


def weights():
    start = paddle.nn.initializer.Assign
    return [
        paddle.create_parameter(list(value.shape), "float32", name=name, default_initializer=start(value))
        for name, value in (("table", TABLE), ("step", STEP), ("out", OUT))
    ]


def stepped(word, state, table, step, out):
    state = paddle.tanh(paddle.matmul(state, step) + paddle.nn.functional.embedding(word, table))
    return paddle.argmax(paddle.matmul(state, out), axis=-1), state


@pytest.mark.parametrize("seed", range(4))
def test_a_greedy_decoder_by_while_loop(seed):
    paddle.enable_static()
    first = static.data("first", [1, WIDTH])
    parameters = weights()
    said = create_array("int64")
    array_write(number(0), number(0), said)

    def going(i, word, state):
        return paddle.logical_and(i < LONGEST, word != END)

    def body(i, word, state):
        word, state = stepped(word, state, *parameters)
        i = paddle.add(i, paddle.ones_like(i))
        array_write(word, i, said)
        return i, word, state

    i, _, state = while_loop(going, body, [number(0), number(0), first])
    exe = static.Executor()
    exe.run(static.default_startup_program())
    value = np.random.default_rng(seed).normal(size=(1, WIDTH)).astype("float32")
    want, last = decoded(value)
    for _ in range(3):
        count, length, words, got = exe.run(feed={"first": value}, fetch_list=[i, array_length(said), said, state])
        assert np.ravel(words).tolist() == [0, *want] and count == len(want) and length == len(want) + 1
        np.testing.assert_allclose(got, last, rtol=1e-5)


def test_a_decoder_that_is_trained_through_its_loop():
    """Teacher forcing in a While: the scores of all steps are written to an array; the loss falls."""
    paddle.enable_static()
    words = static.data("words", [5], "int64")
    table, step, out = weights()
    scores, state = create_array("float32"), paddle.zeros([1, WIDTH])
    i, n = number(0), number(4)
    array_write(paddle.zeros([1, WORDS]), i, scores)
    going = i < n
    with While(going).block():
        word = paddle.gather(words, i)
        new = paddle.tanh(paddle.matmul(state, step) + paddle.nn.functional.embedding(word, table))
        assign(new, output=state)
        increment(i)
        array_write(paddle.matmul(new, out), i, scores)
        assign(i < n, output=going)
    losses = []
    for k in range(1, 5):
        label = paddle.slice(words, [0], [k], [k + 1])
        losses.append(paddle.nn.functional.cross_entropy(array_read(scores, number(k)), label))
    loss = paddle.add_n(losses)
    _, pairs = paddle.optimizer.Adam(0.05).minimize(loss)
    assert [p.name for p, _ in pairs] == ["table", "step", "out"]
    exe = static.Executor()
    exe.run(static.default_startup_program())
    feed = {"words": np.array([0, 3, 1, 4, END])}
    seen = [exe.run(feed=feed, fetch_list=[loss])[0].item() for _ in range(60)]
    assert seen[-1] < 0.05 * seen[0]
    best = exe.run(feed=feed, fetch_list=[array_read(scores, number(k)).argmax() for k in range(1, 5)])
    assert [b.item() for b in best] == [3, 1, 4, END]


def test_a_script_of_paddle_1():
    """Static without being told, 1.x's names throughout: data, fc with act, cross_entropy, DataFeeder, minimize."""
    main, startup = fluid.Program(), fluid.Program()
    main.random_seed = startup.random_seed = 5
    with fluid.program_guard(main, startup), fluid.unique_name.guard():
        image = fluid.layers.data(name="image", shape=[8], dtype="float32")
        label = fluid.layers.data(name="label", shape=[1], dtype="int64")
        normal = fluid.initializer.NormalInitializer(scale=0.3)
        hidden = fluid.layers.fc(input=image, size=16, act="relu", param_attr=fluid.ParamAttr(initializer=normal))
        predict = fluid.layers.fc(input=hidden, size=3, act="softmax")
        loss = fluid.layers.mean(fluid.layers.cross_entropy(input=predict, label=label))
        right = fluid.layers.accuracy(input=predict, label=label)
        test = main.clone(for_test=True)
        adam = fluid.optimizer.AdamOptimizer(learning_rate=0.05, regularization=fluid.regularizer.L2Decay(1e-4))
        adam.minimize(loss)
    place = fluid.CPUPlace()
    exe, feeder = fluid.Executor(place), fluid.DataFeeder(feed_list=[image, label], place=place)
    draw = np.random.default_rng(0)
    centers = draw.normal(size=(3, 8)) * 2
    truth = draw.integers(0, 3, 90)
    rows = [(centers[t] + draw.normal(size=8) * 0.3, [t]) for t in truth]
    with fluid.scope_guard(fluid.core.Scope()):
        exe.run(startup)
        program = fluid.CompiledProgram(main).with_data_parallel(loss_name=loss.name)
        losses = [exe.run(program, feed=feeder.feed(rows[i : i + 30]), fetch_list=[loss])[0] for i in (0, 30, 60) * 8]
        before = np.array(fluid.global_scope().find_var("fc_0.w_0").get_tensor())
        score, value = exe.run(test, feed=feeder.feed(rows), fetch_list=[right, loss.name])
        assert np.array_equal(before, np.array(fluid.global_scope().find_var("fc_0.w_0").get_tensor()))
    assert losses[-1] < 0.1 * losses[0] and value < 0.1 * losses[0] and score == 1.0
    assert paddle.in_dynamic_mode()


def test_an_axis_in_a_program_may_be_a_constant_variable():
    paddle.enable_static()
    x, axis = static.data("x", [2, 3]), paddle.full([1], 1, "int32")
    assert paddle.sum(x, axis=axis).shape == (2,) and paddle.concat([x, x], axis).shape == (2, 6)
    paddle.increment(axis)
    with pytest.raises(UsageError, match="axis must be known when a program is built"):
        paddle.sum(x, axis=axis)
