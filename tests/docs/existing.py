"""Whether what a command names exists: its verb, its flags, the files of the checkout.

For commands that are not run, and for those in the middle of a sentence.
"""

import functools
import re
import shlex
import subprocess

from suite import ROOT, program

_SERVERS = ("widthlabd", "widthlab-")
_HEREDOC = re.compile(r"<<\s*'?(\w+)'?.*?\n\1\n", re.DOTALL)


def lines_of(code):
    """The commands of a shell block as lists of words."""
    code = _HEREDOC.sub("\n", code.replace("\\\n", " "))
    lines = []
    for line in code.split("\n"):
        try:
            words = shlex.split(line, comments=True)
        except ValueError:
            words = line.split()
        for part in _parts(words):
            if part:
                lines.append(part)
    return lines


def _parts(words):
    part = []
    for word in words:
        if word in ("|", "&&", "||", "&", ";"):
            yield part
            part = []
        else:
            part.append(word)
    yield part


def problem_of(words):
    """What does not exist of a command, or an empty string."""
    while words and re.fullmatch(r"\w+=.*|sudo|time|nice", words[0]):
        words = words[1:]
    if not words:
        return ""
    name, *rest = words
    name = name.rpartition("/")[2] if name.startswith(("./", "out/bin/")) else name
    if name == "run":
        return _problem_of_run(rest)
    if name == "widthctl":
        return _problem_of_widthctl(rest)
    if name.startswith(_SERVERS):
        return _unknown_flags(name, (), rest)
    return _missing_paths(rest)


def _problem_of_run(words):
    verbs = re.findall(r"^  ([a-z-]+)\b", _help(ROOT / "run", ("help",)), re.MULTILINE)
    if not words or words[0] not in [*verbs, "help"]:
        return f"./run has no verb {words[:1]}"
    if words[0] == "widthctl":
        return _problem_of_widthctl(words[1:])
    if words[0] in ("demo", "serve"):
        name = {"demo": "widthctl", "serve": "widthlabd"}[words[0]]
        return _unknown_flags(name, ("demo",) if name == "widthctl" else (), words[1:])
    return _missing_paths(words[1:])


def _problem_of_widthctl(words):
    verb = []
    for word in words:
        if word.startswith("-") or word.isupper() or len(verb) == 2:
            break
        verb.append(word)
    for length in range(len(verb), 0, -1):
        if _help(program("widthctl"), (*verb[:length], "--help")):
            return _unknown_flags("widthctl", tuple(verb[:length]), words)
    return f"widthctl has no verb {' '.join(verb)}" if verb else ""


def _unknown_flags(name, verb, words):
    known = set(re.findall(r"--([a-z][\w-]*)", _help(program(name), (*verb, "--help"))))
    for word in words:
        flag = re.match(r"--([a-z][\w-]*)", word)
        if flag and flag[1] not in known:
            return f"{' '.join([name, *verb])} has no flag --{flag[1]}"
    return ""


def _missing_paths(words):
    for word in words:
        word = re.sub(r"\[\w+(,\w+)*\]$", "", word)  # pip's extras
        top = word.removeprefix("./").partition("/")[0]
        inside = top in ("clients", "deploy", "docs", "protos", "tests", "tools")
        if inside and "/" in word and not (ROOT / word).exists():
            return f"there is no {word}"
    return ""


@functools.cache
def _help(path, words):
    """What a program says of itself; an empty string where it knows no such verb."""
    done = subprocess.run([path, *words], capture_output=True, text=True, timeout=60)
    return done.stdout if done.returncode == 0 else ""
