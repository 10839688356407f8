"""How a word, an acronym, a number or an identifier begins when it is read aloud: with a vowel or a consonant.

It answers for the choice between `a` and `an` and for nothing else; where people say both, it says both.
"""

import re
import unicodedata
from enum import Enum
from functools import lru_cache

from prosefix.english.lexicon import Flag, lexicon


class Sound(Enum):
    """The first sound of a word read aloud; BOTH where it is said both ways or cannot be known."""

    VOWEL = "vowel"
    CONSONANT = "consonant"
    BOTH = "both"


_VOWEL_NAMED = frozenset("aefhilmnorsx")  # letters whose name begins with a vowel sound
# Written with a vowel, said with a consonant: "yoo…" and "w…".
_SAID_WITH_CONSONANT = re.compile(
    r"uni(?!n|m|d(?!irec)|ll|ss|on$|ons$)|unions?$|unionis|unioniz|unanim|unary$|us[aeu]|ut[ieo]|ubi|uku|ukr|ufo|ugand|ura[nl]|ure[at]|uri[nc]"
    r"|uro|urug|utah|u(?:id|uid|int|dev|event|func|size|sb|tf)|eu(?!ler)|ew[e]|one(?:s|ness|self|time|shot|off|way|drive)?$|once$|ouija"
)
_SAID_WITH_VOWEL = re.compile(r"hour|honou?r|honest|heir|y[bcdfgklmnprst](?!$)")
# Also the beginnings of identifiers that no English word has: `lvalue`, `ndarray`, `umask`, `xarray`.
_SAID_BOTH_WAYS = re.compile(
    r"herb|homage|histori|hotel|hypothes|habitual|heredit|hallucin|uber|ur[il]s?$|soc$|sql"
    r"|f[bcdfghjkmnpqstvw]|h[bcdfgjklmnpqrstvw]|l[bcdfghjkmnpqrstvwl]|m[bcdfghjklpqrstvw]|n[bcdfghjklmpqrstvw]"
    r"|r[bcdfgjklmnpqrstvw]|s[bdfgrsx]|x[aiov]|xr|u(?:[acdefhijkqvwx]|b(?!iq)|l(?!t|cer|n)|ma|g(?!ly|an))"
)
_VOWEL_LETTERS = frozenset("aeiouy")
# Acronyms that begin with F, H, L, M, N, R, S or X and are read as a word.
_READ_AS_WORD = frozenset(
    "faang fifo filo fips flop flops fortran hal hipaa lamp lan laser lidar lifo lisp mac macs mime mips midi mosfet"
    " nand nasa nat nato nic nif nist nor null numa radar raid ram rest rom risc saml san sata scada scsi"
    " sim simd simt slam soap sonar sparql swat swot may must shall should not new none".split()
)
# Acronyms with a vowel letter that are spelled out all the same.
_SPELLED = frozenset(
    "fpga faa fda hdmi hiv hmac hsa llm lsa mba mfa mla mpi mpeg nda nsa rna rpa rsa rtos sdi sdk sec seo sla sme soa"
    " xslt".split()
)
_BOTH_ACRONYMS = frozenset("hw led rtl sql src str sw url urls urb uri uris".split())
_READ_IN_TWO_WAYS = frozenset("fhlmnrsux")  # small letters whose name and whose sound in a word differ
_PARTS = re.compile(r"[A-Z]{2,}(?=[A-Z][a-z]{2})|[A-Z]{2,}(?=s?(?![A-Za-z]))|[A-Z]?[a-z]+|[A-Z]+|\d[\d,.]*")
_ELEVENS = ("11", "18")


@lru_cache(maxsize=65536)
def sound_of(word: str) -> Sound:
    """The first sound of `word`, written as in the text: `hour`, `H100`, `URL`, `AudioNode`, `8`, `foo_bar`."""
    plain = unicodedata.normalize("NFKD", word)
    if not plain or not plain[0].isascii() or not plain[0].isalnum():
        return Sound.BOTH
    part = _PARTS.match(plain)
    if part is None:
        return Sound.BOTH
    first = part.group()
    rest = plain[part.end() :]
    if first[0].isdigit():
        return _number(first.rstrip(".,"))
    if len(first) == 1:
        return _letter(first) if not rest or not rest[0].isalpha() or rest[0].isupper() else _word(plain.lower())
    if first.isupper():
        return _acronym(first.lower(), alone=not rest)
    return _word((first + (rest if rest.islower() and rest.isalpha() else "")).lower())


def sound_of_code(name: str) -> Sound:
    """The first sound of an identifier in code: as that of a word, but BOTH where small letters that are no word begin
    in one way when spelled out and in another when read: `mmap`, `li`, `uint8_t`."""
    sound = sound_of(name)
    part = _PARTS.match(name)
    if part is None or not part.group().islower() or name[0] not in _READ_IN_TWO_WAYS:
        return sound
    entry = lexicon().entry(part.group())
    is_word = len(part.group()) > 2 and entry is not None and entry.flags & Flag.GENERAL
    return sound if is_word else Sound.BOTH


def _number(digits: str) -> Sound:
    """A number by its first group of three: 8, 80, 800 thousand, 11 million, 18,000; 1100 is read in two ways."""
    groups = digits.split(".")[0].split(",")
    lead = groups[0]
    if lead.startswith("8"):
        return Sound.VOWEL
    if lead in _ELEVENS or (len(groups) == 1 and len(lead) % 3 == 2 and lead[:2] in _ELEVENS):
        return Sound.VOWEL
    if len(groups) == 1 and len(lead) == 4 and lead[:2] in _ELEVENS:
        return Sound.BOTH
    return Sound.CONSONANT


def _letter(letter: str) -> Sound:
    return Sound.VOWEL if letter.lower() in _VOWEL_NAMED else Sound.CONSONANT


def _acronym(letters: str, alone: bool) -> Sound:
    """Capitals: letter by letter, or as a word where that is how people read them."""
    if letters in _BOTH_ACRONYMS:
        return Sound.BOTH
    if letters[0] in "aio":
        return _word(letters)
    if letters[0] == "e":
        return Sound.BOTH if len(letters) > 2 and _SAID_WITH_CONSONANT.match(letters) else Sound.VOWEL  # EULA; not EU
    if letters[0] not in _VOWEL_NAMED:
        word = letters[0] == "u" and len(letters) > 3 and alone and not _SAID_WITH_CONSONANT.match(letters)
        return Sound.BOTH if word else Sound.CONSONANT
    if letters in _READ_AS_WORD:
        return Sound.CONSONANT
    if letters in _SPELLED or not any(letter in _VOWEL_LETTERS for letter in letters):
        return Sound.VOWEL
    return Sound.BOTH


def _word(word: str) -> Sound:
    """A word in lower case."""
    if len(word) > 1 and not any(letter in _VOWEL_LETTERS for letter in word):
        return _abbreviation(word)
    if _SAID_WITH_CONSONANT.match(word):
        return Sound.CONSONANT
    if _SAID_BOTH_WAYS.match(word):
        return Sound.BOTH
    if word[0] in "aeiou":
        return Sound.VOWEL
    return Sound.VOWEL if _SAID_WITH_VOWEL.match(word) else Sound.CONSONANT


def _abbreviation(word: str) -> Sound:
    """Letters without a vowel, in lower case: spelled out (`html`, `nth`), or read as what they shorten (`src`)."""
    if word[0] not in _VOWEL_NAMED:
        return Sound.CONSONANT
    return Sound.VOWEL if word in _SPELLED_LOWER else Sound.BOTH


_SPELLED_LOWER = frozenset("html http https xml xhtml svg rgb ssl ssh nth mth lstm llm rpc ftp nfs ntp xslt".split())
