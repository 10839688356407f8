"""What a person may ask of the reading of pages: more elements to leave unread."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """`opaque` holds simple selectors, `name.class#id[attribute=value]`, of elements that are not read."""

    opaque: tuple[str, ...] = ()
    selectors: tuple[object, ...] = ()

    def matches(self, name: str, text: str, start: int, end: int) -> bool:
        return False
