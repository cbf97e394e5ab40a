"""Every error says what is wrong, with which values, on which line of the user's, and how to mend it.

One row a situation: what is called (`wrong here` marks the user's line), the built-in type that Paddle raises
there too, and words that the text must have.
"""

import copy
import inspect
import pickle
import re

import numpy as np
import pytest

from opscope import errors, paddle
from opscope.errors import OpscopeError, OpscopeWarning, layout, nearest
from opscope.paddle import static

SITUATIONS = {}


def situation(kind, *words):
    def register(function):
        SITUATIONS[function.__name__] = (function, kind, words)
        return function

    return register


def data(name="x", shape=(None, 3), dtype="float32"):
    return static.data(name, list(shape), dtype)


def run(fetch, **feed):
    return static.Executor().run(feed=feed, fetch_list=[fetch])


X = np.ones((2, 3), "float32")


@situation(ValueError, "add(a, b)", "a  float32[2, 3]", "b  float32[4, 5]", "fix: make the differing dims equal")
def broadcast():
    a, b = data("a", (2, 3)), data("b", (4, 5))
    a + b  # wrong here


@situation(ValueError, "matmul(a, b)", "a  float32[2, 3]", "b  float32[4, 5]", "fix: ")
def matmul():
    a, b = data("a", (2, 3)), data("b", (4, 5))
    paddle.matmul(a, b)  # wrong here


@situation(ValueError, "reshape", "float32[2, 3]")
def reshape_at_build():
    data("x", (2, 3)).reshape([4, 2])  # wrong here


@situation(ValueError, "reshape", "x  float32[2, 3]", "fix: ")
def reshape_at_run():
    y = data().reshape([-1, 4])  # wrong here
    run(y, x=X)


@situation(ValueError, "elementwise_add(x, z)", "x  float32[2, 3]", "z  float32[5, 3]", "fix: ")
def broadcast_at_run():
    x, z = data(), data("z")
    y = x + z  # wrong here
    run(y, x=X, z=np.ones((5, 3), "float32"))


@situation(ValueError, "The data type of fed Variable 'x' must be 'float32', but received 'float64'", "fix: feed {'x'")
def feed_of_a_wrong_type():
    x = static.data("x", [None, 3], "float32")  # wrong here
    run(x + 1, x=X.astype("float64"))


@situation(ValueError, "declared  float32[?, 3]", "given     float32[2, 4]", "fix: reshape the fed array")
def feed_of_a_wrong_shape():
    x = static.data("x", [None, 3], "float32")  # wrong here
    run(x + 1, x=np.ones((2, 4), "float32"))


@situation(RuntimeError, "the needed feed 'x' is missing", "x  float32[?, 3]", "fix: feed {'x': array}")
def feed_missing():
    x = static.data("x", [None, 3], "float32")  # wrong here
    run(x + 1)


@situation(RuntimeError, "the needed feed 'x' is missing", "fix: 'xx' was fed: did you mean 'x'?")
def feed_misspelt():
    x = static.data("x", [None, 3], "float32")  # wrong here
    run(x + 1, xx=X)


@situation(RuntimeError, "w was never initialised", "w  float32[3]", "fix: run the startup program first")
def startup_not_run():
    w = static.create_parameter([3], "float32", name="w")  # wrong here
    run(data() + w, x=X)


@situation(ValueError, "ret_num is 2, out_num is 1", "x  float32[2, 3]", "fix: return 1 value from pair")
def py_func_returns_too_many():
    def pair(x):
        return x, x

    x = data()
    out = x.block.create_var("o", [2, 3], "float32")
    static.py_func(pair, x, out)  # wrong here
    run(out, x=X)


@situation(ValueError, "Output tensor 0 should not be nullptr: None was returned for o", "fix: return an array")
def py_func_returns_nothing():
    x = data()
    out = x.block.create_var("o", [2, 3], "float32")
    static.py_func(lambda x: None, x, out)  # wrong here
    run(out, x=X)


@situation(ValueError, "Output shapes of py_func should be provided", "o  float32[]", "fix: create the output with")
def py_func_without_a_shape():
    x = data()
    static.py_func(np.tanh, x, x.block.create_var("o", [], "float32"))  # wrong here


@situation(ValueError, "Tensor z is not found in forward inputs and outputs", "fix: skip only variables of x or out")
def py_func_skips_a_stranger():
    x, z = data(), data("z")
    static.py_func(np.tanh, x, x.block.create_var("o", [2, 3], "float32"), np.tanh, z)  # wrong here


@situation(AssertionError, "only supported in static graph mode", "fix: call paddle.enable_static() first")
def static_call_in_dygraph():
    x = data()
    paddle.disable_static()
    static.py_func(np.tanh, x, None)  # wrong here


@situation(AssertionError, "We only support 'backward()' in dynamic graph mode", "fix: in static mode use")
def backward_of_a_variable():
    data().backward()  # wrong here


@situation(ValueError, "x.stop_gradient got False", "fix: pass a backward_fn")
def static_pylayer_without_backward():
    x = data()
    x.stop_gradient = False
    static.nn.static_pylayer(paddle.exp, [x])  # wrong here


@situation(AssertionError, "but got 1 and 2", "fix: return one gradient from backward_fn for each Variable in inputs")
def static_pylayer_arity():
    static.nn.static_pylayer(paddle.exp, [data()], lambda d: (d, d))  # wrong here


@situation(
    TypeError,
    "data type of 'pred' in base.layers.cond must be ['bool'], but received float32",
    "x  float32[?, 3]",
    "fix: ",
)
def cond_of_floats():
    static.nn.cond(data(), lambda: 1, lambda: 2)  # wrong here


@situation(
    TypeError, "changes its data type in body", "before  int64[1]", "after   float32[1]", "fix: cast the variable back"
)
def loop_that_changes_its_type():
    i = paddle.full([1], 0, "int64")
    static.nn.while_loop(lambda i: i < 1, lambda i: [i.astype("float32")], [i])  # wrong here


@situation(
    ValueError, "Variable 'v' has been created before", "fix: choose another name, or repeat the former declaration"
)
def declared_twice():
    block = static.default_main_program().global_block()
    block.create_var("v", [2], "float32")  # wrong here
    block.create_var("v", [3], "float32")


@situation(
    RuntimeError,
    "Its version is 1 but the expected version is 0",
    "fix: modify a clone(), or modify the Tensor after backward",
)
def changed_in_place():
    paddle.disable_static()
    x = paddle.to_tensor([2.0], stop_gradient=False)
    h = paddle.to_tensor([3.0])
    y = x * h  # wrong here
    h[0] = 5.0
    y.backward()


@situation(RuntimeError, "without setting retain_graph=True", "fix: call loss.backward(retain_graph=True)")
def backward_twice():
    paddle.disable_static()
    x = paddle.to_tensor([2.0], stop_gradient=False)
    y = x * x  # wrong here
    y.backward()
    y.backward()


@situation(ValueError, "Leaf Tensor (generated_tensor_0) that doesn't stop gradient", "fix: write under")
def assignment_to_a_leaf():
    paddle.disable_static()
    x = paddle.to_tensor([2.0], stop_gradient=False)
    x[0] = 1.0  # wrong here


@situation(ValueError, "does not appear in the backward graph", "generated_tensor_0  [1]", "fix: set stop_gradient")
def unused_input():
    paddle.disable_static()
    x, z = (paddle.to_tensor([2.0], stop_gradient=False) for _ in "xz")
    paddle.grad(x * 2, z)  # wrong here


@situation(RuntimeError, "tmp_00 not in VariableScope", "fix: did you mean 'tmp_0'?")
def fetch_misspelt():
    data() * 2
    run("tmp_00", x=X)


@situation(RuntimeError, "tmp_1 not in VariableScope", "fix: tmp_1 is inside block 1")
def fetch_of_an_inner_value():
    x = data()
    static.nn.cond(x.sum() > 0, lambda: x * 2 + 1, lambda: x)  # wrong here
    run("tmp_1", x=X)


@situation(ValueError, "the activation 'rleu' is not an operator", "fix: did you mean 'relu'?")
def activation_misspelt():
    static.nn.fc(data(), 2, activation="rleu")


@situation(TypeError, "data type 'flaot32' not understood", "fix: did you mean 'float32'?")
def dtype_misspelt():
    static.data("x", [1], "flaot32")


@situation(TypeError, "x has no value before the program runs", "fix: fetch the value")
def array_of_a_variable():
    np.isin(data(), [1.0])  # wrong here


@situation(ValueError, "the gradient of", "has the shape [3, 2], but needs [2, 3]", "fix: set grad to")
def gradient_of_another_shape():
    paddle.disable_static()
    x = paddle.ones([2, 3])
    x.grad = paddle.ones([3, 2])  # wrong here


@situation(ValueError, "a hook must not change the shape of the gradient: [2, 3] became []", "hook  <lambda>", "fix: ")
def hook_of_another_shape():
    paddle.disable_static()
    x = paddle.ones([2, 3])
    x.stop_gradient = False
    x.register_hook(lambda grad: grad.sum())
    x.exp().sum().backward()  # wrong here


def run_with(feed, fetch_list):
    return static.Executor().run(feed=feed, fetch_list=fetch_list)


@situation(TypeError, "feed requires dict", "with the names of static.data")
def array_fed_without_a_name():
    run_with([np.ones((2, 3), "float32")], [data() * 2.0])


@situation(ValueError, "but received 'object'", "nested lists of equal lengths")
def rows_of_different_lengths_fed():
    run_with({"x": np.array([[1, 2], [3]], dtype=object)}, [data() * 2.0])


@situation(TypeError, "received NoneType", "fetch a variable of the program, or its name")
def nothing_fetched():
    run_with({"x": np.ones((2, 3), "float32")}, [data(), None])


@situation(ValueError, "nested lists have different lengths", "fix: pad the lists to one length")
def rows_of_different_lengths():
    paddle.disable_static()
    paddle.to_tensor([[1, 2], [3]])  # wrong here


@situation(ValueError, "its elements are object", "fix: pass numbers")
def none_among_numbers():
    paddle.disable_static()
    paddle.to_tensor([None, 1])  # wrong here


IMAGE, FILTERS = np.ones((1, 4, 8, 8), "float32"), np.ones((4, 4, 3, 3), "float32")


def size(name, call, words):
    """A size that is not possible, given to a function of paddle.nn in dygraph."""

    def wrong():
        paddle.disable_static()
        call(paddle.to_tensor(IMAGE), paddle.to_tensor(FILTERS))

    wrong.__name__ = name
    situation(ValueError, words, " at tests/paddle/test_errors.py:", f'"{name}", lambda')(wrong)


F = paddle.nn.functional
size("groups_0", lambda x, w: F.conv2d(x, w, groups=0), "groups must be a whole number greater than 0")
size("groups_1d", lambda x, w: F.conv1d(x[0], w[:, :, 0], groups=-1), "groups must be a whole number greater than 0")
size("groups_half", lambda x, w: F.conv2d_transpose(x, w, groups=0.5), "groups must be a whole number")
size("padding", lambda x, w: F.conv2d(x, w, padding=-1), "Invalid padding, all value should be larger than or equal")
size("pool_padding", lambda x, _: F.avg_pool2d(x, 2, padding=-1), "Invalid padding, all value should be larger")
size(
    "pool_window", lambda x, _: F.max_pool2d(x, 0), "kernel size should be larger than 0, but received kernel size is 0"
)
size("unfold_window", lambda x, _: F.unfold(x, 0), "kernel size should be larger than 0")
size("cells", lambda x, _: F.adaptive_avg_pool2d(x, 0), "output_size must be a whole number greater than 0")
size("max_cells", lambda x, _: F.adaptive_max_pool2d(x, [2, -1]), "output_size must be a whole number greater than 0")
size("resized", lambda x, _: F.interpolate(x, size=[0, 4]), "size must be a whole number greater than 0")
size("shuffled", lambda x, _: F.pixel_shuffle(x, 0), "upscale_factor must be a whole number greater than 0")
size("channels", lambda x, _: F.channel_shuffle(x, 0), "groups must be a whole number greater than 0")
size("epsilon", lambda *_: paddle.nn.LayerNorm(4, epsilon=float("nan")), "epsilon must be a finite number")
size("momentum", lambda *_: paddle.nn.BatchNorm2D(4, momentum=float("inf")), "momentum must be a finite number")
size("group_norm", lambda *_: paddle.nn.GroupNorm(3, 4), "4 channels cannot be divided into 3 groups")


@pytest.mark.parametrize("name", SITUATIONS)
def test_an_error_says_what_where_and_how(name):
    function, kind, words = SITUATIONS[name]
    paddle.enable_static()
    with pytest.raises(OpscopeError) as e:
        function()
    text = str(e.value)
    assert isinstance(e.value, kind), type(e.value).__mro__
    for part in words:
        assert part in text, f"{part!r} is not in\n{text}"
    lines, start = inspect.getsourcelines(function)
    for offset, line in enumerate(lines):
        if "# wrong here" in line:
            where = rf"(created|called) at tests/paddle/test_errors.py:{start + offset} in ({name}|<lambda>)\n +"
            assert re.search(where + re.escape(line.strip()), text), text


def test_every_public_error_is_a_built_in_one_too():
    kinds = [k for k in vars(errors).values() if isinstance(k, type) and issubclass(k, OpscopeError)]
    assert len(kinds) > 9
    for kind in kinds:
        built_in = [base for base in kind.__bases__ if base.__module__ == "builtins"]
        assert kind in (OpscopeError, OpscopeWarning) or built_in or issubclass(kind, SystemError)
        assert str(kind("it broke", facts={"x": 1}, fix="mend it")) == "it broke\n    x  1\n  fix: mend it"


def test_facts_stand_in_a_column():
    text = layout("s", {"x": 1, "longer": 2}, None, "")
    assert text.splitlines()[1:] == ["    x       1", "    longer  2"]


@pytest.mark.parametrize(
    "name, answer",
    [
        ("imgae", "did you mean 'image'?"),
        ("Image", "did you mean 'image'?"),
        ("zzz", ""),
        ("bogus", ""),  # half of the letters are those of `outputs`
    ],
)
def test_the_nearest_name(name, answer):
    assert nearest(name, ["image", "label", "outputs"]) == answer


def test_pickling_and_copying_keep_the_text():
    with pytest.raises(OpscopeError) as e:
        static_call_in_dygraph()
    for twin in (pickle.loads(pickle.dumps(e.value)), copy.copy(e.value)):
        assert str(twin) == str(e.value) and type(twin) is type(e.value)


def test_a_site_is_relative_to_the_working_folder():
    paddle.enable_static()
    op = (data() * 2).op
    assert re.match(r"tests/paddle/test_errors.py:\d+ in test_a_site", op.site.where)
