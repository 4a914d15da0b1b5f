"""Writes the file that SKILL_RETRIEVAL_VECTORS names (format: docs/dense.md "File format")."""

import json
import struct
import sys
import zlib
from array import array

MAGIC = b"SKRTABLE"
VERSION = 1
HEADER_BYTES = 64


def build_trie(pieces):
    """Nodes in breadth-first order: first children (one entry more), labels, piece numbers + 1."""
    children = [{}]
    ends = [0]
    for number, piece in enumerate(pieces):
        node = 0
        for code in array("H", piece.encode("utf-16-" + sys.byteorder[0] + "e")):
            following = children[node].get(code)
            if following is None:
                following = children[node][code] = len(children)
                children.append({})
                ends.append(0)
            node = following
        ends[node] = number + 1
    order, labels, first = [0], [0], []
    for node in order:
        first.append(len(order))
        for code, child in sorted(children[node].items()):
            order.append(child)
            labels.append(code)
    first.append(len(order))
    return first, labels, [ends[node] for node in order]


def write_table(path, pieces, scores, unknown, scales, vectors, dimensions, about):
    """Writes a table.

    pieces: texts; scores: log probabilities; unknown: that of an unknown character; scales, vectors:
    component = scale * signed byte, vectors being len(pieces) * dimensions bytes; about: plain data.
    """
    first, labels, ends = build_trie(pieces)
    sections = [
        json.dumps(about, ensure_ascii=False, sort_keys=True).encode(),
        _little("I", first),
        _little("H", labels),
        _little("I", ends),
        _little("f", scores),
        _little("f", scales),
        bytes(vectors),
    ]
    about_bytes = len(sections[0])
    # Spaces are no harm to JSON, zeros none to the rest.
    sections[0] += b" " * (-about_bytes % 4)
    body = b"".join(section + bytes(-len(section) % 4) for section in sections)
    header = struct.pack(
        "<8sIIIIfII", MAGIC, VERSION, dimensions, len(pieces), len(labels), unknown,
        len(sections[0]), zlib.crc32(body),
    )
    with open(path, "wb") as file:
        file.write(header.ljust(HEADER_BYTES, b"\0") + body)


def _little(kind, values):
    numbers = array(kind, values)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()
