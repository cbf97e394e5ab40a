"""What is not a run, path, program or function: an error that says what is expected, from every public function."""

import inspect

import numpy as np
import pytest

import opscope
from opscope import debug, viz
from opscope.errors import OpscopeError

STRANGE = [3, -1, None, "", "\0", "nosuch", b"x", [], object()]
MEANT = {  # functions of one argument that mean something for some of these
    "debug": {"Changes", "intended", "set_trace", "start", "live"},
    "viz": set(),
    "onnx": set(),
    "opscope": {"live", "start", "set_trace", "strict", "as_paddle", "demo", "intended"},
}
MODULES = {"debug": debug, "viz": viz, "onnx": opscope.onnx, "opscope": opscope}


def functions():
    """The public functions and classes that take one argument, or more of which one is required."""
    for module, names in MODULES.items():
        for name in names.__all__:
            found = getattr(names, name)
            error = inspect.isclass(found) and issubclass(found, BaseException)
            if not callable(found) or error or name in MEANT[module]:
                continue
            required = [p for p in inspect.signature(found).parameters.values() if p.default is p.empty]
            positional = [p for p in required if p.kind is p.POSITIONAL_OR_KEYWORD]
            if len(required) == len(positional) == 1:
                yield f"{module}.{name}", found


@pytest.mark.parametrize("name, function", list(functions()), ids=lambda given: given if isinstance(given, str) else "")
def test_a_public_function_raises_no_error_of_python(name, function, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for value in STRANGE:
        try:
            function(value)
        except OpscopeError:
            pass
        except Exception as error:  # noqa: BLE001 (any other is Python's own)
            pytest.fail(f"{name}({value!r}): {type(error).__name__}: {error}")


@pytest.mark.parametrize(
    "call, text",
    [
        (lambda: debug.check(3), "check takes a function that runs your program, but received 3"),
        (lambda: debug.open("\0"), "the folder of a recording contains a zero byte"),
        (lambda: debug.open(3), "the folder of a recording must be a path, but received 3"),
        (lambda: debug.attach(None), "attach takes an Executor, but received None"),
        (lambda: debug.post_mortem(3), "post_mortem takes an exception, but received 3"),
        (lambda: debug.statistics("x"), "statistics takes an array, but received 'x'"),
        (lambda: debug.statistics(np.array(["a"])), "statistics takes numbers, but received an array of <U1"),
        (lambda: debug.statistics(np.array([None])), "statistics takes numbers, but received an array of object"),
        (lambda: debug.statistics(np.ma.array([1.0, 9.0], mask=[0, 1])), "a tensor cannot have a mask"),
        (lambda: viz.gradient_flow(3), "gradient_flow takes a run or a recording, but received 3"),
        (lambda: viz.line_chart("ab"), "line_chart takes a list of Lines, but received 'ab'"),
        (lambda: viz.sparkline(["a"]), "sparkline takes a list of numbers"),
        (lambda: viz.to_dot(3), "a drawing needs a Graph, but received 3"),
        (lambda: viz.FoldableGraph(3), "a graph needs a Program, but received 3"),
        (lambda: opscope.onnx.load(3), "the file of a model must be a path, but received 3"),
    ],
)
def test_the_error_says_what_is_expected(call, text):
    with pytest.raises(OpscopeError) as caught:
        call()
    assert text in str(caught.value)
