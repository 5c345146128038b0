"""The table without a screen: acts, money, views, saving."""

from baccarat.table.acts import ActRefused
from baccarat.table.state import Phase
from baccarat.table.table import Table, fold
from baccarat.table.view.view import Audience, View

__all__ = ["ActRefused", "Audience", "Phase", "Table", "View", "fold"]
