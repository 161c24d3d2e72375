"""The command line: for scripts, for machines without a screen, and to open the windows.

Exit status 0 says done, 1 that the thing asked about is at fault, 2 that the call was wrong. Errors are one
line each on stderr, ``error: FILE:LINE: what is wrong; what to do``, never a traceback.
"""
