"""Where logs are kept: in SQLite.

A log only ever grows; beside it a game may have one draft, which may be changed, and beside all logs stand the people
whom their handles mean, who may be forgotten. What a log holds are canonical
event bodies (`mjlog.chain.event_body`); the ids of the chain are computed here, and never taken from anybody.
Appending to an existing database imports neither sqlite-utils nor anything of the border.

>>> from tempfile import TemporaryDirectory
>>> from mjlog.store import open_store
>>> with TemporaryDirectory() as folder, open_store(f"{folder}/club.db") as store:
...     head = store.append("demo", [b'{"seq":1,"text":"first","type":"note"}'], expected_last=0)
...     head.seq, len(store.bodies("demo")), store.verify("demo")
(1, 1, [])
"""

from mjlog.store.place import default_path
from mjlog.store.sqlite import SqliteStore, open_readonly, open_store
from mjlog.store.values import (
    KEEP,
    GameInfo,
    Head,
    Keep,
    KeptFacts,
    LogDigest,
    NotFoundError,
    Origin,
    Person,
    StoredEvent,
    StoreFault,
)

__all__ = [
    "KEEP",
    "StoreFault",
    "GameInfo",
    "Head",
    "Keep",
    "KeptFacts",
    "LogDigest",
    "NotFoundError",
    "Origin",
    "Person",
    "SqliteStore",
    "StoredEvent",
    "default_path",
    "open_readonly",
    "open_store",
]
