/** Bytes of small static tables (docs/dense.md "File format"), as `scripts/distil/table.py` writes them. */
import { crc32 } from "node:zlib";

/** One piece of a table. */
export interface TestPiece {
  text: string;
  /** Log probability. */
  score: number;
  /** Components as signed bytes. */
  vector: number[];
  /** @default 1 */
  scale?: number;
}

interface Node {
  piece: number;
  children: Map<number, Node>;
}

/** The bytes of a table. */
export function tableBytes(pieces: readonly TestPiece[], name = "test"): Uint8Array {
  const root: Node = { piece: 0, children: new Map() };
  pieces.forEach(({ text }, number) => {
    let node = root;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      const next = node.children.get(unit) ?? { piece: 0, children: new Map() };
      node.children.set(unit, next);
      node = next;
    }
    node.piece = number + 1;
  });
  const nodes = [root];
  const labels = [0];
  const first: number[] = [];
  for (const { children } of nodes) {
    first.push(nodes.length);
    for (const [unit, child] of [...children].sort(([a], [b]) => a - b)) {
      nodes.push(child);
      labels.push(unit);
    }
  }
  first.push(nodes.length);
  const about = new TextEncoder().encode(JSON.stringify({ name }));
  const sections = [
    about,
    bytesOf(Uint32Array.from(first)),
    bytesOf(Uint16Array.from(labels)),
    bytesOf(Uint32Array.from(nodes, ({ piece }) => piece)),
    bytesOf(Float32Array.from(pieces, ({ score }) => score)),
    bytesOf(Float32Array.from(pieces, ({ scale }) => scale ?? 1)),
    bytesOf(Int8Array.from(pieces.flatMap(({ vector }) => vector))),
  ];
  const body = new Uint8Array(sections.reduce((sum, { length }) => sum + padded(length), 0));
  let at = 0;
  sections.forEach((section) => {
    body.set(section, at);
    at += padded(section.length);
  });
  const bytes = new Uint8Array(64 + body.length);
  const header = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode("SKRTABLE"));
  [1, pieces[0]?.vector.length ?? 0, pieces.length, nodes.length].forEach((word, index) =>
    header.setUint32(8 + 4 * index, word, true)
  );
  header.setFloat32(24, Math.min(...pieces.map(({ score }) => score)) - 10, true);
  header.setUint32(28, about.length, true);
  header.setUint32(32, crc32(body), true);
  bytes.set(body, 64);
  return bytes;
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}

function bytesOf({ buffer }: { buffer: ArrayBufferLike }): Uint8Array {
  return new Uint8Array(buffer as ArrayBuffer);
}
