#include "profiler/advise/rules/memory/memory_leak.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/memory/run_of_memory.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

// A line leaks if it keeps something in nearly each of the recording's equal parts: what a job sets
// up at its begin is in the first ones only.
constexpr size_t kParts = 6, kLeastParts = 5;
constexpr int64_t kLeastPieces = 8;

// What a line allocated and nothing freed.
struct KeptByLine {
  std::string line;
  Int128 bytes = 0;
  int64_t allocations = 0;
  std::array<bool, kParts> parts = {};

  bool leaks() const {
    return allocations >= kLeastPieces &&
           std::count(parts.begin(), parts.end(), true) >= static_cast<int64_t>(kLeastParts);
  }
};

std::vector<KeptByLine> LeakingLines(const Profile& profile, const MemoryUse& memory) {
  std::map<std::string, KeptByLine> by_line;
  const Int128 length = Int128{memory.end} - memory.begin + 1;
  for (const std::vector<HeldMemory>* pieces : {&memory.held, &memory.not_at_peak}) {
    for (const HeldMemory& piece : *pieces) {
      const bool is_kept = piece.end == kUnknown && piece.begin > memory.begin && piece.op.valid();
      if (!is_kept) continue;
      const std::string line = SourceLine(profile, profile.ops.row[piece.op].frame);
      if (line.empty()) continue;
      KeptByLine& kept = by_line[line];
      kept.line = line;
      kept.bytes += piece.bytes;
      ++kept.allocations;
      const Int128 part = (Int128{piece.begin} - memory.begin) * kParts / length;
      kept.parts[static_cast<size_t>(std::clamp<Int128>(part, 0, kParts - 1))] = true;
    }
  }
  std::vector<KeptByLine> lines;
  for (const auto& [line, kept] : by_line) {
    if (kept.leaks()) lines.push_back(kept);
  }
  std::stable_sort(lines.begin(), lines.end(),
                   [](const KeptByLine& a, const KeptByLine& b) { return a.bytes > b.bytes; });
  return lines;
}

Report LeakEvidence(const std::vector<KeptByLine>& lines) {
  using C = ColumnOf<KeptByLine>;
  return EvidenceOf<KeptByLine>(
      {
          C::Number("bytes", Unit::kBytes, "", "What it allocated and nothing freed.",
                    &KeptByLine::bytes),
          C::Number("allocations", Unit::kCount, "", "How many these are.",
                    &KeptByLine::allocations),
      },
      lines, &KeptByLine::line, "those that kept less", kLittleEvidence);
}

}  // namespace

std::optional<Finding> LeakFinding(const Profile& profile, const MemoryUse& memory,
                                   double least_bytes) {
  // Where hardly any free was recorded, what stays is not known.
  const bool knows_frees = 2 * memory.frees > memory.allocations;
  const bool has_steps = std::any_of(
      profile.steps.values().begin(), profile.steps.values().end(), [&](const StepRow& step) {
        return step.source == memory.source && step.found_by != StepFoundBy::kWhole;
      });
  if (!memory.source.valid() || !knows_frees || has_steps) return std::nullopt;
  const std::vector<KeptByLine> lines = LeakingLines(profile, memory);
  if (lines.empty() || static_cast<double>(lines[0].bytes) < least_bytes) return std::nullopt;
  const std::string device(profile.strings[profile.devices[memory.device].name]);
  Finding finding = Warning(
      "memory_leaks", device,
      fmt::format("memory on {} grows all through the recording: {} allocations at {}, of {} in "
                  "all, are not freed{}",
                  device, lines[0].allocations, lines[0].line,
                  ScaledText(static_cast<Value>(lines[0].bytes), Unit::kBytes),
                  FrameworkOf(profile) == Framework::kPyTorch
                      ? "; if a list or a sum keeps them, keep .item() or .detach() instead, as a "
                        "tensor keeps its graph"
                      : ""),
      "memory");
  finding.evidence.push_back(LeakEvidence(lines));
  SetPlaceOfMemory(profile, memory, finding);
  return finding;
}

}  // namespace profiler
