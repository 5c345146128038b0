"""Sentences that can be translated: the English text remembers its form and its values.

    said = Sentence("{spot}: {stake} lost", spot="tie", stake=5)
    said == "tie: 5 lost", said.form, said.values

A catalogue has another form for the same values; without a catalogue the text is English.
"""

from collections.abc import Mapping

from baccarat.base.frozen import FrozenDict


class Sentence(str):
    """A text that keeps its form (with placeholders) and its values; a value may be a sentence."""

    form: str
    values: Mapping[str, object]

    def __new__(cls, form: str, /, **values: object) -> "Sentence":
        """Fill the form with the values; without values, the form itself is the text."""
        sentence = super().__new__(cls, form.format(**values) if values else form)
        sentence.form, sentence.values = form, FrozenDict(values)
        return sentence
