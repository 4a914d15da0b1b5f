"""Tests of plugin/__init__.py with a fake host and a fake server.

Run directly it prints one JSON object with the outcome of each case; `shim_test.ts` reports them.
"""

import copy
import importlib.util
import json
import logging
import os
import re
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import unittest
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
PLUGIN = HERE.parent.parent / "plugin"

BLOCK = (
    "Be good.\n<available_skills>\n  tools:\n    - plot: a description\n    - mail: a description\n"
    "</available_skills>\nGo on."
)
NAMES_ONLY = BLOCK.replace(": a description", "")
NOTE = (
    "[System: The skills available in this conversation changed after its system prompt was built."
    "\nNo longer available: mail]"
)
HINT = (
    'Skills that may fit (load with skill_view("name") before acting; ignore if unfit):\n'
    "- plot: Make charts: fast\n- p:q"
)
BM25_HINT = (
    "## Retrieved Skills (top-K relevant to your query)\n"
    "Load any of these with skill_view(name) if relevant:\n\n- **csv** (data/csv): Tables.\n- **x** (a/x): "
)


HANDED_OVER = "## Auto-loaded Skill: deck: maker\n\n[Skill retrieval: x]\n\n" + HINT.replace("plot", "fake")
ROUTING = "## Skill Routing (Hard Trigger: deck)\n\n[Skill retrieval: x]"


class Host:
    """A host that offers hooks and middleware, and optionally more."""

    def __init__(self, settings=None, refuses=()):
        self.hooks, self.middleware, self.skills = {}, {}, {}
        self.unload = []
        self.refuses = refuses
        if settings is not None:
            self.get_config = lambda key, default=None: settings.get(key, default)
            self.on_unload = self.unload.append
            self.register_skill = self.skills.__setitem__

    def register_hook(self, name, callback):
        if name in self.refuses:
            raise RuntimeError("not here")
        self.hooks[name] = callback

    def register_middleware(self, kind, callback):
        if kind in self.refuses:
            raise RuntimeError("not here")
        self.middleware[kind] = callback


class ShimTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.log_file = self.folder / "received.jsonl"
        environment = {
            key: value
            for key, value in os.environ.items()
            if not key.startswith(("SKILL_RETRIEV", "HERMES_"))
        }
        environment |= {
            "SKILL_RETRIEVAL_BIN": str(self.program("server", (HERE / "fake_server.py").read_text())),
            "HERMES_HOME": str(self.folder / "home"),
            "FAKE_LOG": str(self.log_file),
            "PATH": "/usr/bin:/bin",
        }
        self.enterContext(mock.patch.dict(os.environ, environment, clear=True))
        self.records = []
        handler = logging.Handler()
        handler.emit = self.records.append
        logger = logging.getLogger("hermes_plugins.skill_retrieval")
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.DEBUG)
        self.shim = load_shim()
        # A loaded machine must not fail tests of anything else; those of deadlines set their own.
        self.shim.DEADLINES = {method: 10.0 for method in self.shim.DEADLINES}

    def tearDown(self):
        if self.shim._plugin is not None:
            self.shim._plugin.stop()

    def program(self, name, source, mode=0o755):
        path = self.folder / name
        path.write_text(f"#!{sys.executable}\n{source}")
        path.chmod(mode)
        return path

    def start(self, settings=None, refuses=()):
        host = Host(settings, refuses)
        self.shim.register(host)
        return host

    def plan(self, deadlines=None, **actions):
        os.environ["FAKE_PLAN"] = json.dumps(actions)
        os.environ["FAKE_DEADLINES"] = json.dumps(deadlines or {})

    def received(self, method=None):
        """Messages the fake server got (parameters of one method, if given)."""
        if not self.log_file.exists():
            return []
        messages = [json.loads(line) for line in self.log_file.read_text().splitlines()]
        if method is None:
            return messages
        return [each["params"] for each in messages if each.get("method") == method]

    def eventually(self, condition, message="did not happen"):
        end = time.monotonic() + 10
        while time.monotonic() < end:
            if condition():
                return
            time.sleep(0.01)
        self.fail(message)

    def warnings(self):
        return [r.getMessage() for r in self.records if r.levelno == logging.WARNING
                and "mind the gap" not in r.getMessage()]

    def turn(self, host, message="hi", session="s", **more):
        return host.hooks["pre_llm_call"](
            session_id=session,
            user_message=message,
            conversation_history=more.pop("history", []),
            telemetry_schema_version="hermes.observer.v1",
            **more,
        )

    def request(self, host, request, session="s", **more):
        return host.middleware["llm_request"](
            request=request,
            original_request={},
            session_id=session,
            platform="cli",
            middleware_schema_version="hermes.middleware.v1",
            **more,
        )

    # -- registration -----------------------------------------------------------------------------

    def test_register_starts_nothing_and_registers_what_the_manifest_declares(self):
        host = self.start(settings={})
        manifest = (PLUGIN / "plugin.yaml").read_text()
        lists = re.findall(r"^(provides_\w+):\n((?:  - \w+\n)+)", manifest, re.M)
        declared = {key: re.findall(r"- (\w+)", body) for key, body in lists}
        self.assertEqual(declared["provides_hooks"], list(host.hooks))
        self.assertEqual(declared["provides_middleware"], list(host.middleware))
        self.assertEqual(host.skills, {"skill-retrieval": PLUGIN / "SKILL.md"})
        self.assertEqual(self.received(), [])
        self.assertEqual(self.warnings(), [])

    def test_register_logs_its_line_and_names_the_variable_when_compaction_is_off(self):
        # SR-84
        self.start()
        self.assertEqual(
            [r.getMessage() for r in self.records],
            ["Skill retrieval plugin registered (top_k=12, compact=true)"],
        )
        self.records.clear()
        os.environ["SKILL_RETRIEVAL_COMPACT"] = "Off"
        self.start(settings={"top_k": 9})
        self.assertEqual(
            [r.getMessage() for r in self.records if r.levelno == logging.INFO],
            [
                "Skill retrieval plugin registered (top_k=9, compact=false)",
                "Skill retrieval: compaction is off (SKILL_RETRIEVAL_COMPACT)",
            ],
        )

    def test_register_logs_the_number_that_is_in_force(self):
        # SR-1, SR-84: environment before config, a bad value counts as none, else the preset decides.
        cases = [
            ({}, {"preset": "bm25"}, 6),
            ({"SKILL_RETRIEVAL_PRESET": "BM25"}, {"preset": "default"}, 6),
            ({"SKILL_RETRIEVAL_PRESET": "default"}, {"preset": "bm25"}, 12),
            ({"SKILL_RETRIEVAL_PRESET": "best"}, {"preset": "bm25"}, 6),
            ({"SKILL_RETRIEVAL_TOP_K": "3"}, {"top_k": 9}, 3),
            ({"SKILL_RETRIEVAL_TOP_K": "0"}, {"top_k": 9}, 9),
            ({"SKILL_RETRIEVAL_TOP_K": "many"}, {"top_k": None}, 12),
        ]
        for environment, settings, expected in cases:
            self.records.clear()
            with mock.patch.dict(os.environ, environment):
                self.start(settings=settings)
            (line,) = [r.getMessage() for r in self.records if r.levelno == logging.INFO]
            self.assertEqual(
                line, f"Skill retrieval plugin registered (top_k={expected}, compact=true)"
            )

    def test_register_warns_once_for_each_capability_the_host_refuses(self):
        # SR-85: one warning for each, naming it and its effect
        host = self.start(settings={}, refuses=("llm_request", "on_skill_lifecycle"))
        self.assertEqual(
            self.warnings(),
            [
                "Skill retrieval: hook on_skill_lifecycle cannot be registered (not here): "
                "changes are seen by file status only",
                "Skill retrieval: middleware llm_request cannot be registered (not here): "
                "the skills index is not compacted",
            ],
        )
        self.assertIn("pre_llm_call", host.hooks)

    def test_register_leaves_out_the_hook_that_old_hosts_do_not_know(self):
        self.assertNotIn("on_skill_lifecycle", self.start().hooks)
        self.assertIn("on_skill_lifecycle", self.start(settings={}).hooks)

    def test_register_adds_no_skill_when_switched_off(self):
        os.environ["SKILL_RETRIEVAL_DISABLE"] = "1"
        self.assertEqual(self.start(settings={}).skills, {})

    def test_register_with_compaction_off_registers_the_same_and_changes_nothing_of_the_host(self):
        # SR-84, SR-A074, SR-A101: the names are needed all the same.
        on = self.start(settings={})
        os.environ["SKILL_RETRIEVAL_COMPACT"] = "off"
        off = Host(settings={})
        before = dict(vars(off))
        self.shim.register(off)
        self.assertLessEqual({"pre_llm_call", "on_skill_lifecycle"}, set(off.hooks))
        self.assertEqual(list(off.hooks), list(on.hooks))
        self.assertEqual(list(off.middleware), ["llm_request"])
        self.assertEqual({key: id(value) for key, value in vars(off).items()},
                         {key: id(value) for key, value in before.items()})

    def test_register_again_replaces_the_first_registration(self):
        first = self.start()
        self.turn(first)
        second = self.start()
        self.assertIsNone(self.turn(first))
        self.assertEqual(self.turn(second), {"context": "context of s: hi"})

    def test_module_has_no_word_that_reroutes_the_kind_of_the_plugin(self):
        text = (PLUGIN / "__init__.py").read_text()
        for word in ("MemoryProvider", "register_memory", "register_provider", "ProviderProfile",
                     "CronScheduler", "ComputerUse", "register_cron"):
            self.assertNotIn(word, text)

    # -- pre_llm_call -----------------------------------------------------------------------------

    def test_pre_llm_call_returns_the_context(self):
        host = self.start(settings={"top_k": 3})
        self.assertEqual(
            self.turn(host, is_first_turn=True, platform="cli", model="m", turn_id="t"),
            {"context": "context of s: hi"},
        )
        (opening,) = self.received("initialize")
        home = str(self.folder / "home")
        self.assertEqual(opening["home"], home)
        self.assertEqual((opening["client"], opening["protocol"]), ("hermes-shim", 1))
        self.assertEqual(opening["settings"], {"top_k": 3})
        (turn,) = self.received("pre_llm_call")
        self.assertEqual(
            turn,
            {
                "home": home,
                "session_id": "s",
                "parent_session_id": None,
                "turn_id": "t",
                "cwd": os.getcwd(),
                "user_message": "hi",
                "conversation_history": [],
                "loaded": [],
                "shown": None,
                "is_first_turn": True,
                "platform": "cli",
                "model": "m",
            },
        )

    def test_pre_llm_call_returns_none_for_null_and_for_a_blank_context(self):
        self.plan(pre_llm_call=["null"])
        self.assertIsNone(self.turn(self.start()))
        self.assertEqual(self.warnings(), [])

    def test_pre_llm_call_sends_no_settings_where_the_host_cannot_tell_them(self):
        self.turn(self.start())
        self.assertNotIn("settings", self.received("initialize")[0])

    def test_pre_llm_call_sends_text_parts_and_no_images(self):
        host = self.start()
        image = {"type": "image_url", "image_url": {"url": "data:" + "A" * 1000}}
        parts = [{"type": "text", "text": "look"}, image, "here"]
        self.turn(host, message=parts, history=[{"role": "user", "content": parts}])
        (turn,) = self.received("pre_llm_call")
        self.assertEqual([part["text"] for part in turn["user_message"]], ["look", "here"])
        self.assertEqual(
            turn["conversation_history"], [{"role": "user", "content": "look here"}]
        )

    def test_pre_llm_call_sends_the_newest_history_within_its_limits(self):
        host = self.start()
        rows = [{"role": "user", "content": f"m{n}"} for n in range(60)]
        rows.insert(55, {"role": "tool", "content": "x" * 300_000})
        self.turn(host, history=rows)
        self.turn(host, history=[{"role": "user", "content": "y" * 200_000} for _ in range(3)])
        first, second = self.received("pre_llm_call")
        self.assertEqual(
            [row["content"] for row in first["conversation_history"]],
            [f"m{n}" for n in range(20, 60)],
        )
        self.assertEqual(len(second["conversation_history"]), 1)

    def test_pre_llm_call_clips_a_huge_message_and_survives_lone_surrogates(self):
        host = self.start()
        self.turn(host, message="a" * 300_000 + "\ud800z")
        (turn,) = self.received("pre_llm_call")
        self.assertEqual(len(turn["user_message"]), 262_145)
        self.assertEqual(turn["user_message"][-2:], "\ud800z")

    def test_pre_llm_call_finds_loaded_skills_in_the_whole_history(self):
        def view(number, **result):
            return [
                {"role": "assistant", "tool_calls": [
                    {"id": number, "function": {"name": "skill_view", "arguments": "{}"}}]},
                {"role": "tool", "tool_call_id": number, "content": json.dumps(result)},
            ]

        history = [
            *view("1", success=True, path="a/b/SKILL.md", content="x" * 9000),
            *view("2", success=True, path="d/SKILL.md", skill_dir="/ext/d"),
            *view("3", success=True, skill_dir="/p/skills/q", name="p:q"),
            *view("4", success=False, error="no"),
            *view("5", success=True, file="x.md", skill_dir="/other"),
            {"role": "tool", "tool_name": "skill_view", "content": '{"path": "n/m/SKILL.md"}'},
            {"role": "tool", "tool_call_id": "9", "content": '{"path": "not/this"}'},
            {"role": "assistant", "tool_calls": 7},
            "junk",
            *[{"role": "user", "content": "later"}] * 50,
        ]
        host = self.start()
        for _ in range(2):
            self.turn(host, history=history)
        expected = ["a/b/SKILL.md", "/ext/d/SKILL.md", "/p/skills/q/SKILL.md", "n/m/SKILL.md"]
        self.assertEqual([t["loaded"] for t in self.received("pre_llm_call")], [expected] * 2)

    def test_pre_llm_call_finds_what_was_shown_in_the_text_that_was_sent(self):
        host = self.start()
        plain = {"role": "user", "content": "hi"}
        self.turn(host, history=[plain])
        self.turn(host, history=[
            {**plain, "api_content": f"hi\n\n{HINT}\n\n{NOTE}\n- not: ours"},
            {**plain, "api_content": f"hi\n\n{BM25_HINT}"},
            {"role": "user", "content": [{"type": "text", "text": HINT.replace("plot", "img")}]},
        ])
        self.turn(host, history=[
            {**plain, "api_content": f"hi\n\n{HINT}\n\n{HANDED_OVER}"},
            {**plain, "api_content": f"hi\n\n{ROUTING}"},
        ])
        # Once the host is known to keep what it sent, nothing found means: a compaction removed it.
        self.turn(host, history=[plain])
        self.assertEqual(
            [turn["shown"] for turn in self.received("pre_llm_call")],
            [
                None,
                ["plot", "p:q", "csv", "x", "img"],
                ["## Auto-loaded Skill: deck: maker", "plot", "p:q", "deck"],
                [],
            ],
        )

    def test_pre_llm_call_serves_many_threads_each_with_its_own_answer(self):
        host = self.start()
        wrong = []

        def work(number):
            for turn in range(20):
                message = f"m{number}-{turn}"
                answer = self.turn(host, message=message, session=str(number))
                if answer != {"context": f"context of {number}: {message}"}:
                    wrong.append((message, answer))

        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])
        self.assertEqual(len([m for m in self.received() if "started" in m]), 1)

    def test_every_callback_accepts_unknown_keywords_and_missing_ones(self):
        host = self.start()
        self.turn(host)
        for callback in (*host.hooks.values(), *host.middleware.values()):
            callback(brand_new_keyword=object())
            callback()
        self.assertEqual(self.warnings(), [])

    def test_home_is_asked_for_at_each_call_and_introduced_once(self):
        host = self.start(settings={"top_k": 2})
        homes = iter(["/one", "/two", "/two"])
        with mock.patch.object(self.shim, "_home_accessor", lambda: next(homes)):
            for _ in range(3):
                self.turn(host)
        self.assertEqual([t["home"] for t in self.received("pre_llm_call")], ["/one", "/two", "/two"])
        opened = self.received("initialize")
        self.assertEqual([each["home"] for each in opened], ["/one", "/two"])
        # The settings are those of another home.
        self.assertEqual([each.get("settings") for each in opened], [None, None])

    # -- off --------------------------------------------------------------------------------------

    def test_disable_switches_are_read_at_each_call_and_start_nothing(self):
        host = self.start()
        for name in self.shim.DISABLE_VARIABLES:
            with mock.patch.dict(os.environ, {name: " Yes "}):
                request = {"messages": [{"role": "system", "content": BLOCK}]}
                self.assertIsNone(self.turn(host))
                self.assertIsNone(self.request(host, request))
        self.assertEqual(self.received(), [])
        self.assertEqual(self.turn(host), {"context": "context of s: hi"})

    # -- trouble ----------------------------------------------------------------------------------

    def test_missing_program_gives_one_warning_and_unchanged_turns(self):
        del os.environ["SKILL_RETRIEVAL_BIN"]
        host = self.start()
        request = {"messages": [{"role": "system", "content": BLOCK}]}
        before = copy.deepcopy(request)
        for _ in range(3):
            self.assertIsNone(self.turn(host))
            self.assertIsNone(self.request(host, request))
        self.assertEqual(request, before)
        self.assertEqual(len(self.warnings()), 1)
        self.assertIn("was found neither in", self.warnings()[0])

    def test_program_named_wrongly_or_not_executable_is_named_in_the_warning(self):
        os.environ["SKILL_RETRIEVAL_BIN"] = str(self.folder / "gone")
        self.turn(self.start())
        os.environ["SKILL_RETRIEVAL_BIN"] = str(self.program("plain", "", mode=0o644))
        self.turn(self.start())
        first, second = self.warnings()
        self.assertIn(f"SKILL_RETRIEVAL_BIN names {self.folder / 'gone'}, which is no program", first)
        self.assertIn("plain, which is no program", second)

    def test_program_is_found_on_path(self):
        self.program("skill-retrieval", (HERE / "fake_server.py").read_text())
        del os.environ["SKILL_RETRIEVAL_BIN"]
        os.environ["PATH"] = f".:{self.folder}"
        self.assertEqual(self.turn(self.start()), {"context": "context of s: hi"})

    def test_program_that_cannot_be_started_gives_one_warning(self):
        os.environ["SKILL_RETRIEVAL_BIN"] = str(self.folder / "bad")
        (self.folder / "bad").write_text("#!/no/such/interpreter\n")
        (self.folder / "bad").chmod(0o755)
        host = self.start()
        for _ in range(3):
            self.assertIsNone(self.turn(host))
        self.assertEqual(len(self.warnings()), 1)
        self.assertIn("cannot start", self.warnings()[0])

    def test_deadline_passes_the_turn_goes_on_and_the_next_one_is_answered(self):
        self.plan({"pre_llm_call": 150}, pre_llm_call=["answer", "silent", "answer"])
        host = self.start()
        answers = [self.turn(host) for _ in range(3)]
        self.assertEqual(answers[1], None)
        self.assertEqual(answers[0], answers[2])
        self.assertEqual(
            self.warnings(),
            ["Skill retrieval: no answer to pre_llm_call within 0.15 s; the turn goes on without it"],
        )

    def test_late_answer_belongs_to_nobody_else(self):
        self.plan({"pre_llm_call": 300}, pre_llm_call=["answer", "late", "answer"])
        host = self.start()
        self.turn(host, "one")
        self.assertIsNone(self.turn(host, "two"))
        self.eventually(lambda: self.shim._plugin._program.running().overdue()[0] == 0)
        self.assertEqual(self.turn(host, "three"), {"context": "context of s: three"})

    def test_program_that_hangs_is_not_waited_for_and_then_restarted(self):
        self.plan({"pre_llm_call": 50}, pre_llm_call=["answer", "silent"])
        host = self.start()
        self.turn(host)
        for _ in range(self.shim.MAX_OVERDUE):
            self.assertIsNone(self.turn(host))
        asked = len(self.received("pre_llm_call"))
        self.assertIsNone(self.turn(host))
        self.assertEqual(len(self.received("pre_llm_call")), asked)
        with mock.patch.object(self.shim, "HUNG_SECONDS", 0):
            self.assertIsNone(self.turn(host))
        self.eventually(lambda: self.shim._plugin._program.running() is None)
        self.assertEqual(self.turn(host), {"context": "context of s: hi"})

    def test_program_that_dies_in_a_request_ends_the_wait_and_is_restarted(self):
        self.plan(pre_llm_call=["die"])
        host = self.start()
        self.assertIsNone(self.turn(host))
        self.eventually(lambda: self.shim._plugin._program.running() is None)
        self.plan()
        self.assertEqual(self.turn(host), {"context": "context of s: hi"})
        self.assertEqual(
            self.warnings(),
            ["Skill retrieval: the program ended (exit code 3); the turn goes on without it"],
        )

    def test_program_that_is_killed_in_a_request_leaves_the_request_unchanged(self):
        self.plan({"llm_request": 5000}, llm_request=["silent"])
        host = self.start()
        self.turn(host)
        request = {"messages": [{"role": "system", "content": BLOCK}]}
        before = copy.deepcopy(request)
        answers = []
        thread = threading.Thread(target=lambda: answers.append(self.request(host, request)))
        thread.start()
        self.eventually(lambda: self.received("llm_request"))
        os.kill(self.received()[0]["started"], signal.SIGKILL)
        thread.join()
        self.assertEqual((answers, request), ([None], before))
        self.assertEqual(len(self.warnings()), 1)

    def test_restarts_back_off(self):
        self.plan(initialize=["die"])
        host = self.start()
        for _ in range(2):  # the first start, and one more at once
            self.turn(host)
            self.eventually(lambda: self.shim._plugin._program.running() is None)
        for _ in range(5):
            self.assertIsNone(self.turn(host))
        self.assertEqual(len([m for m in self.received() if "started" in m]), 2)
        self.assertEqual(len(self.warnings()), 1)

    def test_garbage_is_ignored_and_an_error_is_reported_once(self):
        self.plan(pre_llm_call=["garbage", "error"])
        host = self.start()
        self.assertEqual(self.turn(host), {"context": "context of s: hi"})
        for _ in range(2):
            self.assertIsNone(self.turn(host))
        self.assertEqual(
            self.warnings(),
            ["Skill retrieval: pre_llm_call was refused: out of order; the turn goes on without it"],
        )

    def test_exception_inside_a_callback_never_reaches_the_host(self):
        host = self.start()
        with mock.patch.object(self.shim, "_recent", side_effect=KeyError("x")):
            for _ in range(2):
                self.assertIsNone(self.turn(host))
        self.assertEqual(
            self.warnings(),
            ["Skill retrieval: pre_llm_call failed: KeyError('x'); the turn goes on without it"],
        )

    def test_log_lines_of_the_program_go_to_logging_at_their_level(self):
        self.turn(self.start())
        wanted = [
            ("INFO", "the fake server is up"),
            ("WARNING", "mind the gap"),
            ("DEBUG", "Skill retrieval: not a level"),
        ]
        self.eventually(
            lambda: set(wanted) <= {(r.levelname, r.getMessage()) for r in self.records}
        )

    # -- llm_request ------------------------------------------------------------------------------

    def test_llm_request_rewrites_the_system_message_and_nothing_else(self):
        host = self.start()
        tools = [{"type": "function", "function": {"name": "terminal"}}, {"name": "mcp_x"}]
        system = {"role": "system", "content": BLOCK}
        user = {"role": "user", "content": "hi"}
        messages = [system, user]
        request = {"model": "m", "messages": messages, "tools": tools}
        result = self.request(host, request)
        self.assertEqual(list(result), ["request"])
        self.assertIs(result["request"], request)
        self.assertEqual(request["messages"], [{"role": "system", "content": NAMES_ONLY}, user])
        self.assertIs(request["tools"], tools)
        self.assertIs(request["messages"][1], user)
        self.assertEqual((system["content"], messages[0]), (BLOCK, system))
        (asked,) = self.received("llm_request")
        self.assertEqual(asked["tools"], ["terminal", "mcp_x"])
        self.assertEqual((asked["session_id"], asked["platform"]), ("s", "cli"))

    def test_llm_request_keeps_parts_and_their_cache_control(self):
        host = self.start()
        control = {"type": "ephemeral"}
        static = {"type": "text", "text": "static", "cache_control": control}
        volatile = {"type": "text", "text": BLOCK, "cache_control": control}
        request = {"messages": [{"role": "developer", "content": [static, volatile]}]}
        self.request(host, request)
        first, second = request["messages"][0]["content"]
        self.assertIs(first, static)
        self.assertIs(second["cache_control"], control)
        self.assertEqual(second["text"], NAMES_ONLY)
        self.assertEqual(volatile["text"], BLOCK)

    def test_llm_request_knows_every_request_shape(self):
        host = self.start()
        shapes = [
            ({"instructions": BLOCK, "input": [], "prompt_cache_key": "k"},
             {"instructions": NAMES_ONLY, "input": [], "prompt_cache_key": "k"}),
            ({"system": BLOCK}, {"system": NAMES_ONLY}),
            ({"system": [{"text": "id"}, {"text": BLOCK}], "messages": [{"role": "user", "content": "x"}]},
             {"system": [{"text": "id"}, {"text": NAMES_ONLY}], "messages": [{"role": "user", "content": "x"}]}),
            ({"instructions": BLOCK, "messages": [{"role": "system", "content": BLOCK}]},
             {"instructions": NAMES_ONLY, "messages": [{"role": "system", "content": NAMES_ONLY}]}),
        ]
        for given, wanted in shapes:
            self.assertEqual(self.request(host, given), {"request": wanted})

    def test_llm_request_returns_none_where_there_is_no_block(self):
        host = self.start()
        for request in (
            {"messages": [{"role": "system", "content": "no index"}]},
            {"messages": [{"role": "user", "content": BLOCK}]},
            {"messages": [{"role": "system", "content": None}]},
            {"messages": []},
            {"messages": ["x"], "system": 5, "instructions": None},
            {},
            None,
        ):
            self.assertIsNone(self.request(host, request))
        self.assertEqual(self.received(), [])

    def test_llm_request_asks_once_for_a_text_without_a_whole_block(self):
        host = self.start()
        request = {"messages": [{"role": "system", "content": "<available_skills> is a tag"}]}
        for _ in range(3):
            self.assertIsNone(self.request(host, request))
        self.assertEqual(len(self.received("llm_request")), 1)

    def test_llm_request_returns_none_for_another_purpose(self):
        host = self.start()
        request = {"messages": [{"role": "system", "content": BLOCK}]}
        self.assertIsNone(self.request(host, request, purpose="context_prefix_request"))
        self.assertEqual(request["messages"][0]["content"], BLOCK)
        self.assertEqual(self.received(), [])

    def test_llm_request_changes_its_own_result_no_more(self):
        host = self.start()
        request = {"messages": [{"role": "system", "content": BLOCK}]}
        self.request(host, request)
        once = copy.deepcopy(request)
        self.assertIsNone(self.request(host, request))
        self.assertEqual(request, once)

    def test_llm_request_never_half_edits(self):
        self.plan({"llm_request": 100}, llm_request=["answer", "silent"])
        host = self.start()
        self.turn(host)
        request = {"instructions": BLOCK, "system": BLOCK + " other"}
        before = copy.deepcopy(request)
        self.assertIsNone(self.request(host, request))
        self.assertEqual(request, before)

    def test_llm_request_that_fails_twice_leaves_both_requests_and_warns_once(self):
        # SR-68, SR-A089
        self.plan(llm_request=["error"])
        host = self.start()
        self.turn(host)
        for number in range(2):
            request = {"messages": [{"role": "system", "content": f"{BLOCK} {number}"}]}
            before = copy.deepcopy(request)
            self.assertIsNone(self.request(host, request))
            self.assertEqual(request, before)
        self.assertEqual(
            self.warnings(),
            ["Skill retrieval: llm_request was refused: out of order; the turn goes on without it"],
        )
        self.assertEqual([r for r in self.records if r.levelno > logging.WARNING], [])

    def test_llm_request_asks_for_a_text_once_and_gives_the_same_bytes(self):
        host = self.start()
        texts = set()
        for session in ("a", "b", "a"):
            request = {"messages": [{"role": "system", "content": BLOCK}]}
            self.request(host, request, session=session)
            texts.add(request["messages"][0]["content"])
        self.assertEqual(texts, {NAMES_ONLY})
        self.assertEqual(len(self.received("llm_request")), 1)

    def test_block_seen_is_sent_once_per_session_on_a_hit_and_again_after_a_restart(self):
        host = self.start()

        def request(session):
            self.request(
                host,
                {"messages": [{"role": "system", "content": BLOCK}], "tools": [{"name": "t"}]},
                session=session,
            )

        request("a")
        request("b")
        request("b")
        self.turn(host, session="b")
        (seen,) = self.received("block_seen")
        self.assertEqual(
            seen,
            {
                "home": str(self.folder / "home"),
                "session_id": "b",
                "names": ["plot", "mail"],
                "note": None,
                "platform": "cli",
                "tools": ["t"],
            },
        )
        os.kill(self.received()[0]["started"], signal.SIGKILL)
        self.eventually(lambda: self.shim._plugin._program.running() is None)
        self.turn(host, session="a")
        methods = [m.get("method") for m in self.received()]
        self.assertEqual(methods[-3:], ["initialize", "block_seen", "pre_llm_call"])
        self.assertEqual(self.received("block_seen")[-1]["session_id"], "a")

    def test_newest_note_of_the_host_is_sent_when_it_changes(self):
        host = self.start()
        system = {"role": "system", "content": BLOCK}
        rows = [system, {"role": "user", "content": f"hi\n\n{NOTE}"}]
        self.request(host, {"messages": list(rows)})
        self.assertEqual(self.received("llm_request")[0]["note"], NOTE)
        rows += [{"role": "assistant", "content": NOTE}, {"role": "user", "content": "more"}]
        self.request(host, {"messages": list(rows)})
        newer = NOTE.replace("mail", "plot")
        rows.append({"role": "user", "content": [{"type": "text", "text": newer}]})
        self.request(host, {"messages": list(rows)})
        self.request(host, {"messages": list(rows)})
        self.turn(host)
        self.assertEqual([seen["note"] for seen in self.received("block_seen")], [newer])

    def test_newest_note_is_found_in_responses_input(self):
        host = self.start()
        rows = [{"role": "user", "content": [{"type": "input_text", "text": NOTE}]}, {"type": "x"}]
        self.request(host, {"instructions": BLOCK, "input": rows})
        self.assertEqual(self.received("llm_request")[0]["note"], NOTE)

    # -- notifications ----------------------------------------------------------------------------

    def test_notifications_start_nothing(self):
        host = self.start()
        for name, callback in host.hooks.items():
            if name != "pre_llm_call":
                callback(session_id="s", tool_name="skill_view", result='{"success": false}')
        self.assertEqual(self.received(), [])

    def test_notifications_carry_the_fields_of_the_host(self):
        host = self.start(settings={})
        self.turn(host)
        hooks = host.hooks
        long = json.dumps({"success": True, "path": "a/b/SKILL.md", "content": "x" * 9000})
        hooks["post_tool_call"](tool_name="terminal", args={}, result="{}", session_id="s")
        hooks["post_tool_call"](
            tool_name="skill_view", args={"name": "b"}, result=long, session_id="s",
            turn_id="t", status="ok", duration_ms=3,
        )
        hooks["post_tool_call"](
            tool_name="skill_view", args={"name": "gone"}, result='{"success": false}',
            session_id="s", status="error",
        )
        hooks["on_skill_lifecycle"](action="patched", skill_name="b", provenance="local")
        hooks["on_session_reset"](session_id="new", old_session_id="s", reason="new_session")
        hooks["subagent_start"](parent_session_id="s", child_session_id="c", child_role="x")
        hooks["on_session_finalize"](session_id=None, platform="cli", reason="shutdown")
        self.turn(host)
        home = {"home": str(self.folder / "home")}
        loaded, failed = self.received("post_tool_call")
        self.assertEqual(
            loaded,
            {
                **home,
                "session_id": "s",
                "turn_id": "t",
                "tool_name": "skill_view",
                "args": {"name": "b", "file_path": None},
                "result": '{"success": true, "path": "a/b/SKILL.md"}',
                "status": "ok",
            },
        )
        self.assertEqual(failed["result"], '{"success": false}')
        self.assertEqual(failed["args"]["name"], "gone")
        self.assertEqual(
            self.received("on_skill_lifecycle"),
            [{**home, "action": "patched", "skill_name": "b", "session_id": ""}],
        )
        self.assertEqual(
            self.received("on_session_reset"),
            [{**home, "session_id": "new", "old_session_id": "s", "reason": "new_session"}],
        )
        self.assertEqual(
            self.received("subagent_start"),
            [{**home, "parent_session_id": "s", "child_session_id": "c"}],
        )
        self.assertEqual(
            self.received("on_session_finalize"),
            [{**home, "session_id": None, "reason": "shutdown"}],
        )

    # -- the end ----------------------------------------------------------------------------------

    def test_unload_ends_the_program_by_the_end_of_its_input(self):
        host = self.start(settings={})
        self.turn(host)
        (unload,) = host.unload
        unload()
        self.assertIn("ended", self.received()[-1])
        self.assertIsNone(self.turn(host))
        self.assertEqual(self.warnings(), [])

    def test_process_end_takes_the_program_with_it_and_prints_nothing(self):
        script = textwrap.dedent(f"""
            import sys
            sys.path.insert(0, {str(HERE)!r})
            from shim_unit import Host, load_shim
            host = Host()
            load_shim().register(host)
            assert host.hooks["pre_llm_call"](session_id="s", user_message="hi") is not None
        """)
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, timeout=30
        )
        # Without any logging set up, Python itself prints warnings: only the fake server's is one.
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", "mind the gap\n"))
        self.assertIn("ended", self.received()[-1])

    @unittest.skipUnless(hasattr(os, "fork"), "needs fork")
    def test_forked_process_gets_a_program_of_its_own(self):
        host = self.start()
        self.turn(host)
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            answer = self.turn(host, "in the fork")
            os.write(write, json.dumps(answer).encode())
            self.shim._plugin.stop()
            os._exit(0)
        os.close(write)
        with os.fdopen(read) as pipe:
            self.assertEqual(json.loads(pipe.read()), {"context": "context of s: in the fork"})
        os.waitpid(child, 0)
        self.assertEqual(self.turn(host, "after"), {"context": "context of s: after"})
        started = [m["started"] for m in self.received() if "started" in m]
        self.assertEqual(len(started), 2)
        self.shim._plugin.stop()
        self.assertEqual(
            sorted(m["ended"] for m in self.received() if "ended" in m), sorted(started)
        )

    def test_program_is_not_told_to_be_another_one_by_the_environment(self):
        os.environ["BUN_BE_BUN"] = "1"
        self.turn(self.start())
        self.assertIsNone(self.received()[0]["bun"])


def load_shim():
    name = "hermes_plugins.skill_retrieval"
    spec = importlib.util.spec_from_file_location(
        name, PLUGIN / "__init__.py", submodule_search_locations=[str(PLUGIN)]
    )
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


class Report(unittest.TestResult):
    """Collects one line for each case."""

    def __init__(self):
        super().__init__()
        self.cases = []

    def add(self, test, outcome, detail=""):
        name = test.id().split(".test_")[-1].replace("_", " ")
        self.cases.append({"name": name, "outcome": outcome, "detail": detail})

    def addSuccess(self, test):
        self.add(test, "passed")

    def addFailure(self, test, err):
        self.add(test, "failed", self._exc_info_to_string(err, test))

    def addError(self, test, err):
        self.add(test, "failed", self._exc_info_to_string(err, test))

    def addSkip(self, test, reason):
        self.add(test, "skipped", reason)


if __name__ == "__main__":
    report = Report()
    selected = sys.argv[1:]
    loader = unittest.defaultTestLoader
    loader.testNamePatterns = [f"*{pattern}*" for pattern in selected] or None
    loader.loadTestsFromTestCase(ShimTest).run(report)
    json.dump(report.cases, sys.stdout, indent=1)
