"""prosefix finds the mistakes in the prose and math of technical HTML and writes the fixes as unified diffs."""

__version__ = "0.1.0"
