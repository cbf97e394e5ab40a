"""Findings of a gradient check, and the form in which they are printed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from opscope.core.rich_display import RichDisplay
from opscope.debug.gradients.application import CheckSubject
from opscope.errors import UsageError
from opscope.names.shown_name import label

if TYPE_CHECKING:
    from opscope.debug.gradients.gradient_check import Evidence, Outcome

LABELS = {"right": "right", "wrong": "WRONG", "unclear": "unclear", "declared": "declared"}
SEVERITY = {"unclear": 0, "right": 1, "declared": 2, "wrong": 3}


@dataclass(frozen=True)
class CheckedGradient:
    """Finding about the gradient of one input of a function.

    Attributes:
        name: name of the function.
        of: name of the input.
        verdict: "right", "wrong", "unclear" or "declared". "declared" means that the gradient differs from the slope,
            as the user has declared with `intended`.
        kind: a short word for the type of the fault, such as "sign" or "transposed".
        reason: a description of the fault of the gradient.
        fix: a text about what the user can do next.
        evidence: the gradient and the slope at one element of the input.
        elements: number of input elements that were measured separately.
        size: number of elements of the input.
        wrong: number of measured elements whose gradient is wrong.
        kinks: number of elements at a kink of the function. At a kink, every value between the two slopes is right.
        unclear: number of measured elements for which no clear slope was found.
        notes: further observations about the gradient.
        site: the line of the user's code where the function was applied.
        backward: the line that computes the gradient in the backward function. If this line is unknown, `backward` is
            the first line of the backward function.
        applications: number of calls of the function on the line `site`.
        called: name of the input in the user's code, or "" if the name is unknown.
    """

    name: str
    of: str
    verdict: str
    kind: str
    reason: str
    fix: str
    evidence: Evidence | None
    elements: int
    size: int
    wrong: int
    kinks: int
    unclear: int
    notes: tuple[str, ...]
    site: str
    backward: str
    applications: int = 1
    called: str = ""

    @classmethod
    def of_outcome(cls, subject: CheckSubject, outcome: Outcome) -> CheckedGradient:
        """Make the finding about a gradient from the outcome of its check.

        Args:
            subject: the function, and the line on which the function was called.
            outcome: result of the check of one input of the function.

        Returns:
            The finding.
        """
        return cls(
            subject.name, outcome.of, outcome.verdict, outcome.kind, outcome.reason, outcome.fix, outcome.evidence,
            outcome.elements, outcome.size, outcome.wrong, outcome.kinks, outcome.unclear, tuple(outcome.notes),
            subject.site, subject.line_of(outcome.of), called=subject.called(outcome.of),
        )  # fmt: skip

    @property
    def right(self) -> bool | None:
        """True if the gradient is right or differs as declared. False if the gradient is wrong.

        None means that the check has found no clear result.
        """
        return {"right": True, "declared": True, "wrong": False, "unclear": None}[self.verdict]

    def __str__(self) -> str:
        what = f"{LABELS[self.verdict]:<8} {self.name}, the gradient of {label(self.of, self.called)}"
        if self.verdict == "right":
            return "\n".join([f"{what}: {self._counts()}", *(f"         note: {n}" for n in self.notes)])
        if self.verdict == "declared":
            return f"{what}: differs, {'; '.join(self.notes)} ({self.reason})"
        lines = [f"{what}: {self.reason}"]
        if self.evidence is not None:
            lines.append(_evidence_text(self.of, self.evidence))
        if self.verdict == "wrong" and self.wrong and self.size > 1:
            lines.append(f"{self.wrong} of {self.elements} measured elements are wrong")
        lines += [f"next: {self.fix}"] if self.fix else []
        lines += [f"backward: {self.backward}"] if self.backward else []
        lines += [f"applied:  {self.site}"] if self.site else []
        return "\n         ".join(lines)

    def _counts(self) -> str:
        times = f", {self.applications} applications" if self.applications > 1 else ""
        kinks = f", {self.kinks} at a kink" if self.kinks else ""
        unclear = f", {self.unclear} unclear" if self.unclear else ""
        good = self.elements - self.kinks - self.unclear
        whole = "" if self.elements == self.size else f" of {self.size}, and along random directions"
        return f"right at {good} element{'s' * (good != 1)}{kinks}{unclear}{whole}{times}"


def _evidence_text(of: str, evidence: Evidence) -> str:
    at = f"{of}[{', '.join(map(str, evidence.index))}]" if evidence.index else of
    dy = "dy = 1" if evidence.unit else "random dy"
    return (
        f"at {at} = {evidence.value:.6g}, for {dy}: backward gives {evidence.claimed:.6g}, "
        f"the slope is {evidence.slope:.6g} ± {max(evidence.bar, 1e-12 * abs(evidence.slope)):.1g}"
    )


class Skipped(NamedTuple):
    """A function that was called but not checked, with the reason and a fix."""

    name: str
    site: str
    why: str
    fix: str

    def __str__(self) -> str:
        return f"not checked: {self.name}: {self.why}\n         next: {self.fix}\n         applied:  {self.site}"


class Checks(RichDisplay):
    """The report of a gradient check: a sequence with a `CheckedGradient` for each gradient that was checked.

    When the report is printed, it shows the evidence. `skipped` lists the functions that were not checked. The
    attributes `wrong` and `unclear` contain the wrong and the unclear gradients. `debug.check` returns an object of
    this class.
    """

    _display = "checks"

    def __init__(self) -> None:
        self._all: list[CheckedGradient] = []
        self._skipped: dict[tuple[str, str], Skipped] = {}
        self._applications: dict[tuple[str, str], int] = {}

    def add(self, found: CheckedGradient) -> None:
        """Add a finding about a gradient.

        If there are several findings about the same gradient, only the worst finding remains. A clear finding replaces
        an unclear finding.

        Args:
            found: the finding.
        """
        for at, known in enumerate(self._all):
            if (known.name, known.of, known.site, known.backward) == (found.name, found.of, found.site, found.backward):
                if SEVERITY[found.verdict] > SEVERITY[known.verdict]:
                    self._all[at] = found
                return
        self._all.append(found)

    def applied(self, name: str, site: str) -> None:
        """Count one application (call) of a function.

        Args:
            name: name of the function.
            site: the line on which the function was applied.
        """
        self._applications[name, site] = self._applications.get((name, site), 0) + 1

    def skip(self, name: str, site: str, why: str, fix: str) -> None:
        """Add a function that was applied but not checked.

        Args:
            name: name of the function.
            site: the line on which the function was applied.
            why: the reason why the function was not checked.
            fix: a text about what the user can do so that the function can be checked.
        """
        self._skipped.setdefault((name, site), Skipped(name, site, why, fix))

    @property
    def wrong(self) -> list[CheckedGradient]:
        """The gradients that the check has found to be wrong."""
        return [c for c in self if c.right is False]

    @property
    def unclear(self) -> list[CheckedGradient]:
        """The gradients without a clear verdict."""
        return [c for c in self if c.right is None]

    @property
    def skipped(self) -> list[Skipped]:
        """The functions that were called but never checked."""
        checked = {(c.name, c.site) for c in self._all}
        return [s for key, s in self._skipped.items() if key not in checked]

    def failures(self, strict: bool = False) -> list[CheckedGradient]:
        """Return the gradients for which a test should fail.

        Args:
            strict: if True, also return the unclear gradients.

        Returns:
            The wrong gradients. If `strict` is True, also the unclear gradients.

        Example:
            >>> debug.check(train).failures()
            []
        """
        return [*self.wrong, *(self.unclear if strict else ())]

    def require(self, strict: bool = False) -> None:
        """Raise an error if a gradient is wrong. Use this method in tests.

        Args:
            strict: if True, also raise an error if a gradient is unclear.

        Raises:
            UsageError: a gradient is wrong. The message of the error is the report.

        Example:
            >>> debug.check(train).require()
        """
        if self.failures(strict):
            raise UsageError(str(self))

    def __iter__(self) -> Iterator[CheckedGradient]:
        counts = self._applications
        return (replace(c, applications=counts.get((c.name, c.site), 1)) for c in self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __getitem__(self, index: int) -> CheckedGradient:
        return [*self][index]

    def __repr__(self) -> str:
        skipped = [*map(str, self.skipped)]
        if not self._all:
            functions = "PyLayer, autograd.Function, static_pylayer or py_func with a backward"
            reasons = skipped or [f"no {functions} has run"]
            return ("\n" if skipped else ": ").join(["no gradient was checked", *reasons])
        verdicts = [c.verdict for c in self._all]
        counts = [f"{verdicts.count(v)} {v}" for v in ("wrong", "unclear", "declared", "right") if v in verdicts]
        count = f"{len(self._all)} gradient{'s' * (len(self._all) > 1)} checked: {', '.join(counts)}"
        ranked = sorted(self, key=lambda c: ("wrong", "unclear", "declared", "right").index(c.verdict))
        return "\n".join([count, *map(str, ranked), *skipped])
