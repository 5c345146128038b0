"""The figures of an answer: each is made once, and each style of writing is one function."""
