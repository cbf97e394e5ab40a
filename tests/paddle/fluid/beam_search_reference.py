"""Numbers of Paddle 2.6.2's operators beam_search and beam_search_decode, of which only the kernels are left there.

`/path/of/paddle-2.6.2/python tests/paddle/fluid/beam_search_reference.py` writes beam_search_numbers.json beside it.
"""

import json
from pathlib import Path

STEP = {
    "pre_ids": [[1], [2], [3], [4]],
    "pre_scores": [[0.1], [0.2], [0.3], [0.4]],
    "ids": [[4, 2, 5], [2, 1, 3], [3, 5, 2], [8, 2, 1]],
    "scores": [[0.5, 0.3, 0.2], [0.6, 0.3, 0.1], [0.9, 0.5, 0.1], [0.7, 0.5, 0.1]],
    "lod": [[0, 2, 4], [0, 1, 2, 3, 4]],
    "beam_size": 2,
    "end_id": 0,
    "is_accumulated": True,
}
STEPS = [
    STEP,
    {**STEP, "is_accumulated": False},
    {**STEP, "end_id": 2},
    {**STEP, "pre_ids": [[1], [0], [0], [0]]},  # the second sentence has ended
    {**STEP, "pre_ids": [[0], [0], [0], [0]]},
    {**STEP, "pre_ids": [[1], [0], [0], [4]], "beam_size": 3},
    {**STEP, "ids": None},
    {**STEP, "ids": None, "is_accumulated": False},
    {**STEP, "scores": [[0.5, 0.5, 0.5]] * 4},  # ties
    {**STEP, "lod": [[0, 2, 4], [0, 2, 2, 3, 4]]},
    {**STEP, "beam_size": 1, "pre_ids": [[0], [1], [0], [0]]},
]
ONE = [[0, 1, 2], [0, 1, 2]]
TWO = [[0, 1, 2], [0, 2, 4]]
SEARCHES = [
    {
        "ids": [[2, 1], [2, 2, 1, 1], [3, 4, 0, 1], [1, 0, 0, 5]],
        "scores": [[-0.1, -0.2], [-0.3, -0.4, -0.5, -0.6], [-0.7, -0.8, -0.9, -1.0], [-1.1, -1.2, -1.3, -1.25]],
        "lods": [ONE, TWO, [[0, 2, 4], [0, 1, 2, 3, 4]], [[0, 2, 4], [0, 1, 2, 3, 4]]],
    },
    {  # the first source ends before the second one
        "ids": [[9, 9], [0, 3, 4, 5], [0, 0, 6, 7], [6, 0], [1, 2]],
        "scores": [[0, 0], [-0.2, -0.3, -0.4, -0.5], [-0.2, -0.7, -0.8, -0.9], [-1.0, -1.1], [-1.4, -1.3]],
        "lods": [ONE, TWO, [[0, 2, 4], [0, 1, 2, 2, 4]], [[0, 2, 4], [0, 0, 0, 0, 2]], [[0, 0, 2], [0, 0, 2]]],
    },
    {  # repeated ends
        "ids": [[9], [2, 3], [0, 4], [0, 0]],
        "scores": [[0], [-0.2, -0.3], [-0.6, -0.5], [-0.6, -0.9]],
        "lods": [[[0, 1], [0, 1]], [[0, 1], [0, 2]], [[0, 2], [0, 1, 2]], [[0, 2], [0, 1, 2]]],
    },
]
DTYPES = {"pre_ids": "int64", "pre_scores": "float32", "ids": "int64", "scores": "float32"}
NUMBERS = Path(__file__).with_name("beam_search_numbers.json")


def measure() -> None:
    """Run the operators in Paddle and write what they return."""
    import numpy as np
    import paddle
    from paddle.base import core
    from paddle.base.layer_helper import LayerHelper

    paddle.enable_static()
    place = paddle.CPUPlace()

    def tensor(values, lod, dtype):
        made = core.LoDTensor()
        made.set(np.array(values, dtype), place)
        made.set_lod(lod)
        return made

    def outputs_of(name, inputs, outputs, attrs):
        helper = LayerHelper(name)
        made = {slot: helper.create_variable_for_type_inference(dtype) for slot, dtype in outputs.items()}
        helper.append_op(type=name, inputs=inputs, outputs=made, attrs=attrs)
        return list(made.values())

    def data(name, dtype):
        block = paddle.static.default_main_program().global_block()
        return block.create_var(name=name, dtype=dtype, shape=[-1, 1], lod_level=2, is_data=True, need_check_feed=False)

    def run(feed, fetches):
        found = paddle.static.Executor(place).run(feed=feed, fetch_list=fetches, return_numpy=False)
        return [[np.array(x).reshape(-1).tolist(), x.lod()] for x in found]

    def step(case):
        given = {k: t for k, t in DTYPES.items() if case[k] is not None}
        feed = {k: tensor(case[k], case["lod"], dtype) for k, dtype in given.items()}
        outputs = {"selected_ids": "int64", "selected_scores": "float32", "parent_idx": "int32"}
        attrs = {k: case[k] for k in ("beam_size", "end_id", "is_accumulated")}
        return run(
            feed, outputs_of("beam_search", {k: data(k, t) for k, t in given.items()}, outputs, {**attrs, "level": 0})
        )

    def search(case):
        arrays, feed = {"ids": None, "scores": None}, {}
        for k, lod in enumerate(case["lods"]):
            place_of = paddle.full([1], k, "int64")
            for what, dtype in (("ids", "int64"), ("scores", "float32")):
                arrays[what] = paddle.tensor.array_write(data(f"{what}{k}", dtype), place_of, arrays[what])
                feed[f"{what}{k}"] = tensor(np.reshape(case[what][k], (-1, 1)), lod, dtype)
        inputs = {"Ids": arrays["ids"], "Scores": arrays["scores"]}
        outputs = {"SentenceIds": "int64", "SentenceScores": "float32"}
        return run(feed, outputs_of("beam_search_decode", inputs, outputs, {"beam_size": 2, "end_id": 0}))

    results = {}
    for name, function, cases in (("steps", step, STEPS), ("searches", search, SEARCHES)):
        results[name] = []
        for case in cases:
            with paddle.static.program_guard(paddle.static.Program(), paddle.static.Program()):
                results[name].append(function(case))
    NUMBERS.write_text(json.dumps(results).replace("[[[[", "\n[[[[").replace("]], [[[", "]],\n[[[") + "\n")


if __name__ == "__main__":
    measure()
