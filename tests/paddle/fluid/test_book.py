"""The programs of the book, as users of 1.8 wrote them, on small data."""

import numpy as np
import pytest

from opscope.paddle import fluid

L = fluid.layers

R = np.random.RandomState(0)
WEIGHTS = R.randn(13, 1).astype("float32")
DIGITS = R.randn(10, 1, 28, 28).astype("float32")


def houses():
    stream = np.random.RandomState(1)
    for _ in range(100):
        x = stream.rand(13).astype("float32")
        yield x, x @ WEIGHTS


def digits():
    stream = np.random.RandomState(1)
    for i in range(128):
        yield DIGITS[i % 10] + 0.3 * stream.randn(1, 28, 28).astype("float32"), i % 10


def trained(exe, feeder, reader, epochs, *fetch):
    exe.run(fluid.default_startup_program())
    got = []
    for _ in range(epochs):
        for rows in reader():
            got = exe.run(fluid.default_main_program(), feed=feeder.feed(rows), fetch_list=list(fetch))
    return got


def test_fit_a_line(tmp_path):
    x = fluid.data(name="x", shape=[None, 13], dtype="float32")
    y = fluid.data(name="y", shape=[None, 1], dtype="float32")
    predicted = L.fc(input=x, size=1, act=None)
    loss = L.mean(L.square_error_cost(input=predicted, label=y))
    fluid.optimizer.SGD(learning_rate=0.05).minimize(loss)
    place = fluid.CPUPlace()
    exe, feeder = fluid.Executor(place), fluid.DataFeeder(place=place, feed_list=[x, y])
    reader = fluid.io.batch(fluid.io.shuffle(houses, buf_size=50), batch_size=20)
    first = trained(exe, feeder, reader, 1, loss)
    last = trained(exe, feeder, reader, 30, loss)
    assert last[0].shape == (1,) and last[0][0] < 0.5 * first[0][0]
    fluid.io.save_inference_model(str(tmp_path), ["x"], [predicted], exe)
    with fluid.scope_guard(fluid.core.Scope()):
        [program, names, targets] = fluid.io.load_inference_model(str(tmp_path), exe)
        assert exe.run(program, feed={names[0]: np.ones((10, 13), "float32")}, fetch_list=targets)[0].shape == (10, 1)


def multilayer(image):
    return L.fc(input=L.fc(input=image, size=64, act="tanh"), size=10, act="softmax")


def convolutional(image):
    one = fluid.nets.simple_img_conv_pool(image, num_filters=4, filter_size=5, pool_size=2, pool_stride=2, act="relu")
    two = fluid.nets.simple_img_conv_pool(
        L.batch_norm(one), num_filters=8, filter_size=5, pool_size=2, pool_stride=2, act="relu"
    )
    return L.fc(input=two, size=10, act="softmax")


@pytest.mark.parametrize("net, epochs", [(multilayer, 4), (convolutional, 12)], ids=["mlp", "conv"])
def test_recognize_digits(net, epochs):
    fluid.default_startup_program().random_seed = 3
    image = L.data(name="img", shape=[1, 28, 28], dtype="float32")
    label = L.data(name="label", shape=[1], dtype="int64")
    predicted = net(image)
    loss = L.mean(L.cross_entropy(input=predicted, label=label))
    share = L.accuracy(input=predicted, label=label)
    test = fluid.default_main_program().clone(for_test=True)
    fluid.optimizer.Adam(learning_rate=0.002).minimize(loss)
    exe, feeder = fluid.Executor(), fluid.DataFeeder([image, label], fluid.CPUPlace())
    reader = fluid.io.batch(digits, 32)
    trained(exe, feeder, reader, epochs, loss)
    metric = fluid.metrics.Accuracy()
    for rows in reader():
        (got,) = exe.run(test, feed=feeder.feed(rows), fetch_list=[share])
        metric.update(value=got, weight=len(rows))
    assert metric.eval() > 0.9


def test_word2vec():
    size = 30
    words = [L.data(name=n, shape=[1], dtype="int64") for n in ("first", "second", "third", "next")]
    known = [
        L.embedding(input=w, size=[size, 16], dtype="float32", is_sparse=True, param_attr="shared_w") for w in words[:3]
    ]
    hidden = L.fc(input=L.concat(input=known, axis=1), size=32, act="sigmoid")
    predicted = L.fc(input=hidden, size=size, act="softmax")
    assert predicted.shape == (-1, size)
    loss = L.mean(L.cross_entropy(input=predicted, label=words[3]))
    fluid.optimizer.Adagrad(0.3, regularization=fluid.regularizer.L2DecayRegularizer(8e-6)).minimize(loss)
    assert len(fluid.default_main_program().all_parameters()) == 5

    def sentences():
        for start in range(size):
            yield tuple((start + i) % size for i in range(4))

    feeder = fluid.DataFeeder(words, fluid.CPUPlace())
    (got,) = trained(fluid.Executor(), feeder, fluid.io.batch(sentences, 10), 15, loss)
    assert got[0] < 1.0


def block(x, filters, stride):
    def convolved(x, size, stride, padding, act):
        made = L.conv2d(x, filters, size, stride, padding, act=None, bias_attr=False)
        return L.batch_norm(input=made, act=act)

    main = convolved(convolved(x, 3, stride, 1, "relu"), 3, 1, 1, None)
    return L.elementwise_add(x=main, y=convolved(x, 1, stride, 0, None), act="relu")


def test_image_classification():
    fluid.default_startup_program().random_seed = 5
    images = L.data(name="pixel", shape=[3, 8, 8], dtype="float32")
    label = L.data(name="label", shape=[1], dtype="int64")
    pooled = L.pool2d(input=block(images, 8, 1), pool_size=8, pool_type="avg", pool_stride=1)
    predicted = L.fc(input=L.dropout(pooled, 0.1), size=2, act="softmax")
    loss = L.mean(L.cross_entropy(input=predicted, label=label))
    rate = L.piecewise_decay([10, 20], [0.1, 0.05, 0.01])
    decay = fluid.regularizer.L2Decay(1e-4)
    fluid.optimizer.Momentum(rate, 0.9, regularization=decay).minimize(loss)
    exe = fluid.Executor()
    exe.run(fluid.default_startup_program())
    x, y = R.randn(16, 3, 8, 8).astype("float32"), (np.arange(16) % 2).reshape(16, 1)
    x[::2] += 0.5
    program = fluid.CompiledProgram(fluid.default_main_program()).with_data_parallel(loss_name=loss.name)
    got = [exe.run(program, feed={"pixel": x, "label": y}, fetch_list=[loss, rate]) for _ in range(25)]
    assert got[-1][0][0] < 0.5 * got[0][0][0] and [g[1][0] for g in got[9:11]] == pytest.approx([0.1, 0.05])


def test_sentiment_with_a_static_rnn():
    fluid.default_startup_program().random_seed = 5
    words = L.data("words", shape=[4, -1, 1], dtype="int64", append_batch_size=False)
    label = L.data("label", shape=[1], dtype="int64")
    known = L.embedding(input=words, size=[20, 8])
    rnn = L.StaticRNN()
    with rnn.step():
        word = rnn.step_input(known)
        before = rnn.memory(shape=[-1, 16], batch_ref=word)
        hidden = L.fc(input=[word, before], size=16, act="tanh")
        rnn.update_memory(before, hidden)
        rnn.step_output(hidden)
    last = L.reshape(L.slice(rnn(), axes=[0], starts=[-1], ends=[10000]), [-1, 16])
    predicted = L.fc(last, size=2, act="softmax")
    loss, share = L.mean(L.cross_entropy(predicted, label)), L.accuracy(predicted, label)
    fluid.clip.set_gradient_clip(fluid.clip.GradientClipByGlobalNorm(5.0))
    fluid.optimizer.Adam(0.02).minimize(loss)
    exe = fluid.Executor()
    exe.run(fluid.default_startup_program())
    stream = np.random.RandomState(0)
    for _ in range(120):
        x = stream.randint(0, 20, (4, 32, 1))
        got = exe.run(feed={"words": x, "label": (x[0] >= 10).astype("int64")}, fetch_list=[share])
    assert got[0][0] > 0.9


def test_decoding_greedily():
    """The states and words of a decoder that While runs are those of a loop in Python."""
    start = L.data("start", [8])
    count, most = L.zeros([1], "int64"), L.fill_constant([1], "int64", 5)
    states, words = L.create_array("float32"), L.create_array("int64")
    L.array_write(start, array=states, i=count)
    L.array_write(L.fill_constant_batch_size_like(start, [-1, 1], "int64", 1), array=words, i=count)
    going = L.less_than(x=count, y=most)
    loop = L.While(cond=going)
    with loop.block():
        state, word = L.array_read(states, count), L.array_read(words, count)
        known = L.embedding(word, size=[12, 8], param_attr="emb")
        state = L.fc([state, known], 8, act="tanh", param_attr=[fluid.ParamAttr("a"), fluid.ParamAttr("b")])
        _, best = L.topk(L.fc(state, 12, act="softmax", param_attr="out"), k=1)
        L.increment(x=count, value=1, in_place=True)
        L.array_write(state, array=states, i=count)
        L.array_write(best, array=words, i=count)
        L.less_than(x=count, y=most, cond=going)
    exe = fluid.Executor()
    exe.run(fluid.default_startup_program())
    value = R.randn(3, 8).astype("float32")
    emb, a, b, out = (np.array(fluid.global_scope().find_var(n).get_tensor()) for n in ("emb", "a", "b", "out"))
    state, word = value, np.ones(3, int)
    for _ in range(5):
        state = np.tanh(state @ a + emb[word] @ b)
        word = (state @ out).argmax(1)
    for _ in range(2):
        got = exe.run(feed={"start": value}, fetch_list=[L.array_read(words, most), L.array_length(words)])
        assert np.array_equal(got[0][:, 0], word) and got[1] == [6]


class Digits(fluid.dygraph.Layer):
    def __init__(self):
        super().__init__()
        self.conv = fluid.dygraph.Conv2D(num_channels=1, num_filters=4, filter_size=5, stride=2, act="relu")
        self.pool = fluid.dygraph.Pool2D(pool_size=2, pool_stride=2, pool_type="max")
        start = fluid.initializer.NormalInitializer(loc=0.0, scale=0.1)
        self.fc = fluid.Linear(4 * 36, 10, param_attr=fluid.param_attr.ParamAttr(initializer=start), act="softmax")

    def forward(self, inputs, label):
        x = L.reshape(self.pool(self.conv(inputs)), shape=[-1, 4 * 36])
        x = L.dropout(self.fc(x), 0.0)
        return x, L.accuracy(input=x, label=label)


def test_digits_in_dygraph():
    with fluid.dygraph.guard(fluid.CPUPlace()):
        strategy = fluid.dygraph.BackwardStrategy()
        strategy.sort_sum_gradient = True
        model = Digits()
        rate = fluid.dygraph.ExponentialDecay(0.01, 10, 0.9)
        adam = fluid.optimizer.AdamOptimizer(learning_rate=rate, parameter_list=model.parameters())
        for _ in range(10):
            for rows in fluid.io.batch(digits, 32, drop_last=True)():
                image = fluid.dygraph.to_variable(np.array([r[0] for r in rows]).astype("float32"))
                label = fluid.dygraph.to_variable(np.array([r[1] for r in rows]).astype("int64").reshape(-1, 1))
                label.stop_gradient = True
                cost, share = model(image, label)
                loss = L.mean(L.cross_entropy(cost, label))
                loss.backward(strategy)
                adam.minimize(loss)
                model.clear_gradients()
        assert share.numpy()[0] > 0.9 and loss.numpy().shape == (1,)
        assert adam.current_step_lr() == pytest.approx(0.01 * 0.9**3.9)
