"""Arguments of a run's methods that are of another kind: an error that says what is expected, and the run stays."""

import inspect

import pytest

from opscope import debug
from opscope.errors import OpscopeError, OpscopeWarning
from tests.debug.nets import Net, paddle

LONG = 60.0
STRANGE = [3, -1, 2.5, True, None, "", "\0", "nosuch", b"x", [], ["a"], {"a": 1}, object()]
FIT = {  # of parameters without a default
    "condition": "step == 1", "name": "h", "step": 2, "changes": {"h": 0.0}, "number": 1, "pattern": "h", "count": 1,
    "level": "statistics", "expression": "h.max()", "code": "1 + 1", "spec": "op:tanh", "value": 0.0,
    "op": "op:tanh", "frame": 0, "on": True, "path": "kept", "what": "inf",
}  # fmt: skip
LEFT_OUT = {  # the run would end, or go on until something happens
    "cont", "next_run", "stop", "wait", "until_stopped", "pause", "start", "run_to_end", "run_to_return", "run_to_line",
    "run_to", "select_thread",
}  # fmt: skip


class Small(Net):
    steps = 4

    def define(self, x):
        h = paddle.tanh(x * 2.0)
        h.block.rename(h.name, "h")
        return [paddle.mean(h)]


def methods():
    for name, member in inspect.getmembers(debug.Run, inspect.isfunction):
        if name.startswith("_") or name in debug.Run._internal or name in LEFT_OUT:
            continue
        parameters = list(inspect.signature(member).parameters.values())[1:]
        for parameter in parameters:
            if parameter.name != "timeout" and parameter.kind is not parameter.VAR_KEYWORD:
                yield pytest.param(name, parameters, parameter, id=f"{name}-{parameter.name}")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    run = debug.start(Small(), entry=True)
    run.until_stopped(LONG)
    run.goto(3, timeout=LONG)
    yield run
    run.stop()


@pytest.mark.filterwarnings("ignore::opscope.errors.OpscopeWarning")
@pytest.mark.parametrize("name, parameters, strange", [*methods()])
def test_a_method_of_a_run_raises_no_error_of_python(run, name, parameters, strange, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for value in STRANGE:
        positional, named = [], {}
        for each in parameters:
            given = value if each is strange else FIT.get(each.name, each.default)
            if each.kind is each.KEYWORD_ONLY:
                named |= {each.name: given} if each is strange else {}
            elif each.kind is each.VAR_POSITIONAL:
                positional += [given] if each is strange else []
            else:
                assert given is not each.empty, f"{each.name}: FIT has none"
                positional.append(5.0 if each.name == "timeout" else given)
        try:
            getattr(run, name)(*positional, **named)
        except (OpscopeError, OpscopeWarning, TimeoutError):
            pass
        except Exception as error:  # noqa: BLE001 (any other is Python's own)
            pytest.fail(f"{name}({strange.name}={value!r}): {type(error).__name__}: {error}")
        assert run.state == "paused", f"{name}({strange.name}={value!r})"
        run.clear()
        run.goto(3, timeout=LONG)
