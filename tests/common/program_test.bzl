"""Tests of the program, in Python."""

def program_test(name, srcs = [], data = [], args = [], size = "medium", tags = []):
    """A py_test of NAME.py, whose first argument is the program, and which may import //tests/common.

    Args:
      name: of the test.
      srcs: what it imports beside.
      data: what it reads beside the program.
      args: what it is given behind the program.
      size: as a py_test's.
      tags: as a py_test's.
    """
    native.py_test(
        name = name,
        size = size,
        srcs = [name + ".py"] + srcs,
        args = ["$(location //cli:profiler)"] + args,
        data = ["//cli:profiler"] + data,
        tags = tags,
        main = name + ".py",
        deps = ["//tests/common:run"],
    )
