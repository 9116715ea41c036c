"""Options of a request from dicts and keyword arguments.

    spec = MeasureSpec()
    fill(spec, {"geometries": ["spherical"], "random_starts": 2})
    fill(spec, {"random_start": 2})   # InvalidArgumentError: did you mean 'random_starts'?

Keys are field names, or paths with dots ("train.steps"). Values are what Python has: numbers (those
of numpy too), strings, lists, dicts; None leaves a field out; an object with an `id` stands for its
id. Ranges are the server's to check, types and names are checked here, and errors name the path.
"""

import math
import operator
import re
from collections.abc import Iterable, Mapping
from typing import Any

from google.protobuf.descriptor import FieldDescriptor as _F
from google.protobuf.message import Message

from widthlab import _descriptors
from widthlab._errors import InvalidArgumentError, InvalidTypeError, invalid
from widthlab._names import number_of, short_names
from widthlab._suggest import did_you_mean, nearest

_LIMITS = {
    _F.CPPTYPE_INT32: (-(2**31), 2**31 - 1),
    _F.CPPTYPE_INT64: (-(2**63), 2**63 - 1),
    _F.CPPTYPE_UINT32: (0, 2**32 - 1),
    _F.CPPTYPE_UINT64: (0, 2**64 - 1),
}


def fill(message: Message, options: Mapping[str, Any], path: str = "") -> None:
    """Sets the fields that `options` names; `path` is what the message is called in errors."""
    for key, value in options.items():
        if not isinstance(key, str):
            raise _wrong_type(path or "options", key, "the name of an option")
        first, _, rest = key.partition(".")
        if rest:
            value = {rest: value}
        if value is None:
            continue
        field = message.DESCRIPTOR.fields_by_name.get(first)
        if field is None:
            raise _unknown(message.DESCRIPTOR, first, path)
        _check_choice(message, field, path)
        _set(message, field, value, _join(path, first))


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _unknown(descriptor: _descriptors.Message, name: str, path: str) -> InvalidArgumentError:
    names = [field.name for field in descriptor.fields]
    hint = did_you_mean(name, names)
    if nearest(name, names) is None:
        below = {
            inner.name: f"{field.name}.{inner.name}"
            for field in reversed(descriptor.fields)
            if field.message_type is not None and not field.is_repeated
            for inner in field.message_type.fields
        }
        found = nearest(name, below)
        if found is not None:
            hint = f"; did you mean '{_join(path, below[found])}'?"
    where = f"'{path}' has no option" if path else "there is no option"
    return InvalidArgumentError(
        f"{where} '{name}'{hint}", reason="UNKNOWN_FIELD", field=_join(path, name)
    )


def _check_choice(message: Message, field: _descriptors.Field, path: str) -> None:
    choice = field.containing_oneof
    if choice is None or len(choice.fields) == 1:
        return
    chosen = message.WhichOneof(choice.name)
    if chosen is not None and chosen != field.name:
        raise invalid(_join(path, field.name), f"'{chosen}' is given already, and only one may be")


def _set(message: Message, field: _descriptors.Field, value: Any, path: str) -> None:
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        _set_map(message, field, value, path)
    elif field.is_repeated:
        _set_list(message, field, value, path)
    elif field.message_type is not None:
        inner = getattr(message, field.name)
        inner.SetInParent()
        _fill_message(inner, value, path)
    else:
        setattr(message, field.name, _scalar(field, value, path))


def _fill_message(message: Message, value: Any, path: str) -> None:
    if isinstance(value, type(message)):
        message.MergeFrom(value)
    elif isinstance(value, Mapping):
        fill(message, value, path)
    else:
        raise _wrong_type(path, value, "a dict of options")


def _set_list(message: Message, field: _descriptors.Field, value: Any, path: str) -> None:
    items = getattr(message, field.name)
    for index, item in enumerate(_listed(field, value, path)):
        here = f"{path}[{index}]"
        if field.message_type is not None:
            _fill_message(items.add(), item, here)
        else:
            items.append(_scalar(field, item, here))


def _listed(field: _descriptors.Field, value: Any, path: str) -> list[Any]:
    """A single value stands for a list of one."""
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        return [value]
    shape = getattr(value, "shape", (1,))
    if len(shape) != 1:
        raise invalid(path, f"must be a list, not an array of shape {list(shape)}")
    return list(value)


def _set_map(message: Message, field: _descriptors.Field, value: Any, path: str) -> None:
    if not isinstance(value, Mapping):
        raise _wrong_type(path, value, "a dict")
    of = field.message_type.fields_by_name["value"]
    items = getattr(message, field.name)
    for key, item in value.items():
        if of.message_type is not None:
            _fill_message(items[str(key)], item, f"{path}[{key!r}]")
        else:
            items[str(key)] = _scalar(of, item, f"{path}[{key!r}]")


def _scalar(field: _descriptors.Field, value: Any, path: str) -> Any:
    if field.enum_type is not None:
        return _enum(field, value, path)
    if field.cpp_type in _LIMITS:
        return _whole(field, value, path)
    if field.cpp_type in (_F.CPPTYPE_DOUBLE, _F.CPPTYPE_FLOAT):
        return _real(value, path)
    if field.cpp_type == _F.CPPTYPE_BOOL:
        if type(value).__name__ in ("bool", "bool_"):
            return bool(value)
        raise _wrong_type(path, value, "True or False")
    if field.type == _F.TYPE_BYTES:
        if isinstance(value, (bytes, bytearray)):
            return bytes(value)
        raise _wrong_type(path, value, "bytes")
    text = value if isinstance(value, str) else getattr(value, "id", None)
    if not isinstance(text, str):
        raise _wrong_type(path, value, "a string")
    return text


def _enum(field: _descriptors.Field, value: Any, path: str) -> int:
    if not isinstance(value, str):
        raise _wrong_type(path, value, f"one of {', '.join(short_names(field.enum_type))}")
    number = number_of(field.enum_type, value)
    if number is None:
        hint = did_you_mean(value.lower(), short_names(field.enum_type))
        raise invalid(path, f"there is no '{value}'{hint}")
    return number


def _whole(field: _descriptors.Field, value: Any, path: str) -> int:
    try:
        if isinstance(value, bool):
            raise TypeError
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        is_long = field.cpp_type in (_F.CPPTYPE_INT64, _F.CPPTYPE_UINT64)
        if is_long and isinstance(value, str) and re.fullmatch(r"-?\d{1,20}", value):
            value = int(value)  # as JSON writes it, for instance an artifact's spec
        number = operator.index(value)
    except TypeError:
        raise _wrong_type(path, value, "a whole number") from None
    low, high = _LIMITS[field.cpp_type]
    if not low <= number <= high:
        raise invalid(path, f"is {number}, but must be in [{low}, {high}]")
    return number


def _real(value: Any, path: str) -> float:
    if isinstance(value, (bool, str, bytes)) or getattr(value, "ndim", 0) > 0:
        raise _wrong_type(path, value, "a number")
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise _wrong_type(path, value, "a number") from None
    if math.isnan(number):
        raise invalid(path, "is NaN, but must be a number")
    return number


def _wrong_type(path: str, value: object, wanted: str) -> InvalidTypeError:
    shown = repr(value)
    shown = shown if len(shown) <= 60 else shown[:57] + "..."
    return InvalidTypeError(
        f"{path}: {shown} must be {wanted}",
        reason="INVALID_TYPE",
        field=path,
        metadata={"value": shown, "allowed": wanted},
    )
