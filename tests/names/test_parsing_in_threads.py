"""Nodes are found while other threads parse: CPython 3.11 then raises SystemError now and then."""

import ast
import dis
import gc
import linecache
import sys
import threading

import pytest

from opscope.names.call_node import node_at

SOURCE = "x = f(a, b[c], *[d for d in e])\n" * 40


@pytest.fixture
def many_switches():
    """Threads change places in the middle of `ast.parse`: collections are frequent, and run a function of Python."""
    before, thresholds = sys.getswitchinterval(), gc.get_threshold()
    sys.setswitchinterval(1e-6)
    gc.set_threshold(50, 2, 2)
    gc.callbacks.append(switch := lambda phase, info: [*range(20)])
    yield
    gc.callbacks.remove(switch)
    gc.set_threshold(*thresholds)
    sys.setswitchinterval(before)


def test_a_node_is_found_while_other_threads_parse(many_switches):
    def find(thread):
        for number in range(12):
            name = f"/parsed/{thread}/{number}.py"
            linecache.cache[name] = len(SOURCE), None, SOURCE.splitlines(keepends=True), name
            code = compile(SOURCE, name, "exec")
            call = next(each.offset for each in dis.get_instructions(code) if each.opname == "CALL_FUNCTION_EX")
            try:
                found[thread].append(isinstance(node_at(code, call), ast.Call))
            except SystemError as e:
                found[thread].append(e)

    found = {thread: [] for thread in range(4)}
    threads = [threading.Thread(target=find, args=(thread,)) for thread in found]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert found == {thread: [True] * 12 for thread in found}
