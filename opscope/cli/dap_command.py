"""`opscope dap`: runs an editor's program in this thread, and answers the editor in other threads."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import threading

import opscope.dap
from opscope.cli.captured_output import CapturedOutput, private_streams
from opscope.cli.script import Script, module_file
from opscope.cli.script_run import ScriptRun
from opscope.core.exit_status import INTERRUPTED
from opscope.core.user_defaults import budget_of
from opscope.dap.adapter import DebugAdapter
from opscope.dap.arguments import Arguments
from opscope.dap.debuggee import Print
from opscope.dap.listener import DapListener
from opscope.dap.message_loop import MessageLoop
from opscope.dap.messages import MessageWriter, RequestReader
from opscope.debug.runs.process_exit import end_process
from opscope.errors import ArgumentError, MissingFile, NotFound, RunError, nearest

EXTENSION = os.path.join(os.path.dirname(opscope.dap.__file__), "vscode")
PATIENCE = 2.0  # seconds for a program to end after the editor has disconnected
ATTRIBUTES = ("program", "module", "args", "cwd", "env", "stopOnEntry", "stopOnExit", "noDebug", "record")
_OF_CLIENTS = ("name", "type", "request", "python", "host", "port", "token", "console")  # for the client alone


class ScriptDebuggee:
    """A script launched by an editor."""

    launched = True

    def __init__(self, script: Script, run: ScriptRun, output: CapturedOutput) -> None:
        self.run = run
        self._script = script
        self._output = output

    @property
    def exit_code(self) -> int:
        """Exit status of the script, or 1 if the script has failed."""
        return self._script.status or int(self.run.error is not None)

    def error_text(self) -> str:
        """Return the traceback of the script's error, with only the frames of the script.

        Return "" if the script has raised no error.
        """
        return "" if self.run.error is None else self._script.traceback(self.run.error)

    def flush_output(self) -> None:
        """Pass the rest of the program's output to the editor."""
        self._output.finish()


def launch(arguments: Arguments, say: Print) -> ScriptDebuggee:
    """Prepare the program of a `launch` request. Raises ArgumentError for an unknown attribute."""
    _check_attributes(arguments)
    if cwd := arguments.text("cwd", ""):
        if not os.path.isdir(cwd):
            raise MissingFile(f"cwd: there is no folder {cwd}")
        os.chdir(cwd)
    for name, value in arguments.object("env").values.items():
        if not isinstance(value, str) or "=" in name or "\0" in name + value:
            raise ArgumentError(
                f"launch: the variable {name!r:.100} in env must be a string", fix='set "env": {"SEED": "1"}'
            )
        os.environ[name] = value
    _check_python(arguments)
    module, program = arguments.text("module", ""), arguments.text("program", "")
    if bool(module) == bool(program):
        raise ArgumentError("launch needs either a program (a file) or a module", fix='set "program": "${file}"')
    _require(module, program)
    script = Script(module or program, arguments.texts("args"), bool(module))
    run = ScriptRun(
        script.body,
        title=os.path.basename(module or program),
        record=budget_of(arguments.text("record", "") or None),
        rate=200.0,
    )
    if arguments.flag("stopOnEntry") and not arguments.flag("noDebug"):
        run.stop_at_first_line()
    return ScriptDebuggee(script, run, CapturedOutput(say))


def _check_attributes(arguments: Arguments) -> None:
    for name in arguments.values:
        known = name in ATTRIBUTES or name in _OF_CLIENTS
        if not known and not name.startswith(("_", "internal", "presentation", "pre", "post", "debug", "server")):
            fix = nearest(name, ATTRIBUTES) or f"one of {', '.join(ATTRIBUTES)}"
            raise ArgumentError(f"the launch request has no attribute {name!r:.100}", fix=fix)


def _check_python(arguments: Arguments) -> None:
    """Raise MissingFile if the program in the attribute `python` does not exist.

    opscope checks the attribute because the client may ignore it.
    """
    python = arguments.text("python", "")
    if python and not python.startswith("${") and shutil.which(os.path.expanduser(python)) is None:
        raise MissingFile(
            f"launch: the attribute python is {python}, but there is no program with this path",
            fix=f'set "python": "{sys.executable}"',
        )


def _require(module: str, program: str) -> None:
    if program and not os.path.isfile(program):
        raise MissingFile(f"there is no file {program}")
    if module:
        sys.path.insert(0, os.getcwd())
        try:
            if module_file(module) is None:
                raise NotFound(
                    f"{module} is not a module that can be run",
                    fix=f"set cwd to the folder of the module (Python has searched {os.getcwd()})",
                )
        finally:
            del sys.path[0]


def serve(options: argparse.Namespace) -> int:
    """Serve a session, on stdin and stdout or on a port. Returns the exit status."""
    if options.extension:
        print(EXTENSION)
        return 0
    if options.port is None:
        source, target = private_streams()
        adapter = DebugAdapter(MessageWriter(target), launch)
        _serve(adapter, MessageLoop(adapter, RequestReader(source), lambda: None))
        return 0
    try:
        listener = DapListener(_serve, launcher=launch, host=options.host, port=options.port)
    except OSError as e:
        print(f"opscope dap: no port {options.port} at {options.host}: {e.strerror or e}", file=sys.stderr)
        return 2
    print(listener, flush=True)
    try:
        while (adapter := listener.accept()) is not None and adapter.debuggee is None:
            pass  # the client has not launched a program
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        listener.close()
    return 0


def _serve(adapter: DebugAdapter, loop: MessageLoop) -> None:
    """Answer the requests of a client in another thread, and run the client's program in this thread."""
    reader = threading.Thread(target=loop.run, name="opscope-dap-requests", daemon=True)
    reader.start()
    while not adapter.begun.wait(0.5):  # short waits, so that Ctrl-C is handled
        pass
    if adapter.debuggee is not None and not adapter.closed.is_set():
        run = adapter.run
        assert isinstance(run, ScriptRun)
        threading.Thread(target=_end_with_client, args=(adapter, run), daemon=True).start()
        run.start()
        run.run_script()
        adapter.closed.wait()
    reader.join(PATIENCE)


def _end_with_client(adapter: DebugAdapter, run: ScriptRun) -> None:
    """End the program when its client has disconnected. If the program does not stop in time, end the process."""
    adapter.closed.wait()
    if adapter.ends_program:
        try:
            run.stop(PATIENCE)
        except RunError:
            end_process(1)
