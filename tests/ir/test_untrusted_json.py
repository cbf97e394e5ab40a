"""Programs from tampered JSON: an ArgumentError with the path of the invalid part."""

import contextlib
import copy
import json

import numpy as np
import pytest

from opscope import paddle, viz
from opscope.errors import ArgumentError, OpscopeError
from opscope.ir.control_flow.tensor_array import array_read, array_write, create_array
from opscope.ir.serialize.program_json import from_data, to_data
from opscope.paddle import static
from opscope.paddle.functions.assign import assign, increment
from opscope.paddle.static.nn.control_flow import Assert, While

hypothesis = pytest.importorskip("hypothesis")
from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

law = settings(derandomize=True, max_examples=200)


def everything():
    """A program with an operator of every form there is."""
    main = static.Program()
    with static.program_guard(main, static.Program()):
        x = static.data("x", [2, 4], "float32")
        x.stop_gradient = False
        with static.name_scope("layer"):
            h = static.nn.fc(x[..., 0:4], 4, activation="relu") + paddle.assign(np.ones(4, "float32"))
        made = main.global_block().create_var("made", [2, 4], "float32")
        static.py_func(lambda x: np.asarray(x), h, made, lambda x, out, dout: np.asarray(dout))
        h = paddle.concat([made, static.nn.cond(made.sum() > 0, lambda: paddle.exp(made), lambda: h)], 1)
        h = static.nn.static_pylayer(lambda v: paddle.tanh(v), [h], lambda d: d * 0.5)
        i, array = paddle.full([1], 0, "int64"), create_array("float32", [static.Print(h)])
        going = i < 2
        with While(going).block():
            array_write(array_read(array, i) * 2.0, increment(i), array)
            assign(i < 2, output=going)
        Assert(i == 2, [i])
        h = array_read(array, i)
        h = static.nn.while_loop(lambda v: v.sum() < 9.0, lambda v: [paddle.tanh(v) * v + 1.0], [h])[0]
        (grad,) = static.gradients([paddle.tanh(x)], [x])
        static.gradients([grad], [x])
        paddle.optimizer.Adam(0.1).minimize(h.mean() * float("inf"))
    return main


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


@pytest.fixture
def data():
    return to_data(everything())


paddle.enable_static()
TEXT = json.dumps(to_data(everything()))
paddle.disable_static()

JUNK = [
    *(None, True, -1, 0, 1, 2, 5, 63, 10**6, 2**62, 2**70, 10**30, 0.5, float("nan"), float("inf")),
    *("", "x", "relu", "while", "py_func", "float32", "AAAA", "\0", "\ud800", [], {}, [0], [None], ["x"], [[], "int8"]),
    *({"tuple": []}, {"tuple": [1, 2]}, {"tuple": ["x"]}, {"float": "nan"}, {"function": 0}, {"dict": {"x": 1}}, b"x"),
    *({"slice": [{}, 0, ()]}, {"array": {"dtype": "bool", "base64": "/w==", "shape": [1], "order": "C"}}, (), {1: 2}),
    {"array": {"dtype": "int8", "base64": "", "shape": [2**40, 2**40, 0], "order": "F"}},
]

VALID = json.loads(TEXT)


def places(value, path=()):
    """Paths to all parts of the data."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from places(item, (*path, key))


PLACES = list(places(VALID))


def tamper(draw, data):
    path = draw(st.sampled_from(PLACES))
    home = data
    try:
        for key in path[:-1]:
            home = home[key]
        old = home[path[-1]]
    except (KeyError, IndexError, TypeError):  # another change has taken it away
        return
    change = draw(st.sampled_from(["junk", "junk", "delete", "add", "repeat", "rename", "elsewhere"]))
    if change == "junk":
        home[path[-1]] = draw(st.sampled_from(JUNK))
    elif change == "delete":
        del home[path[-1]]
    elif change == "add" and type(old) is int:
        home[path[-1]] = old + draw(st.integers(-3, 3))
    elif change == "repeat" and type(old) is list and old:
        old.append(copy.deepcopy(draw(st.sampled_from(old))))
    elif change == "rename" and type(home) is dict:
        home[draw(st.sampled_from(["id", "x", "site", "blocks", "tuple"]))] = home.pop(path[-1])
    elif change == "elsewhere":
        other = draw(st.sampled_from([p for p in PLACES if p[-1] == path[-1]]))
        part = json.loads(TEXT)
        for key in other:
            part = part[key]
        home[path[-1]] = part


@pytest.mark.thorough
@pytest.mark.unmeasured
@law
@given(st.data())
def test_tampered_data_is_refused_or_a_program(data):
    tampered = json.loads(TEXT)
    for _ in range(data.draw(st.integers(1, 3))):
        tamper(data.draw, tampered)
    try:
        program = from_data(tampered)
    except ArgumentError:
        return
    text = json.dumps(to_data(program), allow_nan=False)
    again = from_data(json.loads(text))
    assert json.dumps(to_data(again)) == text and str(again) == str(program)
    for use in (program.clone, lambda: viz.to_dot(viz.program_graph(program))):
        with contextlib.suppress(OpscopeError):
            use()


@pytest.mark.unmeasured
@settings(law, max_examples=100)
@given(st.recursive(st.sampled_from(JUNK), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_anything_else_is_refused(junk):
    with pytest.raises(ArgumentError, match="the data is not a program"):
        from_data(junk)
    with pytest.raises(ArgumentError, match="the data is not a program"):
        from_data({**VALID, "blocks": junk})


def op_of(data, name, block=0):
    return next(op for op in data["blocks"][block]["ops"] if op["op"] == name)


def damaged(change):
    data = json.loads(TEXT)
    change(data)
    return data


@pytest.mark.parametrize(
    "change, message",
    [
        (lambda d: d.update(format=2), r"the format must be 5: another version of opscope wrote the data"),
        (lambda d: d.update(format=5.0), r"format: must be an integer, but is float"),
        (lambda d: d.pop("seed"), r"has no seed"),
        (lambda d: d["blocks"][0]["ops"][3].pop("attrs"), r"block 0, operator 3: has no attrs"),
        (lambda d: d["blocks"].clear(), r"blocks: there must be at least one block"),
        (lambda d: d["blocks"][2].update(parent=2), r"block 2, parent: must be from 0 to 1"),
        (lambda d: d["blocks"][0].update(parent=0), r"block 0, parent: must be from -1 to -1"),
        (lambda d: op_of(d, "tanh").update(op="tanf"), r"operator \d+, op: there is no op 'tanf' did you mean 'tan"),
        (lambda d: op_of(d, "tanh").update(inputs=["y"]), r"inputs\[0\]: there is no such variable"),
        (lambda d: op_of(d, "tanh").update(inputs=["x", "x"]), r"operator \d+: tanh cannot have 2 inputs and 1 out"),
        (lambda d: op_of(d, "tanh").update(id=10**9), r"operator \d+, id: must be from 0 to \d+"),
        (lambda d: op_of(d, "tanh").update(id=0), r"operator \d+, id: is the id of two operators"),
        (lambda d: op_of(d, "tanh")["attrs"].update(y=1), r"operator \d+, attrs: tanh has no attribute y"),
        (lambda d: op_of(d, "tanh")["attrs"].update(blocks=1), r"operator \d+, attrs: tanh owns no blocks"),
        (lambda d: op_of(d, "concat")["attrs"].update(axis={"tuple": [float("inf")]}), r"'axis'\[0\]: must be finite"),
        (lambda d: op_of(d, "full")["attrs"].pop("shape"), r"operator \d+, attrs: has no shape"),
        (lambda d: op_of(d, "while")["attrs"].pop("pred"), r"operator \d+, attrs: has no pred"),
        (lambda d: op_of(d, "while")["attrs"].update(n_loop=2), r"the numbers of blocks, inputs"),
        (lambda d: op_of(d, "while")["attrs"].update(pred=1), r"attrs: attribute 'pred' is not valid for while"),
        (lambda d: op_of(d, "while")["attrs"].update(blocks={"tuple": [0, 1]}), r"attrs: owns a block that"),
        (lambda d: d["blocks"][0]["vars"][1].update(name="x"), r"block 0, variable 1, name: is declared twice"),
        (lambda d: d["blocks"][0]["vars"][0].update(op=10**6), r"block 0, variable 0, op: there is no such operator"),
        (lambda d: d["blocks"][0]["vars"][0].update(spec=[[-1], "int8"]), r"spec\[0\]\[0\]: must be from 0"),
        (lambda d: d["blocks"][0]["vars"][0].update(spec=[[1], "int9"]), r"spec\[1\]: must be one of bool"),
        (lambda d: d["blocks"][0]["vars"][0].update(site=10**6), r"variable 0, site: must be from 0 to"),
        (lambda d: d["blocks"][0]["ops"][0].update(namescope="/a" * 99), r"namescope: has more than 64 parts"),
    ],
)  # fmt: skip
def test_the_error_names_the_place(change, message):
    with pytest.raises(ArgumentError, match=message):
        from_data(damaged(change))


def gradient(data, name):
    return next(
        o for b in data["blocks"] for o in b["ops"] if type(o["op"]) is dict and o["op"].get("gradient of") == name
    )


@pytest.mark.parametrize(
    "change, message",
    [
        ({"inputs": 2}, r"op: tanh cannot have 2 inputs and 1 outputs"),
        ({"wrt": []}, r"wrt: must be inputs of tanh that have a gradient"),
        ({"wrt": [1]}, r"wrt\[0\]: must be from 0 to 0"),
        ({"reads": []}, r"operator \d+: tanh_grad cannot have 2 inputs"),
        ({"gradient of": "while"}, r"gradient of: has no gradient op"),
        ({"gradient of": "concat", "inputs": 10**9}, r"op, inputs: must be from 0 to 65536"),
    ],
)
def test_gradients_are_checked(change, message):
    data = json.loads(TEXT)
    gradient(data, "tanh")["op"].update(change)
    with pytest.raises(ArgumentError, match=message):
        from_data(data)


def test_a_gradient_reads_what_its_rule_reads():
    program = static.Program()
    with static.program_guard(program):
        x = static.data("x", [4], "float32")
        x.stop_gradient = False
        static.gradients([paddle.topk(x, 2)[0]], [x])
    data = to_data(program)
    op = gradient(data, "topk")["op"]
    assert from_data(data) and op["outputs"] == 2 and op["reads"] == [0]
    op["reads"] = [0, 1]
    with pytest.raises(ArgumentError, match="reads: must be gradients that topk_grad reads"):
        from_data(data)


def test_gradients_without_end_are_refused():
    data = json.loads(TEXT)
    home = gradient(data, "tanh")
    for _ in range(100):
        home["op"] = {"gradient of": home["op"], "inputs": 2, "outputs": 1, "wrt": [0], "reads": [0]}
    with pytest.raises(ArgumentError, match="must be a gradient of order 16 or less"):
        from_data(data)


def test_many_small_lies_about_size_do_not_add_up():
    data = json.loads(TEXT)
    called = ["f", "f", None]
    data["functions"] = [{"called": called, "inputs": 65536, "outputs": [], "backward": None}] * 1000
    with pytest.raises(ArgumentError, match="function 0: has too many inputs"):
        from_data(data)


def blocks_in_blocks(count, twice):
    """Data of a program whose blocks own, `twice` or once, the block after them."""
    program = static.Program()
    with static.program_guard(program):
        static.nn.cond(static.data("x", [1], "bool"), lambda: None)
    data = to_data(program)
    (owner,) = data["blocks"][0]["ops"]
    empty = data["blocks"][1]
    data["blocks"], data["next_op"] = [data["blocks"][0]], 10**4
    for idx in range(count):
        ops = [copy.deepcopy(owner) for _ in range(1 + twice)]
        for j, op in enumerate(ops):
            op["attrs"]["blocks"], op["id"] = {"tuple": [idx + 1, idx + 1]}, 2 * idx + j
        data["blocks"][idx]["ops"] = ops
        data["blocks"].append({**empty, "parent": idx})
    return data


@pytest.mark.parametrize("count, twice", [(33, False), (20, True)])
def test_blocks_without_end_are_refused(count, twice):
    assert from_data(blocks_in_blocks(3, twice)).num_blocks == 4
    with pytest.raises(ArgumentError, match="has too many nested blocks"):
        from_data(blocks_in_blocks(count, twice))


def test_lists_without_end_are_refused():
    nest = []
    nest.append(nest)
    data = json.loads(TEXT)
    op_of(data, "concat")["attrs"]["axis"] = nest
    with pytest.raises(ArgumentError, match=r"attribute 'axis'.*: is nested deeper than 32"):
        from_data(data)
