"""Asking a LanguageTool server over HTTP, several requests at a time, each with a time limit and one more try.

It knows the protocol's outside (addresses, status codes, JSON) and nothing of what the answers mean.
"""

import http.client
import json
import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import OpenerDirector, ProxyHandler, build_opener

from prosefix.errors import EngineError

READY = 5.0  # seconds in which a server that runs says so
_LOCAL = frozenset(["localhost", "127.0.0.1", "::1"])
Question = TypeVar("Question")
Reply = TypeVar("Reply")


class UnreachableError(EngineError):
    """The server is not there any more: nothing listens, or the connection broke."""


class NoAnswerError(EngineError):
    """The server is there and gave no answer that can be used."""


def _opener(address: str) -> OpenerDirector:
    return build_opener(ProxyHandler({})) if urlsplit(address).hostname in _LOCAL else build_opener()


def is_ready(address: str) -> bool:
    """Whether a server answers at `address`."""
    try:
        with _opener(address).open(f"{address.rstrip('/')}/v2/healthcheck", timeout=READY) as reply:
            return bool(reply.status == 200)
    except (OSError, http.client.HTTPException):
        return False


def ask(address: str, form: Mapping[str, str], timeout: float) -> dict[str, Any]:
    """The server's answer to the check of `form`. Raises UnreachableError or NoAnswerError, each with a plain reason."""
    body = urlencode(form).encode("utf-8", "replace")
    try:
        with _opener(address).open(f"{address.rstrip('/')}/v2/check", body, timeout=timeout) as reply:
            answer = json.loads(reply.read())
    except HTTPError as error:
        said = error.read(300).decode("utf-8", "replace").strip()
        raise NoAnswerError(f"LanguageTool at {address} answered {error.code}: {said or error.reason}") from error
    except TimeoutError as error:
        raise NoAnswerError(f"LanguageTool at {address} did not answer within {timeout:g} s") from error
    except URLError as error:
        if isinstance(error.reason, TimeoutError):
            raise NoAnswerError(f"LanguageTool at {address} did not answer within {timeout:g} s") from error
        raise UnreachableError(f"LanguageTool at {address} cannot be reached: {error.reason}") from error
    except (OSError, http.client.HTTPException) as error:
        raise UnreachableError(f"LanguageTool at {address} broke off: {error or type(error).__name__}") from error
    except ValueError as error:
        raise NoAnswerError(f"what answers at {address} is not LanguageTool: {error}") from error
    if not isinstance(answer, dict) or not isinstance(answer.get("matches"), list):
        raise NoAnswerError(f"what answers at {address} is not LanguageTool: its answer has no matches")
    return answer


def in_parallel(work: Callable[[Question], Reply], questions: Sequence[Question], count: int) -> list[Reply]:
    """`work` done on all of `questions` by `count` threads, in order. The first error is raised when it happens.

    The threads do not keep the program from ending, so that Ctrl-C need not wait for a server.
    """
    asked: queue.SimpleQueue[int] = queue.SimpleQueue()
    replies: queue.SimpleQueue[tuple[int, Reply] | BaseException] = queue.SimpleQueue()
    for number in range(len(questions)):
        asked.put(number)

    def serve() -> None:
        while True:
            try:
                number = asked.get_nowait()
            except queue.Empty:
                return
            try:
                replies.put((number, work(questions[number])))
            except BaseException as error:
                replies.put(error)

    for _ in range(min(count, len(questions))):
        threading.Thread(target=serve, daemon=True).start()
    done: dict[int, Reply] = {}
    while len(done) < len(questions):
        reply = replies.get()
        if isinstance(reply, BaseException):
            raise reply
        done[reply[0]] = reply[1]
    return [done[number] for number in range(len(questions))]
