"""`python -m baccarat` is `baccarat`."""

from baccarat.cli import main

if __name__ == "__main__":
    main()
