"""Tables as pandas DataFrames, where pandas is installed."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas


def frame(rows: Iterable[Mapping[str, Any]], index: str | None = None) -> "pandas.DataFrame":
    """A DataFrame of rows; `index` names the column that becomes its index."""
    try:
        import pandas
    except ImportError:
        raise ImportError(
            "to_frame() needs pandas: pip install pandas, or take to_dict()"
        ) from None
    table = pandas.DataFrame(list(rows))
    return table.set_index(index) if index is not None else table
