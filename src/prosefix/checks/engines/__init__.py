"""Other checkers of prose, asked beside prosefix's own rules: LanguageTool, Harper, LingoTweaker, and anybody's own.

An engine reads plain text and remarks on it; positions in pages, stand-ins, what is kept and what is written are ours.
"""
