"""The figures of an answer: each is made once, and written by one function a style."""
