"""One test over a table of cases: all of them are tried, and every one that fails is named."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import pytest

_Name = Callable[[Any], str] | Iterable[str] | None
_SHORT = 60


def try_each(cases: Iterable[tuple[str, Callable[[], object]]]) -> None:
    """Try all cases, by their names; those that fail are told together, each with what it raised."""
    failed: list[tuple[str, BaseException]] = []
    count = 0
    for name, case in cases:
        count += 1
        try:
            case()
        except (Exception, pytest.fail.Exception) as error:
            error.add_note(f"this was the case {name}")
            failed.append((name, error))
    assert count, "there is no case"
    if failed:
        told = f"{len(failed)} of {count} cases fail: {', '.join(name for name, _error in failed)}"
        raise BaseExceptionGroup(told, [error for _name, error in failed])


def each(names: str, cases: Iterable[Any] | Callable[[], Iterable[Any]], ids: _Name = None) -> Callable[..., Any]:
    """Like `pytest.mark.parametrize`, but as one test, for tables of which each case takes a moment.

    `names` are arguments of the test, with commas between; `cases` what they are, or a function that gives that, asked
    when the test runs. `ids` says how cases are called, one or all: by default as they look. Each case has a `tmp_path`
    of its own, and what a `monkeypatch` has changed is undone after it; other fixtures are those of the one test. What
    a case raises is kept, and the others are tried; only a skip is let through.
    """
    wanted = [name.strip() for name in names.split(",")]

    def decorated(test: Callable[..., None]) -> Callable[..., None]:
        def run(**fixtures: Any) -> None:
            table = [_values(case, len(wanted)) for case in (cases() if callable(cases) else cases)]
            given = [dict(zip(wanted, values, strict=True)) for values in table]
            called = [_name(ids, values) for values in table] if ids is None or callable(ids) else list(ids)
            tests = [partial(_try, partial(test, **one), fixtures, number) for number, one in enumerate(given)]
            try_each(zip(called, tests, strict=True))

        signature = inspect.signature(test)
        assert set(wanted) <= set(signature.parameters), f"{test.__name__} does not take {names}"
        others = [one for name, one in signature.parameters.items() if name not in wanted]
        run.__name__, run.__qualname__, run.__doc__ = test.__name__, test.__qualname__, test.__doc__
        run.__module__ = test.__module__
        run.pytestmark = list(getattr(test, "pytestmark", []))  # type: ignore[attr-defined]
        run.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
        return run

    return decorated


def _values(case: Any, count: int) -> tuple[Any, ...]:
    return (case,) if count == 1 else tuple(case)


def _try(test: Callable[..., None], fixtures: dict[str, Any], number: int) -> None:
    own = dict(fixtures)
    if "tmp_path" in own:
        own["tmp_path"] = own["tmp_path"] / str(number)
        own["tmp_path"].mkdir()
    if "monkeypatch" in own:
        with pytest.MonkeyPatch.context() as own["monkeypatch"]:
            test(**own)
    else:
        test(**own)


def _name(ids: Callable[[Any], str] | None, values: tuple[Any, ...]) -> str:
    if ids is None:
        return ", ".join(" ".join(str(value).split())[:_SHORT] for value in values)
    return "-".join(str(ids(value)) for value in values)
