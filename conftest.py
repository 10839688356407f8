"""The plugin that the tests of the pytest plugin itself need; pytest reads it from the root only."""

pytest_plugins = ["pytester"]
