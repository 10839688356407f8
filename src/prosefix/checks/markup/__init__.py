"""Checks of markup that shows up as broken prose: tags, references, ids, links.

The modules read a page's markup tokens; words are for the other sets.
"""
