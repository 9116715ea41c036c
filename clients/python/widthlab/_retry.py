"""Trying again as a value: how often, and how long between.

Only UNAVAILABLE is tried again, and only for calls that may be made twice: reads, cancels, uploads
by content, and whatever carries a request id.
"""

import dataclasses
import random


@dataclasses.dataclass(frozen=True)
class Retry:
    """Delays double from `initial_seconds` to `most_seconds`; half of each is drawn at random."""

    attempts: int = 5
    initial_seconds: float = 0.1
    most_seconds: float = 5.0

    #: How long a watch goes on asking a server that does not answer.
    watch_seconds: float = 60.0

    def delay_after(self, attempt: int) -> float:
        """Seconds to wait after attempt number `attempt`, from 1."""
        full = min(self.most_seconds, self.initial_seconds * 2.0 ** min(attempt - 1, 30))
        return full * (0.5 + random.random() / 2)
