"""Whatever stands in the files, checking ends with issues or with none, and never with another error."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.loading import Issue, LoadError, check_module, load_module
from tests.fixtures.module_files import GOOD, write_files, write_module

NAMES = sorted(GOOD)
SPICE = b"[ ] { } - : ' # | > & * &a *a !!x ? --- null true -1 1e999 1.0e999 .nan 9999999999999999999".split()
SPICE += [b"\n", b"  ", b"\t", b"\xff", b"\x00", b": ", b"- ", b"\xc2\x85"]
letters = st.text(max_size=6).map(lambda text: text.encode("utf-8", "replace"))
bite = st.tuples(
    st.sampled_from(NAMES),
    st.floats(0, 1),
    st.integers(0, 30),
    st.one_of(st.sampled_from(SPICE), st.binary(max_size=6), letters),
)
bites = st.lists(bite, min_size=1, max_size=4)


def refused(folder: Path) -> tuple[Issue, ...]:
    """What loading refuses; empty if it loads."""
    try:
        load_module(folder)
    except LoadError as error:
        return error.issues
    return ()


@given(bites)
@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_bitten_files_never_break_the_loader(
    tmp_path: Path, changes: list[tuple[str, float, int, bytes]]
) -> None:
    files = {name: text.encode() for name, text in GOOD.items()}
    for name, share, length, new in changes:
        data = files[name]
        at = int(share * len(data))
        files[name] = data[:at] + new + data[at + length :]
    folder = write_files(tmp_path, files)
    issues = check_module(folder)
    assert all("\n" not in str(issue) for issue in issues)
    errors = {issue for issue in issues if issue.severity == "error"}
    assert set(refused(folder)) == errors


@given(st.sampled_from(NAMES), st.sampled_from(NAMES))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_files_that_changed_places(tmp_path: Path, one: str, two: str) -> None:
    write_module(tmp_path, {one: GOOD[two], two: GOOD[one]})
    issues = check_module(tmp_path)
    assert one == two or issues


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith(".yaml")])
@pytest.mark.parametrize("value", ["null", "[]", "{}", "0", "''", "[[1]]", "{a: {b: [c]}}"])
def test_any_key_with_any_value(tmp_path: Path, name: str, value: str) -> None:
    lines = GOOD[name].splitlines()
    for number, line in enumerate(lines):
        key, colon, rest = line.partition(":")
        if not colon or not rest.strip():
            continue
        changed = "\n".join([*lines[:number], f"{key}: {value}", *lines[number + 1 :]]) + "\n"
        write_module(tmp_path, {name: changed})
        for issue in check_module(tmp_path):
            assert issue.message
