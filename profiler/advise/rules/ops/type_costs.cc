#include "profiler/advise/rules/ops/type_costs.h"

#include <algorithm>
#include <set>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/values/op_type_times.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

std::vector<TypeCosts> CostsOfEvents(const TypeSelfTimes& times) {
  std::vector<TypeCosts> types;
  for (const TypeSelfTimes::One& one : times.types) {
    TypeCosts& type = types.emplace_back();
    type.type = one.name.empty() ? kNoTypeName : one.name;
    type.costs = {one.host - one.calls, one.devices, one.host + one.devices, one.calls};
    type.share = Share(one.self, times.all);
    type.steps = one.steps;
  }
  return types;
}

std::vector<TypeCosts> CostsOnDevices(const TypeSelfTimes& times) {
  Value all = 0;
  for (const TypeSelfTimes::One& one : times.types) all += one.devices;
  std::vector<TypeCosts> types = CostsOfEvents(times);
  for (size_t i = 0; i < types.size(); ++i) {
    types[i].costs = OnDevices(types[i].costs);
    types[i].share = Share(times.types[i].devices, all);
  }
  return types;
}

// The types of `op` as they are, for profiles without events and for tfprof's own numbers.
std::vector<TypeCosts> CostsOfExecs(const RuleInput& input, const Report& op) {
  const std::set<std::string_view> others = TypesOfNoOp(input.profile());
  const OpTypeTimes times(input.selected);
  const CostReader reader(op);
  std::vector<TypeCosts> types;
  for (size_t row = 0; row < op.rows.size(); ++row) {
    const std::string_view name = op.rows[row].name;
    if (name == kOutsideSteps || others.count(name) > 0) continue;
    TypeCosts& type = types.emplace_back();
    type.type = name;
    type.costs = reader.Of(row);
    type.share = times.ShareOf(input.profile().strings.Find(name == kNoTypeName ? "" : name));
    for (const ReportColumn& column : op.columns) {
      if (input.query.compat_tfprof && column.measure == Measure::kMicros) {
        type.share = column.share[row];
      }
    }
  }
  return types;
}

}  // namespace

absl::StatusOr<CostsOfTypes> FindCostsOfTypes(
    const RuleInput& input, bool on_devices,
    const std::function<absl::StatusOr<Report>()>& ask_op) {
  TypeSelfTimes times;  // none in tfprof's words
  if (!input.query.compat_tfprof) {
    PROFILER_ASSIGN_OR_RETURN(times, SelfTimesOfTypes(input.selected, input.context));
  }
  CostsOfTypes costs;
  if (times.all > 0 && on_devices) {
    costs.types = CostsOnDevices(times);
    costs.steps = times.steps;
    costs.shares_of = "the time of ops on devices, where something nearly always runs";
  } else if (times.all > 0) {
    costs.types = CostsOfEvents(times);
    costs.steps = times.steps;
    costs.shares_of = input.selected.steps().all
                          ? "the self time of all ops, on hosts and devices, as in `overview`"
                          : "the self time of all ops in these steps, on hosts and devices";
  } else {
    PROFILER_ASSIGN_OR_RETURN(const Report op, ask_op());
    costs.types = CostsOfExecs(input, op);
    costs.shares_of = input.query.compat_tfprof ? "" : "the time of all ops";
  }
  std::stable_sort(
      costs.types.begin(), costs.types.end(),
      [](const TypeCosts& a, const TypeCosts& b) { return a.costs.all > b.costs.all; });
  return costs;
}

}  // namespace profiler
