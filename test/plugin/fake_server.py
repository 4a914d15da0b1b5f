"""Stands in for `skill-retrieval serve` in the tests of the shim.

FAKE_LOG   file to which every received line is appended
FAKE_PLAN  JSON: method -> list of actions, one for each call, the last one repeated;
           actions: "answer", "silent", "die", "error", "garbage", "null", "late"
FAKE_DEADLINES  JSON: deadlines of the answer to `initialize`
"""

import json
import os
import sys
import threading
import time

plan = json.loads(os.environ.get("FAKE_PLAN", "{}"))
deadlines = json.loads(os.environ.get("FAKE_DEADLINES", "{}"))
lock = threading.Lock()


def record(line):
    with open(os.environ["FAKE_LOG"], "a", encoding="utf-8") as log:
        log.write(line + "\n")


def write(text):
    with lock:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()


def result_of(method, params):
    if method == "initialize":
        return {"name": "fake", "version": "0", "protocol": 1, "deadlines_ms": deadlines}
    if method == "pre_llm_call":
        return {"context": f"context of {params['session_id']}: {params['user_message']}"}
    if method == "llm_request":
        text = params["text"]
        if "</available_skills>" not in text:
            return None
        return {"text": text.replace(": a description", ""), "names": ["plot", "mail"]}
    return {}


record(json.dumps({"started": os.getpid(), "bun": os.environ.get("BUN_BE_BUN")}))
sys.stderr.write("INFO the fake server is up\nWARNING mind the gap\nnot a level\n")
sys.stderr.flush()

for line in sys.stdin:
    record(line.strip())
    message = json.loads(line)
    method, number = message["method"], message.get("id")
    actions = plan.get(method, ["answer"])
    action = actions.pop(0) if len(actions) > 1 else actions[0]
    if action == "die":
        os._exit(3)
    if number is None or action == "silent":
        continue
    if action == "garbage":
        write("}{ no JSON")
        write("[1]")
        write('{"jsonrpc":"2.0","id":"unknown","result":{}}')
    answer = {"jsonrpc": "2.0", "id": number}
    if action == "error":
        answer["error"] = {"code": -32603, "message": "out of order"}
    else:
        answer["result"] = None if action == "null" else result_of(method, message["params"])
    if action == "late":
        time.sleep(0.6)
    write(json.dumps(answer))

record(json.dumps({"ended": os.getpid()}))
