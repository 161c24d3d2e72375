"""Games saved and opened through the protocol."""

from __future__ import annotations

from pathlib import Path

from tests.engine.protocol.talking import Talk, free_talk


def test_save_and_open(tmp_path: Path) -> None:
    talk = free_talk()
    talk.ok("random", count=60, seed=5)
    path = str(tmp_path / "g.hexsave")
    saved = talk.ok("save", path=path)
    assert saved["actions"] == 60
    other = Talk()
    assert "in use" in other.refused("open", "IO", path=path)["text"]
    assert "in use" in free_talk().refused("save", "IO", path=path)["text"]
    talk.ok("quit")
    opened = other.ok("open", path=path)
    assert opened["hash"] == saved["hash"]
    assert opened["actions"] == 60
    assert opened["notices"] == []
    other.ok("undo", free=True)
    other.ok("save", path=path)
    other.session.close()
    assert [entry.name for entry in tmp_path.iterdir()] == ["g.hexsave"]


def test_files_that_cannot_be(tmp_path: Path) -> None:
    talk = free_talk()
    talk.refused("open", "IO", path=str(tmp_path / "none.hexsave"))
    talk.refused("open", "IO", path=str(tmp_path))
    talk.refused("open", "IO", path="")
    talk.refused("open", "IO", path="a\0b")
    talk.refused("save", "IO", path=str(tmp_path / "no" / "g.hexsave"))
    talk.refused("save", "IO", path=str(tmp_path))
    talk.refused("save", "IO", path="")
    (tmp_path / "junk").write_text("junk")
    assert "no saved game" in talk.refused("open", "IO", path=str(tmp_path / "junk"))["text"]


def test_a_game_from_a_state_can_be_saved_and_opened(tmp_path: Path) -> None:
    talk = free_talk()
    talk.ok("random", count=12, seed=5)
    state = talk.ok("state")["state"]
    other = Talk()
    other.ok("load", state=state)
    other.ok("random", count=6, seed=8)
    path = str(tmp_path / "g.hexsave")
    saved = other.ok("save", path=path)
    other.ok("quit")
    reader = Talk()
    assert reader.ok("open", path=path)["hash"] == saved["hash"]
    reader.session.close()
