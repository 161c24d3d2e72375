"""Pictures of any kind as plain RGB."""

from __future__ import annotations

from PIL import Image


def flat(picture: Image.Image) -> Image.Image:
    """The picture in RGB, what is transparent on white; 16 bits become 8."""
    if picture.mode.startswith("I;16"):
        return picture.point(lambda value: value / 256).convert("L").convert("RGB")
    if picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info:
        paper = Image.new("RGBA", picture.size, "white")
        paper.alpha_composite(picture.convert("RGBA"))
        return paper.convert("RGB")
    return picture if picture.mode == "RGB" else picture.convert("RGB")
