"""Messages as plain Python values.

to_dict(schedule)   # {"family": "uniform", "ffn_widths": [512, 512], "drift": 0.0, ...}

64-bit integers are ints, enums their short names, times datetimes, NaN a float, and optional fields
that are not set are left out.
"""

import datetime
from typing import Any

from google.protobuf import message_factory
from google.protobuf.message import Message

from widthlab import _descriptors
from widthlab._names import short_name
from widthlab._proto.pool import POOL


def to_dict(message: Message) -> dict[str, Any]:
    """The fields of a message by name, in the order of the proto."""
    out: dict[str, Any] = {}
    for field in message.DESCRIPTOR.fields:
        value = getattr(message, field.name)
        if field.is_repeated:
            out[field.name] = _items(field, value)
        elif not field.has_presence or message.HasField(field.name):
            out[field.name] = _value(field, value)
    return out


def unpack(packed: Any) -> Message | None:
    """The message in an Any; None where it is empty or of a type that this version lacks."""
    name = packed.TypeName()
    try:
        message = message_factory.GetMessageClass(POOL.FindMessageTypeByName(name))()
    except KeyError:
        return None
    packed.Unpack(message)
    return message


def _items(field: _descriptors.Field, values: Any) -> Any:
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        of = field.message_type.fields_by_name["value"]
        return {key: _value(of, values[key]) for key in sorted(values)}
    return [_value(field, value) for value in values]


def _value(field: _descriptors.Field, value: Any) -> Any:
    if field.enum_type is not None:
        return short_name(field.enum_type, value)
    if field.message_type is None:
        return value
    if field.message_type.full_name == "google.protobuf.Timestamp":
        return value.ToDatetime(tzinfo=datetime.UTC)
    if field.message_type.full_name == "google.protobuf.Any":
        inner = unpack(value)
        return {} if inner is None else to_dict(inner)
    return to_dict(value)
