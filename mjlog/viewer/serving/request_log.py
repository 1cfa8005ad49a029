"""A line of each request, for whoever runs the server."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from werkzeug.wsgi import ClosingIterator

from mjlog.text import shown

_LOGGER = logging.getLogger("mjlog.requests")
_LONGEST = 300
_Environ = dict[str, Any]
_Start = Callable[..., Any]
_Application = Callable[[_Environ, _Start], Iterable[bytes]]


class RequestLog:
    """Stands before everything else, and tells the logger `mjlog.requests` of each request when its answer is sent.

    Of no use to anybody unless that logger listens to INFO. What stands behind the `?` of an address is not told: it
    can hold names.
    """

    def __init__(self, inner: _Application) -> None:
        self._inner = inner

    def __call__(self, environ: _Environ, start_response: _Start) -> Iterable[bytes]:
        if not _LOGGER.isEnabledFor(logging.INFO):
            return self._inner(environ, start_response)
        one = _Request(environ, start_response)
        answer = self._inner(environ, one.start)
        return ClosingIterator(one.counted(answer), [getattr(answer, "close", lambda: None), one.tell])


class _Request:
    """What is to be told of a request: it is known when its answer is sent, or given up."""

    def __init__(self, environ: _Environ, start_response: _Start) -> None:
        self._environ = environ
        self._start_response = start_response
        self._began = time.monotonic()
        self._status = 0
        self._bytes = 0

    def start(self, status: str, *more: Any) -> Any:
        """As `start_response`, and the status is noted."""
        self._status = int(status[:3])
        return self._start_response(status, *more)

    def counted(self, answer: Iterable[bytes]) -> Iterator[bytes]:
        """The answer, whose bytes are counted as they go out."""
        for part in answer:
            self._bytes += len(part)
            yield part

    def tell(self) -> None:
        """Tell the log. `REMOTE_ADDR` is what a proxy of ours says, by now."""
        fields = {
            "client": self._environ.get("REMOTE_ADDR", ""),
            "method": self._environ.get("REQUEST_METHOD", ""),
            "path": str(self._environ.get("REQUEST_URI") or self._environ.get("PATH_INFO", "")).partition("?")[0],
            "status": self._status,
            "bytes": self._bytes,
            "seconds": round(time.monotonic() - self._began, 4),
        }
        words = f"{fields['client']} {fields['method']} {shown(str(fields['path']), _LONGEST)} {self._status}"
        _LOGGER.info("%s, %d bytes, %.3f s", words, self._bytes, fields["seconds"], extra={"fields": fields})


class JsonLines(logging.Formatter):
    """What is logged as one JSON object a line: `at`, `level`, `logger`; of a request its fields, else `message`.

    `trace`: the traceback of what went wrong, where there is one.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        line = {"at": at, "level": record.levelname.lower(), "logger": record.name}
        fields = getattr(record, "fields", None)
        line |= fields if fields is not None else {"message": record.getMessage()}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)
