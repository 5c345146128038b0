"""The croupier's drill: it asks about baccarat, and asks harder questions after right answers."""

from baccarat.drill.answers import read, spell
from baccarat.drill.drill import Answered, Drill, ask
from baccarat.drill.question import LEVELS, Form, Kind, Question

__all__ = ["LEVELS", "Answered", "Drill", "Form", "Kind", "Question", "ask", "read", "spell"]
