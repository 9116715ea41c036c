"""The word somebody may have meant.

nearest("shedule", ["artifact", "job", "schedule"])   # "schedule"
nearest("xyz", ["artifact", "job", "schedule"])       # None: nothing comes close
"""

from collections.abc import Iterable


def edit_distance(a: str, b: str) -> int:
    """Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`."""
    before: list[int] = []
    last = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        row = [i]
        for j, other in enumerate(b, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == other:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before, last = last, row
    return last[-1]


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate within a third of the longer word, else the first that `word` begins."""
    known = list(candidates)
    close = [
        (distance, index)
        for index, candidate in enumerate(known)
        if 3 * (distance := edit_distance(word, candidate)) <= max(len(word), len(candidate))
    ]
    if close:
        return known[min(close)[1]]
    return next((c for c in known if len(word) >= 2 and c.startswith(word)), None)


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """The end of a message about an unknown word."""
    known = list(candidates)
    found = nearest(word, known)
    return f"; did you mean '{found}'?" if found else f"; there are {', '.join(known)}"
