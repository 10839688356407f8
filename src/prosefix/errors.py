"""The errors that end a run or a file, each with one plain line for the person at the terminal.

Every error says what is wrong, where, and the way out. Nothing here prints.
"""


class ProsefixError(Exception):
    """An error to be shown as one line without a traceback; exit code 2."""


class SettingsError(ProsefixError):
    """A settings file that cannot be used: `path:line: what is wrong; the nearest right key`."""


class RuleFileError(ProsefixError):
    """A rule file that cannot be used: `path:line: what is wrong`."""


class PageError(ProsefixError):
    """A page that cannot be read: missing, binary, undecodable, too large."""


class FixRefused(ProsefixError):
    """A page whose fixes were not written, since the result did not verify."""


class EngineError(ProsefixError):
    """Another checker that is missing, did not start or did not answer."""
