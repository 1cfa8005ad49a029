"""What `mjlog.views` offers, each name from the module that it is first asked of."""

from __future__ import annotations

import pytest

import mjlog.views


@pytest.mark.parametrize("name", sorted(mjlog.views._HOME))
def test_every_name_of_the_package_is_where_it_is_looked_for(name: str) -> None:
    assert getattr(mjlog.views, name) is not None
    assert name in mjlog.views.__all__
