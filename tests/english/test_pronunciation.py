"""Which words take `an`, by their sound."""

import pytest

from prosefix.english.pronunciation import Sound, sound_of, sound_of_code

VOWEL = "EU hour honest heir apple umbrella unimportant uninstalled ulterior Euler X H100 8 80 800 18 18,000 11 11th 8-bit HTML RFC SVG MP3 XML FPGA HTMLElement AudioNode mRNA nth L2 i32 IP API LSTM onerous".split()
CONSONANT = "house user unit unique union one once European eucalyptus useful ubiquitous UTF USB UUID uint 1 100 7 9.8 NaN RAM NASA JSON DOMString PyTorch U UI usage uid".split()
BOTH = "SQL EULA herb historic hotel src lvalue ndarray 1100 1800 _foo .html + URL".split()


@pytest.mark.parametrize(
    ("word", "sound"),
    [(word, Sound.VOWEL) for word in VOWEL]
    + [(word, Sound.CONSONANT) for word in CONSONANT]
    + [(word, Sound.BOTH) for word in BOTH],
)
def test_a_word_begins_with_its_sound(word: str, sound: Sound) -> None:
    assert sound_of(word) == sound


@pytest.mark.parametrize("name", "mmap li https uint8_t fopen nav struct".split())
def test_code_that_is_spelled_out_or_read_has_both_sounds(name: str) -> None:
    assert sound_of_code(name) == Sound.BOTH


@pytest.mark.parametrize(
    ("name", "sound"),
    [("link", Sound.CONSONANT), ("HTMLElement", Sound.VOWEL), ("ioctl", Sound.VOWEL), ("div", Sound.CONSONANT)],
)
def test_other_code_begins_as_the_word_it_is_read_as(name: str, sound: Sound) -> None:
    assert sound_of_code(name) == sound
