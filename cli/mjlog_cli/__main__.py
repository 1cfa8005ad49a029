"""`python -m mjlog_cli` does what `mjlog` does."""

from mjlog_cli.main import main

if __name__ == "__main__":
    main()
