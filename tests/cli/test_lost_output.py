"""Standard output that cannot be written: one line on stderr and an exit status, for every command."""

import errno
import os
import subprocess
import sys

import pytest

from opscope.cli import main
from opscope.cli.lost_output import is_lost_output

FULL = "/dev/full"
LINE = "opscope: the output cannot be written: No space left on device\n"

pytestmark = pytest.mark.skipif(not os.path.exists(FULL), reason="there is no /dev/full")


@pytest.mark.parametrize("arguments", [["--version"], ["profile", "--help"], ["completion", "bash"]], ids=" ".join)
@pytest.mark.parametrize("write_through", [True, False])
def test_a_full_disk_is_said_in_one_line(arguments, write_through, capsys, monkeypatch):
    with open(FULL, "w") as full:
        full.reconfigure(write_through=write_through)
        monkeypatch.setattr(sys, "stdout", full)
        assert main(arguments) == 1
    assert capsys.readouterr().err == LINE


def test_a_command_that_runs_a_script_says_it_in_one_line(tmp_path):
    (tmp_path / "s.py").write_text("")
    with open(FULL, "w") as full:
        command = [sys.executable, "-m", "opscope", "debug", "--batch", "s.py"]
        done = subprocess.run(command, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (1, LINE)


def test_an_error_of_the_script_is_none_of_the_output():
    def own():
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OSError, match="No space") as mine:
        own()
    assert not is_lost_output(mine.value)
    assert is_lost_output(mine.value.with_traceback(None))
    assert not is_lost_output(OSError(errno.ENOENT, "No such file", "page.html"))
