"""The painter of the ground: terrain tints, relief and sea as pixels.

The bake paints whole maps with it from geodata. The program paints with it those places where a map was
changed since its ground was baked, so that a painted hex looks like any other. Nothing but numpy and Qt's
raster painter is needed.
"""
