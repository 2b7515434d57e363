"""The libraries of this program."""

# Most of a compile is headers: files that share them take a third of the time.
_FILES_AT_ONCE = 10

def profiler_library(name, srcs, **kwargs):
    """A cc_library of which several files are compiled at a time; with --config=apart each by itself.

    What a file names for itself (in an anonymous namespace) is seen by the files beside it, and
    there hides what a header names so: in a library no two may name something alike.

    Args:
      name: of the library.
      srcs: its .cc files.
      **kwargs: what else a cc_library takes.
    """
    count = len(srcs) // _FILES_AT_ONCE + 1
    joined = []
    for number in range(count):
        # By its name, so that a new file leaves the others where they are.
        files = [src for src in srcs if hash(src) % count == number]
        if not files:
            continue
        joined.append("%s_joined_%d.cc" % (name, number))
        includes = " ".join(["%s/%s" % (native.package_name(), file) for file in files])
        native.genrule(
            name = "%s_join_%d" % (name, number),
            outs = [joined[-1]],
            cmd = "printf '#include \"%%s\"\\n' %s > $@" % includes,
        )
    # What //tests/layers reads.
    native.filegroup(
        name = name + "_sources",
        srcs = native.glob(["**/*.cc", "**/*.h"]) + ["BUILD"],
        visibility = ["//tests/layers:__pkg__"],
    )
    native.cc_library(
        name = name,
        srcs = select({
            "//:apart": srcs,
            "//conditions:default": joined,
        }),
        textual_hdrs = select({
            "//:apart": [],
            "//conditions:default": srcs,
        }),
        **kwargs
    )
