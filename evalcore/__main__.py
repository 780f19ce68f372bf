"""``python -m evalcore`` is the command ``evalcore``."""

from evalcore.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
