"""Compares what a page shows with what came out.

    names = Names()
    mismatch = names.compare("3fa9c1e2d0b4  schedule  …\n", "77aa01b2c3d4  schedule  2.1 KiB\n")
    names.translate("widthctl schedule show 3fa9")   # "widthctl schedule show 77aa01b2c3d4"

An ellipsis (… or ...) stands for anything in its line, alone in its line for any lines. Ids of
artifacts, names of jobs, times and durations differ from run to run: each must be met by one of its
kind, and an id that a page showed stands from then on for the one that came out. Runs of spaces
count as one, since columns follow their widest entry.
"""

import re

_ID = r"(?=[0-9a-f]*[a-f])(?=[0-9a-f]*[0-9])[0-9a-f]{8,64}"
_JOB = r"(?:pipeline|training|capture|geometry)-[0-9a-hjkmnp-tv-z]{16}"
_KINDS = [
    ("ellipsis", r"…|\.\.\.", ".*?"),
    ("job", _JOB, _JOB),
    # One that comes out may, by chance, be of digits alone.
    ("id", rf"\b{_ID}\b", r"[0-9a-f]{8,64}"),
    ("time", r"\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?", r"\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?"),
    ("duration", r"\b\d+:\d\d(?::\d\d)?\b", r"\d+:\d\d(?::\d\d)?"),
]
_TOKEN = re.compile("|".join(f"(?P<{name}>{shown})" for name, shown, _ in _KINDS))
_ACTUAL = {name: actual for name, _, actual in _KINDS}
# In a command, the first digits of an id are enough.
_NAMED = re.compile(rf"{_JOB}|\b(?=[0-9a-f]*[a-f])(?=[0-9a-f]*[0-9])[0-9a-f]{{4,64}}\b")


def _squeeze(line):
    return " ".join(line.split())


class UnknownId(Exception):
    """A command names an id that the page has not shown before."""


class Names:
    """What the ids and job names of one page stand for in this run."""

    def __init__(self):
        self._real = {}

    def translate(self, command):
        """The command with this run's names. Raises UnknownId."""
        return _NAMED.sub(lambda match: self._real_name(match[0], command), command)

    def _real_name(self, name, command):
        found = {real for shown, real in self._real.items() if shown.startswith(name)}
        if len(found) == 1:
            return found.pop()
        if len(name) < 8:  # perhaps a word
            return name
        raise UnknownId(f"'{name}' is not what the page has shown before: {command}")

    def compare(self, shown, actual):
        """An empty string, or the first line shown that nothing came out for."""
        lines = [_squeeze(line) for line in actual.strip("\n").split("\n")]
        position, anywhere = 0, False
        for line in shown.strip("\n").split("\n"):
            line = _squeeze(line)
            if line in ("…", "..."):
                anywhere = True
                continue
            last = len(lines) if anywhere else position + 1
            for candidate in range(position, min(last, len(lines))):
                if self._match(line, lines[candidate]):
                    position = candidate + 1
                    break
            else:
                got = lines[position] if position < len(lines) else "the end"
                return f"shown  '{line}'\n" + ("nowhere" if anywhere else f"got    '{got}'")
            anywhere = False
        if position < len(lines) and not anywhere:
            return f"shown  the end\ngot    '{lines[position]}'"
        return ""

    def _match(self, shown, actual):
        """Whether a line fits; binds its names if it does."""
        pattern, names, end = "", [], 0
        for token in _TOKEN.finditer(shown):
            kind = token.lastgroup
            pattern += re.escape(shown[end : token.start()])
            if kind in ("id", "job"):
                pattern += f"({_ACTUAL[kind]})"
                names.append(token[0])
            else:
                pattern += f"(?:{_ACTUAL[kind]})"
            end = token.end()
        match = re.fullmatch(pattern + re.escape(shown[end:]), actual)
        if match is None:
            return False
        real = dict(zip(names, match.groups()))
        if any(self._real.get(name, value) != value for name, value in real.items()):
            return False
        self._real.update(real)
        return True
