"""Figures as people write them at the table: movement points in fractions, per cents, counted words."""

from __future__ import annotations

import re
from fractions import Fraction

_SIGNS = {
    Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾",
    Fraction(1, 6): "⅙", Fraction(5, 6): "⅚", Fraction(1, 5): "⅕", Fraction(1, 8): "⅛", Fraction(3, 8): "⅜",
    Fraction(5, 8): "⅝", Fraction(7, 8): "⅞",
}  # fmt: skip


def points(amount: int, scale: int) -> str:
    """An amount counted in units of 1/scale: `1½`, `⅓`, `4`, or a decimal where no sign exists."""
    whole, rest = divmod(abs(amount), scale)
    sign = "−" if amount < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    part = _SIGNS.get(Fraction(rest, scale))
    if part is None:
        return f"{sign}{abs(amount) / scale:.2f}"
    return f"{sign}{whole or ''}{part}"


_ASCII = re.compile(r"(?:(\d+) )?(\d)/(\d)")


_MOVES = re.compile(r"(?:\d+ )?\d/\d(?= (?:truck )?MP\b| left\b)")


def told(text: str) -> str:
    """A sentence with signs for the fractions of movement points in it; names like `1/2 Arm` stay."""
    return _MOVES.sub(lambda found: fractions(found[0]), text)


def fractions(text: str) -> str:
    """An amount in words with its fractions as signs: `2 1/2` becomes `2½`."""

    def sign(found: re.Match[str]) -> str:
        part = _SIGNS.get(Fraction(int(found[2]), int(found[3]) or 1))
        return f"{found[1] or ''}{part}" if part else found[0]

    return _ASCII.sub(sign, text)


def amount_of(text: str) -> Fraction | None:
    """The number that an amount in words means (`2½`, `+2`, `⅓`); None if it is no number."""
    plain = text.strip().lstrip("+").replace("−", "-")
    signs = {sign: part for part, sign in _SIGNS.items()}
    part = signs.get(plain[-1:], Fraction())
    whole = plain[:-1] if part else plain
    if whole and not whole.lstrip("-").isdigit():
        return None
    return Fraction(int(whole)) + part if whole else part or None


def strength(value: float) -> str:
    """A strength: whole, or with two decimals at most, halves and quarters as signs."""
    whole = int(value)
    rest = round(value - whole, 4)
    if not rest:
        return str(whole)
    if rest in (0.25, 0.5, 0.75):
        return f"{whole or ''}{_SIGNS[Fraction(rest)]}"
    return f"{value:.2f}".rstrip("0").rstrip(".")


def signed(value: int) -> str:
    """A shift or modifier with its sign; zero is bare."""
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"


def percent(chances: int, out_of: int) -> str:
    """A share in per cent; below one but not nothing is `< 1 %`."""
    if not chances or not out_of:
        return "0 %"
    share = 100 * chances / out_of
    return "< 1 %" if share < 0.5 else f"{round(share)} %"


def counted(number: int, word: str, words: str = "") -> str:
    """A number with its noun: `1 unit`, `4 units`."""
    return f"{number} {word if number == 1 else words or word + 's'}"


def capital(text: str) -> str:
    """A text with a capital at its beginning and no full stop at its end; names inside stay as they are."""
    return (text[:1].upper() + text[1:]).rstrip(".")
