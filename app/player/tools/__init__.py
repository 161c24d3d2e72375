"""Tools: how a person puts an action together, one for each shape of action, none for any game.

A tool knows the session and the selection. It is asked what to light up, what to say, and what a click or key
means; its answer is an outcome, which the board controller carries out. Tools hold no widgets.
"""
