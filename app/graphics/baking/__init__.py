"""Paints the ground of a module's maps from geodata. A tool of builders: the program never imports it.

`python -m app.graphics.baking modules/NAME` reads `art/recipe.json` of that module and writes the picture of
the ground, the picture of kinds and the lines of the coast that the recipe names. It needs numpy and shapely
(the extra `bake`); what it writes is committed, so that neither is needed to run the program.
"""
