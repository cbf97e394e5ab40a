"""Trains tables by gradients as rows, and prints what they become: by opscope, or by Paddle 2.6.2.

    $OPSCOPE_PADDLE tests/paddle/sparse_rows/row_training.py > tests/paddle/sparse_rows/paddle_rows.json

A case is (optimizer, options, clip or decay); the answer has the table after four steps of a program and of dygraph,
with sparse and with dense gradients; or, as text, the error's type.
"""

import json
import os
import sys

import numpy as np

ROWS = np.arange(14, dtype="float32").reshape(7, 2) / 10
BATCHES = [np.array([[1, 2, 2], [3, 1, i % 2]], "int64") for i in range(4)]
CASES = {
    "sgd": ("SGD", {}),
    "momentum": ("Momentum", {"momentum": 0.9}),
    "nesterov": ("Momentum", {"momentum": 0.9, "use_nesterov": True}),
    "adagrad": ("Adagrad", {"epsilon": 1e-6}),
    "rmsprop": ("RMSProp", {"momentum": 0.5}),
    "adam": ("Adam", {}),
    "adam, large epsilon": ("Adam", {"epsilon": 0.1}),
    "lazy adam": ("Adam", {"lazy_mode": True}),
    "lazy adam, large epsilon": ("Adam", {"lazy_mode": True, "epsilon": 0.1}),
    "adamw": ("AdamW", {"weight_decay": 0.1}),
    "lazy adamw": ("AdamW", {"weight_decay": 0.1, "lazy_mode": True}),
    "adamax": ("Adamax", {}),
    "adadelta": ("Adadelta", {}),
    "lamb": ("Lamb", {}),
    "sgd, global norm": ("SGD", {"clip": ("ClipGradByGlobalNorm", 0.2)}),
    "sgd, norm": ("SGD", {"clip": ("ClipGradByNorm", 0.2)}),
    "sgd, value": ("SGD", {"clip": ("ClipGradByValue", 0.1)}),
    "lazy adam, global norm": ("Adam", {"lazy_mode": True, "clip": ("ClipGradByGlobalNorm", 0.2)}),
    "lazy adam, decay": ("Adam", {"lazy_mode": True, "weight_decay": 0.1}),
    "sgd, decay": ("SGD", {"weight_decay": 0.1}),
}


def optimizer(paddle, case, parameters=None):
    kind, options = CASES[case]
    options = dict(options)
    clip = options.pop("clip", None)
    if clip is not None:
        options["grad_clip"] = getattr(paddle.nn, clip[0])(clip[1])
    return getattr(paddle.optimizer, kind)(learning_rate=0.1, parameters=parameters, **options)


def loss_of(paddle, rows, others):
    return paddle.mean(paddle.tanh(rows) * 3.0 + others * others)


def in_a_program(paddle, case, sparse, steps=4):
    paddle.enable_static()
    try:
        static = paddle.static
        main, startup, scope = static.Program(), static.Program(), static.Scope()
        with static.program_guard(main, startup), static.scope_guard(scope):
            ids = static.data("ids", [None, 3], "int64")
            start = paddle.nn.initializer.Assign(ROWS)
            attr = paddle.ParamAttr(name="table", initializer=start)
            rows = static.nn.embedding(ids, [7, 2], is_sparse=sparse, param_attr=attr)
            others = static.nn.embedding(ids, [7, 2], is_sparse=sparse, param_attr=paddle.ParamAttr(name="table"))
            loss = loss_of(paddle, rows, others)
            optimizer(paddle, case).minimize(loss)
            exe = static.Executor()
            exe.run(startup)
            for batch in BATCHES[:steps]:
                exe.run(main, feed={"ids": batch}, fetch_list=[loss])
            return np.array(scope.find_var("table").get_tensor())
    finally:
        paddle.disable_static()


def in_dygraph(paddle, case, sparse, steps=4):
    start = paddle.ParamAttr(initializer=paddle.nn.initializer.Assign(ROWS))
    table = paddle.nn.Embedding(7, 2, sparse=sparse, weight_attr=start)
    steps_of = optimizer(paddle, case, table.parameters())
    for batch in BATCHES[:steps]:
        ids = paddle.to_tensor(batch)
        loss_of(paddle, table(ids), table(ids)).backward()
        steps_of.step()
        steps_of.clear_grad()
    return table.weight.numpy()


def answer(paddle, case, run, sparse):
    """The table, of a child process: some of Paddle's kernels end the process when they get rows."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        with os.fdopen(writing, "w") as out:
            try:
                json.dump(run(paddle, case, sparse).tolist(), out)
            except Exception as e:  # noqa: BLE001 (whatever it is, it is the answer)
                json.dump(type(e).__name__, out)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answers:
        text = answers.read()
    _, status = os.waitpid(child, 0)
    return "the process ended" if status else json.loads(text)


if __name__ == "__main__":
    import paddle

    runs = [(c, run, sparse) for c in CASES for run in (in_a_program, in_dygraph) for sparse in (True, False)]
    made = {f"{c}, {run.__name__}, {'rows' if s else 'dense'}": answer(paddle, c, run, s) for c, run, s in runs}
    sys.stdout.write("{\n" + ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in made.items()) + "\n}\n")
