#include "profiler/analysis/ops/torch/anomaly_checks.h"

#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

constexpr std::string_view kEvaluate = "autograd::engine::evaluate_function: ";

enum class CheckRole : char { kOther, kEvaluates, kIsNan, kIsAny, kReads };

CheckRole CheckRoleOf(std::string_view name) {
  if (name.starts_with(kEvaluate)) {
    return name.ends_with("AccumulateGrad") ? CheckRole::kOther : CheckRole::kEvaluates;
  }
  // Older versions compare a gradient with itself.
  if (name == "aten::isnan" || name == "aten::ne") return CheckRole::kIsNan;
  if (name == "aten::any" || name == "aten::_is_any_true") return CheckRole::kIsAny;
  if (name == "aten::item" || name == "aten::is_nonzero") return CheckRole::kReads;
  return CheckRole::kOther;
}

// How far the evaluation of a function is: hooks of users may ask before it.
enum class Progress : char { kBegan, kRan, kComparesNan, kChecked };

class AnomalyCheckSum {
 public:
  explicit AnomalyCheckSum(const Profile& profile) : profile_(profile) {
    roles_.reserve(profile.op_count());
    evaluated_.resize(profile.op_count());
    for (uint32_t i = 0; i < profile.op_count(); ++i) {
      const std::string_view name = profile.strings[profile.ops.row[OpId(i)].name];
      roles_.push_back(CheckRoleOf(name));
      if (roles_[i] != CheckRole::kEvaluates) continue;
      evaluated_[i] = profile.strings.Find(name.substr(kEvaluate.size()));
    }
  }

  void BeginTrack(const Track& track) { progress_.assign(track.events.size(), Progress::kBegan); }

  void Add(const Events& events, uint32_t event) {
    const OpId op = events.op[event];
    if (!op.valid()) return;
    if (roles_[op.row()] == CheckRole::kEvaluates) ++sum_.functions;
    const uint32_t parent = events.ParentOf(event);
    if (parent == Events::kNoParent || !events.op[parent].valid()) return;
    const OpId evaluates = events.op[parent];
    if (roles_[evaluates.row()] != CheckRole::kEvaluates) return;
    AddPart(evaluates, op, progress_[parent]);
    const bool asks = roles_[op.row()] != CheckRole::kOther && progress_[parent] > Progress::kRan;
    if (!asks) return;
    sum_.time += events.duration[event];
    if (events.step[event].valid()) steps_.insert(events.step[event]);
  }

  AnomalyChecks Take() && {
    sum_.steps = static_cast<int64_t>(steps_.size());
    return sum_;
  }

 private:
  // What runs right in the evaluation of a function.
  void AddPart(OpId evaluates, OpId op, Progress& progress) {
    const CheckRole role = roles_[op.row()];
    if (profile_.ops.row[op].name == evaluated_[evaluates.row()]) {
      progress = Progress::kRan;
    } else if (role == CheckRole::kIsNan && progress == Progress::kRan) {
      progress = Progress::kComparesNan;
    } else if (role == CheckRole::kIsAny && progress == Progress::kComparesNan) {
      progress = Progress::kChecked;
      ++sum_.checked;
    }
  }

  const Profile& profile_;
  std::vector<CheckRole> roles_;     // by op
  std::vector<StringId> evaluated_;  // by op, the name of the function that it evaluates
  std::vector<Progress> progress_;   // by event of the track
  std::set<StepId> steps_;
  AnomalyChecks sum_;
};

}  // namespace

absl::StatusOr<AnomalyChecks> AnomalyChecksIn(const Selected& selected, const RunContext& context) {
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  AnomalyCheckSum sum(selected.profile());
  for (const Track track : Tracks(selected, HoldsThreadsWork)) {
    sum.BeginTrack(track);
    PROFILER_RETURN_IF_ERROR(ForEachEvent(track.events, selected.steps(), context,
                                          [&](uint32_t event) { sum.Add(track.events, event); }));
  }
  return std::move(sum).Take();
}

}  // namespace profiler
