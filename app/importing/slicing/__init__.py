"""Cutting counter sheets: finding the grid of a scan, correcting it, cutting, pairing backs, giving names.

The grid is plain data in pixels of the straightened picture, so that windows, tests and scripts share it.
"""
