"""What windows, logs and programs are shown: game-blind values made by rulesets.

A view draws these and knows no game. All are frozen structs, ready for JSON.
"""
