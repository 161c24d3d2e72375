"""The entry point: reads the call, runs the command, turns whatever goes wrong into one line and a status."""

from __future__ import annotations

import io
import logging
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Annotated, NoReturn

import typer
from typer.exceptions import TyperException

from app import __version__
from app.cli import (
    designing,
    engine_io,
    exporting,
    games,
    importing,
    interrupting,
    packing,
    replaying,
    simulating,
    windows,
)
from app.cli.output import FAULT, WRONG_CALL, CallFailed, tell, tell_error
from engine.errors import EngineError
from engine.issues import LoadError

application = typer.Typer(
    name="hexwright",
    help="Design, play and print hex-and-counter wargames with the rules enforced.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for part in (windows, games, simulating, replaying, exporting, importing, engine_io, designing, packing):
    part.register(application)


@application.callback(invoke_without_command=True)
def opening(
    context: typer.Context,
    *,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Without a command the Library window opens."""
    if version:
        tell(f"hexwright {__version__}")
    elif context.invoked_subcommand is None:
        windows.open_library()


def run(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and end the process with its status."""
    try:
        interrupting.listen()
        with_streams()
        status = status_of(sys.argv[1:] if arguments is None else list(arguments))
        sys.stdout.flush()
    except BaseException:
        if interrupting.was_asked():
            interrupting.end()
        raise
    sys.exit(status)


def with_streams() -> None:
    """Give the program the streams that whoever started it closed, so that no file takes their place.

    Names that are no text are spelled out where they are printed.
    """
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            nothing = os.open(os.devnull, os.O_RDWR)
            if nothing != number:
                os.dup2(nothing, number)
                os.close(nothing)
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8"))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def status_of(arguments: list[str]) -> int:
    """Run the command line; the exit status. Only requests to end are raised out of this."""
    logging.getLogger().addHandler(logging.NullHandler())
    command = typer.main.get_command(application)
    try:
        result = command.main(args=arguments, prog_name="hexwright", standalone_mode=False)
    except CallFailed as error:
        tell_error(str(error))
        return error.status
    except LoadError as error:
        for line in map(str, error.issues or (error,)):
            tell_error(line)
        return FAULT
    except EngineError as error:
        tell_error(str(error))
        return FAULT
    except TyperException as error:
        tell_error(" ".join(wrong_call(error).split()))
        return WRONG_CALL
    except typer.Exit as error:
        return error.exit_code
    except (KeyboardInterrupt, typer.Abort):
        tell_error("interrupted; nothing is lost")
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return FAULT
    except (OSError, UnicodeError) as error:
        tell_error(system_words(error))
        return FAULT
    except Exception as error:
        if interrupting.was_asked():
            interrupting.end()
        logging.getLogger(__name__).exception("the command failed")
        tell_error(f"the program failed: {type(error).__name__}: {error}; report this with {report(error)}")
        return FAULT
    return result if isinstance(result, int) else 0


def wrong_call(error: TyperException) -> str:
    """What is wrong with a call, and where to read on."""
    return f"{error.format_message().rstrip('.')}; see hexwright --help"


def system_words(error: OSError | UnicodeError) -> str:
    """What the system or a name that is no text refused, in one line."""
    if isinstance(error, UnicodeError):
        return "a name or title holds letters that are no text; write it in another way"
    name = str(error.filename)[:80] if error.filename else "a file"
    return f"{name}: {(error.strerror or str(error)).lower()}; give another name or place"


def report(error: Exception) -> str:
    """Write what happened where it can be attached to a report; names the file."""
    from app.user_files import logs_folder, made

    try:
        path = made(logs_folder()) / "crash.txt"
        path.write_text("".join(traceback.format_exception(error)), encoding="utf-8")
    except OSError:
        return "the command you typed"
    return str(path)
