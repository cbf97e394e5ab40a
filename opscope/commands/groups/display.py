"""Commands about expressions that are shown at each stop, commands that a breakpoint executes, and aliases."""

from __future__ import annotations

from opscope.commands.command_session import CommandSession
from opscope.commands.kinds import BreakpointNumber, CommandList, CommandText, Displayed, Expression, Word
from opscope.commands.plain_text import Text
from opscope.commands.renderers import CutLine
from opscope.commands.table import command, find
from opscope.errors import NotFound

LOOKING, BREAKPOINTS, REST = "looking", "breakpoints", "the rest"
LIST_PROMPT = "(commands) "


@command("display", group=LOOKING)
def display(debugger: CommandSession, expression: Expression = "") -> list[CutLine] | str | None:
    """Show an expression at each stop if it has changed.

    display loss            print loss at each stop where its value differs from the value shown last
    display                 list the displayed expressions
    """
    if not expression:
        shown = [CutLine.assemble((text, "bold"), f"  {value}") for text, value in debugger.displays.items()]
        return shown or "nothing is displayed; `help display`"
    debugger.displays[expression] = ""
    debugger.show_displays()
    return None


@command("undisplay", group=LOOKING)
def undisplay(debugger: CommandSession, expression: Displayed = "") -> None:
    """Stop displaying an expression, or all expressions.

    undisplay loss
    undisplay         all expressions
    """
    if expression and expression not in debugger.displays:
        raise NotFound(
            f"{expression} is not displayed",
            fix=f"the displayed expressions: {', '.join(debugger.displays) or 'nothing'}",
        )
    for text in [expression] if expression else list(debugger.displays):
        del debugger.displays[text]


@command("commands", group=BREAKPOINTS)
def set_commands(debugger: CommandSession, number: BreakpointNumber = 0, lines: CommandList = None) -> None:
    """Set commands to execute when a breakpoint stops.

    commands 1 p loss ;; c    execute these commands at breakpoint 1
    commands 1                read the commands from the next lines, up to `end`

    Without N, the commands belong to the latest breakpoint. If the first command is `silent`, the place is not shown.
    A command that steps or continues ends the list. An empty list removes the commands.
    """
    stops = debugger.run.breakpoints
    if not stops:
        raise NotFound("there is no breakpoint", fix="set one: `help break` shows how")
    number = number or stops[-1].number
    debugger.ask(lambda _: debugger.driver.breakpoints.find(number))
    debugger.commands_at[number] = _typed(debugger) if lines is None else list(lines)


def _typed(debugger: CommandSession) -> list[str]:
    """Read the lines that the user types, up to `end`."""
    lines: list[str] = []
    while True:
        try:
            line = debugger.read_python(LIST_PROMPT).strip()
        except EOFError:
            break
        if line == "end":
            break
        lines.append(line)
    return [line for line in lines if line]


@command("alias", group=REST)
def set_alias(debugger: CommandSession, name: Word = "", text: CommandText = "") -> list[Text] | None:
    """Define another name for a command.

    alias pm p %1.mean()     `pm h` means `p h.mean()`; %1, %2 are the words after the name, %* is all of these words
    alias pm                 show the alias pm; `alias` shows all aliases
    """
    if text:
        word = text.split()[0]
        if word not in debugger.command_aliases:
            find(word)  # raises NotFound
        debugger.command_aliases[name] = text
        return None
    if name and name not in debugger.command_aliases:
        raise NotFound(f"no alias {name!r}", fix="define the alias, for example: alias pm p %1.mean()")
    aliases = debugger.command_aliases
    return [Text.assemble((each, "bold"), f" = {aliases[each]}") for each in ([name] if name else aliases)]


@command("unalias", group=REST)
def remove_alias(debugger: CommandSession, name: Word) -> None:
    """Remove an alias."""
    if name not in debugger.command_aliases:
        raise NotFound(f"no alias {name!r}", fix="`alias` lists them")
    del debugger.command_aliases[name]
