"""The libraries of this program."""

# Most of the compile time goes to headers: files that share them take a third of it.
_MOST_AT_ONCE = 14

def _joined_files(srcs):
    """The files that are compiled together, by the name of their bucket.

    A bucket with too many files is split in two by the next bit of the hash of their names. Thus a
    new file changes or splits only one bucket, and the others are not compiled again.
    """
    buckets = {"": srcs}
    for level in range(8):
        parted = {}
        for name, files in buckets.items():
            if len(files) <= _MOST_AT_ONCE:
                parted[name] = files
                continue
            for bit in [0, 1]:
                parted[name + "_%d" % bit] = [src for src in files if hash(src) >> level & 1 == bit]
        buckets = parted
    return {name: files for name, files in buckets.items() if files}

def profiler_library(name, srcs, **kwargs):
    """A cc_library that compiles several files together; with --config=apart, each by itself.

    The files compiled together share one anonymous namespace, whose names also hide those of
    headers, so these names must be unique within a library.

    Args:
      name: the library's name.
      srcs: its .cc files.
      **kwargs: other arguments of cc_library.
    """
    joined = []
    for bucket, files in _joined_files(srcs).items():
        joined.append("%s_joined%s.cc" % (name, bucket))
        includes = " ".join(["%s/%s" % (native.package_name(), file) for file in files])
        native.genrule(
            name = "%s_join%s" % (name, bucket),
            outs = [joined[-1]],
            cmd = "printf '#include \"%%s\"\\n' %s > $@" % includes,
        )
    # Read by //tests/layers.
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
