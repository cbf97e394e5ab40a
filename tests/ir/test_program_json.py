"""Programs as JSON: the program that is read back is the same, also in another process."""

import importlib.util
import json
import linecache
import subprocess
import sys

import numpy as np
import pytest

from opscope import paddle, viz
from opscope.core import random, state
from opscope.errors import RunError, ShapeError, UnsupportedError
from opscope.ir.compat.variable_methods import VarKind
from opscope.ir.program.context import program_guard
from opscope.ir.program.program import Operator, Parameter, Program
from opscope.ir.program.py_func import PyFunc
from opscope.ir.serialize.op_references import CONTROL_OPS
from opscope.ir.serialize.program_json import from_data, to_data
from opscope.ops.registry import REGISTRY, Op, Sample
from opscope.paddle import static
from opscope.runtime.executor import Executor
from opscope.runtime.scope import Scope
from opscope.viz import graph_builder
from tests.laws.cases import inputs_with_gradient, listed, seeds
from tests.laws.test_interpreters import build

OPS = sorted((op for op in REGISTRY if op.samples), key=lambda op: op.name)


def through(program: Program) -> Program:
    """The program, written as JSON and read again; what is written of that is the same."""
    data = to_data(program)
    text = json.dumps(data, allow_nan=False)
    made = from_data(json.loads(text))
    assert json.dumps(to_data(made), allow_nan=False) == text
    assert str(made) == str(program)
    return made


def same(first, second):
    assert len(first) == len(second)
    for a, b in zip(first, second, strict=True):
        a, b = np.asarray(a), np.asarray(b)
        assert (a.dtype, a.shape, a.tobytes()) == (b.dtype, b.shape, b.tobytes())


def drawn(program):
    """Without the names of the user's code: a file has none."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(graph_builder, "names_in", lambda program: lambda value: ())
        return viz.to_dot(viz.program_graph(program))


# --- every op ---------------------------------------------------------------------------------------


def example(op: Op, sample: Sample):
    """(names to fetch, feed) of the program of one op and its gradient, which is now the default one."""
    random.seed(11)
    douts = seeds(op, listed(op.run(sample.args, sample.attrs)))
    wrt = inputs_with_gradient(op, sample.args) if any(d is not None for d in douts) else ()
    results, found, feed = build(op, sample, douts, wrt, known=True)
    return [v.name for v in (*results, *found) if v is not None], feed


@pytest.mark.unmeasured
@pytest.mark.parametrize("op", OPS, ids=lambda op: op.name)
def test_every_op_and_its_gradient_come_back(op):
    state.mode.static = True
    for sample in op.samples():
        program = Program()
        with program_guard(program, Program()):
            fetches, feed = example(op, sample)
        runs = []
        for each in (program, through(program)):
            random.seed(11)
            fetched = Executor().run(each, feed=feed, fetch_list=fetches, return_numpy=False)
            runs.append([tensor.array for tensor in fetched])
        same(*runs)


# --- programs ---------------------------------------------------------------------------------------

X = np.random.default_rng(0).normal(size=(6, 4)).astype("float32")


def inputs():
    x = static.data("x", [None, 4], "float32")
    x.stop_gradient = False
    return x


def trained(optimizer):
    def make():
        with static.name_scope("first"):
            h = static.nn.fc(inputs(), 8, activation="relu")
        h = static.nn.batch_norm(h)
        with static.name_scope("second"), static.name_scope("inner"):
            h = paddle.nn.functional.dropout(h, 0.5)
        attr = paddle.ParamAttr(name="last", learning_rate=0.5, need_clip=False)
        loss = (static.nn.fc(h, 1, weight_attr=attr) ** 2.0).mean()
        optimizer().minimize(loss)
        return [loss]

    return make


def with_gradient(function):
    def make():
        x = inputs()
        y = function(x)
        return [y, *static.gradients([y], [x])]

    return make


def second_order(x):
    (first,) = static.gradients([paddle.tanh(x) * paddle.exp(x)], [x])
    (second,) = static.gradients([first * first], [x])
    return second


def loop(x):
    count = paddle.full([1], 0, "int64")
    return static.nn.while_loop(lambda i, h: i < 3, lambda i, h: [i + 1, paddle.tanh(h) * x], [count, x])[1]


def branch(x):
    return static.nn.cond(x.sum() > 0, lambda: paddle.exp(x) * 2.0, lambda: x * 3.0)


def branch_in_loop(x):
    return static.nn.while_loop(lambda h: h.sum() < 50, lambda h: [branch(h) + 1.0], [x])[0]


def pylayer(x):
    return static.nn.static_pylayer(lambda v: paddle.tanh(v) * 2.0, [x], lambda d: d * 0.5)


def indexed(x):
    rows = paddle.assign(np.asarray([2, 0, 2, 5, 1, 1]))
    return paddle.concat([x[rows], x[..., None, 1:3:2].squeeze(1) * float("inf"), x[:, :1]], axis=1)


def constants(x):
    return x * paddle.assign(np.asfortranarray(np.arange(8.0).reshape(2, 4).astype("float32")))[1] + float("nan")


def backward(x):
    weight = paddle.create_parameter([4, 2], "float32")
    static.append_backward(paddle.matmul(x, weight).mean())
    return x * 1.0


PROGRAMS = {
    "Adam": trained(lambda: paddle.optimizer.Adam(0.1)),
    "Momentum": trained(lambda: paddle.optimizer.Momentum(0.1, 0.9, weight_decay=0.01)),
    "while": with_gradient(loop),
    "cond": with_gradient(branch),
    "cond in while": with_gradient(branch_in_loop),
    "pylayer": with_gradient(pylayer),
    "second order": with_gradient(second_order),
    "indexed": with_gradient(indexed),
    "constants": with_gradient(constants),
    "append_backward": with_gradient(backward),
}


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


def made(name):
    """(main program, startup program, names to fetch)."""
    main, startup = Program(), Program()
    with static.program_guard(main, startup):
        main.random_seed = 7
        fetches = [v.name for v in PROGRAMS[name]()]
    return main, startup, fetches


def steps(main, startup, fetches):
    """What three steps fetch, and all that is stored then."""
    exe, scope, found = static.Executor(), Scope(), []
    random.seed(3)
    exe.run(startup, scope=scope)
    for _ in range(3):
        found += exe.run(main, feed={"x": X}, fetch_list=fetches, scope=scope)
    return [*found, *(np.array(scope.find_var(n).get_tensor()) for n in sorted(scope.local_var_names()))]


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_comes_back(name):
    main, startup, fetches = made(name)
    again = through(main)
    same(steps(main, startup, fetches), steps(again, through(startup), fetches))
    assert [o.id for o in again.operators] == [o.id for o in main.operators]
    assert [o.site for o in again.operators] == [o.site and o.site._replace(text=o.site.code) for o in main.operators]
    assert drawn(again) == drawn(main)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_clone_for_test_comes_back(name):
    main, *_ = made(name)
    clone = main.clone(for_test=True)
    assert drawn(through(clone)) == drawn(clone)
    assert str(through(main).clone(for_test=True)) == str(clone)


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_same_program_gives_the_same_bytes(name):
    texts = []
    for _ in range(2):
        state.reset()
        paddle.enable_static()
        texts.append(json.dumps(to_data(made(name)[0])))
    assert texts[0] == texts[1]


ELSEWHERE = """
import json, sys
import numpy as np
from opscope.core.modes import enable_static
from opscope.ir.serialize.program_json import from_data
from opscope.runtime.executor import Executor
enable_static()
data, fetches, x = json.load(sys.stdin)
found = Executor().run(from_data(data), feed={"x": np.asarray(x, "float32")}, fetch_list=fetches)
print(json.dumps([each.tobytes().hex() for each in found]))
"""


def test_another_process_computes_the_same():
    main, _, fetches = made("cond in while")
    text = json.dumps([to_data(main), fetches, X.tolist()])
    found = subprocess.run([sys.executable, "-c", ELSEWHERE], input=text, capture_output=True, text=True, check=True)
    here = static.Executor().run(main, feed={"x": X}, fetch_list=fetches)
    assert json.loads(found.stdout) == [each.tobytes().hex() for each in here]


def test_a_variable_whose_operator_was_taken_away_has_none():
    y = static.data("x", [1], "float32") * 2
    program = static.default_main_program()
    program.global_block().ops.clear()
    assert y.op is not None and through(program).global_block().var(y.name).op is None


def test_what_is_read_can_be_built_on():
    main, startup, _ = made("Adam")
    main.random_seed, main.scopes["/first"] = -3, 5
    again = through(main)
    assert again.random_seed == -3 and again.scopes == main.scopes and again.version == main.version
    used = {o.id for o in again.operators}
    with static.program_guard(again, startup), static.name_scope("first"):
        y = again.global_block().var("x") * 2
    assert y.op.id == main._next_op and y.op.id not in used and y.op.namescope == "/first_5/"


def test_variables_carry_what_they_carried():
    main, *_ = made("Adam")
    again = through(main)
    for old, new in zip(main.list_vars(), again.list_vars(), strict=True):
        assert type(old) is type(new) and old.spec == new.spec and new.block.program is again
        assert (old.op and old.op.id) == (new.op and new.op.id)
        fields = lambda v: {k: x for k, x in vars(v).items() if k not in ("block", "op", "call")}
        assert fields(old) == fields(new)


@pytest.mark.parametrize("given", [True, False])
def test_no_field_of_a_variable_is_a_default(given):
    block = static.default_main_program().global_block()
    options = {"stop_gradient": given, "persistable": given, "is_data": given, "lod_level": 2 + given}
    options["belong_to_optimizer"] = given
    options["need_check_feed"] = not given
    block.create_var("v", [None, 0, 3], "uint8", type=VarKind("RAW") if given else None, **options)
    parameter = block.create_parameter([2], "float64", name="p", trainable=given, need_clip=given, learning_rate=0.25)
    parameter.regularizer = ("l2", 0.5)
    parameter.do_model_average = given
    called = "mean" if given else "reduce_mean"
    mean = block.append_op(type=called, inputs={"X": parameter}, outputs={"Out": block.create_var("m")})
    mean.user_attrs["quantized"] = given
    again = through(static.default_main_program()).global_block()
    assert {name: getattr(again.var("v"), name) for name in options} == options
    assert again.var("v").shape == (-1, 0, 3) and again.var("v").dtype.name == "uint8"
    read = again.var("p")
    assert (read.trainable, read.need_clip, read.stop_gradient) == (given, given, not given)
    assert read.do_model_average is given and again.ops[-1].type == called
    assert again.ops[-1].attr("quantized") is given
    assert again.var("v").type == VarKind("RAW" if given else "LOD_TENSOR")
    assert (read.optimize_attr, read.regularizer) == ({"learning_rate": 0.25}, ("l2", 0.5))


def test_nothing_that_a_program_has_is_forgotten():
    """A field that is added to one of these must be written, too."""
    main, *_ = made("Adam")
    block = main.global_block()
    assert set(Operator.__slots__) - {"called"} == {  # code: the names that it leads to are written
        *(
            "attrs",
            "block",
            "call",
            "device",
            "id",
            "inputs",
            "layer_path",
            "namescope",
            "op",
            "outputs",
            "role",
            "role_var",
            "saved_user_site",
            "type_override",
            "user_attrs",
        )
    }
    # of a guard that is open, of a function that is being traced, of executors
    transient = {"role_var", "capture", "plans"}
    transient |= {"public_calls"}  # positions in code: the names that they lead to are written
    assert set(vars(main)) - transient == {
        *(
            "id",
            "version",
            "grad_times",
            "role",
            "namescope",
            "device",
            "scopes",
            "_next_op",
            "_seed",
            "blocks",
            "current_block_idx",
        )
    }
    assert set(vars(block)) - {"function", "gradient_intent"} == {  # of the Python function that made the block
        *("program", "idx", "parent_idx", "forward_block_idx", "backward_block_idx", "vars", "ops", "reassigned")
    }
    known = {"block", "name", "spec", "stop_gradient", "_persistable", "is_data", "lod_level", "call", "op"}
    known |= {"is_tensor_array", "detached", "kind", "belong_to_optimizer", "need_check_feed"}
    own = {"trainable", "optimize_attr", "regularizer", "need_clip", "do_model_average"}
    for variable in main.list_vars():
        assert set(vars(variable)) == known | (own if isinstance(variable, Parameter) else set())


def test_control_ops_have_names_of_their_own():
    assert not any(name in REGISTRY for name in CONTROL_OPS)


# --- sites ------------------------------------------------------------------------------------------


def test_lines_are_shown_where_their_file_is_not(tmp_path):
    file = tmp_path / "train.py"
    file.write_text("def f(x):\n    return x.reshape([5])  # of another machine\n")
    spec = importlib.util.spec_from_file_location("train", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    out = module.f(static.data("x", [None], "float32"))
    data = to_data(static.default_main_program())
    file.unlink()
    linecache.checkcache(str(file))
    assert static.default_main_program().operators[0].site.code == ""
    again = from_data(data)
    assert again.operators[0].site.code == "return x.reshape([5])  # of another machine"
    assert again.clone().operators[0].site.code == again.operators[0].site.code
    with pytest.raises(ShapeError, match=r"train.py:2 in f\n +return x.reshape\(\[5\]\)  # of another"):
        static.Executor().run(again, feed={"x": np.ones(3, "float32")}, fetch_list=[out.name])


def test_a_cell_keeps_the_number_that_only_its_process_knows(monkeypatch):
    monkeypatch.setattr("opscope.core.source.cell_name", lambda f: "cell [3]" if f == __file__ else None)
    static.data("x", [1], "float32")
    data = to_data(static.default_main_program())
    monkeypatch.setattr("opscope.core.source.cell_name", lambda f: None)
    again = from_data(data)
    site = again.global_block().var("x").site
    assert str(site) == site.where and site.where.startswith("cell [3]:")
    assert site.code == 'static.data("x", [1], "float32")'
    assert to_data(again) == data


# --- Python functions -------------------------------------------------------------------------------


def double(x):
    """Twice as much."""
    return np.asarray(x) * 2


def halves(*_):
    return np.ones((6, 4), "float32")


class Callable:
    """An object that can be called, and does not want to be asked anything."""

    def __call__(self, x):
        return np.asarray(x)

    def method(self, x):
        """A method."""

    def __getattr__(self, name):
        raise AssertionError(f"user code was run: {name}")

    @property
    def __doc__(self):
        raise AssertionError("user code was run: __doc__")


def custom(func=double, backward=halves, skipped=None):
    x = static.data("x", [6, 4], "float32")
    x.stop_gradient = False
    h = paddle.tanh(x)
    out = static.default_main_program().global_block().create_var("made", [6, 4], "float32")
    static.py_func(func, h, out, backward, skipped and {"h": h, "out": out}[skipped])
    (grad,) = static.gradients([out], [x]) if backward else (None,)
    return h, out, grad


@pytest.mark.parametrize("skipped", [None, "h", "out"])
def test_a_python_function_stays_behind(skipped):
    h, out, grad = custom(skipped=skipped)
    main = static.default_main_program()
    again = through(main)
    assert drawn(again) == drawn(main) and "double" in drawn(again)
    op = next(o.op for o in again.operators if o.type == "py_func")
    assert op.opaque and op.differentiable and op.infer() == [out.spec]
    assert op.function.__name__ == "double" and op.function.__doc__ == "Twice as much." == op.__doc__
    gradient = next(o.op for o in again.operators if o.type == "py_func_grad")
    assert gradient.opaque and gradient.forward.op is op
    feed = {"x": np.ones((6, 4), "float32")}
    with pytest.raises(
        RunError, match="double is a Python function of the program that made this recording: only its rec"
    ):
        static.Executor().run(again, feed=feed, fetch_list=[out.name])
    for number, operator in enumerate(again.operators):  # a recording gives the result; the gradient refuses as well
        if operator.op is op:
            assert isinstance(op, PyFunc)
            del again.global_block().ops[number]
            break
    again.touch()
    again.global_block().var("made").is_data = True
    with pytest.raises(RunError, match="halves is a Python function of the program that made"):
        static.Executor().run(again, feed={**feed, "made": feed["x"]}, fetch_list=[grad.name])
    kept = main.clone(for_test=True)
    assert static.Executor().run(kept, feed=feed, fetch_list=[h.name])[0].shape == (6, 4)


FUNCTIONS = {
    "tanh": np.tanh,
    "mean": np.mean,
    "halves": halves,
    "int": int,
    "append": [].append,
    "Callable": Callable(),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_of_any_kind_have_a_name(name):
    custom()
    program = static.default_main_program()
    op = next(o.op for o in program.operators if o.type == "py_func")
    op.function = FUNCTIONS[name]  # building asks what it can of a function; writing runs nothing of it
    again = through(program)
    found = next(o for o in again.operators if o.type == "py_func").op.function
    assert found.__name__ == name
    assert (found.__doc__ is not None) == (name in ("tanh", "int", "append", "method"))


def test_a_debug_function_has_no_output():
    x = static.data("x", [2], "float32")
    static.py_func(print, x, None)
    again = through(static.default_main_program())
    with pytest.raises(RunError, match="print is a Python function"):
        static.Executor().run(again, feed={"x": np.ones(2, "float32")})


def test_an_op_of_nobodys_is_refused():
    def lonely(xp, x):
        return x

    x = static.data("x", [2], "float32")
    Op(lonely, infer=lambda x: x)(x)
    with pytest.raises(UnsupportedError, match=r"operator 0 \(lonely\) cannot be .*: the op lonely is not registered"):
        to_data(static.default_main_program())
