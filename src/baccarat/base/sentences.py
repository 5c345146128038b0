"""Sentences that another language can say: the English text remembers how it was made.

    said = Sentence("{spot}: {stake} lost", spot="tie", stake=5)
    said == "tie: 5 lost", said.form, said.values

A catalogue has its own form for the same values; without a catalogue the text is English.
"""

from collections.abc import Mapping

from baccarat.base.frozen import FrozenDict


class Sentence(str):
    """A text with the form and the values it was made of; values may be sentences themselves."""

    form: str
    values: Mapping[str, object]

    def __new__(cls, form: str, /, **values: object) -> "Sentence":
        """Without values the form is the text, braces and all."""
        sentence = super().__new__(cls, form.format(**values) if values else form)
        sentence.form, sentence.values = form, FrozenDict(values)
        return sentence
