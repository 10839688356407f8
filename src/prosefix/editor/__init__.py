"""prosefix inside an editor: the language server that `prosefix lsp` runs.

It shows what `check` finds while a page is written, and offers what `apply` would write. It decides nothing by itself.
"""
