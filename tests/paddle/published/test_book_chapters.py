"""The nine chapters of Paddle's book, written anew in small: each trains, is saved, loaded, and infers the same.

A chapter declares its data and returns (prediction, loss, optimizer, what inference is fed with); the names are those
of fluid, as the chapters write them. The ninth, the GAN, has two programs.
"""

import numpy as np
import pytest

from opscope.paddle import fluid

L = fluid.layers


def draws(seed=0):
    return np.random.RandomState(seed)


def words(stream, size, shortest=2):
    return stream.randint(0, size, stream.randint(shortest, 6)).tolist()


def fit_a_line():
    x, y = fluid.data("x", [None, 13]), fluid.data("y", [None, 1])
    predicted = L.fc(input=x, size=1, act=None)
    loss = L.mean(L.square_error_cost(input=predicted, label=y))

    def samples(stream):
        row = stream.rand(13)
        return row, [row.sum()]

    return predicted, loss, fluid.optimizer.SGD(0.02), [x], [x, y], samples


def recognize_digits():
    image, label = L.data("img", [1, 12, 12]), L.data("label", [1], dtype="int64")
    one = fluid.nets.simple_img_conv_pool(image, filter_size=3, num_filters=4, pool_size=2, pool_stride=2, act="relu")
    predicted = L.fc(L.batch_norm(one), 10, act="softmax")
    loss = L.mean(L.cross_entropy(input=predicted, label=label))

    def samples(stream):
        digit = stream.randint(10)
        return draws(digit).rand(1, 12, 12) + 0.1 * stream.rand(1, 12, 12), [digit]

    return predicted, loss, fluid.optimizer.Adam(0.02), [image], [image, label], samples


def image_classification():
    image, label = fluid.data("pixel", [None, 3, 8, 8]), fluid.data("label", [None, 1], dtype="int64")
    block = fluid.nets.img_conv_group(
        input=image, pool_size=2, pool_stride=2, conv_num_filter=[4, 4], conv_filter_size=3, conv_act="relu",
        conv_with_batchnorm=True, conv_batchnorm_drop_rate=[0.2, 0], pool_type="max",
    )  # fmt: skip
    hidden = L.batch_norm(input=L.fc(L.dropout(block, 0.2), 16, act=None), act="relu")
    predicted = L.fc(hidden, 2, act="softmax")
    loss = L.mean(L.cross_entropy(input=predicted, label=label))

    def samples(stream):
        kind = stream.randint(2)
        return stream.rand(3, 8, 8) + kind, [kind]

    return predicted, loss, fluid.optimizer.Adam(0.01), [image], [image, label], samples


def word2vec():
    names = ["firstw", "secondw", "thirdw", "nextw"]
    given = [fluid.data(n, [None, 1], dtype="int64") for n in names]
    rows = [fluid.embedding(w, [20, 8], is_sparse=True, param_attr="shared_w") for w in given[:3]]
    joined = L.concat([L.reshape(r, [-1, 8]) for r in rows], axis=1)
    predicted = L.fc(L.fc(joined, 16, act="sigmoid"), 20, act="softmax")
    loss = L.mean(L.cross_entropy(predicted, given[3]))

    def samples(stream):
        first = stream.randint(20)
        return [[(first + i) % 20] for i in range(4)]

    return predicted, loss, fluid.optimizer.SGD(0.5), given[:3], given, samples


def recommender_system():
    user, age = fluid.data("user_id", [None], dtype="int64"), fluid.data("age_id", [None], dtype="int64")
    kinds = fluid.data("category_id", [None], dtype="int64", lod_level=1)
    title = fluid.data("movie_title", [None], dtype="int64", lod_level=1)
    score = fluid.data("score", [None, 1])
    attr = fluid.ParamAttr(name="user_table")
    parts = [fluid.embedding(user, [6, 8], param_attr=attr, is_sparse=True), fluid.embedding(age, [5, 4])]
    person = L.fc(L.concat([L.fc(p, 8) for p in parts], axis=1), 12, act="tanh")
    kind = L.sequence_pool(input=fluid.embedding(kinds, [9, 6], is_sparse=True), pool_type="sum")
    name = fluid.nets.sequence_conv_pool(
        input=fluid.embedding(title, [12, 6], is_sparse=True), num_filters=6, filter_size=3, act="tanh", pool_type="sum"
    )
    film = L.fc(L.concat([kind, name], axis=1), 12, act="tanh")
    predicted = L.scale(L.cos_sim(X=person, Y=film), scale=5.0)
    loss = L.mean(L.square_error_cost(input=predicted, label=score))

    def samples(stream):
        who = stream.randint(6)
        return who, stream.randint(5), words(stream, 9), words(stream, 12), [float(who % 5 + 1)]

    fed = [user, age, kinds, title]
    return predicted, loss, fluid.optimizer.SGD(0.05), fed, [*fed, score], samples


def understand_sentiment():
    data = fluid.data("words", [None], dtype="int64", lod_level=1)
    label = fluid.data("label", [None, 1], dtype="int64")
    first = L.fc(fluid.embedding(data, [20, 8], is_sparse=True), 16)
    lstm, _ = L.dynamic_lstm(input=first, size=16)
    back, _ = L.dynamic_lstm(input=L.fc([first, lstm], 16), size=16, is_reverse=True)
    pooled = [L.sequence_pool(input=v, pool_type="max") for v in (lstm, back)]
    predicted = L.fc(pooled, 2, act="softmax")
    loss = L.mean(L.cross_entropy(predicted, label))

    def samples(stream):
        mood = stream.randint(2)
        return [w + 10 * mood for w in words(stream, 10)], [mood]

    return predicted, loss, fluid.optimizer.Adagrad(0.05), [data], [data, label], samples


def label_semantic_roles():
    word, mark, target = (fluid.data(n, [None, 1], dtype="int64", lod_level=1) for n in ("word", "mark", "target"))
    table = fluid.ParamAttr(name="emb", trainable=False)
    parts = [L.embedding(word, [8, 6], param_attr=table), L.embedding(mark, [2, 3])]
    hidden = L.sums([L.fc(p, 8, act="tanh") for p in parts])
    lstm, _ = L.dynamic_lstm(hidden, 8, candidate_activation="relu")
    feature = L.fc([hidden, lstm], 3, act="tanh")
    loss = L.mean(L.linear_chain_crf(feature, target, param_attr=fluid.ParamAttr(name="crfw", learning_rate=0.5)))
    path = L.crf_decoding(feature, param_attr=fluid.ParamAttr(name="crfw"))
    rate = L.exponential_decay(0.2, decay_steps=100, decay_rate=0.5, staircase=True)

    def samples(stream):
        given = np.array(words(stream, 8))
        return given.tolist(), (given == 3).astype(int).tolist(), (given % 3).tolist()

    return path, loss, fluid.optimizer.SGD(rate), [word, mark], [word, mark, target], samples


def machine_translation():
    """An encoder of two directions, and a decoder with attention that sees the sentence that it is to say."""
    source, target, wanted = (
        fluid.data(n, [None, 1], dtype="int64", lod_level=1) for n in ("source", "target", "wanted")
    )
    known = L.embedding(source, [10, 8], is_sparse=True)
    ways = [L.dynamic_gru(L.fc(known, 18), 6, is_reverse=r) for r in (False, True)]
    encoded = L.concat(ways, axis=1)
    keys = L.fc(encoded, 6, bias_attr=False)
    begin = L.fc(L.sequence_pool(ways[1], "first"), 6, act="tanh")
    said = L.embedding(target, [10, 8], is_sparse=True)
    rnn = L.DynamicRNN()
    with rnn.block():
        word = rnn.step_input(said)
        states, key = rnn.static_input(encoded), rnn.static_input(keys)
        before = rnn.memory(init=begin, need_reorder=True)
        query = L.sequence_expand(x=L.fc(before, 6, bias_attr=False), y=key)
        weights = L.sequence_softmax(L.fc(L.tanh(key + query), 1, bias_attr=False))
        context = L.sequence_pool(L.elementwise_mul(x=states, y=L.reshape(weights, [-1]), axis=0), "sum")
        hidden = L.fc([word, context, before], 6, act="tanh")
        rnn.update_memory(before, hidden)
        rnn.output(L.fc(hidden, 10, act="softmax"))
    predicted = rnn()
    loss = L.mean(L.cross_entropy(predicted, wanted))
    decay = fluid.regularizer.L2DecayRegularizer(regularization_coeff=1e-4)

    def samples(stream):
        said = words(stream, 10)
        return said, [0, *said[:-1]], said

    given = [source, target]
    return predicted, loss, fluid.optimizer.Adam(0.02, regularization=decay), given, [*given, wanted], samples


CHAPTERS = [
    fit_a_line, recognize_digits, image_classification, word2vec, recommender_system, understand_sentiment,
    label_semantic_roles, machine_translation,
]  # fmt: skip


def values(fetched):
    return np.array(fetched)


@pytest.mark.filterwarnings("ignore:the model is written in opscope's own format")  # those with rows of a LoD
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_trains_is_saved_and_infers(chapter, tmp_path):
    main, startup = fluid.default_main_program(), fluid.default_startup_program()
    main.random_seed = startup.random_seed = 4
    predicted, loss, optimizer, fed, data, samples = chapter()
    test = main.clone(for_test=True)
    optimizer.minimize(loss)
    place = fluid.CPUPlace()
    exe, feeder = fluid.Executor(place), fluid.DataFeeder(place=place, feed_list=data)
    exe.run(startup)

    def reader():
        stream = draws(1)
        return (samples(stream) for _ in range(24))

    losses = []
    for _ in range(4):
        for batch in fluid.io.batch(fluid.io.shuffle(reader, buf_size=24), batch_size=8)():
            (got,) = exe.run(main, feed=feeder.feed(batch), fetch_list=[loss])
            losses.append(float(got))
    assert np.isfinite(losses).all() and np.mean(losses[-3:]) < 0.95 * np.mean(losses[:3]), losses
    feed = feeder.feed([samples(draws(2)) for _ in range(3)])
    before = exe.run(test, feed=feed, fetch_list=[predicted], return_numpy=False)[0]
    model, checkpoint = str(tmp_path / "model"), str(tmp_path / "checkpoint")
    fluid.io.save_inference_model(model, [v.name for v in fed], [predicted], exe, main_program=main)
    fluid.io.save_persistables(exe, checkpoint, main)
    with fluid.scope_guard(fluid.Scope()):
        [program, names, targets] = fluid.io.load_inference_model(model, exe)
        assert names == [v.name for v in fed]
        after = exe.run(program, feed={n: feed[n] for n in names}, fetch_list=targets, return_numpy=False)[0]
    np.testing.assert_allclose(values(after), values(before), rtol=1e-5, atol=1e-6)
    assert after.lod() == before.lod()
    with fluid.scope_guard(fluid.Scope()):  # training goes on from a checkpoint
        exe.run(startup)
        fluid.io.load_persistables(exe, checkpoint, main)
        again = exe.run(test, feed=feed, fetch_list=[predicted], return_numpy=False)[0]
        assert np.array_equal(values(again), values(before))


def test_generative_adversarial_network(tmp_path):
    """Two programs share the judge's parameters; each optimizer has its own list of them."""

    def judge(x):
        return L.fc(
            L.fc(x, 8, act="leaky_relu", param_attr="d0.w", bias_attr="d0.b"), 1, param_attr="d1.w", bias_attr="d1.b"
        )

    def maker(z):
        return L.fc(L.fc(z, 8, act="relu", param_attr="g0.w", bias_attr="g0.b"), 2, param_attr="g1.w", bias_attr="g1.b")

    def cost(logit, kind):
        label = L.fill_constant_batch_size_like(logit, [-1, 1], "float32", kind)
        return L.mean(L.sigmoid_cross_entropy_with_logits(x=logit, label=label))

    of_judge, of_maker, startup = fluid.Program(), fluid.Program(), fluid.Program()
    of_judge.random_seed = of_maker.random_seed = startup.random_seed = 2
    with fluid.program_guard(of_judge, startup):
        z, real = fluid.data("z", [None, 3]), fluid.data("real", [None, 2])
        judged = cost(judge(real), 1.0) + cost(judge(maker(z)), 0.0)
        own = [p.name for p in of_judge.global_block().all_parameters() if p.name.startswith("d")]
        fluid.optimizer.Adam(0.05, beta1=0.5).minimize(judged, parameter_list=own)
    with fluid.program_guard(of_maker, startup):
        z = fluid.data("z", [None, 3])
        made = maker(z)
        fooled = cost(judge(made), 1.0)
        inference = of_maker.clone(for_test=True)
        own = [p.name for p in of_maker.global_block().all_parameters() if p.name.startswith("g")]
        fluid.optimizer.Adam(0.02, beta1=0.5).minimize(fooled, parameter_list=own)
    exe, stream, losses = fluid.Executor(), draws(3), []
    exe.run(startup)
    for _ in range(60):
        noise = stream.randn(16, 3).astype("float32")
        real = (stream.randn(16, 2) * 0.1 + [1, -1]).astype("float32")
        (one,) = exe.run(of_judge, feed={"z": noise, "real": real}, fetch_list=[judged])
        (two,) = exe.run(of_maker, feed={"z": noise}, fetch_list=[fooled])
        losses.append((float(one), float(two)))
    assert np.isfinite(losses).all() and losses[-1][0] != losses[0][0]
    (before,) = exe.run(inference, feed={"z": noise}, fetch_list=[made])
    assert np.abs(before.mean(0) - [1, -1]).max() < 0.8  # it has moved to where the samples are
    fluid.io.save_inference_model(str(tmp_path), ["z"], [made], exe, main_program=of_maker)
    with fluid.scope_guard(fluid.Scope()):
        program, names, targets = fluid.io.load_inference_model(str(tmp_path), exe)
        (after,) = exe.run(program, feed={names[0]: noise}, fetch_list=targets)
    assert np.array_equal(before, after)
