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
    assert say("import paddle, opscope; import paddle.autograd as a; print(a.real, opscope.static.nn.fc)", real)


def test_where_no_paddle_is_installed_it_is_opscope():
    code = "import opscope, paddle; from paddle.static import nn; print(nn is opscope.static.nn,"
    code += "paddle.Tensor is opscope.Tensor)"
    assert say(code) == "True True"


def test_a_module_that_says_opscope_as_paddle_means_it_in_its_later_imports(real: Path):
    code = "import opscope as paddle; from paddle.autograd import PyLayer; print(PyLayer.__module__)"
    assert say(code, real) == "opscope.eager.pylayer"


def test_as_paddle_wins_over_the_real_one(real: Path):
    code = "import opscope; opscope.as_paddle(); import paddle, paddle.fluid.layers;"
    assert say(f"{code} print(paddle.Tensor is opscope.Tensor)", real) == "True"


def test_as_paddle_may_be_called_twice_and_after_its_own_import():
    code = "import opscope; opscope.as_paddle(); import paddle; paddle.as_paddle(); import paddle.static;"
    assert say(f"{code} print(paddle.static is opscope.static)") == "True"


def test_paddle_has_the_version_that_programs_ask_for():
    code = "import opscope; opscope.as_paddle(); import paddle; print(paddle.__version__, paddle.version.full_version,"
    assert say(f"{code} paddle.__name__, opscope.__version__ != paddle.__version__)") == "2.6.2 2.6.2 paddle True"


def test_what_is_set_on_paddle_is_set_on_opscope():
    code = (
        "import opscope; opscope.as_paddle(); import paddle; paddle.mine = 1;"
        "print(opscope.mine, 'Tensor' in dir(paddle));"
        "from paddle import debug; print(debug is opscope.debug, hasattr(paddle, 'nosuch'))"
    )
    assert say(code).split() == ["1", "True", "True", "False"]


def test_as_paddle_refuses_after_a_real_import(real: Path):
    done = python("-c", "import paddle, opscope; opscope.as_paddle()", path=(real,))
    assert done.returncode == 1
    assert "paddle has been imported already" in done.stderr and str(real) in done.stderr
    assert "fix: call opscope.as_paddle() before anything imports paddle" in done.stderr


def test_an_alias_is_the_same_module_object_and_keeps_its_own_spec():
    code = (
        "import opscope; opscope.as_paddle(); import paddle.nn.functional as F, opscope.nn.functional as G;"
        "print(F is G, F.__name__, F.__spec__.name)"
    )
    assert say(code) == "True opscope.nn.functional opscope.nn.functional"


def test_a_module_that_opscope_lacks_is_missing_under_paddles_name_too():
    done = python("-c", "import opscope; opscope.as_paddle(); import paddle.quantum")
    assert done.returncode == 1 and "No module named 'paddle.quantum'" in done.stderr


def test_reloading_and_inspecting_still_work_behind_the_finder():
    code = (
        "import opscope, importlib, importlib.util; opscope.as_paddle(); import paddle.static;"
        "print(importlib.reload(paddle.static) is opscope.static, importlib.util.find_spec('json').name)"
    )
    assert say(code) == "True json"
