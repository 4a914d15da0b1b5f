"""Unlabelled lines of skill text, from folders of Markdown and corpus files, and word lists."""

import json
import random
import re
from pathlib import Path

MIN_LETTERS = 6
MAX_CHARACTERS = 220
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])")
_MARKUP = re.compile(r"^[\s>#*+|0-9.)-]+|[`*_|]+")
_LETTER = re.compile(r"[^\W\d_]")


def lines_of(text):
    """Sentences and headings of a text, without fenced code and markup."""
    fenced = False
    for line in text.splitlines():
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        elif not fenced:
            for sentence in _SENTENCE_END.split(line):
                sentence = _MARKUP.sub(" ", sentence).strip()[:MAX_CHARACTERS]
                letters = len(_LETTER.findall(sentence))
                if letters >= MIN_LETTERS and 2 * letters >= len(sentence):
                    yield sentence


def read_lines(paths):
    """Lines of all sources, each once, in a fixed order. Exits where a file holds messages."""
    lines = {}
    for path in _files(paths):
        text = path.read_text("utf-8", errors="replace")
        texts = _skill_texts(path, text) if path.suffix == ".jsonl" else [text]
        for text in texts:
            lines.update(dict.fromkeys(lines_of(text)))
    return list(lines)


def _files(paths):
    for path in map(Path, paths):
        yield from sorted(path.rglob("*.md")) if path.is_dir() else [path]


def _skill_texts(path, text):
    for row in filter(None, text.splitlines()):
        skill = json.loads(row)
        if "query" in skill:
            raise SystemExit(f"{path} holds messages; a table must be made from skills alone.")
        yield f"{skill['name']}\n{skill['description']}\n{skill.get('body') or ''}"


def read_terms(paths):
    """Terms by language of word lists: language TAB term TAB glosses. English ones are left out."""
    terms = {}
    for path in paths:
        for row in Path(path).read_text("utf-8").splitlines():
            columns = row.split("\t")
            if len(columns) >= 3 and columns[0] != "en" and not row.startswith("#"):
                terms.setdefault(columns[0], []).append(columns[1])
    return terms


def lines_of_terms(terms, count, generator):
    """Every term alone, and `count` lines of 2 to 7 terms of one language drawn at random."""
    lines = [term for language in sorted(terms) for term in terms[language]]
    for number in range(count if terms else 0):
        language = sorted(terms)[number % len(terms)]
        drawn = generator.choices(terms[language], k=generator.randint(2, 7))
        lines.append((" " if language == "ko" else "").join(drawn))
    return lines


def sample(lines, count, seed):
    """At most `count` of the lines, drawn at random."""
    drawn = list(lines)
    random.Random(seed).shuffle(drawn)
    return drawn[:count]
