"""Generated C++ for the wire schemas, with the system's protoc."""

def cc_proto(name, deps = []):
    """Compiles NAME.proto into a cc_library NAME, whose header is "proto/NAME.pb.h".

    Args:
      name: the schema's file name without .proto.
      deps: the names of the schemas that it imports.
    """

    # protoc also reads direct and indirect imports.
    native.filegroup(
        name = name + "_src",
        srcs = [name + ".proto"] + [dep + "_src" for dep in deps],
    )
    native.genrule(
        name = name + "_gen",
        srcs = [name + "_src"],
        outs = [name + ".pb.h", name + ".pb.cc"],
        cmd = "$(location @system//:protoc) -I. --cpp_out=$(GENDIR) %s/%s.proto" %
              (native.package_name(), name),
        tools = ["@system//:protoc"],
    )
    native.cc_library(
        name = name,
        srcs = [name + ".pb.cc"],
        hdrs = [name + ".pb.h"],
        # Warnings in generated code cannot be fixed here.
        copts = ["-w"],
        deps = deps + ["@system//:protobuf"],
    )
