"""Completion in the shells themselves: what a press of the tab key would offer."""

import os
import shlex
import shutil
import subprocess
import time

import pytest
from suite import program

# Nobody listens there, so that ids are never offered.
NO_SERVER = "127.0.0.1:1"


def run(*command, **more):
    environment = {**os.environ, "WIDTHLAB_SERVER": NO_SERVER}
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=60, env=environment, **more
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def in_bash(line, folder="."):
    """Words that bash would offer for `line`, the cursor at its end."""
    widthctl = program("widthctl")
    words = shlex.split(line) + ([""] if line.endswith(" ") else [])
    script = f"""
        source <({widthctl} completion bash)
        {widthctl.name}() {{ {widthctl} "$@"; }}
        COMP_LINE={shlex.quote(line)} COMP_POINT={len(line)}
        COMP_WORDS=({" ".join(map(shlex.quote, words))}) COMP_CWORD={len(words) - 1}
        COMP_WORDS[0]={widthctl}
        _widthctl 2>&1
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    return run("bash", "--norc", "-c", script, cwd=folder).split()


def test_bash_offers_groups_verbs_and_flags():
    assert {"pipeline", "artifact", "schedule", "job"} <= set(in_bash("widthctl "))
    assert in_bash("widthctl pipel") == ["pipeline"]
    assert "watch" in in_bash("widthctl pipeline ")
    assert in_bash("widthctl artifact list --li") == ["--limit"]


def test_bash_offers_values_behind_the_place_where_it_cuts_words():
    assert "hourglass" in in_bash("widthctl schedule build --family ")
    assert in_bash("widthctl artifact list --kind=prof") == ["profile"]
    line = "widthctl pipeline run geometry_guided --set "
    assert "train.steps=" in in_bash(line)
    assert in_bash(line + "measure.distance") or in_bash(line + "measure.")
    assert in_bash("widthctl schedule build --family ffn_band --set place=f") == ["first", "final"]


def test_bash_offers_paths(tmp_path):
    (tmp_path / "corpus.txt").write_text("text")
    line = "widthctl pipeline run geometry_guided --text cor"
    assert in_bash(line, tmp_path) == ["corpus.txt"]


def test_bash_offers_nothing_quickly_where_the_server_is_away():
    begin = time.monotonic()
    assert in_bash("widthctl job watch ") != ["training-1"]
    assert time.monotonic() - begin < 20


def test_bash_takes_its_script_without_complaint():
    run("bash", "-n", input=run(program("widthctl"), "completion", "bash"))


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
def test_fish_offers_words_with_their_meaning():
    widthctl = program("widthctl")

    def offered(line):
        script = f"""
            set -x PATH {widthctl.parent} $PATH
            widthctl completion fish | source
            complete -C {shlex.quote(line)}
        """
        return dict(
            text.split("\t", 1) if "\t" in text else (text, "")
            for text in run("fish", "--no-config", "-c", script).splitlines()
        )

    assert offered("widthctl pipel")["pipeline"].startswith("run, ")
    assert "--limit" in offered("widthctl job list --l")
    assert "hourglass" in offered("widthctl schedule build --family h")


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
def test_zsh_inserts_what_can_only_be_meant(tmp_path):
    """In a terminal of its own, as zsh completes nowhere else."""
    widthctl = program("widthctl")
    (tmp_path / ".zshrc").write_text(
        f"PATH={widthctl.parent}:$PATH; PS1='> '\n"
        "autoload -Uz compinit; compinit -u\n"
        "source <(widthctl completion zsh)\n"
        "bindkey '^I' complete-word\n"
        "show() { print -r -- \"<$BUFFER>\" > $HOME/line; BUFFER=; zle accept-line }\n"
        "zle -N show; bindkey '^X' show\n"
    )
    script = f"""
        zmodload zsh/zpty
        zpty z 'HOME={tmp_path} ZDOTDIR={tmp_path} TERM=dumb zsh -i'
        sleep 5
        zpty -w -n z $'widthctl schedule build --family hourglass_\\t'
        sleep 4
        zpty -w -n z $'\\x18'
        sleep 1
        zpty -d z
    """
    run("zsh", "-f", "-c", script)
    line = (tmp_path / "line").read_text()
    assert line.startswith("<widthctl schedule build --family hourglass_arithmetic")
