"""Cuts text into pieces, exactly as lib/rank/static_table.ts does (docs/dense.md)."""

import re
import unicodedata

# Leads every word.
SPACE = "\u2581"
# An unknown character is this much less probable than the rarest piece.
UNKNOWN_PENALTY = 10.0
_CJK = re.compile("[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]")


def _is_kept(character):
    # "+" and "#" are parts of names ("c++", "c#").
    return character in "+#" or (
        ord(character) < 0x10000 and unicodedata.category(character)[0] in "LN"
    )


def normalise(text):
    """Compatibility forms folded, lower case, every word led by SPACE; "" without any letter."""
    folded = unicodedata.normalize("NFKC", text).lower()
    spaced = "".join(character if _is_kept(character) else " " for character in folded)
    return "".join(SPACE + word for word in spaced.split())


def is_cjk(text):
    """Whether a text holds a Chinese, Japanese or Korean letter."""
    return _CJK.search(text) is not None


class Pieces:
    """A vocabulary with its log probabilities, and the most probable cut of a text into it."""

    def __init__(self, pieces, scores):
        self.pieces = list(pieces)
        self.scores = list(scores)
        self.unknown = min(self.scores) - UNKNOWN_PENALTY
        # Number of a piece by its text; -1 for texts that only begin one.
        self._numbers = {}
        for number, piece in enumerate(self.pieces):
            for end in range(1, len(piece)):
                self._numbers.setdefault(piece[:end], -1)
            self._numbers[piece] = number

    def cut(self, text):
        """Numbers of the pieces of a text in order; unknown characters are left out."""
        text = normalise(text)
        best = [0.0] + [float("-inf")] * len(text)
        starts = [0] * (len(text) + 1)
        numbers = [-1] * (len(text) + 1)
        for start in range(len(text)):
            score = best[start] + self.unknown
            if score > best[start + 1]:
                best[start + 1], starts[start + 1], numbers[start + 1] = score, start, -1
            for end in range(start + 1, len(text) + 1):
                number = self._numbers.get(text[start:end])
                if number is None:
                    break
                if number >= 0:
                    score = best[start] + self.scores[number]
                    if score > best[end]:
                        best[end], starts[end], numbers[end] = score, start, number
        cut = []
        end = len(text)
        while end > 0:
            if numbers[end] >= 0:
                cut.append(numbers[end])
            end = starts[end]
        return cut[::-1]
