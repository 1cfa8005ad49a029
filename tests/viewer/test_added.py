"""A game that is looked at while it is recorded goes on by what was added, and is read anew where it must be."""

from __future__ import annotations

from pathlib import Path

from mjlog.sources import added_rows
from mjlog.store import Head, Origin, open_readonly, open_store
from mjlog.viewer.library import Library
from tests.viewer.live_logs import corrected_evening
from tests.views.table_logs import won
from tests.views.test_going_on import stand


def test_a_game_on_the_shelf_is_as_if_it_had_been_read_anew(tmp_path: Path) -> None:
    """And it is not, even where corrections reach back."""
    bodies = corrected_evening().bodies()
    path = tmp_path / "club.db"
    kept = anew = 0
    with open_store(path) as store:
        store.append("club", bodies[:20])
        library = Library(open_readonly(path))
        for at in range(20, len(bodies), 3):
            with library.game("club") as view:
                before = view
            store.append("club", bodies[at : at + 3])
            with library.game("club") as view, Library(store).game("club") as fresh:
                assert stand(view) == stand(fresh)
                kept, anew = kept + (view is before), anew + (view is not before)
        library.store.close()
    assert kept > anew == 0


def test_events_that_came_from_a_file_or_do_not_fit_are_read_with_the_whole_log(tmp_path: Path) -> None:
    bodies = won().bodies()
    with open_store(tmp_path / "club.db") as store:
        head = store.append("demo", bodies[:5])
        end = store.append("demo", bodies[5:8])
        added = added_rows(store, "demo", head, end)
        assert added is not None
        assert [row.seq for row, _where in added] == [6, 7, 8]
        assert added_rows(store, "demo", Head(5, "0" * 64), end) is None
        assert added_rows(store, "demo", head, Head(8, "0" * 64)) is None
        assert added_rows(store, "demo", end, head) is None
        last = store.append("demo", bodies[8:9], origins=[Origin("paper.txt", 4)])
        assert added_rows(store, "demo", end, last) is None
