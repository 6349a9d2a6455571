#!/usr/bin/env python3
"""A specimen of an external engine: the contract of docs/engines.md, and nothing of biometrics.

IT LOOKS AT NO FACE. It compares the sizes of files, so that tests can foretell what it says:

  match      similarity is the smaller size over the larger, the threshold 0.5;
             one file sent twice is inconclusive
  liveness   the score is how many sizes there are, over all frames, the threshold 0.75;
             from 0.5 on it is inconclusive

To make an engine of it, replace match() and liveness(). Python's standard library is enough.
"""
import argparse
import base64
import http.server
import json
import ssl
import sys

OURS = {"contract": 1, "engine": "specimen-engine", "version": "1"}
LONGEST = 80 << 20  # of a request: 52 MiB of images in base64, and some


def match(reference, probe):
    if reference == probe:
        return {"decision": "inconclusive", "reason": "one file, sent twice"}
    smaller, larger = sorted([len(reference), len(probe)])
    decision = "match" if smaller / larger >= 0.5 else "no_match"
    return {"similarity": smaller / larger, "threshold": 0.5, "decision": decision}


def liveness(frames, actions):  # a real one looks for the actions, in their order
    score = len(set(map(len, frames))) / len(frames)
    decision = "live" if score >= 0.75 else "inconclusive" if score >= 0.5 else "spoof"
    return {"score": score, "threshold": 0.75, "decision": decision}


def image(part):
    return base64.b64decode(part["base64"], validate=True)


QUESTIONS = {
    "/v1/match": lambda asked: match(image(asked["reference"]), image(asked["probe"])),
    "/v1/liveness": lambda asked: liveness(list(map(image, asked["frames"])), asked["actions"]),
}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # so that connections are kept
    disable_nagle_algorithm = True

    def do_GET(self):
        found = self.path == "/v1/engine"
        self.answer(200 if found else 404, OURS | {"can": ["match", "liveness"]})

    def do_POST(self):
        length = int(self.headers.get("Content-Length", LONGEST + 1))
        if length > LONGEST:
            self.close_connection = True
            return self.answer(413)
        body = self.rfile.read(length)
        try:
            asked = json.loads(body)
            if asked["contract"] != OURS["contract"]:
                return self.answer(400)
            said = QUESTIONS[self.path](asked)
            self.answer(200, OURS | {"requestId": asked["requestId"]} | said)
        except (ArithmeticError, KeyError, TypeError, ValueError):
            self.answer(400)

    def answer(self, status, content=None):
        if SECRET and self.headers.get("Authorization") != "Bearer " + SECRET:
            status, content = 401, None
        body = json.dumps(content or {}).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    log_message = lambda *_: None  # nothing of a request belongs into a log


flags = argparse.ArgumentParser(description="A specimen of an external engine. It looks at no face.")
flags.add_argument("--port", type=int, default=8099)
flags.add_argument("--secret-file", type=argparse.FileType())
flags.add_argument("--certificate", help="PEM, with its key: it speaks TLS")
given = flags.parse_args()
SECRET = given.secret_file.read().strip() if given.secret_file else None
server = http.server.ThreadingHTTPServer(("127.0.0.1", given.port), Handler)
if given.certificate:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(given.certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
print("A SPECIMEN, NO BIOMETRIC ENGINE: it compares the sizes of files.", file=sys.stderr)
print(f"{'https' if given.certificate else 'http'}://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
