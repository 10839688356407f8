"""`python -m prosefix`: the same as the command."""

import sys

if not sys.flags.safe_path:
    del sys.path[0]  # the current folder, which Python puts first: what lies beside pages is never run

from prosefix.cli import main

main()
