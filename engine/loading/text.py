"""From the text of a YAML file to plain values, with the line of every value at hand.

The reader is a strict subset: no anchors and aliases, no tags, no key twice, no tabs, UTF-8 only; plain
scalars are numbers, `true`, `false`, `null` or text, nothing else (no dates, no `yes`). Depth and size
are limited before the text is parsed, because the parser of the library recurses.
"""

import re
from dataclasses import dataclass
from typing import TypeAlias

import yaml
from yaml.composer import ComposerError
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from engine.issues import Issue

#: Values of a YAML file: sequences become tuples.
Value: TypeAlias = "bool | int | float | str | tuple[Value, ...] | dict[str, Value] | None"
Path: TypeAlias = "tuple[str | int, ...]"

MAX_NESTING = 40
MAX_NODES = 400_000

_INT = re.compile(r"[-+]?(0|[1-9][0-9]{0,15})")
_FLOAT = re.compile(r"[-+]?([0-9]+\.[0-9]*|\.[0-9]+)([eE][-+]?[0-9]{1,3})?")
_WORDS: dict[str, bool | None] = {"": None, "~": None, "null": None, "true": True, "false": False}
_LEAD = re.compile(r"^[ \-?]*", re.MULTILINE)
_TAB = re.compile(r"^ *\t", re.MULTILINE)
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")
_IMPLICIT = "?"


class TextError(Exception):
    """A file that is not acceptable YAML; carries the issue."""

    def __init__(self, issue: Issue) -> None:
        super().__init__(str(issue))
        self.issue = issue


class _Loader(yaml.CSafeLoader):
    """Composes nodes only; leaves the meaning of scalars to `_scalar`, and refuses aliases at once."""

    def resolve(self, kind: type[Node], value: str | None, implicit: object) -> str:
        return _IMPLICIT

    def descend_resolver(self, current_node: Node | None, current_index: object) -> None:
        return None

    def ascend_resolver(self) -> None:
        return None


@dataclass(frozen=True)
class Document:
    """A parsed file: its value and, for messages, where each part of it stands."""

    file: str
    value: Value
    root: Node

    def line(self, path: Path) -> int:
        """The line of the value at a path, or of the nearest thing around it."""
        node, at = self.root, self.root
        for step in path:
            found = _child(node, step)
            if found is None:
                break
            at, node = found
        return int(at.start_mark.line) + 1


def parse(file: str, data: bytes) -> Document:
    """Parses a file; raises `TextError` with one clear issue if it is not acceptable."""
    text = _decoded(file, data)
    _check_shape(file, text)
    try:
        root = _Loader(text).get_single_node()
    except ComposerError as error:
        raise _refused(file, error) from None
    except yaml.MarkedYAMLError as error:
        raise TextError(_syntax_issue(file, error)) from None
    except yaml.YAMLError as error:
        raise TextError(Issue(file, 0, "SYNTAX", f"the text cannot be read ({error})")) from None
    if root is None:
        raise TextError(Issue(file, 0, "EMPTY_FILE", "the file is empty", "fill it or delete it"))
    return Document(file, _Reader(file).value(root, 0), root)


class _Reader:
    """Turns nodes into values and counts them."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.seen: set[int] = set()

    def value(self, node: Node, depth: int) -> Value:
        if isinstance(node, ScalarNode):
            return self._scalar(node)
        self._check(node, depth)
        if isinstance(node, SequenceNode):
            return tuple([self.value(item, depth + 1) for item in node.value])
        found: dict[str, Value] = {}
        for key_node, value_node in node.value:
            key = self._key(key_node)
            if key in found:
                raise self._refusal(
                    key_node, "DUPLICATE_KEY", f"the key '{key}' is given twice", "keep one of them"
                )
            found[key] = self.value(value_node, depth + 1)
        return found

    def _key(self, node: Node) -> str:
        if not isinstance(node, ScalarNode):
            raise self._refusal(node, "SYNTAX", "a key must be a word", "use simple keys")
        self._scalar(node)
        return str(node.value)

    def _scalar(self, node: ScalarNode) -> Value:
        if node.tag != _IMPLICIT:
            raise self._refusal(node, "TAG", f"the tag {node.tag[:40]} is not allowed", "write a plain value")
        text: str = node.value
        if node.style:
            return text
        if text in _WORDS:
            return _WORDS[text]
        if text[0] in "+-.0123456789":
            if _INT.fullmatch(text):
                return int(text)
            if _FLOAT.fullmatch(text):
                return float(text)
        return text

    def _check(self, node: Node, depth: int) -> None:
        if node.tag != _IMPLICIT:
            raise self._refusal(node, "TAG", f"the tag {node.tag[:40]} is not allowed", "write a plain value")
        if id(node) in self.seen:
            raise self._refusal(
                node, "ALIAS", "an alias repeats another part of the file", "write the part out"
            )
        self.seen.add(id(node))
        if depth > MAX_NESTING:
            raise self._refusal(
                node, "TOO_DEEP", f"values nest deeper than {MAX_NESTING} levels", "flatten them"
            )

    def _refusal(self, node: Node, code: str, message: str, hint: str) -> TextError:
        return TextError(Issue(self.file, int(node.start_mark.line) + 1, code, message, hint))


def _decoded(file: str, data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise TextError(
            Issue(file, line, "NOT_UTF8", "the text is not UTF-8", "save the file with UTF-8 encoding")
        ) from None
    if not text.strip():
        raise TextError(Issue(file, 0, "EMPTY_FILE", "the file is empty", "fill it or delete it"))
    return text


def _check_shape(file: str, text: str) -> None:
    control = _CONTROL.search(text)
    if control:
        line = text.count("\n", 0, control.start()) + 1
        raise TextError(
            Issue(file, line, "CONTROL_CHARACTER", "the text holds a control character", "remove it")
        )
    tab = _TAB.search(text)
    if tab:
        line = text.count("\n", 0, tab.start()) + 1
        raise TextError(Issue(file, line, "TAB", "a tab is used for indenting", "indent with blanks"))
    if text.count("\n") > MAX_NODES or text.count(",") + text.count(":") > 2 * MAX_NODES:
        raise TextError(Issue(file, 0, "TOO_BIG", "the file has too many entries", "split it"))
    if _may_be_deep(text):
        _check_depth(file, text)


def _may_be_deep(text: str) -> bool:
    opened = text.count("[") + text.count("{")
    if opened > MAX_NESTING:
        depth = highest = 0
        for letter in re.findall(r"[\[\]{}]", text):
            depth += 1 if letter in "[{" else -1
            highest = max(highest, depth)
        if highest > MAX_NESTING:
            return True
    return max((len(lead) for lead in _LEAD.findall(text)), default=0) > MAX_NESTING


def _check_depth(file: str, text: str) -> None:
    """Walks the events of the parser, which does not recurse, and stops at the first level too many."""
    depth = 0
    try:
        for event in yaml.parse(text, Loader=yaml.CSafeLoader):
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
                if depth > MAX_NESTING + 1:
                    line = int(event.start_mark.line) + 1 if event.start_mark else 0
                    message = f"values nest deeper than {MAX_NESTING} levels"
                    raise TextError(Issue(file, line, "TOO_DEEP", message, "flatten them"))
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
    except yaml.MarkedYAMLError as error:
        raise TextError(_syntax_issue(file, error)) from None


def _refused(file: str, error: ComposerError) -> TextError:
    words = f"{error.context} {error.problem}"
    if "document" in words:
        message, hint = "the file holds more than one document", "remove the '---' line"
        return TextError(Issue(file, _line_of(error), "SYNTAX", message, hint))
    message = "anchors and aliases are not allowed"
    return TextError(Issue(file, _line_of(error), "ALIAS", message, "write the part out"))


def _syntax_issue(file: str, error: yaml.MarkedYAMLError) -> Issue:
    if "nesting depth" in (error.problem or ""):
        return Issue(file, _line_of(error), "TOO_DEEP", "values nest far too deep", "flatten them")
    message = f"the YAML is broken: {error.problem or 'it cannot be understood'}"
    return Issue(file, _line_of(error), "SYNTAX", message, "check indenting, quotes and brackets here")


def _line_of(error: yaml.MarkedYAMLError) -> int:
    for mark in (error.problem_mark, error.context_mark):
        if mark is not None:
            return int(mark.line) + 1
    return 0


def _child(node: Node, step: str | int) -> tuple[Node, Node] | None:
    """What a step leads to: the node that marks its line (the key of a mapping), and the value."""
    if isinstance(node, SequenceNode) and isinstance(step, int):
        items: list[Node] = node.value
        return (items[step], items[step]) if 0 <= step < len(items) else None
    if isinstance(node, MappingNode):
        pairs: list[tuple[Node, Node]] = node.value
        return next(((key, value) for key, value in pairs if key.value == step), None)
    return None
