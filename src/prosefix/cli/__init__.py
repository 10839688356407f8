def main() -> None:
    raise SystemExit(2)
