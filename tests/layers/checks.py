"""What the tests of this folder print."""


def finish(checks):
    """Prints the wrong lines of each check, {name: lines}, and the counts; returns the exit status."""
    failed = 0
    for name, wrong in checks.items():
        if wrong:
            failed += 1
            print(f"FAILED {name}")
            for line in wrong:
                print(f"  {line}")
    print(f"{len(checks) - failed} passed, {failed} failed")
    return 1 if failed else 0
