"""A subcommand is one module of opscope.cli.subcommands, a prompt command one function in opscope.commands.groups."""

import argparse
import importlib
import inspect
import pkgutil
import sys

import pytest

from opscope.cli import main, parser, subcommands
from opscope.commands import groups, table
from tests.fresh import python

MODULES = sorted(info.name for info in pkgutil.iter_modules(subcommands.__path__))


def test_each_module_is_a_subcommand():
    known = [
        "api",
        "check",
        "completion",
        "dap",
        "debug",
        "demo",
        "diff",
        "launch",
        "profile",
        "record",
        "report",
        "run",
    ]
    assert sorted(subcommands.load_subcommands()) == MODULES == known
    assert all(f"  {name}" in parser().format_help() for name in MODULES)


@pytest.mark.parametrize("name", MODULES)
def test_a_subcommand_registers_its_own_parser_and_function(name):
    module = subcommands.load_subcommands()[name]
    assert list(inspect.signature(module.add).parameters) == ["parser"]
    assert list(inspect.signature(module.run).parameters) == ["options"]
    assert module.HELP and module.DESCRIPTION.endswith(".") and module.__doc__.startswith(f"`opscope {name}")
    module.add(argparse.ArgumentParser())


def test_a_new_module_is_all_that_a_new_subcommand_needs(tmp_path, monkeypatch, capsys):
    code = "HELP = 'greet'\nDESCRIPTION = 'Greet.'\n"
    code += "def add(parser): parser.add_argument('name')\n"
    code += "def run(options):\n    print('hello', options.name)\n    return 7\n"
    (tmp_path / "greet.py").write_text(code)
    monkeypatch.setattr(subcommands, "__path__", [*subcommands.__path__, str(tmp_path)])
    assert main(["greet", "you"]) == 7 and capsys.readouterr().out == "hello you\n"
    monkeypatch.delitem(sys.modules, "opscope.cli.subcommands.greet")


def test_parsing_loads_no_optional_package():
    heavy = "rich prompt_toolkit llvmlite sklearn opscope.debug opscope.notebook opscope.demo"
    code = "import sys; from opscope.cli import parser; parser()"
    code += f"; print([m for m in '{heavy}'.split() if m in sys.modules])"
    assert python("-c", code).stdout.strip() == "[]"


def test_each_prompt_command_comes_from_a_module_of_commands():
    groups.load_commands()
    modules = {f"opscope.commands.groups.{info.name}" for info in pkgutil.iter_modules(groups.__path__)}
    assert {c.function.__module__ for c in table.COMMANDS.values()} == modules
    assert all(c.summary and c.group in table.GROUPS for c in table.COMMANDS.values())
    assert all(importlib.import_module(module).__doc__.startswith("Commands ") for module in modules)
