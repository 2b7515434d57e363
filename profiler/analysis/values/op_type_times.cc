#include "profiler/analysis/values/op_type_times.h"

#include <algorithm>
#include <utility>

#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/op_device_times.h"
#include "profiler/analysis/selection/op_events.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/selection/same_step.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

// Sums up the self time of types, in all that is selected and in the steps of each run.
class TypeCollector {
 public:
  explicit TypeCollector(const Selected& selected)
      : selected_(selected),
        profile_(selected.profile()),
        runs_(RunsOf(profile_)),
        steps_of_run_(runs_.names.size()) {}

  void Add(const OpEvent& event) {
    const StepId step = profile_.events[event.track].step[event.row];
    const uint32_t run = runs_.of_source[profile_.tracks[event.track].source.row()];
    if (step.valid()) steps_of_run_[run].insert(SameStep(profile_, step));
    const OpId op = WrittenOp(profile_, event.op);
    if (!IsTimedOp(profile_, op)) return;
    const std::string_view type = TypeOf(op);
    self_[type] += event.self;
    if (!step.valid()) return;
    InSteps& sum = in_steps_[{type, run}];
    if (const StepId same = SameStep(profile_, step); !(same == sum.last)) {
      sum.steps.insert(same);
      sum.last = same;
    }
    (event.on_device ? sum.devices : sum.host) += event.self;
  }

  TypeSelfTimes Take() && {
    if (!self_.empty()) AddExecutions();
    TypeSelfTimes times;
    for (const std::set<StepId>& steps : steps_of_run_) times.steps += steps.size();
    std::map<std::string_view, TypeSelfTimes::One> by_type;
    for (const auto& [type, self] : self_) {
      by_type[type].name = type;
      by_type[type].self = self;
      times.all += self;
    }
    for (const auto& [key, sum] : in_steps_) {
      TypeSelfTimes::One& one = by_type[key.first];
      const auto steps = static_cast<int64_t>(steps_of_run_[key.second].size());
      one.host += sum.host / steps;
      one.devices += sum.devices / steps;
      one.steps += sum.steps.size();
      one.calls += std::max<Value>(sum.host - sum.executed, 0) / steps;
    }
    for (const auto& [name, one] : by_type) times.types.push_back(one);
    return times;
  }

 private:
  struct InSteps {
    Value host = 0, devices = 0;
    Value executed = 0;  // the host's time of executions
    std::set<StepId> steps;
    StepId last;  // the one inserted last
  };

  std::string_view TypeOf(OpId op) const { return profile_.strings[TypeOfTimedOp(profile_, op)]; }

  void AddExecutions() {
    for (const ExecRow& row : profile_.execs().row.values()) {
      if (!row.step.valid() || !selected_.steps().Has(row.step)) continue;
      if (!selected_.source_filter().Has(row.step, row.device)) continue;
      const uint32_t run = runs_.of_source[profile_.steps[row.step].source.row()];
      const auto sum = in_steps_.find({TypeOf(WrittenOp(profile_, row.op)), run});
      if (sum != in_steps_.end()) sum->second.executed += row.cpu_time;
    }
  }

  const Selected& selected_;
  const Profile& profile_;
  const Runs runs_;
  std::vector<std::set<StepId>> steps_of_run_;
  std::map<std::string_view, Value> self_;
  std::map<std::pair<std::string_view, uint32_t>, InSteps> in_steps_;  // by type and run
};

}  // namespace

std::set<std::string_view> TypesOfNoOp(const Profile& profile) {
  std::set<std::string_view> types, others;
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    const OpId op(i);
    const std::string_view type = profile.strings[profile.ops.row[op].type];
    if (IsFrameworkOp(profile, op)) {
      types.insert(type);
    } else {
      others.insert({type, ShownType(profile, op)});
    }
  }
  for (const std::string_view type : types) others.erase(type);
  return others;
}

OpTypeTimes::OpTypeTimes(const Selected& selected) {
  const Profile& profile = selected.profile();
  for (const ExecRow& row : profile.execs().row.values()) {
    if (!row.step.valid() || !selected.steps().Has(row.step)) continue;
    if (!selected.source_filter().Has(row.step, row.device)) continue;
    if (!IsFrameworkOp(profile, row.op)) continue;
    const Value time = row.cpu_time + row.accelerator_time;
    by_type_[profile.ops.row[row.op].type] += time;
    all_ += time;
  }
}

double OpTypeTimes::ShareOf(StringId type) const {
  const auto found = by_type_.find(type);
  return found == by_type_.end() || all_ <= 0 ? 0 : profiler::ShareOf(found->second, all_);
}

absl::StatusOr<TypeSelfTimes> SelfTimesOfTypes(const Selected& selected, RunContext& context) {
  TypeCollector collector(selected);
  PROFILER_RETURN_IF_ERROR(ForEachOpEvent(
      selected, [](const OpRow& op) { return op.kind != OpKind::kRuntime; },
      [&](const OpEvent& event) { collector.Add(event); }, context));
  return std::move(collector).Take();
}

}  // namespace profiler
