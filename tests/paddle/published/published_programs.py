"""Published programs in small, written anew: recommenders, and programs with operators of their own.

    $OPSCOPE_PADDLE tests/paddle/published/published_programs.py > tests/paddle/published/paddle_results.json

Each is a function of (paddle, folder) and uses what the published program uses, on samples that it makes; it returns
numbers. Initial values are drawn by name, so that they are the same in opscope and in Paddle 2.6.2.
"""

import json
import os
import sys
import tempfile

import numpy as np


def start(paddle, name, *shape):
    """The ParamAttr of a parameter that starts with numbers drawn by its name."""
    value = np.random.RandomState(sum(map(ord, name))).uniform(-0.3, 0.3, shape).astype("float32")
    return paddle.ParamAttr(name=name, initializer=paddle.nn.initializer.Assign(value))


def fc(paddle, x, size, name, activation=None):
    weight, bias = start(paddle, f"{name}.w", x.shape[-1], size), start(paddle, f"{name}.b", size)
    return paddle.static.nn.fc(x, size, weight_attr=weight, bias_attr=bias, activation=activation)


def clicks(count, slots=3, values=20, dense=4):
    """Lines of a sample file, as PaddleRec's: label, dense numbers, an id for each slot."""
    draws = np.random.RandomState(3)
    for _ in range(count):
        ids = draws.randint(1, values, slots)
        numbers = draws.rand(dense)
        label = int((ids[0] < 10) != (numbers[0] > 0.8))
        yield f"{label} {' '.join(f'{n:.4f}' for n in numbers)} {' '.join(map(str, ids))}"


def read_clicks(path, batch, slots=3):
    """Batches of a sample file: (label [n, 1], ids, an array [n, 1] for each slot, dense [n, 4])."""
    with open(path) as lines:
        rows = [line.split() for line in lines]
    for i in range(0, len(rows), batch):
        part = rows[i : i + batch]
        label = np.array([[int(r[0])] for r in part], "int64")
        dense = np.array([r[1:-slots] for r in part], "float32")
        ids = np.array([r[-slots:] for r in part], "int64")
        yield label, [ids[:, s : s + 1] for s in range(slots)], dense


def click_program(paddle, folder, net, optimizer):
    """Trains a net of clicks on a sample file, measures its AUC, saves it, and loads it for inference."""
    static = paddle.static
    main, startup, scope = static.Program(), static.Program(), static.Scope()
    path = os.path.join(folder, "samples.txt")
    with open(path, "w") as out:
        out.write("\n".join(clicks(32)))
    with static.program_guard(main, startup), static.scope_guard(scope):
        label = static.data("label", [None, 1], "int64")
        slots = [static.data(f"C{i}", [None, 1], "int64") for i in range(3)]
        dense = static.data("dense_input", [None, 4], "float32")
        predicted = net(slots, dense)
        both = paddle.concat([1 - predicted, predicted], axis=1)
        auc, *_ = static.auc(input=both, label=label, num_thresholds=2**8, slide_steps=20)
        cost = paddle.nn.functional.log_loss(input=predicted, label=paddle.cast(label, "float32"))
        loss = paddle.mean(cost)
        test = main.clone(for_test=True)
        optimizer.minimize(loss)
        exe = static.Executor(paddle.CPUPlace())
        exe.run(startup)
        losses, aucs = [], []
        for _ in range(3):
            for labels, ids, numbers in read_clicks(path, 16):
                feed = {"label": labels, "dense_input": numbers, **{f"C{i}": v for i, v in enumerate(ids)}}
                got = exe.run(main, feed=feed, fetch_list=[loss, auc])
                losses.append(float(got[0]))
                aucs.append(float(got[1]))
        (before,) = exe.run(test, feed=feed, fetch_list=[predicted])
        static.save(main, os.path.join(folder, "rec_static"))
        static.load(main, os.path.join(folder, "rec_static"), exe)
        static.save_inference_model(os.path.join(folder, "rec"), [*slots, dense], [predicted], exe, program=main)
        table = np.array(scope.find_var("table").get_tensor())
    with static.scope_guard(static.Scope()):
        program, names, fetches = static.load_inference_model(os.path.join(folder, "rec"), exe)
        (after,) = exe.run(program, feed={n: feed[n] for n in names}, fetch_list=fetches)
    assert names == ["C0", "C1", "C2", "dense_input"] and np.allclose(before, after, atol=1e-6)
    return {"loss": losses, "auc": aucs[-1], "predicted": after.ravel().tolist(), "table": table.sum(1).tolist()}


def deepfm(paddle, folder):
    """Factorization machine and deep net on one sparse table; Adam in lazy mode."""

    def net(slots, dense):
        ids = paddle.concat(slots, axis=1)
        once = paddle.nn.Embedding(20, 1, padding_idx=0, sparse=True, weight_attr=start(paddle, "first", 20, 1))
        table = paddle.nn.Embedding(20, 5, padding_idx=0, sparse=True, weight_attr=start(paddle, "table", 20, 5))
        first, rows = once(ids), table(ids)
        linear = paddle.sum(paddle.squeeze(first, 2), axis=1, keepdim=True)
        total = paddle.square(paddle.sum(rows, axis=1)) - paddle.sum(paddle.square(rows), axis=1)
        second = 0.5 * paddle.sum(total, axis=1, keepdim=True)
        deep = paddle.concat([paddle.reshape(rows, [-1, 15]), dense], axis=1)
        deep = fc(paddle, fc(paddle, deep, 8, "deep0", "relu"), 1, "deep1")
        return paddle.nn.functional.sigmoid(linear + second + deep)

    return click_program(paddle, folder, net, paddle.optimizer.Adam(0.02, lazy_mode=True))


def wide_and_deep(paddle, folder):
    """A linear part on the numbers and a deep part on sparse rows, clipped together; Adagrad."""

    def net(slots, dense):
        attr = start(paddle, "table", 20, 4)
        rows = [paddle.static.nn.embedding(s, [20, 4], is_sparse=True, param_attr=attr) for s in slots]
        deep = paddle.concat([paddle.reshape(r, [-1, 4]) for r in rows] + [dense], axis=1)
        deep = fc(paddle, fc(paddle, deep, 8, "deep0", "relu"), 1, "deep1")
        return paddle.nn.functional.sigmoid(fc(paddle, dense, 1, "wide") + deep)

    clip = paddle.nn.ClipGradByGlobalNorm(0.5)
    return click_program(paddle, folder, net, paddle.optimizer.Adagrad(0.1, grad_clip=clip))


def interest(paddle, folder):
    """A deep interest network: attention of a target item over a padded history, masked; SGD."""
    static = paddle.static
    main, startup, scope = static.Program(), static.Program(), static.Scope()
    with static.program_guard(main, startup), static.scope_guard(scope):
        history, target = static.data("hist", [None, 4], "int64"), static.data("target", [None, 1], "int64")
        mask, label = static.data("mask", [None, 4, 1], "float32"), static.data("label", [None, 1], "float32")
        attr = start(paddle, "items", 12, 6)
        past = static.nn.embedding(history, [12, 6], is_sparse=True, param_attr=attr)
        item = static.nn.embedding(target, [12, 6], is_sparse=True, param_attr=attr)
        items = paddle.expand(item, [-1, 4, 6])
        pairs = paddle.concat([past, items, past - items, past * items], axis=2)
        hidden = paddle.nn.functional.sigmoid(paddle.matmul(pairs, static.create_parameter(
            [24, 5], "float32", attr=start(paddle, "att0", 24, 5))))  # fmt: skip
        score = paddle.matmul(hidden, static.create_parameter([5, 1], "float32", attr=start(paddle, "att1", 5, 1)))
        weight = paddle.nn.functional.softmax(paddle.transpose(score + mask, [0, 2, 1]) / 6**0.5)
        pooled = paddle.reshape(paddle.matmul(weight, past), [-1, 6])
        joined = paddle.concat([pooled, paddle.reshape(item, [-1, 6])], axis=1)
        logit = fc(paddle, fc(paddle, joined, 6, "fc0", "sigmoid"), 1, "fc1")
        loss = paddle.mean(paddle.nn.functional.binary_cross_entropy_with_logits(logit, label))
        paddle.optimizer.SGD(paddle.optimizer.lr.PiecewiseDecay([4, 8], [0.5, 0.2, 0.1])).minimize(loss)
        exe = static.Executor()
        exe.run(startup)
        draws, losses = np.random.RandomState(5), []
        for _ in range(6):
            items_, lengths = draws.randint(1, 12, (8, 4)), draws.randint(1, 5, 8)
            ends = np.arange(4) >= lengths[:, None]
            feed = {
                "hist": np.where(ends, 0, items_), "target": draws.randint(1, 12, (8, 1)),
                "mask": np.where(ends, -1e9, 0.0).astype("float32")[:, :, None],
                "label": draws.randint(0, 2, (8, 1)).astype("float32"),
            }  # fmt: skip
            losses.append(float(exe.run(main, feed=feed, fetch_list=[loss])[0]))
        table = np.array(scope.find_var("items").get_tensor())
    return {"loss": losses, "items": table.sum(1).tolist()}


def quantized(paddle, folder):
    """Quantization-aware training: a py_func that rounds weights, with a gradient that passes; layers of scales."""
    static = paddle.static
    main, startup = static.Program(), static.Program()

    def rounded(x):
        x = np.array(x)
        scale = max(float(np.abs(x).max()), 1e-8)
        return (np.round(x / scale * 127) / 127 * scale).astype("float32")

    def passes(dout):
        return np.array(dout)

    with static.program_guard(main, startup), static.scope_guard(static.Scope()):
        x, y = static.data("x", [None, 4], "float32"), static.data("y", [None, 1], "float32")
        weight = static.create_parameter([4, 3], "float32", attr=start(paddle, "weight", 4, 3))
        low = main.current_block().create_var(name="weight.int8", shape=[4, 3], dtype="float32")
        static.py_func(rounded, weight, low, passes, skip_vars_in_backward_input=[weight, low])
        hidden = paddle.nn.functional.relu(paddle.matmul(x, low))
        loss = paddle.mean(paddle.nn.functional.square_error_cost(fc(paddle, hidden, 1, "out"), y))
        test = main.clone(for_test=True)
        paddle.optimizer.Momentum(0.1, 0.9, weight_decay=paddle.regularizer.L2Decay(1e-3)).minimize(loss)
        exe = static.Executor()
        exe.run(startup)
        draws, losses = np.random.RandomState(7), []
        for _ in range(6):
            given = draws.randn(8, 4).astype("float32")
            feed = {"x": given, "y": given.sum(1, keepdims=True)}
            losses.append(float(exe.run(main, feed=feed, fetch_list=[loss])[0]))
        steps = exe.run(test, feed=feed, fetch_list=[low])[0]
    return {"loss": losses, "weight": steps.ravel().tolist()}


def pruned(paddle, folder):
    """Filter pruning and distillation: filters of a trained convolution are zeroed by a mask, a teacher guides it."""
    nn, functional = paddle.nn, paddle.nn.functional
    image = paddle.to_tensor(np.random.RandomState(1).rand(2, 1, 6, 6).astype("float32"))

    def net(name):
        conv = nn.Conv2D(1, 4, 3, weight_attr=start(paddle, f"{name}.conv", 4, 1, 3, 3), bias_attr=False)
        head = nn.Linear(64, 3, weight_attr=start(paddle, f"{name}.head", 64, 3), bias_attr=False)
        return nn.Sequential(conv, nn.ReLU(), nn.Flatten(), head)

    teacher, student = net("teacher"), net("student")
    teacher.eval()
    optimizer = paddle.optimizer.Adam(0.01, parameters=student.parameters())
    norms = np.abs(student[0].weight.numpy()).sum((1, 2, 3))
    mask = paddle.to_tensor((norms > np.sort(norms)[1]).astype("float32").reshape(4, 1, 1, 1))
    losses = []
    for _ in range(4):
        student[0].weight.set_value(student[0].weight * mask)
        with paddle.no_grad():
            wanted = functional.softmax(teacher(image) / 2.0)
        loss = functional.kl_div(functional.log_softmax(student(image) / 2.0), wanted, reduction="batchmean")
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
        losses.append(float(loss))
    path = os.path.join(folder, "student.pdparams")
    paddle.save(student.state_dict(), path)
    other = net("other")
    other.set_state_dict(paddle.load(path))
    assert np.array_equal(other(image).numpy(), student(image).numpy())
    return {"loss": losses, "kept": mask.numpy().ravel().tolist(), "out": student(image).numpy().ravel().tolist()}


def detector(paddle, folder):
    """Anchors matched to boxes by a py_func, smooth L1 and cross entropy on them; roi_align and nms behind."""
    static, ops = paddle.static, paddle.vision.ops
    main, startup = static.Program(), static.Program()
    anchors = np.array([[x, y, x + 3, y + 3] for y in (0, 2, 4) for x in (0, 2, 4)], "float32")

    def matched(boxes):
        boxes = np.array(boxes)
        low, high = np.maximum(anchors[:, None, :2], boxes[:, :2]), np.minimum(anchors[:, None, 2:], boxes[:, 2:])
        inside = np.prod(np.clip(high - low, 0, None), 2)
        size = np.prod(anchors[:, 2:] - anchors[:, :2], 1)[:, None] + np.prod(boxes[:, 2:] - boxes[:, :2], 1)
        share = inside / (size - inside)
        return (share.max(1) > 0.4).astype("int64"), (boxes[share.argmax(1)] - anchors).astype("float32")

    with static.program_guard(main, startup), static.scope_guard(static.Scope()):
        image, boxes = static.data("image", [1, 2, 7, 7], "float32"), static.data("boxes", [2, 4], "float32")
        block = main.current_block()
        outs = [block.create_var(name="labels", shape=[9], dtype="int64"),
                block.create_var(name="offsets", shape=[9, 4], dtype="float32")]  # fmt: skip
        static.py_func(matched, boxes, outs)
        for out in outs:
            out.stop_gradient = True
        features = static.nn.conv2d(
            image, 4, 3, stride=2, param_attr=start(paddle, "conv", 4, 2, 3, 3), bias_attr=False
        )
        cells = paddle.transpose(paddle.reshape(paddle.nn.functional.relu(features), [4, 9]), [1, 0])
        score, delta = fc(paddle, cells, 2, "score"), fc(paddle, cells, 4, "delta")
        cost = paddle.nn.functional.cross_entropy(score, outs[0], reduction="sum")
        shift = paddle.nn.functional.smooth_l1_loss(delta, outs[1], reduction="none")
        loss = cost + paddle.sum(shift * paddle.unsqueeze(paddle.cast(outs[0], "float32"), 1))
        test = main.clone(for_test=True)
        paddle.optimizer.Momentum(0.02, 0.9, grad_clip=paddle.nn.ClipGradByNorm(2.0)).minimize(loss)
        exe = static.Executor()
        exe.run(startup)
        feed = {
            "image": np.random.RandomState(2).rand(1, 2, 7, 7).astype("float32"),
            "boxes": np.array([[0, 0, 3, 2.5], [3.5, 4, 7, 7]], "float32"),
        }  # fmt: skip
        losses = [float(exe.run(main, feed=feed, fetch_list=[loss])[0]) for _ in range(6)]
        scores, moved, labels = exe.run(test, feed=feed, fetch_list=[score, delta, outs[0]])
    found, chance = anchors + moved, scores[:, 1] - scores[:, 0]
    paddle.disable_static()
    kept = ops.nms(paddle.to_tensor(found), 0.3, paddle.to_tensor(chance)).numpy()
    pooled = ops.roi_align(
        paddle.to_tensor(feed["image"]), paddle.to_tensor(found[kept[:2]]), paddle.to_tensor(np.array([2], "int32")), 2
    )
    return {
        "loss": losses, "labels": labels.tolist(), "kept": kept[:2].tolist(), "pooled": pooled.numpy().ravel().tolist(),
    }  # fmt: skip


def generator(paddle, folder):
    """A GAN with a gradient penalty (create_graph), a spectral norm and a PyLayer of its own; both nets are saved."""
    nn = paddle.nn

    class Scaled(paddle.autograd.PyLayer):
        """The identity, with a smaller gradient."""

        @staticmethod
        def forward(ctx, x):
            return x.clone()

        @staticmethod
        def backward(ctx, dout):
            return dout * 0.5

    def linear(name, a, b):
        return nn.Linear(a, b, weight_attr=start(paddle, f"{name}.w", a, b), bias_attr=start(paddle, f"{name}.b", b))

    maker = nn.Sequential(linear("g0", 3, 6), nn.Tanh(), linear("g1", 6, 2))
    judge = nn.Sequential(linear("d0", 2, 6), nn.LeakyReLU(0.2), linear("d1", 6, 1))
    of_maker = paddle.optimizer.Adam(0.02, beta1=0.5, parameters=maker.parameters())
    of_judge = paddle.optimizer.Adam(0.02, beta1=0.5, parameters=judge.parameters())
    draws, losses = np.random.RandomState(9), []
    for _ in range(4):
        real = paddle.to_tensor((draws.randn(6, 2) * 0.1 + 1).astype("float32"))
        noise = paddle.to_tensor(draws.randn(6, 3).astype("float32"))
        share = paddle.to_tensor(draws.rand(6, 1).astype("float32"))
        fake = maker(noise)
        mixed = real * share + fake.detach() * (1 - share)
        mixed.stop_gradient = False
        (slope,) = paddle.grad(judge(mixed).sum(), mixed, create_graph=True)
        penalty = ((slope.square().sum(1).sqrt() - 1) ** 2).mean()
        of_judge.clear_grad()
        judged = judge(fake.detach()).mean() - judge(real).mean() + 10 * penalty
        judged.backward()
        of_judge.step()
        of_maker.clear_grad()
        made = -judge(Scaled.apply(fake)).mean()
        made.backward()
        of_maker.step()
        losses += [float(judged), float(made)]
    paddle.save({"maker": maker.state_dict(), "optimizer": of_maker.state_dict()}, os.path.join(folder, "gan.pdparams"))
    kept = paddle.load(os.path.join(folder, "gan.pdparams"))
    before = maker(noise).numpy()
    maker.set_state_dict({k: v * 0 for k, v in kept["maker"].items()})
    maker.set_state_dict(kept["maker"])
    of_maker.set_state_dict(kept["optimizer"])
    assert np.array_equal(maker(noise).numpy(), before)
    return {"loss": losses, "made": before.ravel().tolist()}


STATIC = {"deepfm": deepfm, "wide and deep": wide_and_deep, "interest": interest, "quantized": quantized,
          "detector": detector}  # fmt: skip
DYGRAPH = {"pruned": pruned, "generator": generator}


def results(paddle, name):
    """What a program returns, in the mode that it is written for."""
    (paddle.enable_static if name in STATIC else paddle.disable_static)()
    try:
        with tempfile.TemporaryDirectory() as folder, paddle.utils.unique_name.guard():
            return {**STATIC, **DYGRAPH}[name](paddle, folder)
    finally:
        paddle.disable_static()


if __name__ == "__main__":
    import paddle

    made = {name: results(paddle, name) for name in (*STATIC, *DYGRAPH)}
    sys.stdout.write("{\n" + ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in made.items()) + "\n}\n")
