"""The report that a person reads in a browser, decides in, and saves a patch from: one page that needs nothing else.

It takes findings as they are. What is written in the end is worked out by the page from fixes that were tried here.
"""

from prosefix.review.document import build

__all__ = ["build"]
