#include "profiler/analysis/input/pipeline_ops.h"

#include <algorithm>

#include "profiler/analysis/input/input_waits.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

constexpr std::string_view kDataset = "Dataset", kCopyToDevice = "MemcpyHToD";

// Iterators that read files, by the end of their name.
constexpr std::array<std::string_view, 6> kReaders = {
    "::TFRecord", "::TextLine", "::FixedLengthRecord", "::SSTable", "::RecordIO", "::ArrayRecord"};
// What runs ahead of who asks: it, or what is behind it in the name.
constexpr std::array<std::string_view, 5> kAhead = {"::MemoryReader", "::MemoryWriter",
                                                    "::Interleave", "::Prefetch", "::ParallelMap"};

template <typename Words, typename Function>
bool Any(const Words& words, const Function& fits) {
  return std::any_of(words.begin(), words.end(), fits);
}

bool Contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

InputWork WorkOfIterator(std::string_view name) {
  if (!Any(kReaders, [&](std::string_view end) { return name.ends_with(end); })) {
    return InputWork::kPreprocess;
  }
  return Any(kAhead, [&](std::string_view part) { return Contains(name, part); })
             ? InputWork::kAdvancedRead
             : InputWork::kDemandedRead;
}

}  // namespace

std::string_view Name(InputWork work) {
  constexpr std::array<std::string_view, kInputWorks> kNames = {
      "demanded_file_read", "advanced_file_read", "preprocessing", "enqueue", "other"};
  return kNames[static_cast<size_t>(work)];
}

std::optional<InputWork> InputWorkOf(std::string_view type, std::string_view name) {
  if (type == kDataset) return WorkOfIterator(name);
  const bool is_copy = Contains(name, kCopyToDevice) || Contains(type, kCopyToDevice);
  if (is_copy || type.starts_with("InfeedEnqueue")) return InputWork::kEnqueue;
  if (name.starts_with(kDataLoader)) return InputWork::kOther;
  return std::nullopt;
}

absl::StatusOr<std::vector<PipelineOp>> PipelineOps(const Selected& selected, const Query& query,
                                                    RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_ASSIGN_OR_RETURN(const std::vector<OpUse> uses, UsesOfOps(selected, query, context));
  std::vector<PipelineOp> ops;
  for (const OpUse& use : uses) {
    if (use.is_idle || use.on_device) continue;
    const OpRow& op = profile.ops.row[use.op];
    const auto work = InputWorkOf(profile.strings[op.type], profile.strings[op.name]);
    if (work) ops.push_back({use, *work});
  }
  return ops;
}

}  // namespace profiler
