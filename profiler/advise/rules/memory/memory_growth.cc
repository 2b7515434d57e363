#include "profiler/advise/rules/memory/memory_growth.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/memory/run_of_memory.h"
#include "profiler/advise/rules/memory/whole_steps.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/op_scope.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/analysis/values/upper_median.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

// What the last steps hold may be freed by the next ones, so the last two are not judged; of the
// others, so many are needed, and such a share of them must keep memory.
constexpr size_t kYetToFree = 2, kLeastJudged = 4;
constexpr double kMostSteps = 0.8;

// What nothing freed of all that the judged steps allocated, by the op.
struct KeptByOp {
  OpId op;
  Int128 bytes = 0;
  int64_t allocations = 0;
};

std::vector<WholeStep> JudgedStepsOf(const Selected& selected, const MemoryUse& memory) {
  std::vector<WholeStep> steps = WholeStepsOf(selected, memory.source);
  steps.resize(steps.size() - std::min(steps.size(), kYetToFree));
  return steps;
}

// Returns by step what it allocated and no free of which was recorded, and adds it to its op.
std::vector<Int128> AddKept(const MemoryUse& memory, const std::vector<WholeStep>& steps,
                            std::map<OpId, KeptByOp>& by_op) {
  std::vector<Int128> kept(steps.size());
  for (const std::vector<HeldMemory>* pieces : {&memory.held, &memory.not_at_peak}) {
    for (const HeldMemory& piece : *pieces) {
      if (piece.end != kUnknown) continue;
      const size_t step = StepAt(steps, piece.begin);
      if (step == steps.size()) continue;
      kept[step] += piece.bytes;
      KeptByOp& op = by_op[piece.op];
      op.op = piece.op;
      op.bytes += piece.bytes;
      ++op.allocations;
    }
  }
  return kept;
}

std::string NameOfOp(const Profile& profile, OpId op) {
  return std::string(op.valid() ? profile.strings[profile.ops.row[op].name] : kUnknownOp);
}

std::string LineOfOp(const Profile& profile, OpId op) {
  return op.valid() ? SourceLine(profile, profile.ops.row[op].frame) : "";
}

// Ops of several scopes with one name and line are one.
std::vector<KeptByOp> ByNameAndLine(const Profile& profile, const std::map<OpId, KeptByOp>& by_op) {
  std::map<std::pair<std::string, std::string>, KeptByOp> sums;
  for (const auto& [id, op] : by_op) {
    KeptByOp& sum = sums.try_emplace({NameOfOp(profile, id), LineOfOp(profile, id)}).first->second;
    sum.op = id;
    sum.bytes += op.bytes;
    sum.allocations += op.allocations;
  }
  std::vector<KeptByOp> ops;
  ops.reserve(sums.size());
  for (const auto& [name, sum] : sums) ops.push_back(sum);
  return ops;
}

// Whether most of it was allocated in backward passes, where each pass frees what it needs but
// gradients, which the next one adds up in the same memory.
bool IsMadeInBackward(const Profile& profile, const std::map<OpId, KeptByOp>& by_op) {
  Int128 all = 0, in_backward = 0;
  for (const auto& [id, op] : by_op) {
    all += op.bytes;
    const bool is_in = ScopeOf(profile, id).find("autograd::engine::") != std::string_view::npos;
    if (is_in) in_backward += op.bytes;
  }
  return 2 * in_backward > all;
}

Report GrowthEvidence(const Profile& profile, const std::vector<KeptByOp>& ops, size_t steps) {
  using C = ColumnOf<KeptByOp>;
  return EvidenceOf<KeptByOp>(
      {
          C::Number("bytes", Unit::kBytes, "",
                    "What it allocated in these steps and nothing freed.", &KeptByOp::bytes),
          C::Number("bytes_per_step", Unit::kBytes, "", "The same, in the mean of these steps.",
                    [=](const KeptByOp& op) { return op.bytes / static_cast<int64_t>(steps); }),
          C::Number("allocations", Unit::kCount, "", "How many these are.", &KeptByOp::allocations),
          C::Text("line", "", "The line of Python that called.",
                  [&](const KeptByOp& op) { return LineOfOp(profile, op.op); }),
      },
      ops, [&](const KeptByOp& op) { return NameOfOp(profile, op.op); }, "those that kept less",
      kLittleEvidence);
}

std::string_view WhatKeeps(Framework framework) {
  const bool has_graph = framework == Framework::kPyTorch || framework == Framework::kUnknown;
  return has_graph ? "a list of outputs or losses, an attribute, a graph (.item() keeps a number "
                     "alone; .detach() frees the graph, but keeps the values)"
                   : "a list of outputs or losses, an attribute";
}

}  // namespace

std::optional<Finding> GrowthFinding(const Selected& selected, const MemoryUse& memory,
                                     double least_bytes) {
  const Profile& profile = selected.profile();
  if (!memory.source.valid() || memory.step.valid() || !memory.knows_frees()) return std::nullopt;
  const std::vector<WholeStep> steps = JudgedStepsOf(selected, memory);
  if (steps.size() < kLeastJudged) return std::nullopt;
  std::map<OpId, KeptByOp> by_op;
  const std::vector<Int128> kept = AddKept(memory, steps, by_op);
  std::vector<Int128> sorted = kept;
  const Int128 growth = UpperMedian(sorted);
  if (static_cast<double>(growth) < least_bytes || by_op.empty()) return std::nullopt;
  const auto keeping =
      std::count_if(kept.begin(), kept.end(), [&](Int128 bytes) { return 2 * bytes >= growth; });
  if (static_cast<double>(keeping) < kMostSteps * static_cast<double>(steps.size())) {
    return std::nullopt;
  }
  std::vector<KeptByOp> ops = ByNameAndLine(profile, by_op);
  Int128 all = 0;
  for (const KeptByOp& op : ops) all += op.bytes;
  if (all > memory.unfreed) return std::nullopt;  // frees are missing, so it was freed
  std::stable_sort(ops.begin(), ops.end(),
                   [](const KeptByOp& a, const KeptByOp& b) { return a.bytes > b.bytes; });
  const std::string line = LineOfOp(profile, ops[0].op);
  Finding finding;
  finding.id = "memory_grows";
  finding.subject = profile.strings[profile.devices[memory.device].name];
  finding.severity = Severity::kWarning;
  const std::string run = RunOfMemory(profile, memory);
  finding.text = fmt::format(
      "memory on {} grows by {} in each step, which nothing frees in the recording (median of {}); "
      "{} of it is allocated by {}{}. Unless a step needs what earlier ones made, something keeps "
      "a reference to it: {}",
      run.empty() ? finding.subject : finding.subject + " of the run " + run,
      ScaledText(growth, Unit::kBytes), Count(steps.size(), "step"),
      Percent(static_cast<double>(ops[0].bytes), static_cast<double>(all)),
      NameOfOp(profile, ops[0].op), line.empty() ? "" : " at " + line,
      IsMadeInBackward(profile, by_op)
          ? "most of it is made in backward passes, so a list or a hook that keeps gradients, or "
            "backward(create_graph=True), after which gradients and their graph keep each other: "
            "use torch.autograd.grad there, or set .grad to None afterwards"
          : WhatKeeps(FrameworkOf(profile)));
  finding.command = "memory";
  finding.evidence.push_back(GrowthEvidence(profile, ops, steps.size()));
  SetPlaceOfMemory(profile, memory, finding);
  return finding;
}

}  // namespace profiler
