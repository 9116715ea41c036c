"""Short names of enum values: GEOMETRY_HYPERBOLIC is "hyperbolic" to a user.

    short_name(Geometry.DESCRIPTOR, 3)            # "hyperbolic"
    number_of(Geometry.DESCRIPTOR, "Hyperbolic")  # 3
"""

import re

from widthlab._descriptors import Enum


def _prefix(enum: Enum) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", enum.name).upper() + "_"


def short_name(enum: Enum, number: int) -> str:
    """Lower case and without the type's name; a number that has no name is given as digits."""
    value = enum.values_by_number.get(number)
    return str(number) if value is None else value.name.removeprefix(_prefix(enum)).lower()


def short_names(enum: Enum) -> list[str]:
    """Of every value but the unspecified one."""
    return [short_name(enum, value.number) for value in enum.values if value.number != 0]


def number_of(enum: Enum, name: str) -> int | None:
    """Of a short or full name, in any case; None for an unknown one."""
    word = name.strip().upper().replace("-", "_").replace(" ", "_")
    for full in (word, _prefix(enum) + word):
        if full in enum.values_by_name:
            return int(enum.values_by_name[full].number)
    return None
