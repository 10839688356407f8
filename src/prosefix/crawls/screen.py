"""A summary as plain text, for the person who waited for it."""

from collections.abc import Iterator, Sequence

from prosefix.crawls.summary import Group, Summary

_SHOWN = 12  # lines of each list; the JSON has all
_WIDTH = 60  # of names; what is left out stands in the JSON


def lines(summary: Summary) -> Iterator[str]:
    """The lines to print."""
    repeated = 100 * (1 - summary.words_once / summary.words) if summary.words else 0.0
    yield f"{summary.pages:,} pages, {summary.words:,} words, {repeated:.0f} % of them in blocks that other pages have, too"
    yield f"{summary.findings:,} findings, {summary.findings_once:,} when each that is repeated counts once"
    if summary.errors:
        yield "not checked: " + ", ".join(f"{count:,} {kind}" for kind, count in summary.errors.items())
    yield from _groups("rule", summary.rules)
    yield from _groups("section", summary.sections)
    yield from _groups("template", summary.templates)
    if summary.worst:
        yield from ("", f"{'findings of its own':>20}  {'words':>9}  page")
        yield from (f"{page.own:>20,}  {page.words:>9,}  {page.address}" for page in summary.worst)
    if summary.repeated:
        yield from ("", f"{'places':>9}  what is repeated, and the first page with it")
        for each in summary.repeated[:_SHOWN]:
            yield f"{each.places:>9,}  {each.rule}: {_short(each.text)}  ({each.address})"


def _groups(what: str, groups: Sequence[Group]) -> Iterator[str]:
    found = [group for group in groups if group.once]
    if not found:
        return
    yield from ("", f"{'per 1000 words':>15}  {'once':>8}  {'findings':>9}  {what}")
    for group in found[:_SHOWN]:
        yield f"{group.rate:>15.3f}  {group.once:>8,}  {group.findings:>9,}  {_short(group.name)}"
    if len(found) > _SHOWN:
        yield f"{'':>15}  and {len(found) - _SHOWN} more in summary.json"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _WIDTH else text[: _WIDTH - 1] + "…"
