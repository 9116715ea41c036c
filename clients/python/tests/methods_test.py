"""The table of calls agrees with the services that the .proto files describe."""

import pytest
import widthlab._methods as methods
from widthlab._methods import ClientStream, Method, ServerStream, Unary
from widthlab._proto.pool import POOL

TABLE = {name: m for name, m in vars(methods).items() if isinstance(m, Method)}
KINDS = {(False, False): Unary, (False, True): ServerStream, (True, False): ClientStream}


@pytest.mark.parametrize("name", TABLE)
def test_a_call_has_the_path_types_and_streams_of_its_service(name):
    method = TABLE[name]
    service, called = method.full_path.strip("/").split("/")
    described = POOL.FindServiceByName(service).FindMethodByName(called)
    assert described.input_type is method.request.DESCRIPTOR
    assert described.output_type is method.response.DESCRIPTOR
    assert type(method) is KINDS[described.client_streaming, described.server_streaming]


def test_the_name_of_a_call_is_that_of_its_method():
    for name, method in TABLE.items():
        assert name.replace("_", "").lower() == method.path.partition("/")[2].lower()
