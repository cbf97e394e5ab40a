"""What `import paddle` means, with a real Paddle on the path and without one."""

from pathlib import Path

import pytest

from tests.fresh import python


@pytest.fixture
def real(tmp_path: Path) -> Path:
    """A folder with a package that calls itself paddle."""
    package = tmp_path / "paddle"
    package.mkdir()
    (package / "__init__.py").write_text("real = True\n")
    (package / "autograd.py").write_text("real = True\n")
    return tmp_path


def say(code: str, *path: Path) -> str:
    done = python("-c", code, path=path)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_importing_opscope_does_not_shadow_the_real_paddle(real: Path):
    assert say("import opscope, paddle, paddle.autograd; print(paddle.real, paddle.autograd.real)", real) == "True True"


def test_the_order_of_the_imports_does_not_matter(real: Path):
    assert say("import paddle, opscope; import paddle.autograd as a; print(a.real, opscope.paddle.static.nn.fc)", real)


def test_where_no_paddle_is_installed_it_is_opscope():
    code = "import opscope, paddle; from paddle.static import nn; print(nn is opscope.paddle.static.nn,"
    code += "paddle.Tensor is opscope.Tensor)"
    assert say(code) == "True True"


def test_a_module_that_says_opscope_as_paddle_means_it_in_its_later_imports(real: Path):
    code = "import opscope as paddle; from paddle.autograd import PyLayer; print(PyLayer.__module__)"
    assert say(code, real) == "opscope.eager.pylayer"


def test_as_paddle_wins_over_the_real_one(real: Path):
    code = "import opscope; opscope.as_paddle(); import paddle, paddle.fluid.layers;"
    assert say(f"{code} print(paddle.Tensor is opscope.Tensor)", real) == "True"


def test_as_paddle_may_be_called_twice_and_after_its_own_import():
    code = "import opscope; opscope.as_paddle(); import paddle; opscope.as_paddle(); import paddle.static;"
    assert say(f"{code} print(paddle.static is opscope.paddle.static)") == "True"


def test_paddle_has_the_version_that_programs_ask_for():
    code = "import opscope; opscope.as_paddle(); import paddle; print(paddle.__version__, paddle.version.full_version,"
    assert (
        say(f"{code} paddle is opscope.paddle, opscope.__version__ != paddle.__version__)") == "2.6.2 2.6.2 True True"
    )


def test_what_is_set_on_paddle_is_seen_through_opscope():
    code = "import opscope; opscope.as_paddle(); import paddle; paddle.mine = 1;"
    code += "print(opscope.mine, 'Tensor' in dir(paddle))"
    assert say(code) == "1 True"


def test_paddle_has_no_names_of_opscopes_own_and_says_where_they_are():
    done = python("-c", "from opscope import paddle; paddle.debug")
    assert "module 'paddle' has no attribute 'debug': use opscope.debug instead" in done.stderr


def test_a_name_that_neither_has_is_missing_in_the_module_that_was_asked():
    for module in ("opscope", "paddle"):
        done = python("-c", f"import opscope; from opscope import paddle; {module}.no_such_name")
        assert f"AttributeError: module '{module}' has no attribute 'no_such_name'" in done.stderr


def test_opscope_lists_its_own_names_and_loads_nothing_before_it_is_used():
    code = "import sys, opscope; print(*dir(opscope)); print('numpy' in sys.modules, 'opscope.paddle' in sys.modules)"
    names, loaded = say(code).splitlines()
    assert {"attach", "check", "debug", "live", "open", "paddle", "profile", "viz", "as_paddle"} <= set(names.split())
    assert "Tensor" not in names and loaded == "False False"


def test_no_module_is_loaded_twice_however_it_is_spelled(real: Path):
    """Every module of opscope.paddle under three names: the same object, and one file is executed once.

    opscope.onnx is a package of opscope's own, which has Paddle's function.
    """
    code = """
import sys, pkgutil, importlib
import opscope as paddle
opscope = paddle
opscope.as_paddle()
own = [m.name for m in pkgutil.walk_packages(opscope.paddle.__path__, "opscope.paddle.")]
for name in own:
    module = importlib.import_module(name)
    rest = name.removeprefix("opscope.paddle.")
    for alias in (f"opscope.{rest}",) * (rest.partition(".")[0] != "onnx") + (f"paddle.{rest}",):
        assert importlib.import_module(alias) is module, alias
    assert module.__name__ == name == module.__spec__.name, name
files = {}
for name, module in sys.modules.items():
    if name.startswith(("opscope", "paddle")) and getattr(module, "__file__", None):
        assert files.setdefault(module.__file__, module) is module, name
import opscope.nn.functional as F, paddle.nn.functional as G
from paddle.nn import Linear
from opscope.nn import Linear as Same
import pickle
old = b"copscope.nn.layer.linear\\nLinear\\n."
assert F is G is opscope.nn.functional and Linear is Same is pickle.loads(old) is opscope.paddle.nn.Linear
import paddle.onnx
print(len(own) > 300 and importlib.import_module("opscope.onnx").export is paddle.onnx.export)
"""
    assert say(code, real) == "True"


def test_as_paddle_refuses_after_a_real_import(real: Path):
    done = python("-c", "import paddle, opscope; opscope.as_paddle()", path=(real,))
    assert done.returncode == 1
    assert "paddle has been imported already" in done.stderr and str(real) in done.stderr
    assert "fix: call opscope.as_paddle() before anything imports paddle" in done.stderr


def test_an_alias_is_the_same_module_object_and_keeps_its_own_spec():
    code = (
        "import opscope; opscope.as_paddle(); import paddle.nn.functional as F, opscope.paddle.nn.functional as G;"
        "print(F is G, F.__name__, F.__spec__.name)"
    )
    assert say(code) == "True opscope.paddle.nn.functional opscope.paddle.nn.functional"


def test_a_module_that_opscope_lacks_is_missing_under_paddles_name_too():
    done = python("-c", "import opscope; opscope.as_paddle(); import paddle.quantum")
    assert done.returncode == 1 and "No module named 'paddle.quantum'" in done.stderr


def test_reloading_and_inspecting_still_work_behind_the_finder():
    code = (
        "import opscope, importlib, importlib.util; opscope.as_paddle(); import paddle.static;"
        "print(importlib.reload(paddle.static) is opscope.paddle.static, importlib.util.find_spec('json').name)"
    )
    assert say(code) == "True json"
