"""Sentences that can be translated: the English text keeps its placeholders and their values.

    said = Sentence("{spot}: {stake} lost", spot="tie", stake=5)
    said == "tie: 5 lost", said.form, said.values

A catalogue has another form for the same values; without a catalogue the text is English.
"""

from collections.abc import Mapping

from baccarat.base.frozen import FrozenDict


class Sentence(str):
    """A text that keeps its template (`form`) and the values in it; a value may be a sentence."""

    form: str
    values: Mapping[str, object]

    def __new__(cls, form: str, /, **values: object) -> "Sentence":
        """Fill the template `form` with the values; without values, `form` itself is the text."""
        sentence = super().__new__(cls, form.format(**values) if values else form)
        sentence.form, sentence.values = form, FrozenDict(values)
        return sentence
