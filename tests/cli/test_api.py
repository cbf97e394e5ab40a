"""`python -m opscope api`: what it lists is there and works, and what it says of a program's names is true."""

import inspect
import json
import re
from pathlib import Path

import pytest

from opscope.cli import main
from opscope.cli.api.api_command import answer, matches
from opscope.cli.api.source import only_raises
from opscope.cli.api.surface import look_up, surface
from opscope.cli.api.used_names import in_list, in_program
from opscope.errors import UnsupportedError
from tests.fresh import python

ENTRIES = surface(private=True)
KNOWN = {name: entry for entry in ENTRIES for name in entry.names}


def api(capsys: pytest.CaptureFixture[str], *args: str, status: int = 0) -> str:
    assert main(["api", *args]) == status
    return capsys.readouterr().out


def implementation(value: object) -> object:
    value = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
    return inspect.unwrap(value)  # type: ignore[arg-type]


def test_there_are_the_names_that_programs_use():
    assert sum(len(e.names) for e in surface() if e.supported and e.kind in ("op", "function", "class")) >= 300
    assert {"paddle.static.py_func", "paddle.nn.Linear", "paddle.Tensor.stop_gradient", "paddle.float32"} <= set(KNOWN)


def test_every_name_is_there_under_every_spelling():
    for name, entry in KNOWN.items():
        assert implementation(look_up(name)) == implementation(entry.value), name


MEANT = {
    "paddle.autograd.PyLayer.forward": "the user's subclass has it",
    "paddle.autograd.PyLayer.backward": "the user's subclass has it",
    "paddle.nn.Layer.backward": "Paddle's raises as well: a Layer has only forward",
    "paddle.Tensor.indices": "Paddle's raises as well, for a dense tensor",
    "paddle.Tensor.nnz": "Paddle's raises as well, for a dense tensor",
    "paddle.Tensor.rows": "Paddle's raises as well, for a dense tensor",
    "paddle.distribution.Cauchy.stddev": "Paddle's raises as well: a Cauchy distribution has none",
    **dict.fromkeys(
        (
            f"paddle.distribution.ExponentialFamily.{n}"
            for n in ("_natural_parameters", "_log_normalizer", "_mean_carrier_measure")
        ),
        "the user's subclass has it",
    ),
}


def overridden(name: str) -> bool:
    """True for an abstract method: a subclass here has it, with a body."""
    owner, _, method = name.rpartition(".")
    below = list(look_up(owner).__subclasses__())
    for cls in below:
        below += [c for c in cls.__subclasses__() if c not in below]
    theirs = [inspect.getattr_static(c, method) for c in below if c.__module__.startswith("opscope")]
    return any(not only_raises(implementation(m)) for m in theirs)


def has_values_only(name: str) -> bool:
    """True for what a Variable cannot do, having no value, and a Tensor can."""
    owner, _, method = name.rpartition(".")
    tensors = KNOWN.get(f"paddle.Tensor.{method}")
    return owner == "paddle.static.Variable" and tensors is not None and not only_raises(implementation(tensors.value))


def test_no_name_is_a_stub():
    raising = {e.name for e in ENTRIES if e.supported and only_raises(implementation(e.value))}
    assert set(MEANT) <= raising
    assert not [n for n in raising - set(MEANT) if not (overridden(n) or has_values_only(n))]


def test_no_method_that_a_class_overrides_is_a_stub():
    methods = {
        f"{cls.__module__}.{cls.__name__}.{name}": value
        for cls in (e.value for e in ENTRIES if e.kind == "class" and e.supported)
        for name, value in vars(cls).items()
        if inspect.isfunction(value) and not name.startswith("__")
    }
    assert len(methods) > 200
    known = {id(implementation(e.value)) for e in ENTRIES}
    assert not [n for n, m in methods.items() if only_raises(m) and id(implementation(m)) not in known]


def test_what_only_raises_is_found():
    def stub(x: int) -> int:
        """Later."""
        raise UnsupportedError("later")

    def checks(x: int) -> int:
        if x:
            raise UnsupportedError("x")
        return x

    class Abstract:
        def __init__(self) -> None:
            raise UnsupportedError("abstract")

    assert only_raises(stub) and only_raises(stub, of="UnsupportedError") and not only_raises(stub, of="ValueError")
    assert not only_raises(checks) and only_raises(Abstract) and not only_raises(len) and not only_raises(3)


def test_what_only_refuses_is_listed_as_such_and_not_counted(capsys: pytest.CaptureFixture[str]):
    refused = KNOWN["paddle.static.nn.data_norm"]
    assert not refused.supported and KNOWN["paddle.static.nn.fc"].supported
    assert re.search(
        r"^paddle\.static\.nn\.data_norm +function +no ",
        api(capsys, "static.nn.data_norm"),
        re.MULTILINE,
    )
    assert answer("paddle.static.nn.data_norm", KNOWN) == ("refused", refused.says)
    assert api(capsys, "static.nn.data_norm", "--count").startswith("0 names of 0 objects")


def test_aliases_are_one_line():
    program = KNOWN["paddle.static.Program"]
    assert program.kind == "class" and {"paddle.base.Program", "paddle.fluid.Program"} <= set(program.aliases)
    assert program.lives == "opscope.ir.program.program" and KNOWN["paddle.base.Program"] is program
    every = [name for entry in ENTRIES for name in entry.names]
    assert len(every) == len(set(every))


def test_names_are_the_ones_of_today_first():
    old = [e.name for e in ENTRIES if e.aliases and e.name.startswith(("paddle.base.", "paddle.fluid."))]
    assert not [n for n in old if any(not a.startswith(("paddle.base.", "paddle.fluid.")) for a in KNOWN[n].aliases)]


def test_internal_names_come_on_request_only(capsys: pytest.CaptureFixture[str]):
    assert not [n for e in surface() for n in e.names if "._" in n]
    assert "paddle.base.framework._dygraph_tracer" in KNOWN
    api(capsys, "base.framework._dygraph_tracer", status=1)
    assert "_dygraph_tracer" in api(capsys, "base.framework._dygraph_tracer", "--private")


def test_opscopes_own_packages_are_no_names_of_paddle():
    for name in ("debug", "live", "ops.tanh", "core.dtype.float32", "saving"):
        assert not any(n == f"paddle.{name}" for n in KNOWN)
        with pytest.raises(LookupError):
            look_up(name)


@pytest.mark.parametrize(
    "pattern, fits",
    [
        ("nn.functional.relu", True),
        ("paddle.nn.functional.relu", True),
        ("relu", True),
        ("*elu", True),
        ("static.*", False),
        ("nn.relu", False),
        ("RELU", False),
    ],
)
def test_patterns(pattern: str, fits: bool):
    assert matches(KNOWN["paddle.nn.functional.relu"], pattern) is fits


def test_patterns_find_aliases():
    assert matches(KNOWN["paddle.static.Program"], "fluid.Prog*") and matches(KNOWN["paddle.tanh"], "tensor.tanh")


def test_a_pattern_without_a_match_is_told(capsys: pytest.CaptureFixture[str]):
    assert main(["api", "nothing.like.it"]) == 1
    assert "no name matches 'nothing.like.it'" in capsys.readouterr().err


PROGRAM = """\
import paddle
import paddle.nn.functional as F
from paddle.static import Program as P, nope
import numpy as np
import os.path

x = F.relu(paddle.to_tensor([1.0]).sum())
y = F.relu(paddle.nn.Lineer(2, 3)(np.zeros(3)))
P().global_block()
paddle.debug
"""


def test_the_names_of_a_program():
    found = in_program(PROGRAM)
    assert found == {
        "paddle.nn.functional": [2],
        "paddle.static.Program": [3],
        "paddle.static.nope": [3],
        "paddle.nn.functional.relu": [7, 8],
        "paddle.to_tensor": [7],
        "paddle.nn.Lineer": [8],
        "paddle.debug": [10],
    }
    assert in_program("import opscope as pd\npd.nn.Linear") == {"paddle.nn.Linear": [2]}
    assert in_program("from opscope import debug, paddle\npaddle.tanh(debug.attach)") == {"paddle.tanh": [2]}
    assert in_program("import opscope\nopscope.paddle.tanh(opscope.debug)") == {"paddle.tanh": [2]}
    assert in_program("from opscope.paddle.nn import Linear as L\nL") == {"paddle.nn.Linear": [1]}
    assert in_program("import paddle.nn\npaddle.nn.ReLU") == {"paddle.nn": [1], "paddle.nn.ReLU": [2]}
    assert in_program("import torch\nfrom . import paddle\ntorch.nn.Linear") == {}
    assert in_list("# names\nnn.Linear 3\n\npaddle.nn.Linear  # again\n") == {"paddle.nn.Linear": [2, 4]}


def test_missing_says_which_names_of_a_program_are_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    lines = api(capsys, "--missing", str(path), status=1).splitlines()
    rows = {line.split()[0]: line for line in lines[1:-1]}
    assert re.search(r"no +1 +line 8 +did you mean 'paddle.nn.Linear'\?$", rows["paddle.nn.Lineer"])
    assert "paddle.nn.functional.relu" not in rows  # it exists
    assert [line.split()[1] for line in lines[1:-1]] == ["no"] * 3
    assert lines[-1] == "4 of 7 names exist"


def test_missing_takes_a_list_and_is_content_where_all_is_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "names.txt"
    path.write_text("nn.Linear\nbase.core.VarDesc.VarType.FP32\nstatic.Executor.run\nTensor\n")
    assert api(capsys, "--missing", str(path)) == "4 of 4 names exist\n"
    path.write_text("device.mean\n")
    assert "the name is paddle.mean" in api(capsys, "--missing", str(path), status=1)


def test_missing_of_no_file_and_of_no_python_are_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["api", "--missing", str(tmp_path / "none.py")]) == 2
    assert "no such file" in capsys.readouterr().err
    (tmp_path / "broken.py").write_text("def (")
    assert main(["api", "--missing", str(tmp_path / "broken.py")]) == 2
    assert "broken.py is not valid Python" in capsys.readouterr().err


def test_what_works_in_place_is_no_alias():
    assert KNOWN["paddle.nn.functional.relu_"] is not KNOWN["paddle.nn.functional.relu"]


def test_the_count_is_that_of_the_names(capsys: pytest.CaptureFixture[str]):
    have = [e for e in surface() if e.supported]
    text = api(capsys, "--count")
    assert text.startswith(f"{sum(len(e.names) for e in have)} names of {len(have)} objects: ")
    kinds = text.splitlines()[0].partition(": ")[2]
    assert sum(map(int, re.findall(r"\d+", kinds))) == len(have)


def test_a_pipe_gets_whole_lines_and_a_terminal_what_fits(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    plain = api(capsys, "static.*")
    assert max(map(len, plain.splitlines())) > 130 and "…" not in plain
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "130")
    shown = api(capsys, "static.*")
    bare = re.sub(r"\x1b\[[0-9;]*m", "", shown)
    row = r"^static\.nn\.embedding +function +static\.nn\.layers +"
    assert re.search(row, bare, re.MULTILINE)
    assert max(map(len, bare.splitlines())) <= 130


def test_it_is_a_command_whose_reader_may_go_early():
    code = (
        "import subprocess, sys; p = subprocess.Popen([sys.executable, '-m', 'opscope', 'api'], stdout=-1, stderr=-1)\n"
    )
    code += "line = p.stdout.readline(); p.stdout.close(); print(line, p.stderr.read(), p.wait())"
    assert re.fullmatch(r"b'name +kind .*' b'' 0", python("-c", code).stdout.strip())


def test_json_has_what_the_tables_have(capsys, tmp_path):
    entries = json.loads(api(capsys, "--json", "nn.Linear"))
    assert [(e["name"], e["kind"], e["supported"]) for e in entries] == [("paddle.nn.Linear", "class", True)]
    assert json.loads(api(capsys, "--json", "--count"))["names"] == int(api(capsys, "--count").split()[0])
    path = tmp_path / "old.py"
    path.write_text("import paddle\npaddle.tanh(1)\npaddle.nothing\n")
    found = {
        e["name"]: (e["here"], e["line"]) for e in json.loads(api(capsys, "--json", "--missing", str(path), status=1))
    }
    assert found == {"paddle.tanh": ("yes", 2), "paddle.nothing": ("no", 3)}
