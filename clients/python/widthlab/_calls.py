"""What all calls of a Lab stand on."""

from typing import Any

from google.protobuf.message import Message

from widthlab._artifacts import Artifact, id_of, is_whole_id
from widthlab._errors import NotFoundError
from widthlab._methods import GET_ARTIFACT, IMPORT_TEXT
from widthlab._proto.widthlab.artifact.v1 import artifact_service_pb2
from widthlab._requests import text_of
from widthlab._rules import references
from widthlab._text import TextFiles, text_requests
from widthlab._transport import Transport


class Calls:
    """The transport, and ids made whole."""

    _transport: Transport

    def artifact(self, artifact: Any) -> Artifact:
        """The artifact of an id, or of its first digits (at least 4)."""
        name = id_of(artifact)
        request = artifact_service_pb2.GetArtifactRequest(name=name)
        return Artifact(self._transport.call(GET_ARTIFACT, request))

    def import_text(self, text: Any, *, source: str = "") -> str:
        """Uploads files and folders of this machine as one text, and returns its id.

        `source` is what the text is called; by default as its files and folders. The same text
        under the same name again is the same artifact. An id goes through as it is.
        """
        found = text_of(text)
        if isinstance(found, TextFiles):
            found.source = source or found.source
            return self._transport.send(IMPORT_TEXT, lambda: text_requests(found)).id
        return found

    def _id(self, artifact: Any, field: str = "artifact") -> str:
        """The whole id."""
        text = id_of(artifact, field)
        return text if is_whole_id(text) else self.artifact(text).id

    def _complete(self, message: Message) -> None:
        """Replaces the first digits of an id, in any field that names an artifact, by the id."""
        for owner, field, path in references(message):
            value = getattr(owner, field.name)
            if not field.is_repeated:
                setattr(owner, field.name, self._reference(value, path))
                continue
            for index, item in enumerate(value):
                value[index] = self._reference(item, f"{path}[{index}]")

    def _reference(self, text: str, path: str) -> str:
        if text.startswith("step:") or is_whole_id(text):
            return text
        try:
            return self._id(text, path)
        except NotFoundError as error:
            error.field = path
            raise
