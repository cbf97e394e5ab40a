"""Commands that run others: expressions shown at each stop, commands of a breakpoint, aliases."""

from __future__ import annotations

from opscope.commands.arguments import integer
from opscope.commands.command_session import CommandSession
from opscope.commands.table import command, find
from opscope.errors import NotFound

LOOKING, BREAKPOINTS, REST = "looking", "breakpoints", "the rest"
LIST_PROMPT = "(commands) "


@command("display", usage="[EXPR]", group=LOOKING, completes="expression")
def display(debugger: CommandSession, rest: str) -> None:
    """Show an expression at each stop where it differs.

    display loss            as `p loss`, at each stop where it is no longer what was shown last
    display                 lists them
    """
    if not rest:
        if not debugger.displays:
            debugger.printer.line("nothing is displayed; `help display`")
        for text, shown in debugger.displays.items():
            debugger.printer.line((text, "bold"), f"  {shown}", cut=True)
        return
    debugger.displays[rest] = ""
    debugger.show_displays()


@command("undisplay", usage="[EXPR]", group=LOOKING)
def undisplay(debugger: CommandSession, rest: str) -> None:
    """Display an expression no longer, or none.

    undisplay loss
    undisplay         none of them
    """
    if rest and rest not in debugger.displays:
        raise NotFound(f"{rest} is not displayed", fix=f"displayed: {', '.join(debugger.displays) or 'nothing'}")
    for text in [rest] if rest else list(debugger.displays):
        del debugger.displays[text]


@command("commands", usage="[N [COMMAND ;; ...]]", group=BREAKPOINTS, completes="breakpoint")
def set_commands(debugger: CommandSession, rest: str) -> None:
    """Commands to run when breakpoint N stops.

    commands 1 p loss ;; c    these commands
    commands 1                those of the next lines; `end` ends the list

    Without N: of the latest breakpoint. `silent` as the first command shows no place. What steps or continues ends the
    list. An empty list takes the commands away.
    """
    stops = debugger.run.breakpoints
    if not stops:
        raise NotFound("there is no breakpoint", fix="`help break`")
    word, _, text = rest.partition(" ")
    number = integer(word) if word else stops[-1].number
    debugger.ask(lambda _: debugger.driver.all_breakpoints.find(number))
    lines = text.split(";;")
    while not text:
        try:
            line = debugger.read_python(LIST_PROMPT).strip()
        except EOFError:
            break
        if line == "end":
            break
        lines.append(line)
    debugger.commands_at[number] = [line.strip() for line in lines if line.strip()]


@command("alias", usage="[NAME [COMMAND]]", group=REST)
def set_alias(debugger: CommandSession, rest: str) -> None:
    """Give a command another name.

    alias pm p %1.mean()     `pm h` is `p h.mean()`; %1, %2 are words behind it, %* all of them
    alias pm                 shows it; `alias` shows all
    """
    name, _, text = rest.partition(" ")
    if text.strip():
        word = text.split()[0]
        if word not in debugger.command_aliases:
            find(word)  # raises NotFound
        debugger.command_aliases[name] = text.strip()
        return
    if name and name not in debugger.command_aliases:
        raise NotFound(f"no alias {name!r}", fix="alias pm p %1.mean()")
    for each in [name] if name else debugger.command_aliases:
        debugger.printer.line((each, "bold"), f" = {debugger.command_aliases[each]}")


@command("unalias", usage="NAME", group=REST)
def remove_alias(debugger: CommandSession, rest: str) -> None:
    """Take an alias away."""
    if rest not in debugger.command_aliases:
        raise NotFound(f"no alias {rest!r}", fix="`alias` lists them")
    del debugger.command_aliases[rest]
