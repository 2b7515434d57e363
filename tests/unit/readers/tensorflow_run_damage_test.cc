// Recorded graphs, run metadata and op logs, cut short and with single bytes changed: reading and
// querying never crash or hang, and damage is never silent.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "profiler/readers/common/wire_walk.h"
#include "tests/unit/common/ask_all.h"
#include "tests/unit/common/sanitized.h"
#include "tests/unit/readers/tensorflow_run_files.h"

namespace profiler {
namespace {

constexpr size_t kAskedEvery = 12;

std::string Load(const std::string& path) {
  std::ifstream stream("testdata/" + path, std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(stream), {});
  REQUIRE_FALSE(bytes.empty());
  return bytes;
}

// The files of one run; one of them is damaged.
struct Files {
  std::string model, graph, run_meta, op_log;
};
std::vector<Files> RecordedRuns() {
  std::vector<Files> runs;
  for (const auto& [model, graph, run_meta] :
       {std::array{"mlp", "graph.pb", "run_meta_1.pb"},
        std::array{"mlp", "graph.pbtxt", "run_meta_1050.pb"},
        std::array{"gpu_synth", "graph.pb", "run_meta_100.pb"},
        std::array{"dist", "graph.pb", "run_meta_3.pb"}}) {
    const std::string folder = std::string(model) + "/";
    runs.push_back({folder + graph, Load(folder + graph), Load(folder + run_meta),
                    Load(folder + "op_log.pb")});
  }
  return runs;
}

enum class Part { kGraph, kRunMeta, kOpLog };

ReadRun ReadDamaged(const Files& files, Part part, const std::string& bytes) {
  return ReadFiles(part == Part::kGraph ? bytes : files.graph,
                   {part == Part::kRunMeta ? bytes : files.run_meta},
                   part == Part::kOpLog ? bytes : files.op_log);
}

const std::string& BytesOf(const Files& files, Part part) {
  if (part == Part::kGraph) return files.graph;
  return part == Part::kRunMeta ? files.run_meta : files.op_log;
}

size_t OffsetOf(size_t variant, size_t size) {
  return std::min(variant * size / kVariants + variant * 7919 % (size / kVariants + 1), size - 1);
}

bool IsWhole(std::string_view bytes) {
  WireWalk walk(bytes);
  while (walk.Next()) {
  }
  return walk.stop() == WireWalk::Stop::kEnd;
}

TEST_CASE("A cut file is refused, or what is left of it is read and the cut reported") {
  for (const Files& files : RecordedRuns()) {
    for (Part part : {Part::kGraph, Part::kRunMeta, Part::kOpLog}) {
      const std::string& bytes = BytesOf(files, part);
      for (size_t variant = 0; variant < kVariants; ++variant) {
        const std::string cut = bytes.substr(0, OffsetOf(variant, bytes.size()));
        CAPTURE(files.model, static_cast<int>(part), cut.size());
        const ReadRun run = ReadDamaged(files, part, cut);
        if (!run.status.ok()) {
          CHECK_FALSE(Message(run.status).empty());
          CHECK(cut.size() < bytes.size() / 2);
          continue;
        }
        const bool is_text = bytes[0] != '\n';
        if (!is_text && !IsWhole(cut)) CHECK(run.report.worst() == ImportSeverity::kError);
        if (variant % kAskedEvery == 0)
          AskAll(run.profile, {.compat_tfprof = variant % 2 == 0, .in_all_forms = true});
      }
    }
  }
}

TEST_CASE("A file with a changed byte is refused or read") {
  constexpr std::array<uint8_t, 7> kMasks = {0x01, 0x80, 0xFF, 0x08, 0x7F, 0x20, 0x02};
  for (const Files& files : RecordedRuns()) {
    for (Part part : {Part::kGraph, Part::kRunMeta, Part::kOpLog}) {
      for (size_t variant = 0; variant < kVariants; ++variant) {
        std::string bytes = BytesOf(files, part);
        const size_t offset = OffsetOf(variant, bytes.size());
        CAPTURE(files.model, static_cast<int>(part), offset);
        bytes[offset] = static_cast<char>(bytes[offset] ^ kMasks[variant % kMasks.size()]);
        const ReadRun run = ReadDamaged(files, part, bytes);
        if (!run.status.ok()) {
          CHECK_FALSE(Message(run.status).empty());
        } else if (variant % kAskedEvery == 0) {
          AskAll(run.profile, {.compat_tfprof = variant % 2 == 0, .in_all_forms = true});
        }
      }
    }
  }
}

}  // namespace
}  // namespace profiler
