#include "profiler/analysis/input/pipeline_ops.h"

#include <algorithm>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/input/input_code.h"
#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/selection/event_scan.h"
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

// The functions of Python and the user's marks that by their names read or make input, with all
// that they call. What is short is no input: Python calls `next` and `__getitem__` everywhere.
class InputCode {
 public:
  explicit InputCode(const Selected& selected)
      : selected_(selected), is_input_(selected.profile().op_count()) {
    for (uint32_t op = 0; op < is_input_.size(); ++op) {
      is_input_[op] = IsInputCode(selected.profile(), OpId(op)) ? 1 : 0;
    }
  }

  std::vector<PipelineOp> Run() && {
    for (const Track track : Tracks(selected_, IsInTotals)) AddTrack(track);
    std::stable_sort(ops_.begin(), ops_.end(), [](const PipelineOp& a, const PipelineOp& b) {
      return a.use.self > b.use.self;
    });
    return std::move(ops_);
  }

 private:
  void AddTrack(const Track& track) {
    const Events& events = track.events;
    std::vector<char> inside(events.size());  // one of them
    for (uint32_t e = 0; e < events.size(); ++e) {
      const uint32_t parent = events.ParentOf(e);
      const bool is_nested = parent != Events::kNoParent && inside[parent] != 0;
      const OpId op = events.op[e];
      const bool is_one = op.valid() && is_input_[op.row()] != 0 &&
                          !IsNextOfLibrary(selected_.profile(), events, e);
      inside[e] = is_nested || is_one ? 1 : 0;
      if (is_nested || !is_one || events.duration[e] < kLongStretch) continue;
      if (!selected_.steps().Has(events.step[e])) continue;
      if (selected_.source_filter().Has(events.step[e], track.row.device)) Add(op, events, e);
    }
  }

  void Add(OpId op, const Events& events, uint32_t event) {
    const auto [at, is_new] = index_.try_emplace(op, ops_.size());
    if (is_new) {
      ops_.push_back({OpUse(), InputWork::kPreprocess});
      ops_.back().use.op = op;
    }
    OpUse& use = ops_[at->second].use;
    ++use.occurrences;
    use.total += events.duration[event];
    use.self += events.duration[event];
  }

  const Selected& selected_;
  std::vector<char> is_input_;  // by op
  absl::flat_hash_map<OpId, size_t> index_;
  std::vector<PipelineOp> ops_;
};

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

bool IsIteratorCall(std::string_view type, std::string_view name) {
  return type == kDataset || name.starts_with(kDataLoader);
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
  const bool has_pipeline =
      Any(ops, [](const PipelineOp& op) { return op.work != InputWork::kEnqueue; });
  if (has_pipeline) return ops;
  std::vector<PipelineOp> code = InputCode(selected).Run();
  code.insert(code.end(), ops.begin(), ops.end());
  return code;
}

}  // namespace profiler
