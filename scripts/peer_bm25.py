"""A plain inverted BM25 index in Python, as a peer for scripts/bench_peers.ts.

The formula is that of preset ``bm25`` (SR-8, SR-41); the tokenizer is its rule simplified: lower-case
words, CJK runs as bigrams. It is measured twice: computing weights while it answers (the plain index that
DESIGN §7 compares with), and with all weights computed beforehand, as preset ``bm25`` has them.

Standard input: one JSON object ``{"documents": [text], "queries": [text], "top": n, "seconds": s}``.
Standard output: one JSON object with milliseconds, ``{"plain": {"build_ms": [...], "query_ms": [...]},
"weighed": {...}}``.
"""

import heapq
import json
import math
import re
import sys
import time

K1 = 1.5
B = 0.75
MINIMUM_BUILDS = 3
CJK = "\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3"
TOKEN = re.compile(rf"[{CJK}]+|[^\W{CJK}]+")
CJK_START = re.compile(rf"[{CJK}]")


def tokens(text):
    for match in TOKEN.findall(text.lower()):
        if len(match) > 2 and CJK_START.match(match):
            for at in range(len(match) - 1):
                yield match[at : at + 2]
        else:
            yield match


class Index:
    """Postings by term: lists of (document, frequency)."""

    def __init__(self, documents):
        self.postings = {}
        lengths = []
        for number, text in enumerate(documents):
            counts = {}
            length = 0
            for token in tokens(text):
                counts[token] = counts.get(token, 0) + 1
                length += 1
            lengths.append(length)
            for token, count in counts.items():
                self.postings.setdefault(token, []).append((number, count))
        total = len(documents)
        average = sum(lengths) / total or 1
        self.norms = [K1 * (1 - B + B * length / average) for length in lengths]
        self.idf = {
            token: math.log(1 + (total - len(postings) + 0.5) / (len(postings) + 0.5))
            for token, postings in self.postings.items()
        }

    def search(self, query, top):
        norms = self.norms
        scores = {}
        for token in dict.fromkeys(tokens(query)):
            idf = self.idf.get(token)
            if idf is None:
                continue
            for number, count in self.postings[token]:
                weight = idf * count * (K1 + 1) / (count + norms[number])
                scores[number] = scores.get(number, 0.0) + weight
        return best(scores, top)


class WeighedIndex(Index):
    """The same with the weight of every posting computed when the index is built."""

    def __init__(self, documents):
        super().__init__(documents)
        self.weights = {
            token: [
                (number, self.idf[token] * count * (K1 + 1) / (count + self.norms[number]))
                for number, count in postings
            ]
            for token, postings in self.postings.items()
        }

    def search(self, query, top):
        scores = {}
        for token in dict.fromkeys(tokens(query)):
            for number, weight in self.weights.get(token, ()):
                scores[number] = scores.get(number, 0.0) + weight
        return best(scores, top)


def best(scores, top):
    return heapq.nlargest(top, scores.items(), key=lambda item: item[1])


def measure(kind, documents, queries, top, seconds):
    clock = time.perf_counter
    build_ms = []
    end = clock() + seconds
    while len(build_ms) < MINIMUM_BUILDS or clock() < end:
        start = clock()
        index = kind(documents)
        build_ms.append((clock() - start) * 1000)
    for query in queries:
        index.search(query, top)
    query_ms = []
    end = clock() + seconds
    while not query_ms or clock() < end:
        for query in queries:
            start = clock()
            index.search(query, top)
            query_ms.append((clock() - start) * 1000)
    return {"build_ms": build_ms, "query_ms": query_ms}


def main():
    task = json.load(sys.stdin)
    arguments = [task[name] for name in ("documents", "queries", "top", "seconds")]
    answer = {"plain": measure(Index, *arguments), "weighed": measure(WeighedIndex, *arguments)}
    json.dump(answer, sys.stdout)


main()
