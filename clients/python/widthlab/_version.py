"""Version of this package; that of the suite it was made with."""

__version__ = "0.1.0"
