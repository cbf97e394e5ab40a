"""fluid's recurrent units over sequences with LoD, beside loops in NumPy; and the book's chapters that use them.

The loops were held beside the operators `lstm` and `gru` of Paddle 2.6.2, which agree but for one thing: there the
gradient of an LSTM's cells is lost.
"""

import numpy as np
import pytest

from opscope.errors import OpscopeWarning
from opscope.paddle import fluid

L = fluid.layers

LENGTHS = [3, 1, 4]
R = np.random.RandomState(0)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def tensor(rows, lengths=LENGTHS):
    return fluid.create_lod_tensor(np.asarray(rows), [lengths], fluid.CPUPlace())


def given(*shape):
    return fluid.ParamAttr(initializer=fluid.initializer.NumpyArrayInitializer(drawn(*shape)))


def drawn(*shape):
    return np.random.RandomState(sum(shape)).uniform(-1, 1, shape).astype("float32")


def run(outs, rows, lengths=LENGTHS, **feed):
    exe = fluid.Executor()
    exe.run(fluid.default_startup_program())
    made = exe.run(feed={"x": tensor(rows, lengths), **feed}, fetch_list=list(outs), return_numpy=False)
    assert all(t.recursive_sequence_lengths() == [lengths] for t in made)
    return [np.array(t) for t in made]


def along(rows, step, states, reverse=False, lengths=LENGTHS):
    """The states after each row: `step(row, *states)`, sequence by sequence."""
    made = []
    for i, part in enumerate(np.split(rows, np.cumsum(lengths)[:-1])):
        now, seen = [s[i] for s in states], []
        for row in part[::-1] if reverse else part:
            now = step(row, *now)
            seen.append(now)
        made += seen[::-1] if reverse else seen
    return [np.array(column) for column in zip(*made, strict=True)]


def lstm_step(weight, bias, width, peep=True):
    def step(row, hidden, cell):
        new, enter, forget, leave = np.split(row + hidden @ weight + bias[: 4 * width], 4)
        wi, wf, wo = np.split(bias[4 * width :], 3) if peep else (0, 0, 0)
        after = sigmoid(forget + cell * wf) * cell + sigmoid(enter + cell * wi) * np.tanh(new)
        return sigmoid(leave + after * wo) * np.tanh(after), after

    return step


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("peep", [True, False])
@pytest.mark.parametrize("start", [True, False])
def test_dynamic_lstm(reverse, peep, start):
    x, size = L.data("x", [8], dtype="float32", lod_level=1), 14 if peep else 8
    states = [L.data(n, [2], dtype="float32") for n in ("h", "c")] if start else [None, None]
    outs = L.dynamic_lstm(x, 8, *states, given(2, 8), given(1, size), use_peepholes=peep, is_reverse=reverse)
    rows, first = drawn(8, 8), [drawn(3, 2), drawn(3, 2) + 1] if start else [np.zeros((3, 2))] * 2
    made = run(outs, rows, **dict(zip(("h", "c"), first, strict=True)) if start else {})
    wanted = along(rows, lstm_step(drawn(2, 8), drawn(1, size)[0], 2, peep), first, reverse)
    for value, want in zip(made, wanted, strict=True):
        np.testing.assert_allclose(value, want, rtol=1e-4, atol=1e-5)


def test_dynamic_lstmp():
    x = L.data("x", [8], dtype="float32", lod_level=1)
    bias = fluid.ParamAttr(initializer=fluid.initializer.Constant(0.3))
    outs = L.dynamic_lstmp(
        x, 8, 3, bias_attr=bias, use_peepholes=False, cell_clip=0.4, proj_clip=0.2, proj_activation="tanh"
    )
    rows = drawn(8, 8)
    assert [v.shape for v in fluid.default_main_program().all_parameters()] == [(3, 8), (2, 3), (1, 8)]
    made = run(outs, rows)
    weight, projection = (
        np.array(fluid.global_scope().find_var(p.name).get_tensor())
        for p in fluid.default_main_program().all_parameters()[:2]
    )

    def step(row, hidden, cell):
        new, enter, forget, leave = np.split(row + hidden @ weight + 0.3, 4)
        after = np.clip(sigmoid(forget) * cell + sigmoid(enter) * np.tanh(new), -0.4, 0.4)
        return np.clip(np.tanh(sigmoid(leave) * np.tanh(after) @ projection), -0.2, 0.2), after

    wanted = along(rows, step, [np.zeros((3, 3)), np.zeros((3, 2))])
    for value, want in zip(made, wanted, strict=True):
        np.testing.assert_allclose(value, want, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("origin", [False, True])
def test_dynamic_gru(reverse, origin):
    x = L.data("x", [6], dtype="float32", lod_level=1)
    out = L.dynamic_gru(x, 2, given(2, 6), given(1, 6), reverse, origin_mode=origin)
    rows, flat, bias = drawn(8, 6), drawn(2, 6).ravel(), drawn(1, 6)[0]
    gates, candidate = flat[:8].reshape(2, 4), flat[8:].reshape(2, 2)

    def step(row, hidden):
        row = row + bias
        update, reset = np.split(sigmoid(row[:4] + hidden @ gates), 2)
        new = np.tanh(row[4:] + (reset * hidden) @ candidate)
        return (update * hidden + (1 - update) * new if origin else (1 - update) * hidden + update * new,)

    (wanted,) = along(rows, step, [np.zeros((3, 2))], reverse)
    (made,) = run([out], rows)
    np.testing.assert_allclose(made, wanted, rtol=1e-4, atol=1e-5)


def test_gradients_go_through_all_steps_and_to_no_other_sequence():
    x = L.data("x", [2], dtype="float32", lod_level=1)
    x.stop_gradient = False
    rnn = L.DynamicRNN()
    with rnn.block():
        row, total = rnn.step_input(x), rnn.memory(shape=[2], value=1.0)
        rnn.update_memory(total, total * row)
        rnn.output(total * row)
    last = L.sequence_last_step(rnn())
    (grad,) = fluid.gradients(L.reduce_sum(last), x)
    rows = drawn(8, 2) + 2
    (made,) = run([grad], rows)
    products = [np.prod(part, axis=0) for part in np.split(rows, np.cumsum(LENGTHS)[:-1])]
    wanted = np.concatenate([np.tile(p, (n, 1)) for p, n in zip(products, LENGTHS, strict=True)]) / rows
    np.testing.assert_allclose(made, wanted, rtol=1e-4)


def test_a_step_sees_whole_sequences_too():
    """A decoder with attention: in each step a softmax over each encoded sentence."""
    x = L.data("x", [2], dtype="float32", lod_level=1)
    target = L.data("target", [2], dtype="float32", lod_level=1)
    rnn, last = L.DynamicRNN(), L.sequence_pool(x, "last")
    with rnn.block():
        word, sentence = rnn.step_input(target), rnn.static_input(x)
        context = rnn.memory(init=last, need_reorder=True)
        score = L.reduce_sum(sentence * L.sequence_expand_as(word + context, sentence), dim=1, keep_dim=True)
        score = L.lod_reset(score, sentence)
        made = L.sequence_pool(sentence * L.sequence_softmax(score), "sum")
        rnn.update_memory(context, made)
        rnn.output(made)
    rows, words, lengths = drawn(8, 2), drawn(5, 2), [1, 2, 2]
    exe = fluid.Executor()
    (got,) = exe.run(feed={"x": tensor(rows), "target": tensor(words, lengths)}, fetch_list=[rnn()], return_numpy=False)
    sentences = np.split(rows, np.cumsum(LENGTHS)[:-1])

    def step(row, context, which):
        sentence = sentences[int(which)]
        powers = np.exp(sentence @ (row + context))
        return powers @ sentence / powers.sum(), which

    wanted, _ = along(words, step, [np.array([s[-1] for s in sentences]), np.arange(3)], lengths=lengths)
    np.testing.assert_allclose(np.array(got), wanted, rtol=1e-4)
    assert got.recursive_sequence_lengths() == [lengths]


def test_lod_reset():
    x, y = (L.data(n, [2], dtype="float32", lod_level=1) for n in "xy")
    ends = L.data("ends", [1], dtype="int32")
    outs = [L.lod_reset(x, y), L.lod_reset(x, ends), L.lod_reset(x, target_lod=[0, 2, 8])]
    feed = {"x": tensor(drawn(8, 2)), "y": tensor(drawn(8, 2), [5, 3]), "ends": np.int32([[0], [1], [8]])}
    made = fluid.Executor().run(feed=feed, fetch_list=outs, return_numpy=False)
    assert [t.recursive_sequence_lengths() for t in made] == [[[5, 3]], [[1, 7]], [[2, 6]]]
    with pytest.raises(ValueError, match="must not both be None"):
        L.lod_reset(x)
    with pytest.raises(ValueError, match=r"the LoD \[0, 9\] does not match a tensor of 8 rows"):
        fluid.Executor().run(feed=feed, fetch_list=[L.lod_reset(x, target_lod=[0, 9])])


def test_what_recurrent_units_refuse():
    x = L.data("x", [8], dtype="float32", lod_level=1)
    with pytest.raises(ValueError, match="bias_attr should not be False"):
        L.dynamic_lstm(x, 8, bias_attr=False)
    with pytest.raises(ValueError, match="dynamic_gru needs an input"):
        L.dynamic_gru(x, 2)
    deep = L.data("deep", [8], dtype="float32", lod_level=2)

    def stepped(sequence, first):
        rnn = L.DynamicRNN()
        with rnn.block():
            word = rnn.step_input(sequence)
            rnn.memory(init=L.reduce_sum(word) if first else None)

    with pytest.raises(NotImplementedError, match="exactly one level of LoD"):
        stepped(deep, False)
    with pytest.raises(ValueError, match="an earlier call of step_input"):
        stepped(x, False)
    with pytest.raises(ValueError, match="must be created before the step"):
        stepped(x, True)


def by_type(type_, inputs, out, **attrs):
    block = fluid.default_main_program().current_block()
    made = block.create_var(shape=[-1], dtype="float32")
    block.append_op(type=type_, inputs=inputs, outputs={out: made}, attrs=attrs)
    return made


def test_operators_by_type_are_the_functions():
    """What LayerHelper.append_op makes of Paddle's types, slots and attributes."""
    x, y = (L.data(n, [2], dtype="float32", lod_level=1) for n in "xy")
    lengths = L.data("lengths", [2], dtype="int64", append_batch_size=False)
    weight = L.create_parameter([4, 3], "float32")
    pairs = [
        (by_type("sequence_pool", {"X": x}, "Out", pooltype="MAX"), L.sequence_pool(x, "max")),
        (by_type("sequence_reverse", {"X": x}, "Y"), L.sequence_reverse(x)),
        (by_type("sequence_concat", {"X": [x, y]}, "Out"), L.sequence_concat([x, y])),
        (by_type("sequence_expand_as", {"X": L.sequence_pool(x, "sum"), "Y": y}, "Out"),
         L.sequence_expand_as(L.sequence_pool(x, "sum"), y)),
        (by_type("sequence_expand", {"X": x, "Y": y}, "Out", ref_level=0), L.sequence_expand(x, y)),
        (by_type("lod_reset", {"X": x}, "Out", target_lod=[0, 2, 5]), L.lod_reset(x, target_lod=[0, 2, 5])),
        (by_type("sequence_reshape", {"X": x}, "Out", new_dim=1), L.sequence_reshape(x, 1)),
        (by_type("sequence_unpad", {"X": L.sequence_pad(x, L.zeros([1], "float32"))[0], "Length": lengths}, "Out"), x),
    ]  # fmt: skip
    conv = by_type(
        "sequence_conv", {"X": x, "Filter": weight}, "Out", contextStart=-1, contextLength=2, contextStride=1
    )
    exe = fluid.Executor()
    exe.run(fluid.default_startup_program())
    feed = {"x": tensor(drawn(5, 2), [2, 3]), "y": tensor(drawn(4, 2), [1, 3]), "lengths": np.array([2, 3])}
    outs = [v for pair in pairs for v in pair]
    made = exe.run(feed=feed, fetch_list=[*outs, conv], return_numpy=False)
    for one, other in zip(made[::2], made[1::2], strict=False):
        np.testing.assert_array_equal(np.array(one), np.array(other))
        assert one.lod() == other.lod()
    rows, w = drawn(5, 2), np.array(fluid.global_scope().find_var(weight.name).get_tensor())
    before = np.stack([np.zeros(2), rows[0], np.zeros(2), rows[2], rows[3]])
    np.testing.assert_allclose(np.array(made[-1]), np.hstack([before, rows]) @ w, rtol=1e-4, atol=1e-6)


# --- the book ---------------------------------------------------------------------------------------


def reviews():
    for _ in range(24):
        mood = R.randint(2)
        yield (R.randint(0, 10, R.randint(2, 7)) + 10 * mood).tolist(), mood


def conv_net(words):
    emb = fluid.embedding(input=words, size=[20, 8], is_sparse=True)
    parts = [fluid.nets.sequence_conv_pool(emb, 8, size, act="tanh", pool_type="sqrt") for size in (3, 4)]
    return L.fc(input=parts, size=2, act="softmax")


def stacked_lstm_net(words):
    emb = fluid.embedding(input=words, size=[20, 8], is_sparse=True)
    first = L.fc(input=emb, size=16)
    inputs = [first, L.dynamic_lstm(input=first, size=16)[0]]
    for i in range(2, 4):
        joined = L.fc(input=inputs, size=16)
        inputs = [joined, L.dynamic_lstm(input=joined, size=16, is_reverse=i % 2 == 0)[0]]
    return L.fc(input=[L.sequence_pool(input=v, pool_type="max") for v in inputs], size=2, act="softmax")


def dynamic_rnn_net(words):
    sentence = L.fc(input=fluid.embedding(input=words, size=[20, 8]), size=8, act="tanh")
    rnn = L.DynamicRNN()
    with rnn.block():
        word, before = rnn.step_input(sentence), rnn.memory(value=0.0, shape=[8])
        hidden = L.fc(input=[word, before], size=8, act="relu")
        rnn.update_memory(before, hidden)
        rnn.output(hidden)
    return L.fc(input=L.sequence_last_step(rnn()), size=2, act="softmax")


@pytest.mark.parametrize("net", [conv_net, stacked_lstm_net, dynamic_rnn_net])
def test_understand_sentiment(net, tmp_path):
    fluid.default_main_program().random_seed = fluid.default_startup_program().random_seed = 1
    words = fluid.data(name="words", shape=[None], dtype="int64", lod_level=1)
    label = fluid.data(name="label", shape=[None, 1], dtype="int64")
    prediction = net(words)
    cost = L.mean(L.cross_entropy(input=prediction, label=label))
    test = fluid.default_main_program().clone(for_test=True)
    fluid.optimizer.Adagrad(learning_rate=0.05).minimize(cost)
    feeder = fluid.DataFeeder(feed_list=["words", "label"], place=fluid.CPUPlace())
    exe = fluid.Executor()
    exe.run(fluid.default_startup_program())
    batches, costs = list(fluid.io.batch(reviews, batch_size=8)()), []
    for _ in range(4):
        for batch in batches:
            costs.append(exe.run(feed=feeder.feed(batch), fetch_list=[cost])[0].item())
    assert np.mean(costs[-3:]) < 0.7 * np.mean(costs[:3])
    (before,) = exe.run(test, feed=feeder.feed(batches[0]), fetch_list=[prediction])
    with pytest.warns(OpscopeWarning, match="opscope's own format"):
        fluid.io.save_inference_model(str(tmp_path), ["words"], prediction, exe)
    with fluid.scope_guard(fluid.Scope()):
        program, names, outs = fluid.io.load_inference_model(str(tmp_path), exe)
        (after,) = exe.run(program, feed={names[0]: feeder.feed(batches[0])["words"]}, fetch_list=outs)
    np.testing.assert_array_equal(before, after)
