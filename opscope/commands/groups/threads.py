"""Commands about the threads of the program."""

from __future__ import annotations

from opscope.commands.command_session import CommandSession
from opscope.commands.kinds import ThreadNumber
from opscope.commands.plain_text import Text
from opscope.commands.python_call import PythonCall
from opscope.commands.renderers import Listing
from opscope.commands.table import command
from opscope.debug.state.program_threads import ThreadInfo

STATES = {"stopped": "red", "waiting": "yellow", "running": "green"}


@command("threads", group="looking", python=lambda: [PythonCall("run.threads", None)])
def list_threads(debugger: CommandSession) -> Listing | str:
    """List the threads of the program.

    The run has stopped in one thread. Each other thread waits at its next operator, or executes Python until it
    reaches an operator.
    """
    return _listed(debugger.run.threads)


@command("thread", "t", group="looking", python="select_thread")
def choose_thread(debugger: CommandSession, number: ThreadNumber = 0) -> Listing | str:
    """Choose the thread to inspect.

    thread       show the chosen thread
    thread 2     choose thread 2

    `where`, `p`, `locals` and `!` use this thread until the program continues. `next` and the other commands that
    move the run stop in this thread.
    """
    if number:
        debugger.run.select_thread(number)
    return _listed([each for each in debugger.run.threads if each.chosen])


def _listed(threads: list[ThreadInfo]) -> Listing | str:
    if not threads:
        return "the program has ended"
    rows: list[list[str | Text]] = [
        [
            Text("→" if each.chosen else "", "bold yellow"),
            str(each.number),
            each.name,
            Text(each.state, STATES[each.state]),
            Text(each.site, "dim"),
        ]
        for each in threads
    ]
    return Listing(("", "", "", "", ""), rows)
