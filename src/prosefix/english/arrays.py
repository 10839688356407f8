"""Arrays of data that the package ships, read by memory map. It knows nothing of what they mean."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


def mapped(path: Path) -> NDArray[Any]:
    """The array in the file at `path`, its pages read as they are needed. Raises FileNotFoundError.

    A plain array: `numpy.memmap` makes every slice and every gathered row an instance of itself, which takes longer than
    the look-up.
    """
    array: NDArray[Any] = np.load(path, mmap_mode="r").view(np.ndarray)
    return array
