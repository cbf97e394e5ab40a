"""Commands about rules: their findings, the list of rules, and muted rules."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import Annotated, NamedTuple

from opscope.commands.command_session import CommandSession
from opscope.commands.grammar import Kind, whole
from opscope.commands.kinds import RulePattern
from opscope.commands.plain_text import Text
from opscope.commands.printer import Printer
from opscope.commands.python_call import PythonCall
from opscope.commands.renderers import renders
from opscope.commands.table import command
from opscope.debug import rules
from opscope.debug.rules.findings import NOTE
from opscope.errors import ArgumentError, NotFound, nearest

COLORS = {"error": "bold red", "warning": "yellow", "hint": "cyan"}


@command("findings", group="looking", python=lambda pattern="": [PythonCall("run.findings", None)])
def find_faults(debugger: CommandSession, pattern: RulePattern = "") -> list[str | Text | rules.Finding]:
    """List training mistakes in the recorded steps.

    The list includes stops at `watch nan`, and the error that ended the script.

    findings            all findings
    findings dead*      the findings of the rules whose names match
    """
    found = debugger.run.findings
    chosen = found.of(pattern) if pattern else list(found)
    none = "no findings" if not len(found) else f"no findings of these rules, {len(found)} of other rules"
    muted = [
        Text.assemble(("muted    ", "dim"), f"{each.rule}  {each.label}: {reason}") for each, reason in found.muted
    ]
    return [Text(NOTE, "dim") if chosen else none, *chosen, *muted]


@renders(rules.Finding)
def print_finding(printer: Printer, finding: rules.Finding) -> None:
    """Print a finding."""
    head, *lines = str(finding).splitlines()
    printer.line((head[:8], COLORS[finding.severity]), head[8:])
    for line in lines:
        label = re.match(r"[a-z ]+: *", line)
        printer.entry(label[0] if label else "", line[label.end() :] if label else line)


class RuleRequest(NamedTuple):
    """Rules that are to be listed, muted with a reason, or unmuted."""

    action: str  # "", "mute" or "unmute"
    rule: str
    reason: str = ""


def _rules(text: str) -> RuleRequest:
    action, *words = text.split(maxsplit=2)
    if action == "mute":
        if len(words) < 2:
            raise ArgumentError(
                "mute needs a rule and a reason", fix="for example: rules mute dead-units sparse on purpose"
            )
        return RuleRequest(action, *words)
    return RuleRequest(action, words[0] if words else "*") if action == "unmute" else RuleRequest("", text)


class ListedRules(NamedTuple):
    """Rules to print; if `in_full` is True, their thresholds are printed, too."""

    chosen: list[type[rules.Rule]]
    in_full: bool


ALL = RuleRequest("", "*")
Rules = Annotated[RuleRequest, Kind("[RULE | mute RULE REASON | unmute RULE]", _rules, take=whole)]


@command("rules", group="looking")
def print_rules(debugger: CommandSession, request: Rules = ALL) -> ListedRules | None:
    """List the rules of the findings; mute or unmute a rule.

    rules                                 all rules
    rules dead-units                      a rule with its thresholds and their sources
    rules mute dead-units sparse on purpose
    rules unmute dead-units
    """
    if request.action == "mute":
        rules.mute(request.rule, request.reason)
        return None
    if request.action == "unmute":
        rules.unmute(request.rule)
        return None
    pattern = request.rule
    chosen = [each for name, each in sorted(rules.RULES.items()) if fnmatchcase(name, pattern)]
    if not chosen:
        raise NotFound(f"no rule {pattern!r}", fix=nearest(pattern, rules.RULES) or "`rules` lists them")
    return ListedRules(chosen, pattern != "*")


@renders(ListedRules)
def show_rules(printer: Printer, listed: ListedRules) -> None:
    """Print rules, one line each, or with their thresholds."""
    for each in listed.chosen:
        printer.entry(f"{each.name:<28}{each.severity:<8} ", each.about, "bold")
        if listed.in_full:
            for threshold in each.thresholds:
                printer.line(f"  {float(threshold):.6g}  {threshold.about}  ", (threshold.source, "dim"))
            printer.line(f"  try: {each.suggestion}")
