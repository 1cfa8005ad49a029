"""Pungs and kongs: points for each, by whether they lie open and whether they are of ones, nines or honors."""

from mjlog.hands import KONG, PUNG
from mjlog.scoring.facts import ADDED_KONG, CLAIMED_KONG, SetFacts
from mjlog.scoring.registry import set_pattern


@set_pattern
def open_pung_of_minors(group: SetFacts) -> bool:
    """A pung of 2 to 8, claimed or completed by the claimed winning tile."""
    return group.form == PUNG and not group.concealed and not group.major


@set_pattern
def open_pung_of_majors(group: SetFacts) -> bool:
    """A pung of ones, nines or honors, claimed or completed by the claimed winning tile."""
    return group.form == PUNG and not group.concealed and group.major


@set_pattern
def closed_pung_of_minors(group: SetFacts) -> bool:
    """A pung of 2 to 8, dealt or drawn."""
    return group.form == PUNG and group.concealed and not group.major


@set_pattern
def closed_pung_of_majors(group: SetFacts) -> bool:
    """A pung of ones, nines or honors, dealt or drawn."""
    return group.form == PUNG and group.concealed and group.major


@set_pattern
def open_kong_of_minors(group: SetFacts) -> bool:
    """A kong of 2 to 8, claimed or added."""
    return group.form == KONG and not group.concealed and not group.major


@set_pattern
def open_kong_of_majors(group: SetFacts) -> bool:
    """A kong of ones, nines or honors, claimed or added."""
    return group.form == KONG and not group.concealed and group.major


@set_pattern
def closed_kong_of_minors(group: SetFacts) -> bool:
    """A kong of 2 to 8 out of the hand."""
    return group.form == KONG and group.concealed and not group.major


@set_pattern
def closed_kong_of_majors(group: SetFacts) -> bool:
    """A kong of ones, nines or honors out of the hand."""
    return group.form == KONG and group.concealed and group.major


@set_pattern
def claimed_kong_of_minors(group: SetFacts) -> bool:
    """A kong of 2 to 8, claimed on a concealed pung."""
    return group.state == CLAIMED_KONG and not group.major


@set_pattern
def claimed_kong_of_majors(group: SetFacts) -> bool:
    """A kong of ones, nines or honors, claimed on a concealed pung."""
    return group.state == CLAIMED_KONG and group.major


@set_pattern
def annexed_kong_of_minors(group: SetFacts) -> bool:
    """A kong of 2 to 8, the fourth tile added to an exposed pung."""
    return group.state == ADDED_KONG and not group.major


@set_pattern
def annexed_kong_of_majors(group: SetFacts) -> bool:
    """A kong of ones, nines or honors, the fourth tile added to an exposed pung."""
    return group.state == ADDED_KONG and group.major
