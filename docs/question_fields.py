"""The fields of a question as a table of a page, made from the question itself."""

import re

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from baccarat.questions.count import CountQuestion
from baccarat.questions.odds import OddsQuestion
from baccarat.questions.question import BaseQuestion
from baccarat.questions.risk import RiskQuestion
from baccarat.questions.simulate import SimulateQuestion
from baccarat.questions.solve import SolveQuestion
from baccarat.questions.stake import StakeQuestion

KINDS = (SimulateQuestion, StakeQuestion, CountQuestion, OddsQuestion, SolveQuestion, RiskQuestion)
QUESTIONS: dict[str, type[BaseQuestion]] = {kind.kind: kind for kind in KINDS}

TYPED = re.compile(r"`[^`]*`|(?<!\w)'([^']+)'(?!\w)|(?<![\w-])(--[a-z][a-z-]*)")
"""What is typed as it stands: code, words in quotes, and options."""


def in_code(text: str) -> str:
    """A help as a page has it: everything that is typed is code.

    >>> in_code("Cards, e.g. 'Kh 9d', with --seed; see `baccarat deal --json`.")
    'Cards, e.g. `Kh 9d`, with `--seed`; see `baccarat deal --json`.'
    """
    return TYPED.sub(lambda match: f"`{match[1] or match[2] or match[0][1:-1]}`", text)


def field_table(question: type[BaseQuestion]) -> str:
    """A line for each field: its option and its name, what it says, and its default."""
    rows = ["| option | name | what it is | default |", "|---|---|---|---|"]
    for part in question.asked():
        option = f"`{part.option}`" if part.option else "an argument"
        value = part.ask.usual or part.default
        default = "" if value is False or value in (None, (), "") else str(value)
        cells = option, f"`{part.name}`", in_code(part.ask.help), in_code(default)
        rows.append("| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |")
    return "\n".join(rows)


class QuestionFields(SphinxDirective):
    """```{question-fields} stake```"""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        return self.parse_text_to_nodes(field_table(QUESTIONS[self.arguments[0]]))
