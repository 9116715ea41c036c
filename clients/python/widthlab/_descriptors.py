"""Types of descriptors: protobuf has them in two implementations, whose stubs are unrelated."""

from typing import Any, TypeAlias

Message: TypeAlias = Any
Field: TypeAlias = Any
Enum: TypeAlias = Any
