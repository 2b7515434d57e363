// Writes inputs for benchmarks: `bazel run //tests/bench:generate -- --kind profile OUT`.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

#include "tests/bench/generate_kineto.h"
#include "tests/bench/generate_profile.h"
#include "tests/bench/generate_xspace.h"

namespace profiler::bench {
namespace {

int Main(int argc, char** argv) {
  CLI::App app("Writes a profile of any size, the same bytes for the same arguments.");
  std::string path, kind = "profile";
  int64_t nodes = 50'000, steps = 20, devices = 4, ops = 480;
  uint64_t seed = 1, run = 1;
  app.add_option("OUT", path, "The file to write.")->required();
  app.add_option("--kind", kind, "profile, xspace or kineto")
      ->check(CLI::IsMember({"profile", "xspace", "kineto"}));
  app.add_option("--nodes", nodes, "profile: ops of the graph")->check(CLI::PositiveNumber);
  app.add_option("--steps", steps, "training steps")->check(CLI::PositiveNumber);
  app.add_option("--devices", devices, "xspace: GPUs")->check(CLI::Range(1, 64));
  app.add_option("--ops", ops, "xspace, kineto: ops of a step")->check(CLI::PositiveNumber);
  app.add_option("--seed", seed, "what all numbers depend on");
  app.add_option("--run", run, "profile: which run of the same job, with other times");
  CLI11_PARSE(app, argc, argv);

  std::ofstream file(path, std::ios::binary);
  const Sink sink = [&file](std::string_view bytes) {
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  };
  if (kind == "profile") GenerateProfile({nodes, steps, seed, run}, sink);
  if (kind == "xspace") GenerateXSpace({steps, devices, ops, seed}, sink);
  if (kind == "kineto") GenerateKineto({steps, ops, seed}, sink);
  file.close();
  if (file) return 0;
  std::fprintf(stderr, "generate: cannot write '%s': %s\n", path.c_str(), std::strerror(errno));
  return 1;
}

}  // namespace
}  // namespace profiler::bench

int main(int argc, char** argv) {
  // `bazel run` changes the working directory; paths are relative to the user's.
  const char* folder = std::getenv("BUILD_WORKING_DIRECTORY");
  if (folder != nullptr && chdir(folder) != 0) return 1;
  return profiler::bench::Main(argc, argv);
}
