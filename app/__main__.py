"""``python -m app`` is the ``hexwright`` command."""

from app.cli.main import run

if __name__ == "__main__":
    run()
