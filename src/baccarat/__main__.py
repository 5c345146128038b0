"""`python -m baccarat` is `baccarat`."""

from baccarat.cli import start

if __name__ == "__main__":
    start()
