"""Skill retrieval for Hermes Agent: the thin side of it.

The work is done by one resident program, ``skill-retrieval serve``, which speaks JSON-RPC over its
standard streams, one object a line. This module connects it to the host's hooks:

* ``llm_request`` replaces the skills index of a request by its names;
* ``pre_llm_call`` asks for the skills that fit the user's message and hands them to the host;
* the other hooks tell the program what was loaded, changed or ended.

Whatever goes wrong (no program, a program that dies, hangs or talks nonsense), the turn goes on as
if this plugin were not there, and one warning for each kind of failure says so.

Standard library only, Python 3.11 and newer; of the host nothing is imported but the accessor of
the active home. Callbacks may run on any thread, for many sessions at a time, and inside a plugin
host process.
"""

from __future__ import annotations

import atexit
import functools
import itertools
import json
import logging
import os
import re
import subprocess
import threading
import time
from collections import OrderedDict
from pathlib import Path
from queue import SimpleQueue

logger = logging.getLogger(__name__)

PROTOCOL_VERSION = 1
DISABLE_VARIABLES = (
    "SKILL_RETRIEVAL_DISABLE",
    "HERMES_DISABLE_SKILL_RETRIEVAL",
    "SKILL_RETRIEVER_DISABLE",
)
# Keys below plugins.entries.skill-retrieval.settings, sent to the program as they are.
SETTING_KEYS = (
    "preset",
    "top_k",
    "inject_k",
    "compact",
    "compact_style",
    "uncaptured",
    "gate",
    "max_chars",
    "triggers",
    "autoload",
    "autoload_max",
    "ignore",
    "lexicon",
    "synonyms",
    "text_weight",
    "synonym_weight",
    "dense_weight",
    "fusion_k",
    "synonym_token",
    "synonym_phrase",
    "vectors",
    "embedding_model",
    "embedding_batch_size",
)

# Seconds to wait for an answer until the program has said how long it wants to be waited for.
DEADLINES = {"pre_llm_call": 1.0, "llm_request": 0.25}
# Seconds between a failure and the next start, by number of failures in a row.
RESTART_DELAYS = (0.0, 1.0, 5.0, 30.0, 60.0)
# A program that ran this long was healthy: failures are counted anew.
HEALTHY_SECONDS = 60.0
# With this many answers overdue nobody waits any more until one of them arrives …
MAX_OVERDUE = 3
# … and after this many seconds without any the program is taken for hung.
HUNG_SECONDS = 60.0
EXIT_SECONDS = 1.0

MAX_REWRITES = 64
MAX_SESSIONS = 256
MAX_VIEWS = 512
MAX_HISTORY_MESSAGES = 40
MAX_HISTORY_BYTES = 256 * 1024
MAX_MESSAGE_CHARACTERS = 256 * 1024

BLOCK_TAG = "<available_skills"
NOTE_START = (
    "[System: The skills available in this conversation changed after its system prompt was built."
)
# First words of the blocks this plugin injects, and how a line of each names its skill.
BLOCK_ROWS = (
    ("Skills that may fit (load with ", re.compile(r"- (.+?)(?:: .*)?$")),
    ("## Retrieved Skills (top-K", re.compile(r"- \*\*(.+?)\*\* \(.*\): ")),
)
# A hard trigger's hint for one skill, and the heading over the text of one that was handed over.
ROUTING_LINE = re.compile(r"^## Skill Routing \(Hard Trigger: (.+)\)$", re.M)
AUTOLOAD_LINE = re.compile(r"^## Auto-loaded Skill: .+$", re.M)


def register(ctx):
    """Called by the host once per load; returns at once and starts nothing."""
    global _plugin
    if _plugin is not None:
        _plugin.stop()
    _plugin = _Plugin(ctx)
    _plugin.attach(ctx)


class _Unavailable(Exception):
    """There is no program to ask right now; whoever knew why has warned already."""


class _Reply:
    """One awaited answer."""

    __slots__ = ("event", "message", "overdue_since", "then")

    def __init__(self, then=None):
        self.event = threading.Event()
        self.message = None
        self.overdue_since = None
        self.then = then


class _Child:
    """One run of the program, with everything that is on its way to and from it.

    Three threads of its own: one starts the program and writes to it (a full pipe must never block
    an agent), one reads answers, one reads its log.
    """

    def __init__(self, binary, on_end):
        self.homes = set()
        self.deadlines = dict(DEADLINES)
        self.started = time.monotonic()
        self.ended = False
        self._binary = binary
        self._on_end = on_end
        self._lock = threading.Lock()
        self._ids = itertools.count(1)
        self._replies = {}
        self._lines = SimpleQueue()
        self._process = None
        self._start_thread(self._run, "writer")

    def notify(self, method, params):
        """Sends a message that has no answer."""
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def request(self, method, params, then=None):
        """Sends a message and returns its awaited answer; `then` is called with the result."""
        reply = _Reply(then)
        with self._lock:
            if self.ended:
                raise _Unavailable
            number = next(self._ids)
            self._replies[number] = reply
        self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        return reply

    def overdue(self):
        """How many answers are overdue, and since when the oldest is."""
        with self._lock:
            since = [r.overdue_since for r in self._replies.values() if r.overdue_since is not None]
        return len(since), min(since, default=None)

    def stop(self, seconds):
        """Ends the program: politely, and after `seconds` by force."""
        self._end(None)
        process = self._process
        if process is None:
            return
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self):
        """Ends the program by force."""
        if self._process is not None:
            try:
                self._process.kill()
            except OSError:
                pass

    def forget_after_fork(self):
        """In a forked process: closes its copies of the pipes; only the parent's are left then."""
        process = self._process
        if process is None:
            return
        for pipe in (process.stdin, process.stdout, process.stderr):
            try:
                pipe.raw.close()
            except (OSError, ValueError, AttributeError):
                pass

    def _start_thread(self, target, name):
        threading.Thread(target=target, name=f"skill-retrieval-{name}", daemon=True).start()

    def _send(self, message):
        # ASCII with escapes: lone surrogates, which hosts do pass on, cannot be encoded otherwise.
        self._lines.put(json.dumps(message, default=str).encode("ascii") + b"\n")

    def _run(self):
        try:
            process = _start_process(self._binary)
        except (OSError, ValueError) as error:
            self._end(f"cannot start {self._binary}: {error}")
            return
        self._process = process
        self._start_thread(self._read_answers, "reader")
        self._start_thread(self._read_log, "log")
        while (line := self._lines.get()) is not None:
            try:
                process.stdin.write(line)
                process.stdin.flush()
            except (OSError, ValueError):
                break
        try:
            process.stdin.close()
        except (OSError, ValueError):
            pass

    def _read_answers(self):
        process = self._process
        try:
            for line in process.stdout:
                self._take(line)
        except (OSError, ValueError):
            pass
        try:
            code = process.wait(EXIT_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            code = "none"
        self._end(f"the program ended (exit code {code})")

    def _take(self, line):
        try:
            message = json.loads(line)
            number = message.get("id")
        except (ValueError, AttributeError):
            logger.debug("Skill retrieval: a line that is no answer was ignored")
            return
        with self._lock:
            reply = self._replies.pop(number, None) if isinstance(number, int) else None
        if reply is None:
            return
        reply.message = message
        if reply.then is not None and isinstance(message.get("result"), dict):
            reply.then(message["result"])
        reply.event.set()

    def _read_log(self):
        try:
            for line in self._process.stderr:
                level, _, text = line.decode("utf-8", "replace").rstrip().partition(" ")
                number = _LEVELS.get(level)
                if number is None:
                    logger.debug("Skill retrieval: %s %s", level, text)
                else:
                    logger.log(number, "%s", text)
        except (OSError, ValueError):
            pass

    def _end(self, failure):
        """Marks the run as over, releases everybody who waits. `failure` None: it was wanted."""
        with self._lock:
            if self.ended:
                return
            self.ended = True
            replies = list(self._replies.values())
            self._replies.clear()
        self._lines.put(None)
        for reply in replies:
            reply.event.set()
        if failure is not None:
            self._on_end(self, failure)


_LEVELS = {
    "DEBUG": logging.DEBUG,
    "INFO": logging.INFO,
    "WARNING": logging.WARNING,
    "ERROR": logging.ERROR,
}


class _Program:
    """Keeps the program running: starts it when it is first needed, and again after a failure."""

    def __init__(self, home, settings):
        self._own_home = home
        self._settings = settings
        self._lock = threading.Lock()
        self._child = None
        self._failures = 0
        self._retry_at = 0.0
        self._stopped = False
        self._warned = set()

    def running(self):
        """The run in progress, or None. Starts nothing."""
        return self._child

    def child(self, home):
        """The run in progress, started if need be, with `home` introduced to it."""
        with self._lock:
            child = self._child
            if child is None:
                child = self._child = self._start()
            if home not in child.homes:
                child.homes.add(home)
                self._introduce(child, home)
        return child

    def ask(self, child, method, params):
        """The result of a request. Raises _Unavailable where there is none in time."""
        overdue, since = child.overdue()
        if overdue >= MAX_OVERDUE:
            if time.monotonic() - since > HUNG_SECONDS:
                self.warn("hung", "the program does not answer any more and was restarted")
                child.kill()
            raise _Unavailable
        seconds = child.deadlines.get(method, DEADLINES.get(method, 1.0))
        reply = child.request(method, params)
        if not reply.event.wait(seconds):
            reply.overdue_since = time.monotonic()
            self.warn("deadline", f"no answer to {method} within {seconds:g} s")
            raise _Unavailable
        message = reply.message
        if message is None:  # the program ended; `_on_end` warns
            raise _Unavailable
        error = message.get("error")
        if error is not None:
            detail = error.get("message") if isinstance(error, dict) else error
            self.warn("error", f"{method} was refused: {detail}")
            raise _Unavailable
        return message.get("result")

    def tell(self, method, params):
        """Notifies the program if it runs; nothing is started for it."""
        child = self._child
        if child is not None:
            child.notify(method, params)

    def stop(self):
        """Ends the program for good."""
        with self._lock:
            self._stopped = True
            child, self._child = self._child, None
        if child is not None:
            child.stop(EXIT_SECONDS)

    def forget_after_fork(self):
        """In a forked process: the program belongs to the parent, a new one starts when needed."""
        child, self._child = self._child, None
        self._lock = threading.Lock()
        if child is not None:
            child.forget_after_fork()

    def warn(self, kind, message):
        """One warning for each kind of failure."""
        level = logging.DEBUG if kind in self._warned else logging.WARNING
        self._warned.add(kind)
        logger.log(level, "Skill retrieval: %s; the turn goes on without it", message)

    def _start(self):
        now = time.monotonic()
        if self._stopped or now < self._retry_at:
            raise _Unavailable
        binary, problem = _find_binary()
        if problem is not None:
            self.warn("binary", problem)
        if binary is None:
            self._failed(now)
            raise _Unavailable
        return _Child(binary, self._on_end)

    def _introduce(self, child, home):
        params = {
            "client": "hermes-shim",
            "protocol": PROTOCOL_VERSION,
            "home": home,
            "cwd": _working_directory(),
        }
        if home == self._own_home and self._settings is not None:
            params["settings"] = self._settings

        def take_deadlines(result):
            given = result.get("deadlines_ms")
            for method, milliseconds in (given.items() if isinstance(given, dict) else ()):
                if isinstance(milliseconds, (int, float)) and milliseconds > 0:
                    child.deadlines[method] = milliseconds / 1000

        child.request("initialize", params, take_deadlines)

    def _on_end(self, child, failure):
        with self._lock:
            if self._child is child:
                self._child = None
                now = time.monotonic()
                if now - child.started > HEALTHY_SECONDS:
                    self._failures = 0
                self._failed(now)
        self.warn("ended", failure)

    def _failed(self, now):
        delay = RESTART_DELAYS[min(self._failures, len(RESTART_DELAYS) - 1)]
        self._failures += 1
        self._retry_at = now + delay


def _guarded(callback):
    """No exception of ours ever reaches the host; unknown keywords are accepted and ignored."""

    @functools.wraps(callback)
    def guarded(self, **kwargs):
        try:
            if _is_disabled():
                return None
            return callback(self, **kwargs)
        except _Unavailable:
            return None
        except Exception as error:
            self._program.warn(callback.__name__, f"{callback.__name__} failed: {error!r}")
            logger.debug("Skill retrieval: %s failed", callback.__name__, exc_info=True)
            return None

    return guarded


class _Sighting:
    """The skills index last seen in a session."""

    __slots__ = ("names", "note", "scanned", "params", "child")

    def __init__(self, names):
        self.names = names
        self.note = None
        self.scanned = 0  # messages that were searched for a note
        self.params = None
        self.child = None  # the run that was told


class _Plugin:
    """The callbacks, and what they remember between calls."""

    def __init__(self, ctx):
        settings = _read_settings(ctx)
        self._program = _Program(_home(), settings)
        self._settings = settings or {}
        self._lock = threading.Lock()
        self._rewrites = OrderedDict()  # text -> (rewritten text, names or None)
        self._sightings = OrderedDict()  # session id -> _Sighting
        self._views = OrderedDict()  # (tool call id, length of result) -> path or None
        self._keeps_sent_text = False

    def attach(self, ctx):
        """Registers everything; what the host does not offer is named in one warning each."""
        hooks = (
            ("pre_llm_call", self.pre_llm_call, "no skills are injected"),
            ("post_tool_call", self.post_tool_call, "refused skills may be offered again"),
            ("on_skill_lifecycle", self.on_skill_lifecycle, "changes are seen by file status only"),
            ("on_session_finalize", self.on_session_finalize, "sessions are forgotten by age only"),
            ("on_session_reset", self.on_session_reset, "sessions are forgotten by age only"),
            ("subagent_start", self.subagent_start, "sub-agents are told apart by session id only"),
        )
        # Hosts before 0.20 know neither this hook nor ctx.on_unload, and warn of unknown hooks.
        if not hasattr(ctx, "on_unload"):
            hooks = tuple(hook for hook in hooks if hook[0] != "on_skill_lifecycle")
        for name, callback, effect in hooks:
            _try(f"hook {name}", effect, lambda n=name, c=callback: ctx.register_hook(n, c))
        _try(
            "middleware llm_request",
            "the skills index is not compacted",
            lambda: ctx.register_middleware("llm_request", self.llm_request),
        )
        skill = Path(os.path.abspath(__file__)).parent / "SKILL.md"
        # Switched off, the request must stay as it is: a registered skill would be a row more.
        if skill.is_file() and hasattr(ctx, "register_skill") and not _is_disabled():
            _try(
                "skill skill-retrieval",
                "the agent cannot explain this plugin",
                lambda: ctx.register_skill("skill-retrieval", skill),
            )
        if hasattr(ctx, "on_unload"):
            _try("on_unload", "the program ends with the host", lambda: ctx.on_unload(self.stop))
        atexit.register(self.stop)
        compact = self._compact()
        logger.info(
            "Skill retrieval plugin registered (top_k=%d, compact=%s)",
            self._top_k(),
            "true" if compact else "false",
        )
        if not compact:
            logger.info("Skill retrieval: compaction is off (SKILL_RETRIEVAL_COMPACT)")

    def stop(self):
        """Ends the program; afterwards every callback does nothing."""
        atexit.unregister(self.stop)
        self._program.stop()

    def forget_after_fork(self):
        self._lock = threading.Lock()
        self._program.forget_after_fork()

    # -- hooks ------------------------------------------------------------------------------------

    @_guarded
    def pre_llm_call(
        self,
        session_id="",
        user_message="",
        conversation_history=None,
        is_first_turn=False,
        parent_session_id=None,
        turn_id=None,
        platform="",
        model="",
        **_kwargs,
    ):
        history = conversation_history if isinstance(conversation_history, list) else []
        session_id = session_id or ""
        loaded, shown = self._scan(history)
        home = _home()
        child = self._program.child(home)
        self._tell_sighting(child, session_id)
        result = self._program.ask(
            child,
            "pre_llm_call",
            {
                "home": home,
                "session_id": session_id,
                "parent_session_id": _text(parent_session_id),
                "turn_id": _text(turn_id),
                "cwd": _working_directory(),
                "user_message": _message(user_message),
                "conversation_history": _recent(history),
                "loaded": loaded,
                "shown": shown,
                "is_first_turn": bool(is_first_turn),
                "platform": _text(platform),
                "model": _text(model),
            },
        )
        context = result.get("context") if isinstance(result, dict) else None
        if isinstance(context, str) and context.strip():
            return {"context": context}
        return None

    @_guarded
    def post_tool_call(self, tool_name="", args=None, result=None, session_id="", **kwargs):
        if tool_name != "skill_view" or not isinstance(result, str):
            return
        fields = _view_fields(result)
        if fields is None:
            return
        args = args if isinstance(args, dict) else {}
        self._tell(
            "post_tool_call",
            session_id=session_id,
            turn_id=kwargs.get("turn_id"),
            tool_name=tool_name,
            args={key: args.get(key) for key in ("name", "file_path")},
            result=json.dumps(fields),
            status=kwargs.get("status"),
        )

    @_guarded
    def on_skill_lifecycle(self, action="", skill_name="", session_id="", **_kwargs):
        self._tell(
            "on_skill_lifecycle", action=action, skill_name=skill_name, session_id=session_id
        )

    @_guarded
    def on_session_finalize(self, session_id=None, reason=None, **_kwargs):
        self._forget(session_id)
        self._tell("on_session_finalize", session_id=session_id, reason=reason)

    @_guarded
    def on_session_reset(self, session_id=None, old_session_id=None, reason=None, **_kwargs):
        self._forget(session_id)
        self._forget(old_session_id)
        self._tell(
            "on_session_reset",
            session_id=session_id,
            old_session_id=old_session_id,
            reason=reason,
        )

    @_guarded
    def subagent_start(self, parent_session_id=None, child_session_id=None, **_kwargs):
        self._tell(
            "subagent_start",
            parent_session_id=parent_session_id,
            child_session_id=child_session_id,
        )

    # -- middleware -------------------------------------------------------------------------------

    @_guarded
    def llm_request(self, request=None, session_id="", platform="", purpose=None, **_kwargs):
        # Another purpose means that the body carries our rewrite already and must not change again.
        if purpose is not None or not isinstance(request, dict):
            return None
        seen = []

        def rewrite(text):
            if BLOCK_TAG not in text:
                return text
            rewritten, names, child = self._rewritten(text, request, session_id, platform)
            if names is not None and not seen:
                seen.append((names, child))
            return rewritten

        changes = _changes(request, rewrite)
        if seen:
            self._see(session_id or "", *seen[0], request, platform)
        if not changes:
            return None
        # One step, and the same object: hosts that chain results and hosts that share one request
        # both see the whole change. If anything above failed, the request is as it was.
        request.update(changes)
        return {"request": request}

    def _rewritten(self, text, request, session_id, platform):
        """(rewritten text, names, run that saw it now); asks only for a text not seen before."""
        with self._lock:
            known = self._rewrites.get(text)
            if known is not None:
                self._rewrites.move_to_end(text)
                return (*known, None)
        home = _home()
        child = self._program.child(home)
        result = self._program.ask(
            child,
            "llm_request",
            {
                "home": home,
                "session_id": session_id or "",
                "platform": _text(platform),
                "cwd": _working_directory(),
                "tools": _tool_names(request),
                "text": text,
                "note": _newest_note(_messages(request), 0),
            },
        )
        rewritten, names = text, None  # the program sees no block in it
        if isinstance(result, dict):
            if isinstance(result.get("text"), str) and isinstance(result.get("names"), list):
                rewritten, names = result["text"], result["names"]
        with self._lock:
            self._rewrites[text] = (rewritten, names)
            _trim(self._rewrites, MAX_REWRITES)
        return rewritten, names, child

    def _see(self, session_id, names, child, request, platform):
        """Remembers a session's index and tells the program of it, once per run and change."""
        messages = _messages(request)
        with self._lock:
            sighting = self._sightings.get(session_id)
            if sighting is None or sighting.names is not names:
                sighting = self._sightings[session_id] = _Sighting(names)
                _trim(self._sightings, MAX_SESSIONS)
            else:
                self._sightings.move_to_end(session_id)
            count = len(messages)
            is_news = sighting.params is None
            if count != sighting.scanned:
                note = _newest_note(messages, sighting.scanned if count > sighting.scanned else 0)
                sighting.scanned = count
                if note is not None and note != sighting.note:
                    sighting.note = note
                    is_news = True
            if is_news:
                sighting.params = {
                    "home": _home(),
                    "session_id": session_id,
                    "names": names,
                    "note": sighting.note,
                    "platform": _text(platform),
                    "tools": _tool_names(request),
                }
                sighting.child = child
        running = self._program.running()
        if running is not None and sighting.child is not running:
            self._tell_sighting(running, session_id)

    def _tell_sighting(self, child, session_id):
        with self._lock:
            sighting = self._sightings.get(session_id)
            if sighting is None or sighting.child is child:
                return
            sighting.child = child
            params = sighting.params
        child.notify("block_seen", params)

    # -- small things -----------------------------------------------------------------------------

    def _tell(self, method, **fields):
        if self._program.running() is not None:
            self._program.tell(method, {"home": _home(), **fields})

    def _forget(self, session_id):
        with self._lock:
            self._sightings.pop(session_id or "", None)

    def _scan(self, history):
        """What the whole history proves: paths that were loaded, loads that were shown or None."""
        calls = set()
        loaded = []
        shown = {}
        for row in history:
            if not isinstance(row, dict):
                continue
            role = row.get("role")
            if role == "assistant":
                made = row.get("tool_calls")
                for call in made if isinstance(made, list) else ():
                    if _field(_field(call, "function"), "name") == "skill_view":
                        calls.add(str(_field(call, "id")))
            elif role == "tool":
                call = row.get("tool_call_id")
                named = row.get("name") or row.get("tool_name")
                if named == "skill_view" or (call is not None and str(call) in calls):
                    path = self._view_path(call, row.get("content"))
                    if path is not None:
                        loaded.append(path)
            elif role == "user":
                sent = row.get("api_content")
                if isinstance(sent, str):
                    self._keeps_sent_text = True
                    _collect_shown(sent, shown)
                elif isinstance(row.get("content"), list):
                    _collect_shown("\n".join(_texts(row["content"])), shown)
        return loaded, list(shown) if self._keeps_sent_text else None

    def _view_path(self, call, content):
        """Path of the skill in a result of skill_view; the result of a call is parsed once."""
        text = content if isinstance(content, str) else "\n".join(_texts(content))
        key = (str(call), len(text))
        with self._lock:
            if call is not None and key in self._views:
                return self._views[key]
        fields = _view_fields(text)
        path = None if fields is None else fields.get("path")
        with self._lock:
            self._views[key] = path
            _trim(self._views, MAX_VIEWS)
        return path

    def _setting(self, variable, key, valid):
        """The first valid value, in small letters, as the program reads it; None where none is."""
        for value in (os.environ.get(variable), self._settings.get(key)):
            text = "" if value is None else str(value).strip().lower()
            if re.fullmatch(valid, text):
                return text
        return None

    def _top_k(self):
        count = self._setting("SKILL_RETRIEVAL_TOP_K", "top_k", r"\+?0*[1-9][0-9]*")
        if count is not None:
            return int(count)
        preset = self._setting("SKILL_RETRIEVAL_PRESET", "preset", "default|bm25|eagle-eye")
        return 6 if preset == "bm25" else 12

    def _compact(self):
        switches = "1|true|yes|on|0|false|no|off"
        text = self._setting("SKILL_RETRIEVAL_COMPACT", "compact", switches)
        return text not in ("0", "false", "no", "off")


_plugin = None


def _after_fork():
    if _plugin is not None:
        _plugin.forget_after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


# -- the host -------------------------------------------------------------------------------------


def _try(what, effect, action):
    try:
        action()
    except Exception as error:
        logger.warning("Skill retrieval: %s cannot be registered (%s): %s", what, error, effect)


def _is_disabled():
    for name in DISABLE_VARIABLES:
        value = os.environ.get(name)
        if value and value.strip().lower() in ("1", "true", "yes"):
            return True
    return False


def _load_home_accessor():
    try:
        from hermes_constants import get_hermes_home
    except Exception:
        return None
    return get_hermes_home


_home_accessor = _load_home_accessor()


def _home():
    """The active home: the host's own answer, which knows profiles, else the environment's."""
    if _home_accessor is not None:
        try:
            return os.path.abspath(str(_home_accessor()))
        except Exception:
            pass
    named = os.environ.get("HERMES_HOME", "").strip()
    if named:
        return os.path.abspath(os.path.expanduser(os.path.expandvars(named)))
    local = os.environ.get("LOCALAPPDATA", "").strip()
    if os.name == "nt" and local:
        return os.path.join(local, "hermes")
    return os.path.join(os.path.expanduser("~"), ".hermes")


def _working_directory():
    named = os.environ.get("TERMINAL_CWD", "").strip()
    if named:
        return named
    try:
        return os.getcwd()
    except OSError:
        return None


def _read_settings(ctx):
    """Settings of this plugin in the home's config, or None where the host cannot tell them."""
    get_config = getattr(ctx, "get_config", None)
    if get_config is None:
        return None
    settings = {}
    try:
        for key in SETTING_KEYS:
            value = get_config(key, None)
            if value is not None:
                settings[key] = value
    except Exception as error:
        logger.warning("Skill retrieval: settings in config.yaml cannot be read: %s", error)
        return None
    return settings


# -- the program ----------------------------------------------------------------------------------


def _find_binary():
    """(path or None, problem or None): SKILL_RETRIEVAL_BIN, beside this file, PATH."""
    problem = None
    named = os.environ.get("SKILL_RETRIEVAL_BIN", "").strip()
    if named:
        path = os.path.abspath(os.path.expanduser(named))
        if _is_program(path):
            return path, None
        problem = f"SKILL_RETRIEVAL_BIN names {path}, which is no program"
    name = "skill-retrieval.exe" if os.name == "nt" else "skill-retrieval"
    folder = os.path.dirname(os.path.abspath(__file__))
    places = [folder, os.path.dirname(os.path.realpath(__file__))]
    # Relative entries of PATH would run whatever lies in the working directory.
    places += filter(os.path.isabs, os.environ.get("PATH", "").split(os.pathsep))
    for place in places:
        path = os.path.join(place, name)
        if _is_program(path):
            return path, problem
        if place is folder and os.path.isfile(path):
            problem = problem or f"{path} is not executable (chmod +x it)"
    return None, problem or (
        f"the program {name} was found neither in {folder} nor on PATH "
        "(set SKILL_RETRIEVAL_BIN to its path)"
    )


def _is_program(path):
    return os.path.isfile(path) and os.access(path, os.X_OK)


def _start_process(binary):
    environment = dict(os.environ)
    # The program's own runtime would obey these.
    for name in ("BUN_OPTIONS", "BUN_BE_BUN"):
        environment.pop(name, None)
    options = {}
    if os.name == "nt":
        options["creationflags"] = (
            subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP
        )
    else:
        # Ctrl-C interrupts the agent's turn; it must not end the program.
        options["start_new_session"] = True
    return subprocess.Popen(
        [binary, "serve"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        cwd=os.path.dirname(binary),
        **options,
    )


# -- messages -------------------------------------------------------------------------------------


def _field(value, name):
    return value.get(name) if isinstance(value, dict) else getattr(value, name, None)


def _text(value):
    return value if value is None or isinstance(value, str) else str(value)


def _texts(content):
    """The texts of a message: a string is one, of a list every part's."""
    if isinstance(content, str):
        return [content]
    if not isinstance(content, list):
        return []
    texts = []
    for part in content:
        text = part if isinstance(part, str) else _field(part, "text") or _field(part, "caption")
        if isinstance(text, str) and text:
            texts.append(text)
    return texts


def _clipped(text):
    """Head and tail of a huge text."""
    if len(text) <= MAX_MESSAGE_CHARACTERS:
        return text
    half = MAX_MESSAGE_CHARACTERS // 2
    return f"{text[:half]}\n{text[-half:]}"


def _message(content):
    """A user message without images: a string as it is, of a list the text parts."""
    if isinstance(content, str):
        return _clipped(content)
    return [{"type": "text", "text": _clipped(text)} for text in _texts(content)]


def _recent(history):
    """The newest messages of user and assistant, as text, oldest first, within the limits."""
    recent = []
    size = 0
    for row in reversed(history):
        if not isinstance(row, dict) or row.get("role") not in ("user", "assistant"):
            continue
        text = " ".join(_texts(row.get("content")))
        if not text:
            continue
        size += len(text.encode("utf-8", "surrogatepass"))
        if size > MAX_HISTORY_BYTES or len(recent) == MAX_HISTORY_MESSAGES:
            break
        recent.append({"role": row["role"], "content": text})
    recent.reverse()
    return recent


def _view_fields(result):
    """What matters of a skill_view result; None for what is none, or is of another file."""
    if not result.startswith("{"):
        return None
    try:
        value = json.loads(result)
    except ValueError:
        return None
    if value.get("success") is False:
        return {"success": False}
    folder = value.get("skill_dir")
    if isinstance(folder, str) and value.get("file") is None:
        return {"success": True, "path": f"{folder}/SKILL.md".replace("\\", "/")}
    path = value.get("path")
    return {"success": True, "path": path} if isinstance(path, str) else None


def _collect_shown(text, shown):
    """Adds the loads in our blocks in a text to the keys of `shown`; a text that was handed over
    counts by its heading, and nothing in it was said by us."""
    handed_over = AUTOLOAD_LINE.search(text)
    if handed_over is not None:
        shown[handed_over.group(0).rstrip()] = True
        text = text[: handed_over.start()]
    for routed in ROUTING_LINE.finditer(text):
        shown[routed.group(1)] = True
    for head, row in BLOCK_ROWS:
        at = text.find(head)
        while at >= 0:
            begun = False
            for line in text[at:].split("\n")[1:]:
                match = row.match(line)
                if match is not None:
                    begun = True
                    shown[match.group(1)] = True
                elif begun or (line and not line.startswith("Load any of these")):
                    break
            at = text.find(head, at + len(head))


def _messages(request):
    rows = request.get("messages")
    if not isinstance(rows, list):
        rows = request.get("input")
    return rows if isinstance(rows, list) else []


def _newest_note(messages, start):
    """The host's newest note that skills changed, in user messages from `start` on, or None."""
    for row in reversed(messages[start:] if start else messages):
        if isinstance(row, dict) and row.get("role") == "user":
            for text in reversed(_texts(row.get("content"))):
                at = text.rfind(NOTE_START)
                if at >= 0:
                    return text[at : at + MAX_MESSAGE_CHARACTERS]
    return None


def _tool_names(request):
    """Names of the tools a request offers, whatever its shape."""
    tools = request.get("tools")
    if not isinstance(tools, list):
        tools = _field(request.get("toolConfig"), "tools")
    names = []
    for tool in tools if isinstance(tools, list) else ():
        name = (
            _field(tool, "name")
            or _field(_field(tool, "function"), "name")
            or _field(_field(tool, "toolSpec"), "name")
        )
        if isinstance(name, str):
            names.append(name)
    return names


def _changes(request, rewrite):
    """New values of the top-level keys that hold a rewritten text; nothing given is altered."""
    changes = {}
    instructions = request.get("instructions")
    if isinstance(instructions, str):
        text = rewrite(instructions)
        if text != instructions:
            changes["instructions"] = text
    messages = request.get("messages")
    if isinstance(messages, list) and messages and isinstance(messages[0], dict):
        first = messages[0]
        if first.get("role") in ("system", "developer"):
            content = _changed_content(first.get("content"), rewrite)
            if content is not None:
                changes["messages"] = [{**first, "content": content}, *messages[1:]]
    system = _changed_content(request.get("system"), rewrite)
    if system is not None:
        changes["system"] = system
    return changes


def _changed_content(content, rewrite):
    """A string or a list of parts, rewritten; None where nothing changed."""
    if isinstance(content, str):
        text = rewrite(content)
        return text if text != content else None
    if not isinstance(content, list):
        return None
    parts = []
    changed = False
    for part in content:
        old = part.get("text") if isinstance(part, dict) else None
        if isinstance(old, str):
            new = rewrite(old)
            if new != old:
                part = {**part, "text": new}
                changed = True
        parts.append(part)
    return parts if changed else None


def _trim(entries, limit):
    while len(entries) > limit:
        entries.popitem(last=False)
