"""Checks of mathematics: TeX, MathML, their delimiters, and the prose around them.

The modules report what is wrong inside formulas; which text is a formula is for `page` to say.
"""
