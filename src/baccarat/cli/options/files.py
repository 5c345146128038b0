"""Reads and writes the files of commands; `-` is standard input or output."""

import io
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, TypeVar

import typer

from baccarat.base import paths
from baccarat.base.errors import BaccaratError, BadText, FileTrouble, UnknownName
from baccarat.base.files import is_same
from baccarat.base.files import shown as file_shown
from baccarat.cli.output.show import warn

if TYPE_CHECKING:
    from baccarat.render.drawing import Drawing

T = TypeVar("T")
STANDARD = "-"
FELT = "felt"
"""The default style of pictures."""
AsDrawn = Annotated[
    str | None,
    typer.Option(
        "--style",
        help="Style of pictures: 'felt', or 'print' for white paper.",
        metavar="NAME",
        show_default=FELT,
    ),
]


def file_option(about: str, *names: str) -> Any:
    """An option for the name of a file; `names` replace the name of the parameter."""
    return typer.Option(*names, help=about, metavar="FILE")


def plot_option(drawing: str, note: str = "; - is standard output") -> Any:
    """The option `--plot FILE`; its help names the drawing."""
    return file_option(f"File for a picture of {drawing}: .svg, .png or .pdf{note}.", "--plot")


def records_option(row: str) -> Any:
    """The option `--records FILE`; its help says what each row is about."""
    return file_option(f"File to write, .csv or .parquet: one row for each {row}.")


HtmlFile = Annotated[str | None, file_option("Write a self-contained page to this file.")]
EncodingOption = Annotated[
    str, typer.Option(help="Encoding of the file, e.g. gbk or big5.", metavar="NAME")
]
CodesOption = Annotated[
    str | None,
    typer.Option(help="Meaning of a casino's own marks: '1=B 2=P 3=T'.", metavar="CODE=B|P|T"),
]
ARGUMENT = re.compile(r"\b(codes|encoding)=('[^']*')(?: of \w+)?")
"""The pattern of a library argument in a complaint."""


def shown(name: str) -> str:
    """The name of an input file, for errors: `-` is standard input."""
    return "standard input" if name == STANDARD else file_shown(name)


def shown_written(name: str) -> str:
    """The name of an output file, for errors: `-` is standard output."""
    return "standard output" if name == STANDARD else file_shown(name)


def load(name: str, encoding: str | None = None) -> str:
    """The text of a file; in UTF-8 unless the command offers encodings."""
    if name == STANDARD:
        return paths.read_text(_standard_input, shown(name), encoding)
    return paths.load(name, encoding)


@contextmanager
def telling_options(name: str | None = None) -> Iterator[None]:
    """Rewrite errors: name the file, and name options instead of the library's arguments."""
    prefix = "" if name is None else f"{shown(name)}: "
    try:
        yield
    except FileTrouble as trouble:  # its text already names the file
        raise FileTrouble(ARGUMENT.sub(r"--\1 \2", str(trouble))) from None
    except BaccaratError as complaint:
        raise BadText(prefix + ARGUMENT.sub(r"--\1 \2", str(complaint))) from None


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        raise OSError("it is closed")
    return io.BytesIO(typer.get_binary_stream("stdin").read(paths.MOST_BYTES + 1))


def check_apart(**files: str | None) -> None:
    """Complain if two of these options would write the same file."""
    outputs = [(option, name) for option, name in files.items() if name is not None]
    for (option, first), (also, second) in combinations(outputs, 2):
        if is_same(first, second):
            raise BadText(f"{shown_written(first)}: --{option} and --{also} need different files")


def _check_writable(*names: str | None) -> None:
    for name in names:
        if name is None or name == STANDARD:
            continue
        folder = Path(os.path.realpath(name)).parent  # a link may lead to another one
        if Path(name).is_dir():
            raise FileTrouble(f"{shown(name)}: cannot be written: it is a folder")
        if not folder.is_dir():
            raise FileTrouble(f"{shown(name)}: cannot be written: there is no such folder")
        if not os.access(folder, os.W_OK) and not paths.is_device(name):
            raise FileTrouble(
                f"{shown(name)}: cannot be written: you may not write into the folder"
            )


def check_drawings(name: str | None) -> None:
    """Complain, before anything is calculated, of a file name that no picture can have."""
    from baccarat.render.drawing import ENDINGS, SAVED  # not every command draws
    from baccarat.render.pdf import converter

    if name is None or name == STANDARD or paths.is_device(name):
        return
    if paths.ending(name) not in ENDINGS:
        raise BadText(f"{shown(name)}: {SAVED}")
    if paths.ending(name) == ".pdf":
        converter()


def style_for(style: str | None, *pictures: str | None) -> str:
    """The name of the chosen picture style; an unknown style is an error."""
    if style is None:
        return FELT
    if all(name is None for name in pictures):
        raise BadText("--style is for pictures: name the file of a picture, too")
    from baccarat.render.drawing_styles import style_of  # not every command draws

    return style_of(style).name


def check_kept(source: str | None, **outputs: str | None) -> None:
    """Complain if an output would overwrite the file that the command reads."""
    if source is None or source == STANDARD or paths.is_device(source):
        return
    for option, name in outputs.items():
        if name is not None and is_same(source, name):
            raise BadText(
                f"{shown(source)}: the command reads this file: name another file for --{option}"
            )


def save_drawing(name: str, drawing: "Drawing") -> None:
    """Write a picture, `.svg`, `.png` or `.pdf`; on standard output it is SVG."""
    if name == STANDARD:
        sys.stdout.write(drawing.svg)
        return
    drawing.save(name)


def save(name: str, text: str) -> None:
    """Write a whole file; if that fails, complain in one line."""
    if name == STANDARD:
        sys.stdout.write(text)
        return
    paths.save(name, text)


def write_each(*files: tuple[str | None, Callable[[str], None]]) -> None:
    """Write all the files, then raise an error for the files that failed."""
    troubles: list[BaccaratError] = []
    for name, write in files:
        try:
            if name is not None:
                write(name)
        except BaccaratError as trouble:
            troubles.append(trouble)
    for failure in troubles[:-1]:
        warn(f"baccarat: {failure}")
    if troubles:
        raise troubles[-1]


def check_outputs(
    files: Mapping[str, str | None], checkpoint: str | None = None, as_json: bool = False
) -> None:
    """Complain, before anything is dealt, of output files that cannot be written."""
    if as_json and STANDARD in files.values():
        option = next(option for option, file in files.items() if file == STANDARD)
        raise BadText(f"--json and --{option} - both write to standard output: name a file")
    check_apart(checkpoint=checkpoint, **files)
    _check_writable(checkpoint, *files.values())
    check_drawings(files.get("plot"))


def chosen_picture(pictures: Mapping[str, T], name: str | None, plot: str | None, usual: str) -> T:
    """The picture that `--plot` draws: by the name in `--picture`, or else the usual picture."""
    if name is not None and plot is None:
        raise BadText("--picture needs --plot: add --plot FILE")
    if name is not None and name not in pictures:
        raise UnknownName("picture", name[:40], pictures)
    return pictures[name or usual]
