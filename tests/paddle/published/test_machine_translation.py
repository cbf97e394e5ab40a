"""Book 8, machine_translation, whole: it is trained, saved, loaded, and translates by beam search.

Both ways that Paddle's book has had: a While loop with beam_search and arrays (1.6), and a cell with
BeamSearchDecoder and dynamic_decode (1.8). Translations are compared with a beam search over NumPy's arrays.
"""

import numpy as np
import pytest

from opscope.paddle import fluid

L = fluid.layers
WORDS, WIDTH, BEAM, LONGEST = 6, 16, 3, 6
START, END = 0, 1
pytestmark = pytest.mark.filterwarnings("ignore:the model is written in opscope's own format")  # rows of a LoD


def pairs(stream, count):
    """Sentences of words 2 to 5, and their translation: the first two words in reverse order."""
    for _ in range(count):
        given = stream.randint(2, WORDS, stream.randint(2, 4)).tolist()
        said = given[1::-1]
        yield given, [START, *said], [*said, END]


def encoder():
    source = fluid.data("source", [None, 1], "int64", lod_level=1)
    known = L.embedding(source, [WORDS, WIDTH], param_attr="source_words")
    states = L.dynamic_gru(L.fc(known, 3 * WIDTH, param_attr="e.w", bias_attr="e.b"), WIDTH, param_attr="g.w",
                           bias_attr="g.b")  # fmt: skip
    return L.fc(L.sequence_last_step(states), WIDTH, act="tanh", param_attr="c.w", bias_attr="c.b")


def one_step(before, word):
    return L.fc([before, word], WIDTH, act="tanh", param_attr=["s.w", "w.w"], bias_attr="s.b")


def odds(state):
    return L.fc(state, WORDS, act="softmax", param_attr="o.w", bias_attr="o.b")


def train_by_steps(context):
    target = fluid.data("target", [None, 1], "int64", lod_level=1)
    wanted = fluid.data("wanted", [None, 1], "int64", lod_level=1)
    said = L.embedding(target, [WORDS, WIDTH], param_attr="target_words")
    rnn = L.DynamicRNN()
    with rnn.block():
        word, before = rnn.step_input(said), rnn.memory(init=context)
        state = one_step(before, word)
        rnn.update_memory(before, state)
        rnn.output(odds(state))
    return L.mean(L.cross_entropy(rnn(), wanted)), [target, wanted]


def decode_by_steps(context):
    """The loop of the book: what the steps select is in arrays, and the arrays' elements have a LoD."""
    length = L.fill_constant([1], "int64", LONGEST)
    counter = L.zeros([1], "int64", force_cpu=True)
    states, ids, scores = L.create_array("float32"), L.create_array("int64"), L.create_array("float32")
    init_ids = fluid.data("init_ids", [None, 1], "int64", lod_level=2)
    init_scores = fluid.data("init_scores", [None, 1], "float32", lod_level=2)
    L.array_write(context, array=states, i=counter)
    L.array_write(init_ids, array=ids, i=counter)
    L.array_write(init_scores, array=scores, i=counter)
    more = L.less_than(x=counter, y=length)
    loop = L.While(cond=more)
    with loop.block():
        pre_ids, pre_score = L.array_read(array=ids, i=counter), L.array_read(array=scores, i=counter)
        pre_state = L.sequence_expand(L.array_read(array=states, i=counter), pre_score)
        word = L.embedding(pre_ids, [WORDS, WIDTH], param_attr="target_words")
        state = one_step(pre_state, word)
        best, words = L.topk(odds(L.lod_reset(x=state, y=pre_score)), k=BEAM)
        total = L.elementwise_add(x=L.log(best), y=L.reshape(pre_score, shape=[-1]), axis=0)
        chosen, chosen_scores = L.beam_search(pre_ids, pre_score, words, total, BEAM, end_id=END, level=0)
        L.increment(x=counter, value=1, in_place=True)
        L.array_write(state, array=states, i=counter)
        L.array_write(chosen, array=ids, i=counter)
        L.array_write(chosen_scores, array=scores, i=counter)
        L.logical_and(L.less_than(x=counter, y=length), L.logical_not(L.is_empty(x=chosen)), out=more)
    return L.beam_search_decode(ids=ids, scores=scores, beam_size=BEAM, end_id=END)


def searched(context, weights):
    """[(words, score)], the best first: a beam search by lists, of one sentence."""
    beams = [([START], 0.0, context)]
    for _ in range(LONGEST):
        ways = []
        for words, score, state in beams:
            if words[-1] == END and len(words) > 1:
                ways.append((words, score, state))
                continue
            new = np.tanh(state @ weights["s.w"] + weights["target_words"][words[-1]] @ weights["w.w"] + weights["s.b"])
            logits = new @ weights["o.w"] + weights["o.b"]
            values = logits - np.log(np.exp(logits).sum())
            ways += [([*words, w], score + values[w], new) for w in range(WORDS)]
        beams = sorted(ways, key=lambda way: -way[1])[:BEAM]
        if all(words[-1] == END for words, _, _ in beams):
            break
    return [(words, score) for words, score, _ in beams]


def test_the_chapter_by_steps(tmp_path):
    exe, place = fluid.Executor(fluid.CPUPlace()), fluid.CPUPlace()
    train, startup = fluid.Program(), fluid.Program()
    train.random_seed = startup.random_seed = 3
    with fluid.program_guard(train, startup):
        context = encoder()
        loss, given = train_by_steps(context)
        fluid.optimizer.Adam(0.02, regularization=fluid.regularizer.L2DecayRegularizer(1e-5)).minimize(loss)
    feeder = fluid.DataFeeder([train.global_block().var("source"), *given], place, program=train)
    exe.run(startup)
    stream, losses = np.random.RandomState(0), []
    for _ in range(200):
        losses.append(float(exe.run(train, feed=feeder.feed(list(pairs(stream, 16))), fetch_list=[loss])[0]))
    assert losses[-1] < 0.5 * losses[0]

    infer = fluid.Program()
    with fluid.program_guard(infer, fluid.Program()):
        context = encoder()
        ids, scores = decode_by_steps(context)
    sentences = [[2, 3], [5, 4, 2], [3, 5]]
    feed = {
        "source": fluid.create_lod_tensor(np.concatenate(sentences).reshape(-1, 1), [[2, 3, 2]], place),
        "init_ids": fluid.create_lod_tensor(np.full((3, 1), START, "int64"), [[1] * 3, [1] * 3], place),
        "init_scores": fluid.create_lod_tensor(np.zeros((3, 1), "float32"), [[1] * 3, [1] * 3], place),
    }
    got, got_scores, states = exe.run(infer, feed=feed, fetch_list=[ids, scores, context], return_numpy=False)
    sources, words = got.lod()
    assert sources == [0, 3, 6, 9] and got_scores.lod() == got.lod()
    rows = np.array(got)
    best = [rows[words[at] : words[at + 1]].tolist() for at in sources[:-1]]
    assert best == [[START, *s[1::-1], END] for s in sentences]  # it has learned to translate
    weights = {n: np.array(fluid.global_scope().find_var(n).get_tensor()) for n in
               ("s.w", "w.w", "s.b", "o.w", "o.b", "target_words")}  # fmt: skip
    for source, state in enumerate(np.array(states)):
        for k, (said, score) in enumerate(searched(state, weights)):
            begin, end = words[3 * source + k : 3 * source + k + 2]
            assert rows[begin:end].tolist() == said
            assert np.isclose(np.array(got_scores)[end - 1], score, rtol=1e-4)

    folder = str(tmp_path / "model")
    fluid.io.save_inference_model(folder, list(feed), [ids, scores], exe, main_program=infer)
    with fluid.scope_guard(fluid.Scope()):
        program, names, targets = fluid.io.load_inference_model(folder, exe)
        again = exe.run(program, feed={n: feed[n] for n in names}, fetch_list=targets, return_numpy=False)
    assert np.array_equal(np.array(again[0]), rows) and again[0].lod() == got.lod()
    assert np.array_equal(np.array(again[1]), np.array(got_scores))


class Decoding(L.RNNCell):
    """The decoder of the newer chapter: a cell over [word, context]."""

    def __init__(self):
        self.cell = L.GRUCell(WIDTH, param_attr="cell.w", bias_attr="cell.b", name="cell")

    @property
    def state_shape(self):
        return self.cell.state_shape

    def call(self, inputs, states, context):
        return self.cell(L.concat([inputs, context], axis=-1), states)


def padded(stream, count):
    batch = list(pairs(stream, count))
    source = np.full((count, 3), END, "int64")
    for row, (given, _, _) in zip(source, batch, strict=True):
        row[: len(given)] = given
    return {
        "source": source,
        "target": np.array([t for _, t, _ in batch]),
        "wanted": np.array([w for _, _, w in batch])[..., None],
    }


def translator(beam):
    """(loss, data) for training, or (words, lengths) by a beam search."""
    source = fluid.data("source", [None, 3], "int64")
    words = fluid.embedding(source, [WORDS, WIDTH], param_attr="source_words")
    encoding = L.LSTMCell(WIDTH, param_attr="enc.w", bias_attr="enc.b", name="enc")
    _, (context, _) = L.rnn(encoding, words)
    cell = Decoding()

    def embedded(x):
        return fluid.embedding(x, [WORDS, WIDTH], param_attr="target_words")

    def odds_of(x):
        return L.fc(x, WORDS, num_flatten_dims=len(x.shape) - 1, param_attr="out.w", bias_attr=False)

    if beam:
        decoder = L.BeamSearchDecoder(cell, START, END, BEAM, embedding_fn=embedded, output_fn=odds_of)
        tiled = L.BeamSearchDecoder.tile_beam_merge_with_batch(context, BEAM)
        found, _, lengths = L.dynamic_decode(
            decoder, inits=context, max_step_num=LONGEST, is_test=True, return_length=True, context=tiled
        )
        return found, lengths
    target, wanted = fluid.data("target", [None, 3], "int64"), fluid.data("wanted", [None, 3, 1], "int64")
    states, _ = L.rnn(cell, embedded(target), initial_states=context, context=context)
    return L.mean(L.softmax_with_cross_entropy(odds_of(states), wanted)), [source, target, wanted]


def test_the_chapter_by_a_cell(tmp_path):
    exe = fluid.Executor(fluid.CPUPlace())
    train, startup, infer = fluid.Program(), fluid.Program(), fluid.Program()
    train.random_seed = startup.random_seed = 3
    with fluid.program_guard(train, startup):
        loss, _ = translator(beam=False)
        fluid.optimizer.Adam(0.02).minimize(loss)
    with fluid.program_guard(infer, fluid.Program()):
        found, lengths = translator(beam=True)
    exe.run(startup)
    stream, losses = np.random.RandomState(0), []
    for _ in range(200):
        losses.append(float(exe.run(train, feed=padded(stream, 16), fetch_list=[loss])[0]))
    assert losses[-1] < 0.5 * losses[0]
    source = np.array([[2, 3, END], [5, 4, 2], [3, 5, END]])
    got, long = exe.run(infer, feed={"source": source}, fetch_list=[found, lengths])
    assert got.shape[0] == 3 and got.shape[2] == BEAM
    assert got[:, :3, 0].tolist() == [[3, 2, END], [4, 5, END], [5, 3, END]]  # the best of each
    assert (long[:, 0] == 3).all()
    folder = str(tmp_path / "model")
    fluid.io.save_inference_model(folder, ["source"], [found, lengths], exe, main_program=infer)
    with fluid.scope_guard(fluid.Scope()):
        program, names, targets = fluid.io.load_inference_model(folder, exe)
        again, _ = exe.run(program, feed={names[0]: source}, fetch_list=targets)
    assert np.array_equal(again, got)
