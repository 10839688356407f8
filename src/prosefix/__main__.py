"""`python -m prosefix`: the same as the command."""

from prosefix.cli import main

main()
