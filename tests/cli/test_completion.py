"""Completion in a shell, as argcomplete asks for it; and at the prompt without prompt_toolkit."""

import io

import pytest

from opscope.cli import main, parser
from opscope.cli.plain_prompt import PlainPrompt
from opscope.cli.shell_completion import SHELLS

argcomplete = pytest.importorskip("argcomplete")


def completed(line):
    """What `complete` answers; its own call would write to file descriptors of pytest."""
    quote, prefix, _, words, at = argcomplete.split_line(line, len(line))
    finder = argcomplete.CompletionFinder(parser(), always_complete_options="long")
    return [word.strip() for word in finder._get_completions(words, prefix, quote, at)]


def test_subcommands_options_and_files_are_completed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "train.py").touch()
    assert completed("opscope pro") == ["profile"]
    assert {"--break", "--budget", "--batch"} <= {*completed("opscope debug --b")}
    assert completed("opscope run tr") == ["train.py"]
    assert completed("opscope diff --against fl") == ["float16"]


@pytest.mark.parametrize("shell", SHELLS)
def test_the_code_of_a_shell_asks_opscope(shell, capsys):
    assert main(["completion", shell]) == 0
    text = capsys.readouterr().out
    assert "opscope" in text and "_ARGCOMPLETE" in text


def test_without_argcomplete_it_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setitem(__import__("sys").modules, "argcomplete", None)
    assert main(["completion"]) == 1
    assert "pip install argcomplete" in capsys.readouterr().err
    monkeypatch.setenv("_ARGCOMPLETE", "1")
    with pytest.raises(SystemExit):
        main(["run"])
    assert capsys.readouterr().err == ""  # somebody is typing


def test_the_plain_prompt_completes_and_asks_before_it_ends(monkeypatch, capsys):
    prompt = PlainPrompt(lambda before: ["next", "names"] if not before else ["hidden"])

    class Readline:
        get_line_buffer = staticmethod(lambda: "print h")
        get_begidx = staticmethod(lambda: 6)

    assert [prompt._complete(Readline, "h", i) for i in (0, 1)] == ["hidden", None]
    typed = iter([KeyboardInterrupt, EOFError, "n"])

    def line(text):
        word = next(typed)
        if isinstance(word, str):
            return word
        raise word

    monkeypatch.setattr("builtins.input", line)
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))
    assert prompt.read(past=False) == "n"
    assert "End the script" in capsys.readouterr().out
