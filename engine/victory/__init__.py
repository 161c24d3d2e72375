"""Victory from building blocks: tested by the engine, said in words, judged at the right moment.

`ground` answers what blocks ask of a position and is where a ruleset puts in what it knows better; `judging`
evaluates a tree of blocks; `referee` tests the conditions of a scenario when they are due and ends the game;
`clauses` and `words` say everything in plain sentences; `terms` finds the conditions that are in force.
"""
