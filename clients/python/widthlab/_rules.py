"""What the options on a field say: its default, its range, and which artifacts it names.

    rule_of(MeasureSpec.DESCRIPTOR.fields_by_name["hyperbolic_radius"]).default   # "0.9"
"""

import functools
from collections.abc import Iterator

from google.protobuf import message_factory
from google.protobuf.message import Message

from widthlab._descriptors import Field
from widthlab._proto.pool import POOL
from widthlab._proto.widthlab.options.v1 import options_pb2

_FieldOptions = message_factory.GetMessageClass(
    POOL.FindMessageTypeByName("google.protobuf.FieldOptions")
)


@functools.cache
def rule_of(field: Field) -> options_pb2.FieldRule:
    """The rule of a field; an empty one where it has none."""
    # GetOptions() knows the extensions of the process-wide pool only, so its bytes are read again.
    options = _FieldOptions.FromString(field.GetOptions().SerializeToString())
    return options.Extensions[options_pb2.field]  # type: ignore[index]


def references(message: Message, path: str = "") -> Iterator[tuple[Message, Field, str]]:
    """The fields that hold ids of artifacts, in `message` and below, with their paths."""
    field: Field
    for field, value in message.ListFields():
        here = f"{path}.{field.name}" if path else field.name
        if field.type == field.TYPE_MESSAGE:
            if field.message_type.GetOptions().map_entry:
                continue
            for index, item in enumerate(value if field.is_repeated else [value]):
                yield from references(item, f"{here}[{index}]" if field.is_repeated else here)
        elif rule_of(field).input:
            yield message, field, here
