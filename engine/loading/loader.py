"""Loading: all files of a module to one `ModuleDef`, or every fault at once.

The order is: find the files, parse each, join their collections, bring the whole to the present version of
the format, validate it, then look at what refers to what. A fault in one file does not keep the others from
being looked at.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path as FilePath

from pydantic import ValidationError

from engine.definition.module import SCHEMA_VERSION, ModuleDef
from engine.issues import Issue, LoadError, near_miss
from engine.loading import layout
from engine.loading.assets import asset_issues
from engine.loading.consistency import consistency_issues
from engine.loading.heap import without_collection
from engine.loading.order import in_order
from engine.loading.references import reference_issues
from engine.loading.source import MAX_TEXT_BYTES, Source, SourceError, open_source
from engine.loading.text import Document, Path, TextError, Value, parse
from engine.loading.validation import issues_of
from engine.upgrading import OLDEST_SCHEMA, upgraded_module

#: How many YAML files a module may have.
MAX_TEXT_FILES = 500


def load_module(path: FilePath | str) -> ModuleDef:
    """The module at a path; raises `LoadError` with all errors if it has any."""
    module, issues = read_module(path)
    errors = tuple(issue for issue in issues if issue.severity == "error")
    if module is None or errors:
        raise LoadError(errors or issues)
    return module


def check_module(path: FilePath | str) -> tuple[Issue, ...]:
    """All errors and warnings of the module at a path, by file and line; never raises for a faulty module."""
    return read_module(path, with_assets=True)[1]


def schema_version_of(path: FilePath | str) -> int:
    """The version of the format in which a module's files are written; the oldest where none is named.

    Raises `LoadError` for files that cannot be read at all.
    """
    try:
        document = parse(layout.HEAD, open_source(path).read(layout.HEAD, MAX_TEXT_BYTES))
    except SourceError as error:
        raise LoadError((_source_issue(error, str(path)),)) from error
    except TextError as error:
        raise LoadError((error.issue,)) from error
    written = document.value.get("schema_version") if isinstance(document.value, dict) else None
    return written if isinstance(written, int) else OLDEST_SCHEMA


def read_module(
    path: FilePath | str, *, with_assets: bool = False
) -> tuple[ModuleDef | None, tuple[Issue, ...]]:
    """The module, if its files make one at all, and everything found on the way."""
    with without_collection():
        return _read(path, with_assets=with_assets)


def _read(path: FilePath | str, *, with_assets: bool) -> tuple[ModuleDef | None, tuple[Issue, ...]]:
    reading = _Reading()
    try:
        source = open_source(path)
        reading.read(source)
        module = reading.module()
        if module is not None:
            reading.issues.extend(reference_issues(module, reading))
            if not any(issue.severity == "error" for issue in reading.issues):
                reading.issues.extend(consistency_issues(module, reading))
            if with_assets:
                reading.issues.extend(asset_issues(source, module, reading))
    except SourceError as error:
        reading.issues.append(_source_issue(error, str(path)))
        return None, reading.sorted_issues()
    except OSError as error:
        message = f"it cannot be read ({error.strerror})"
        reading.issues.append(Issue(str(path), 0, "FILE", message, "check permissions"))
        return None, reading.sorted_issues()
    return in_order(module) if module else None, reading.sorted_issues()


@dataclass
class _Part:
    """A stretch of a collection that came from one file; `inside` leads to it within the file."""

    document: Document
    inside: Path
    length: int


@dataclass
class _Reading:
    """What has been read so far; also knows where every value stands."""

    issues: list[Issue] = field(default_factory=list)
    head: Document | None = None
    version: int = SCHEMA_VERSION
    data: dict[str, Value] = field(default_factory=dict)
    parts: dict[str, list[_Part]] = field(default_factory=dict)
    help_files: list[str] = field(default_factory=list)

    def read(self, source: Source) -> None:
        names = source.names()
        if layout.HEAD not in names:
            others = [name for name in names if not layout.is_rule_data(name)]
            hint = near_miss(layout.HEAD, others) or "every module needs this file"
            self.issues.append(Issue(layout.HEAD, 0, "MISSING_FILE", "there is no module.yaml", hint))
            return
        if not self._read_head(source):
            return
        texts = [name for name in names if name != layout.HEAD and layout.is_rule_data(name)]
        if len(texts) > MAX_TEXT_FILES:
            self.issues.append(Issue("", 0, "TOO_BIG", f"more than {MAX_TEXT_FILES} YAML files", "join some"))
            return
        for name in texts:
            self._read_file(source, name)
        self._read_help(source, [name for name in names if layout.matches(name, layout.HELP_FILES)])
        self.issues.extend(_stray_issue(name) for name in layout.stray_files(names))

    def _read_head(self, source: Source) -> bool:
        self.head = self._document(source, layout.HEAD)
        if self.head is None:
            return False
        value = self.head.value
        assert isinstance(value, dict)
        if not self._knows_version(value.get("schema_version", OLDEST_SCHEMA)):
            return False
        for key in value:
            if key not in layout.HEAD_KEYS:
                self._unknown_key(self.head, key, layout.HEAD_KEYS)
        self.data.update({key: item for key, item in value.items() if key in layout.HEAD_KEYS})
        return True

    def _knows_version(self, written: Value) -> bool:
        """Whether files of this version can be read; what is no whole number is left to validation."""
        if isinstance(written, bool) or not isinstance(written, int):
            return True
        if OLDEST_SCHEMA <= written <= SCHEMA_VERSION:
            self.version = written
            return True
        assert self.head is not None
        line = self.head.line(("schema_version",))
        if written > SCHEMA_VERSION:
            message = f"the files are of schema version {written}, this program reads up to {SCHEMA_VERSION}"
            hint = "update the program"
        else:
            message = f"there is no schema version {written}"
            hint = f"give the version the files were written in, {OLDEST_SCHEMA} to {SCHEMA_VERSION}"
        self.issues.append(Issue(layout.HEAD, line, "SCHEMA_VERSION", message, hint))
        return False

    def _read_file(self, source: Source, name: str) -> None:
        document = self._document(source, name)
        if document is None:
            return
        assert isinstance(document.value, dict)
        single = layout.single_of(name)
        if single:
            self._join(single, (document.value,), _Part(document, (), 1))
            return
        allowed = layout.collections_of(name)
        for key, items in document.value.items():
            if key not in allowed:
                self._unknown_key(document, key, allowed)
            elif not isinstance(items, tuple):
                line = document.line((key,))
                message = f"{key}: a list is wanted"
                self.issues.append(Issue(name, line, "WRONG_TYPE", message, "write lines with dashes"))
            else:
                self._join(key, items, _Part(document, (key,), len(items)))

    def _read_help(self, source: Source, names: Iterable[str]) -> None:
        pages: list[Value] = []
        for name in names:
            try:
                text = source.read(name, MAX_TEXT_BYTES).decode("utf-8-sig").replace("\r\n", "\n")
            except SourceError as error:
                self.issues.append(_source_issue(error, name))
                continue
            except UnicodeDecodeError:
                self.issues.append(
                    Issue(name, 0, "NOT_UTF8", "the text is not UTF-8", "save the file as UTF-8")
                )
                continue
            first, _, rest = text.partition("\n")
            title = first.removeprefix("#").strip()
            if not first.startswith("# ") or not title:
                self.issues.append(
                    Issue(name, 1, "HELP_TITLE", "a page begins with '# Title'", "add a title line")
                )
                continue
            stem = name.rsplit("/", 1)[-1].removesuffix(".md")
            pages.append({"id": stem, "title": title, "text": rest.strip("\n")})
            self.help_files.append(name)
        self.data["help"] = tuple(pages)

    def _document(self, source: Source, name: str) -> Document | None:
        try:
            document = parse(name, source.read(name, MAX_TEXT_BYTES))
        except SourceError as error:
            self.issues.append(_source_issue(error, name))
            return None
        except TextError as error:
            self.issues.append(error.issue)
            return None
        if not isinstance(document.value, dict):
            message = "the file must be a mapping of keys and values"
            self.issues.append(Issue(name, 1, "WRONG_TYPE", message, "begin with 'key: value' lines"))
            return None
        return document

    def _join(self, key: str, items: tuple[Value, ...], part: _Part) -> None:
        before = self.data.get(key, ())
        assert isinstance(before, tuple)
        self.data[key] = before + items
        self.parts.setdefault(key, []).append(part)

    def _unknown_key(self, document: Document, key: str, allowed: tuple[str, ...]) -> None:
        hint = near_miss(key, allowed) or "known keys here: " + ", ".join(allowed)
        message = f"the key '{key}' is not known here"
        self.issues.append(Issue(document.file, document.line((key,)), "UNKNOWN_KEY", message, hint))

    def module(self) -> ModuleDef | None:
        """The validated module; None, with issues, if the files do not make one."""
        if self.head is None or any(issue.code == "SCHEMA_VERSION" for issue in self.issues):
            return None
        try:
            return ModuleDef.model_validate(self._upgraded())
        except ValidationError as error:
            self.issues.extend(issues_of(error, ModuleDef, self))
            return None

    def _upgraded(self) -> Mapping[str, object]:
        """The data in the present form; a version that makes no sense stays for validation to name."""
        if "schema_version" in self.data and self.data["schema_version"] != self.version:
            return self.data
        return upgraded_module(self.data, self.version)

    def find(self, path: Path) -> tuple[str, int]:
        """File and line of the value at a path of the module."""
        if not path or self.head is None:
            return layout.HEAD, 0
        key, *rest = path
        parts = self.parts.get(str(key), ())
        index = rest[0] if rest and isinstance(rest[0], int) else 0
        if key == "help" and index < len(self.help_files):
            return self.help_files[index], 1
        for part in parts:
            if index < part.length:
                tail = rest[1:]
                inside = (*part.inside, index, *tail) if part.inside else tuple(tail)
                return part.document.file, part.document.line(inside)
            index -= part.length
        return layout.HEAD, self.head.line(path)

    def sorted_issues(self) -> tuple[Issue, ...]:
        return tuple(sorted(set(self.issues)))


def _source_issue(error: SourceError, fallback: str) -> Issue:
    return Issue(error.name or fallback, 0, error.code, error.message, error.hint)


def _stray_issue(name: str) -> Issue:
    folders = (
        "board/",
        "pieces/",
        "charts/",
        "scenarios/",
        "sequence.yaml",
        "schedule.yaml",
        "options.yaml",
        "cards.yaml",
    )
    folder = name.split("/", maxsplit=1)[0] + ("/" if "/" in name else "")
    hint = near_miss(folder, folders) or "move it to one of " + ", ".join(folders)
    return Issue(name, 0, "NOT_READ", "this file is not read", hint, "warning")
