"""Which words take `an`, by their sound."""

import pytest

from prosefix.english.pronunciation import Sound, sound_of

VOWEL = "hour honest heir apple umbrella unimportant uninstalled ulterior Euler X H100 8 80 800 18 18,000 11 11th 8-bit HTML RFC SVG MP3 XML FPGA HTMLElement AudioNode mRNA nth L2 i32 IP API LSTM onerous".split()
CONSONANT = "house user unit unique union one once European eucalyptus useful ubiquitous UTF USB UUID uint 1 100 7 9.8 NaN RAM NASA JSON DOMString PyTorch U UI usage uid".split()
BOTH = "SQL herb historic hotel src lvalue ndarray 1100 1800 _foo .html + URL".split()


@pytest.mark.parametrize(
    ("word", "sound"),
    [(word, Sound.VOWEL) for word in VOWEL]
    + [(word, Sound.CONSONANT) for word in CONSONANT]
    + [(word, Sound.BOTH) for word in BOTH],
)
def test_a_word_begins_with_its_sound(word: str, sound: Sound) -> None:
    assert sound_of(word) == sound
