"""Errors as exceptions: classes, facts, advice."""

import pickle

import pytest
import widthlab
from widthlab._errors import error_class
from widthlab._proto.google.rpc import error_details_pb2, status_pb2
from widthlab._status import from_call, from_status


def status(code, message, **metadata):
    made = status_pb2.Status(code=code, message=message)
    info = error_details_pb2.ErrorInfo(reason=metadata.pop("reason", ""), domain="widthlab")
    info.metadata.update(metadata)
    made.details.add().Pack(info)
    return made


def test_a_status_keeps_reason_field_and_facts():
    error = from_status(
        status(3, "quantum is 0", reason="INVALID_FIELD", field="quantum", value="0", allowed="1+")
    )
    assert type(error) is widthlab.InvalidArgumentError
    assert (error.message, error.reason) == ("quantum is 0", "INVALID_FIELD")
    assert error.field == "quantum"
    assert error.metadata == {"value": "0", "allowed": "1+"}


@pytest.mark.parametrize(
    "code, name, builtin",
    [
        (3, "INVALID_ARGUMENT", ValueError),
        (4, "DEADLINE_EXCEEDED", TimeoutError),
        (5, "NOT_FOUND", LookupError),
        (11, "OUT_OF_RANGE", IndexError),
        (12, "UNIMPLEMENTED", NotImplementedError),
        (14, "UNAVAILABLE", ConnectionError),
        (2, "UNKNOWN", Exception),
        (99, "UNKNOWN", Exception),
    ],
)
def test_each_code_has_a_class_that_python_knows_too(code, name, builtin):
    assert error_class(code).code == name
    assert issubclass(error_class(code), builtin)
    assert issubclass(error_class(code), widthlab.WidthlabError)


def test_all_codes_have_classes_of_their_own():
    assert len({error_class(code) for code in range(1, 17)}) == 16


def test_the_details_in_a_trailer_are_preferred_to_the_bare_code():
    details = status(8, "the queue is full", reason="QUEUE_FULL").SerializeToString()
    error = from_call(8, "bare", [("grpc-status-details-bin", details)], "here:1")
    assert (error.message, error.reason) == ("the queue is full", "QUEUE_FULL")
    assert "lab.jobs" in str(error)


def test_an_unreachable_server_is_named_with_how_to_start_one():
    error = from_call(14, "connection refused", [], "here:1")
    assert error.reason == "SERVER_UNREACHABLE"
    assert "here:1" in str(error)
    assert "./run serve" in str(error)


def test_a_server_that_is_draining_is_not_called_unreachable():
    details = status(14, "draining", reason="DRAINING").SerializeToString()
    error = from_call(14, "draining", [("grpc-status-details-bin", details)], "here:1")
    assert error.reason == "DRAINING"


def test_a_call_that_a_server_lacks_names_both_versions():
    error = from_call(12, "", [], "here:1", server="9.9.9")
    assert isinstance(error, widthlab.UnimplementedError)
    assert "9.9.9" in str(error)
    assert widthlab.__version__ in str(error)


def test_errors_survive_a_pickle():
    error = from_status(status(3, "no", reason="INVALID_FIELD", field="quantum"))
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert (str(again), again.field, again.reason) == (str(error), "quantum", "INVALID_FIELD")


def test_tracebacks_say_where_a_class_is_to_be_had():
    assert widthlab.InvalidArgumentError.__module__ == "widthlab"
