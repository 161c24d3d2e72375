"""Pictures of maps of any size: cut into tiles on disk once, then shown in full detail with little memory.

`strips` decodes a picture a strip at a time, `pyramid` writes tiles of it and of its halves, `store` finds
and reads them in the user's cache, `preparing` has a process of its own make them.
"""
