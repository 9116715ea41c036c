"""Pictures and reports: shown in a notebook, saved, opened in a browser."""

import html
import os
import pathlib
import tempfile
import webbrowser
from collections.abc import Mapping

from widthlab._artifacts import SHORT
from widthlab._proto.widthlab.pipeline.v1 import pipeline_service_pb2


class Figure:
    """One picture, as SVG."""

    def __init__(
        self, svg: str, name: str, title: str = "", figures: Mapping[str, str] | None = None
    ) -> None:
        #: A whole SVG file.
        self.svg = svg
        self.name = name
        self.title = title
        #: Name -> title of all pictures that the artifact has; of one without artifact its own.
        self.figures = {name: title} if figures is None else dict(figures)

    @classmethod
    def of(cls, message: pipeline_service_pb2.RenderFigureResponse) -> "Figure":
        """One of an artifact's."""
        there = {figure.name: figure.title for figure in message.figures}
        return cls(message.svg, message.figure.name, message.figure.title, there)

    def save(self, path: str | os.PathLike[str]) -> pathlib.Path:
        """Writes the SVG and returns its path."""
        return _write(path, self.svg)

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<figure {self.name}: {self.title}>"


class Report:
    """A page about a whole run; it needs no other file."""

    def __init__(self, page: str, id: str = "") -> None:
        #: The whole page.
        self.html = page
        self.id = id

    def save(self, path: str | os.PathLike[str]) -> pathlib.Path:
        """Writes the page and returns its path."""
        return _write(path, self.html)

    def open(self) -> pathlib.Path:
        """Shows the page in a browser; returns the file that it is read from."""
        folder = pathlib.Path(tempfile.mkdtemp(prefix="widthlab-"))
        path = self.save(folder / f"report-{self.id[:SHORT] or 'page'}.html")
        webbrowser.open(path.as_uri())
        return path

    def _repr_html_(self) -> str:
        # In a frame of its own: the page's styles stay inside.
        return (
            f'<iframe srcdoc="{html.escape(self.html)}" sandbox="allow-scripts" '
            'style="width:100%;height:600px;border:1px solid #8888"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<report {self.id[:SHORT]}, {len(self.html):,} characters>"


def _write(path: str | os.PathLike[str], text: str) -> pathlib.Path:
    target = pathlib.Path(path)
    target.write_text(text, encoding="utf-8")
    return target
