"""Errors of the client and of the server, as exceptions.

    try:
        lab.run("geometry_guided", text="corpus/", quantum=0)
    except widthlab.InvalidArgumentError as error:
        error.field     # "quantum"
        error.reason    # "INVALID_FIELD"
        error.message   # what is wrong and what is allowed

One class for each canonical code; those that Python has a word for are that as well (ValueError,
LookupError, ConnectionError, TimeoutError, NotImplementedError).
"""

from collections.abc import Mapping
from typing import Any, ClassVar

# What to do, by reason and else by code, where the server's message does not say it already.
_ADVICE = {
    "QUEUE_FULL": "wait until jobs have ended, or cancel some: lab.jobs(state='queued') has them",
    "ARTIFACT_NOT_FOUND": "lab.artifacts() lists what the server holds",
    "JOB_NOT_FOUND": "lab.jobs() lists the jobs that the server knows",
    "REQUEST_ID_TAKEN": "use another request_id, or none",
    "BLOB_NOT_FOUND": "lab.verify(ID) says what is missing",
    "DATA_LOSS": "lab.verify(ID) says what is damaged",
    "INTERNAL": "this is a fault of the server: its log says more",
    "DEADLINE_EXCEEDED": "try again, or allow more time with timeout=SECONDS",
}


class WidthlabError(Exception):
    """Whatever widthlab refuses or cannot do."""

    code: ClassVar[str] = "UNKNOWN"

    def __init__(
        self,
        message: str,
        *,
        reason: str = "",
        field: str = "",
        metadata: Mapping[str, str] | None = None,
        advice: str = "",
    ) -> None:
        super().__init__(message)
        #: What went wrong.
        self.message = message
        #: Stable, for programs: INVALID_FIELD, ARTIFACT_NOT_FOUND, ...
        self.reason = reason
        #: Path of the field at fault, for instance "train.steps"; empty where there is none.
        self.field = field
        #: Further facts: `value` is what it was, `allowed` what it must be.
        self.metadata = dict(metadata or {})
        #: What to do next; empty where the message says it.
        self.advice = advice or _ADVICE.get(reason, "") or _ADVICE.get(self.code, "")

    def __str__(self) -> str:
        return f"{self.message}\n{self.advice}" if self.advice else self.message

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.message, self.__dict__)


def _again(kind: type[WidthlabError], message: str, facts: dict[str, Any]) -> WidthlabError:
    error = kind(message)
    error.__dict__.update(facts)
    return error


class InvalidArgumentError(WidthlabError, ValueError):
    """A field or an array that cannot be used; `field` names it."""

    code = "INVALID_ARGUMENT"


class InvalidTypeError(InvalidArgumentError, TypeError):
    """A value of a type that cannot be used."""


class NotFoundError(WidthlabError, LookupError):
    code = "NOT_FOUND"


class AlreadyExistsError(WidthlabError):
    code = "ALREADY_EXISTS"


class FailedPreconditionError(WidthlabError):
    """The world must change first; the message says how."""

    code = "FAILED_PRECONDITION"


class PermissionDeniedError(WidthlabError):
    code = "PERMISSION_DENIED"


class UnauthenticatedError(WidthlabError):
    code = "UNAUTHENTICATED"


class ResourceExhaustedError(WidthlabError):
    """Too large or too many: a full queue or disk, or a cloud past the server's limit."""

    code = "RESOURCE_EXHAUSTED"


class AbortedError(WidthlabError):
    """Somebody else was faster; try again."""

    code = "ABORTED"


class OutOfRangeError(WidthlabError, IndexError):
    code = "OUT_OF_RANGE"


class UnimplementedError(WidthlabError, NotImplementedError):
    """The server does not know the call: it is of another version."""

    code = "UNIMPLEMENTED"


class InternalError(WidthlabError):
    code = "INTERNAL"


class UnavailableError(WidthlabError, ConnectionError):
    """No server answers, or it is going away."""

    code = "UNAVAILABLE"


class DataLossError(WidthlabError):
    """Stored or received bytes are not what they should be."""

    code = "DATA_LOSS"


class DeadlineExceededError(WidthlabError, TimeoutError):
    code = "DEADLINE_EXCEEDED"


class CancelledError(WidthlabError):
    """The job or call was cancelled."""

    code = "CANCELLED"


# By the numbers that gRPC gives the codes.
_BY_NUMBER: dict[int, type[WidthlabError]] = {
    1: CancelledError,
    2: WidthlabError,
    3: InvalidArgumentError,
    4: DeadlineExceededError,
    5: NotFoundError,
    6: AlreadyExistsError,
    7: PermissionDeniedError,
    8: ResourceExhaustedError,
    9: FailedPreconditionError,
    10: AbortedError,
    11: OutOfRangeError,
    12: UnimplementedError,
    13: InternalError,
    14: UnavailableError,
    15: DataLossError,
    16: UnauthenticatedError,
}


def error_class(code: int) -> type[WidthlabError]:
    """The class of a canonical code, by its number."""
    return _BY_NUMBER.get(code, WidthlabError)


def invalid(field: str, message: str, reason: str = "INVALID_FIELD") -> InvalidArgumentError:
    """The client's own refusal of a field."""
    return InvalidArgumentError(f"{field}: {message}", reason=reason, field=field)
