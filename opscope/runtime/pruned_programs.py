"""Pruned runs, which run only the operators that the fetches and the requested updates need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from opscope.core.strict import warn
from opscope.errors import OpscopeWarning
from opscope.ir.clone_prune import needed_operators
from opscope.ir.op_roles import OPTIMIZE
from opscope.ir.program.program import Block, Operator, Program
from opscope.runtime.fetch import parse_fetch_list

Prune = bool | tuple[int, ...]  # True: what fetches and all updates need; ids: the fetches and these updates


def operators_to_run(block: Block, feeds: Sequence[str], fetches: Sequence[str], prune: Prune) -> list[Operator] | None:
    """Return the operators to run, or None for all operators.

    Operators that compute fed variables do not run.
    """
    if prune is False:
        return None
    updates = {o.id for o in block.ops if o.role & OPTIMIZE} if prune is True else set(prune)
    return needed_operators(block, fetches, feeds, updates)


class PruningMixin:
    """Paddle's private pruning methods of Executor."""

    @staticmethod
    def _split_optimize_ops_in_fetch_list(fetch_list: Any) -> tuple[list[str], list[Operator]]:
        """Return the pair (names to fetch, operators that update). Raises UsageError for other operators."""
        names, updates = parse_fetch_list(fetch_list)
        return names, list(updates)

    @staticmethod
    def _prune_program(
        program: Any,
        feed: Any = None,
        fetch_list: Sequence[Any] | None = None,
        optimize_ops: Sequence[Operator] | None = None,
    ) -> Any:
        """Return a copy with only the operators that fetch_list and optimize_ops need, if these values are fed.

        For a CompiledProgram, return the same object, which then contains the pruned copy.
        """
        whole: Program = getattr(program, "_program", program)
        feeds = [n for f in (feed if isinstance(feed, list | tuple) else [feed or {}]) for n in f]
        updates = list(optimize_ops or [o for b in whole.blocks for o in b.ops if o._is_optimize_op()])
        part = whole._prune_with_input(feeds, [*(fetch_list or []), *updates])
        if whole is program:
            return part
        program._program = part
        return program

    @staticmethod
    def _update_feed(program: Any, feed: Any) -> Any:
        """Remove feeds that the program does not have, and issue a warning."""
        block = getattr(program, "_program", program).global_block()
        for each in feed if isinstance(feed, list | tuple) else [feed or {}]:
            for name in [n for n in each if not block.has_var(n)]:
                del each[name]
                what = f"The variable {name} is not found in program. It is not declared or is pruned."
                warn(OpscopeWarning(what, fix=f"do not feed {name!r}"))
        return feed


def usable_feeds(
    block: Block, feeds: Mapping[str, Any] | Sequence[str], operators: Sequence[Operator]
) -> tuple[str, ...]:
    """Return the feeds that are used: declared data, and variables that no operator of the run computes."""
    made = {n for o in operators for n in o.outputs}
    return tuple(n for n in feeds if n in block.vars and (block.vars[n].is_data or n not in made))
