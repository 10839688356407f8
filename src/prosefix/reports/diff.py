"""The patch that `prosefix apply` would make, as it came from the fixes."""

from prosefix.reports import Report


def render(report: Report) -> bytes:
    """The patch, byte by byte: pages may be in any encoding."""
    return report.patch
