"""A program to be killed: plays the toy game for ever, journaling, and says how far it came.

After each action is safely on the disk it writes the number and the hash on a line to its output, so the
test knows what must not be lost.
"""

import random
import sys
from pathlib import Path

from engine.game import Game
from engine.saves import Journal
from tests.engine.toy import ToyRules


def main(path: Path, seed: int) -> None:
    game = Game(ToyRules(), seed)
    journal = Journal(path, game)
    chooser = random.Random(seed)
    sys.stdout.write(f"0 {game.hash()} done\n")
    sys.stdout.flush()
    while True:
        decision = game.decision
        if chooser.random() < 0.2 and game.count:
            game.undo(free=True)
        elif decision is not None:
            side = decision.sides[0]
            kinds = [kind for kind in decision.ask.kinds if not kind.ends]
            action = chooser.choice(kinds).sample(game.state, side, chooser)
            assert action is not None
            game.apply(action, side)
        sys.stdout.write(f"{game.count} {game.hash()} next\n")
        sys.stdout.flush()
        journal.follow(game)
        sys.stdout.write(f"{game.count} {game.hash()} done\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
