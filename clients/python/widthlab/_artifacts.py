"""Artifacts: what they are, how they hang together, and requests for them."""

import dataclasses
import datetime
import functools
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from widthlab._errors import InvalidArgumentError, NotFoundError, invalid
from widthlab._html import details, table
from widthlab._names import number_of, short_name, short_names
from widthlab._proto.widthlab.artifact.v1 import artifact_pb2, artifact_service_pb2
from widthlab._suggest import did_you_mean

_KINDS = artifact_pb2.ArtifactKind.DESCRIPTOR
_DIRECTIONS = artifact_service_pb2.LineageDirection.DESCRIPTOR

SHORT = 12

# Files that a notebook shows of an artifact; a text may have thousands.
_MOST_ROWS = 8


class Artifact:
    """One immutable result: kind, files, the spec it was made from, inputs, labels."""

    def __init__(self, message: artifact_pb2.Artifact) -> None:
        self._message = message

    @property
    def id(self) -> str:
        return self._message.id

    @property
    def kind(self) -> str:
        """For instance "schedule"."""
        return short_name(_KINDS, self._message.manifest.kind)

    @property
    def files(self) -> dict[str, "File"]:
        """By name."""
        return {
            file.name: File(file.name, file.digest, file.size_bytes, file.media_type)
            for file in self._message.manifest.files
        }

    @functools.cached_property
    def spec(self) -> dict[str, Any]:
        """The resolved spec with all defaults, as its canonical JSON has it."""
        return dict(json.loads(self._message.manifest.spec_json or "{}"))

    @property
    def inputs(self) -> list[str]:
        return list(self._message.manifest.inputs)

    @property
    def labels(self) -> dict[str, str]:
        return dict(self._message.labels)

    @property
    def etag(self) -> str:
        return self._message.etag

    @property
    def algorithm(self) -> str:
        """Name and version, for instance "geometry.MeasureWork/1"."""
        return self._message.manifest.algorithm_version

    @property
    def created(self) -> datetime.datetime:
        return self._message.create_time.ToDatetime(tzinfo=datetime.UTC)

    @property
    def measurements(self) -> dict[str, float]:
        """What was measured while it was made, unit in the name: never part of its identity."""
        return dict(self._message.provenance.measurements)

    def file(self, name: str) -> "File":
        """NotFoundError names the files there are."""
        found = self.files.get(name)
        if found is None:
            raise NotFoundError(
                f"{self!r} has no file '{name}'{did_you_mean(name, self.files)}",
                reason="FILE_NOT_FOUND",
                field="file",
            )
        return found

    def __repr__(self) -> str:
        return f"<{self.kind} {self.id[:SHORT]}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Artifact) and other.id == self.id

    def __hash__(self) -> int:
        return hash(self.id)

    def _repr_html_(self) -> str:
        labels = ", ".join(f"{key}={value}" for key, value in self.labels.items())
        facts = {
            "id": self.id,
            "made by": self.algorithm or "import",
            "created": f"{self.created:%Y-%m-%d %H:%M} UTC",
            **({"inputs": ", ".join(i[:SHORT] for i in self.inputs)} if self.inputs else {}),
            **({"labels": labels} if labels else {}),
        }
        files = list(self.files.values())
        rows = [[f.name, f.media_type, f"{f.size_bytes:,}"] for f in files[:_MOST_ROWS]]
        if len(files) > _MOST_ROWS:
            rest = sum(f.size_bytes for f in files[_MOST_ROWS:])
            rows.append([f"and {len(files) - _MOST_ROWS:,} more", "", f"{rest:,}"])
        return (
            table([self.kind, ""], list(facts.items()))
            + table(["file", "type", "bytes"], rows)
            + details("spec", json.dumps(self.spec, indent=2))
        )


@dataclasses.dataclass(frozen=True)
class File:
    """One file of an artifact; `digest` names its blob."""

    name: str
    digest: str
    size_bytes: int
    media_type: str


class Lineage:
    """Artifacts and who was made from whom."""

    def __init__(self, message: artifact_pb2.Lineage) -> None:
        #: The one asked for first, then breadth first.
        self.artifacts = [Artifact(artifact) for artifact in message.artifacts]
        #: Pairs (artifact, input) of ids.
        self.edges = [(edge.artifact, edge.input) for edge in message.edges]

    def __iter__(self) -> Iterator[Artifact]:
        return iter(self.artifacts)

    def __len__(self) -> int:
        return len(self.artifacts)

    def __repr__(self) -> str:
        lines = (f"{a.kind:<13} {a.id[:SHORT]}  <- {self._inputs(a)}" for a in self.artifacts)
        return "\n".join(lines)

    def _inputs(self, artifact: Artifact) -> str:
        return ", ".join(i[:SHORT] for a, i in self.edges if a == artifact.id) or "nothing"

    def _repr_html_(self) -> str:
        return table(
            ["kind", "id", "made from"],
            [[a.kind, a.id[:SHORT], self._inputs(a)] for a in self.artifacts],
        )


def id_of(value: Any, field: str = "artifact") -> str:
    """The id, or its first digits, that a string or an object with an id means."""
    text = value if isinstance(value, str) else getattr(value, "id", None)
    if isinstance(text, str):
        text = text.removeprefix("artifacts/")
        if re.fullmatch(r"[0-9a-f]{4,64}", text):
            return text
    raise invalid(
        field,
        f"{value!r} is no artifact: give its id (64 hexadecimal digits, or the first 4 or more) "
        "or what lab.artifact(ID) returned",
    )


def is_whole_id(text: str) -> bool:
    return re.fullmatch(r"[0-9a-f]{64}", text) is not None


def require_kind(artifact: Artifact, *kinds: str) -> Artifact:
    """The artifact, if it is of one of the kinds."""
    if artifact.kind in kinds:
        return artifact
    raise InvalidArgumentError(
        f"{artifact.id[:SHORT]} is a {artifact.kind}, not a {' or '.join(kinds)}",
        reason="WRONG_KIND",
        field="artifact",
        metadata={"value": artifact.kind, "allowed": ", ".join(kinds)},
    )


def artifacts_filter(kind: str | None, labels: Mapping[str, str] | None, extra: str) -> str:
    """The filter of ListArtifacts."""
    conditions = [extra] if extra else []
    if kind is not None:
        number = number_of(_KINDS, kind)
        if number is None:
            raise invalid("kind", f"there is no '{kind}'{did_you_mean(kind, short_names(_KINDS))}")
        conditions.append(f"kind = {short_name(_KINDS, number).upper()}")
    for key, value in (labels or {}).items():
        quoted = value.replace("\\", "\\\\").replace('"', '\\"')
        conditions.append(f'labels.{key} = "{quoted}"')
    return " AND ".join(conditions)


def lineage_request(
    artifact: str, direction: str, depth: int
) -> artifact_service_pb2.GetLineageRequest:
    number = number_of(_DIRECTIONS, direction)
    if number is None:
        hint = did_you_mean(direction, short_names(_DIRECTIONS))
        raise invalid("direction", f"there is no '{direction}'{hint}")
    return artifact_service_pb2.GetLineageRequest(
        name=artifact,
        direction=number,  # type: ignore[arg-type]
        depth=depth,
    )
