"""Whole sites and crawls: more pages than a run over files holds in memory, on one machine or on a Spark cluster.

Sources are cut into parts of some megabytes; a part is read, checked and written by one process. What a part gives depends on
the part alone, so that any number of processes, machines and interruptions gives the same tables.
"""
