"""The fields of a question as a table of a page, made from the question itself."""

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


def field_table(question: type[BaseQuestion]) -> str:
    """A line for each field: its option and its name, what it says, and its default."""
    rows = ["| option | name | what it is | default |", "|---|---|---|---|"]
    for part in question.asked():
        option = f"`{part.option}`" if part.option else "an argument"
        value = part.ask.usual or part.default
        default = "" if value is False or value in (None, (), "") else str(value)
        cells = option, f"`{part.name}`", part.ask.help, default
        rows.append("| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |")
    return "\n".join(rows)


class QuestionFields(SphinxDirective):
    """```{question-fields} stake```"""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        return self.parse_text_to_nodes(field_table(QUESTIONS[self.arguments[0]]))
