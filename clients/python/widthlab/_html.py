"""Small pieces of HTML for notebooks. Every text is escaped; colours follow the page's."""

import html
from collections.abc import Iterable, Mapping, Sequence
from typing import Any


def table(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Numbers to the right; a `Raw` cell is taken as it is."""
    head = "".join(f"<th style='text-align:left'>{html.escape(word)}</th>" for word in header)
    body = "".join(f"<tr>{''.join(_cell(value) for value in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


class Raw(str):
    """HTML that was made here."""


def bar(share: float, width_px: int = 160) -> Raw:
    """A bar of a share in [0, 1]."""
    filled = max(0, min(width_px, round(width_px * share)))
    return Raw(
        f"<div style='width:{width_px}px;height:.8em'>"
        f"<div style='width:{filled}px;height:100%;background:#3b78b5'></div></div>"
    )


def details(summary: str, text: str) -> str:
    return (
        f"<details><summary>{html.escape(summary)}</summary>"
        f"<pre>{html.escape(text)}</pre></details>"
    )


def paragraph(text: str) -> str:
    return f"<p>{html.escape(text)}</p>"


def result_html(rows: Sequence[Mapping[str, Any]], texts: Iterable[str]) -> str:
    """A paragraph for each text, and a table whose columns are the keys of the rows."""
    header = list(rows[0]) if rows else []
    body = table(header, [list(row.values()) for row in rows])
    return "".join(paragraph(text) for text in texts) + body


def _cell(value: Any) -> str:
    if isinstance(value, Raw):
        return f"<td>{value}</td>"
    side = "right" if isinstance(value, (int, float)) and not isinstance(value, bool) else "left"
    return f"<td style='text-align:{side}'>{html.escape(_shown(value))}</td>"


def _shown(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
