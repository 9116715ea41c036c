"""A figure by layer, with its uncertainty: what curves and loss rises have in common."""

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]


class LayerMeans:
    """Means with their standard errors; an array wherever numpy wants one."""

    def __init__(self, mean: Numbers, standard_error: Numbers) -> None:
        #: [layers]; NaN where undefined.
        self.mean = mean
        #: Of that mean, [layers]; NaN where there is one value only.
        self.standard_error = standard_error

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> Numbers:
        return np.asarray(self.mean, dtype)

    def __len__(self) -> int:
        return len(self.mean)

    def __repr__(self) -> str:
        with np.printoptions(precision=4, threshold=20):
            name = type(self).__name__
            return f"{name}(mean={self.mean}, standard_error={self.standard_error})"
