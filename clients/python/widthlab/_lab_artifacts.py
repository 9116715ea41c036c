"""Artifacts: find, read, label, trace."""

import os
import pathlib
from collections.abc import Mapping
from typing import Any

from widthlab._artifacts import Artifact, Lineage, artifacts_filter, lineage_request
from widthlab._blobs import read_file, read_into
from widthlab._calls import Calls
from widthlab._errors import AbortedError, FailedPreconditionError
from widthlab._lists import pages
from widthlab._methods import (
    DELETE_ARTIFACT,
    GET_LINEAGE,
    LIST_ARTIFACTS,
    UPDATE_LABELS,
    VERIFY_ARTIFACT,
)
from widthlab._proto.widthlab.artifact.v1 import artifact_service_pb2 as pb

_LABEL_ATTEMPTS = 5
_WRITE_BYTES = 8 * 1024 * 1024


class ArtifactCalls(Calls):
    def artifacts(
        self,
        kind: str | None = None,
        *,
        labels: Mapping[str, str] | None = None,
        filter: str = "",
        limit: int = 50,
    ) -> list[Artifact]:
        """The newest artifacts: artifacts("schedule", labels={"paper": "figure 3"}).

        `filter` is a condition of ListArtifacts, for instance 'create_time > "2026-01-01"'.
        """
        request = pb.ListArtifactsRequest(filter=artifacts_filter(kind, labels, filter))

        def ask(size: int, token: str) -> tuple[Any, str]:
            request.page_size, request.page_token = size, token
            answer = self._transport.call(LIST_ARTIFACTS, request)
            return answer.artifacts, answer.next_page_token

        return [Artifact(message) for message in pages(ask, limit)]

    def lineage(self, artifact: Any, direction: str = "ancestors", depth: int = 0) -> Lineage:
        """What an artifact was made from; or "descendants", or "both". Depth 0 is all the way."""
        request = lineage_request(self._id(artifact), direction, depth)
        return Lineage(self._transport.call(GET_LINEAGE, request))

    def label(self, artifact: Any, /, **labels: str | None) -> Artifact:
        """Sets labels and keeps the others; None takes one away: label(ID, note="good")."""
        for _ in range(_LABEL_ATTEMPTS):
            now = self.artifact(artifact)
            wanted = {**now.labels, **labels}
            request = pb.UpdateLabelsRequest(
                name=now.id,
                labels={key: value for key, value in wanted.items() if value is not None},
                etag=now.etag,
            )
            try:
                return Artifact(self._transport.call(UPDATE_LABELS, request, repeat=False))
            except AbortedError as error:  # somebody else was faster
                problem = error
        raise problem

    def set_labels(self, artifact: Any, labels: Mapping[str, str]) -> Artifact:
        """Replaces all labels."""
        request = pb.UpdateLabelsRequest(name=self._id(artifact), labels=labels)
        return Artifact(self._transport.call(UPDATE_LABELS, request))

    def read(self, artifact: Any, file: str) -> bytes:
        """One file of an artifact, whole."""
        return read_file(self._transport, self.artifact(artifact).file(file))

    def download(self, artifact: Any, folder: str | os.PathLike[str]) -> pathlib.Path:
        """Writes all files of an artifact below a folder, which it makes where there is none."""
        target = pathlib.Path(folder)
        for name, file in self.artifact(artifact).files.items():
            path = target / name
            if not path.resolve().is_relative_to(target.resolve()):
                raise FailedPreconditionError(f"{name} would lie outside {target}", field="folder")
            path.parent.mkdir(parents=True, exist_ok=True)
            part = path.with_name(path.name + ".part")
            with open(part, "wb") as out:
                for offset in range(0, file.size_bytes, _WRITE_BYTES):
                    data = bytearray(min(_WRITE_BYTES, file.size_bytes - offset))
                    read_into(self._transport, file, offset, memoryview(data))
                    out.write(data)
            os.replace(part, path)
        return target

    def verify(self, artifact: Any) -> list[str]:
        """Reads every byte again; what is wrong, a line each. Empty: all is well."""
        request = pb.VerifyArtifactRequest(name=self._id(artifact))
        return list(self._transport.call(VERIFY_ARTIFACT, request, timeout=None).problems)

    def delete(self, artifact: Any) -> None:
        """Refused while another artifact was made from it."""
        request = pb.DeleteArtifactRequest(name=self._id(artifact))
        self._transport.call(DELETE_ARTIFACT, request, repeat=False)
