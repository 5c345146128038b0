"""The croupier's drill: questions with one right answer each, which become harder with success."""

from baccarat.drill.answers import read, spell
from baccarat.drill.drill import Answered, Drill, ask
from baccarat.drill.question import LEVELS, Form, Kind, Question

__all__ = ["LEVELS", "Answered", "Drill", "Form", "Kind", "Question", "ask", "read", "spell"]
