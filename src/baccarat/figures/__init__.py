"""The figures of an answer: each figure is made once, and a function for each style writes it."""
