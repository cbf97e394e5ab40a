"""Runs the faulty programs and their twins: what is found, on which lines. `python -m tests.debug.rules.run_cases`."""

import re
import sys
import time
import warnings
from typing import NamedTuple

import numpy as np

import opscope
from opscope import paddle
from opscope.paddle.utils import unique_name
from tests.debug.rules.faulty_programs import CASES


class Result(NamedTuple):
    """The findings of a program: which are those expected, and on the right line."""

    findings: object
    hit: bool
    on_line: bool


def run_case(case, fault, live=True):
    """Run a program of a case in a program of its own, under the rules."""
    paddle.seed(0)
    is_static = "data" in case.program.__code__.co_names
    (paddle.enable_static if is_static else paddle.disable_static)()
    programs = paddle.static.Program(), paddle.static.Program()

    def body():
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            scope = paddle.static.Scope()
            with paddle.static.program_guard(*programs), paddle.static.scope_guard(scope), unique_name.guard():
                case.program(fault)

    try:
        run = opscope.debug(body, rules=live, title=case.name)
        run.wait()
        found = run.findings
    finally:
        paddle.disable_static()
    expected = [f for f in found.every if f.rule in case.rules]
    lines = {int(number) for f in expected for number in re.findall(r":(\d+) in", f.line)}
    return Result(found, bool(expected), not case.lines or bool(lines & case.lines))


def _group_text(finding):
    followers = ", ".join(dict.fromkeys(f.rule for f in finding.consequences))
    return f"{finding.rule} ({followers})" if followers else finding.rule


def main():
    """Print a table of all cases, and the totals."""
    hits = lines = alarms = groups = findings = 0
    only = sys.argv[1:]
    chosen = [c for c in CASES if not only or c.name in only]
    start = time.time()
    for case in chosen:
        faulty, mended = run_case(case, True), run_case(case, False)
        on_line = faulty.hit and faulty.on_line
        hits, lines, alarms = hits + faulty.hit, lines + on_line, alarms + bool(len(mended.findings))
        rules = ", ".join(_group_text(f) for f in faulty.findings)
        groups, findings = groups + len(faulty.findings), findings + len(faulty.findings.every)
        print("found" if on_line else "other line" if faulty.hit else "MISSED", f"{case.name}: {rules}", sep="\t")
        if only:
            print(faulty.findings)
        if len(mended.findings):
            print("  in the mended twin:", mended.findings)
    print(f"{len(chosen)} kinds: {hits} found, {lines} on their line, {alarms} mended twins with a finding")
    print(f"{findings} findings, of which {groups} stand alone")
    print(f"{time.time() - start:.1f} s")


if __name__ == "__main__":
    main()
