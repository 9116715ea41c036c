"""Lists that come in pages, and their filters."""

from collections.abc import Callable, Iterable
from typing import Any

from widthlab._errors import invalid
from widthlab._names import number_of, short_name, short_names
from widthlab._proto.widthlab.job.v1 import job_pb2
from widthlab._suggest import did_you_mean

_STATES = job_pb2.JobState.DESCRIPTOR
_MOST = 1000


def pages(ask: Callable[[int, str], tuple[Iterable[Any], str]], limit: int) -> list[Any]:
    """The first `limit` items; `ask(page size, page token)` gives a page and the next token."""
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 0:
        raise invalid("limit", f"{limit!r} must be a whole number, at least 0")
    items: list[Any] = []
    token = ""
    while len(items) < limit:
        page, token = ask(min(_MOST, limit - len(items)), token)
        items.extend(page)
        if not token:
            break
    return items[:limit]


def jobs_filter(state: str | None, kind: str | None) -> str:
    """The filter of ListJobs."""
    conditions = []
    if state is not None:
        number = number_of(_STATES, state)
        if number is None:
            hint = did_you_mean(state, short_names(_STATES))
            raise invalid("state", f"there is no '{state}'{hint}")
        conditions.append(f"state = {short_name(_STATES, number).upper()}")
    if kind is not None:
        quoted = kind.replace("\\", "\\\\").replace('"', '\\"')
        conditions.append(f'kind = "{quoted}"')
    return " AND ".join(conditions)
