#include "profiler/views/collectives/collective_gradients.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>
#include <tuple>

#include "profiler/analysis/values/op_values.h"
#include "profiler/base/int128.h"
#include "profiler/report/table.h"
#include "profiler/report/table_row.h"

namespace profiler {
namespace {

constexpr int64_t kBytesOfGradient = 4;

bool IsTrainable(const Profile& profile, OpId op) {
  const auto labels = profile.ops.types[op];
  return std::any_of(labels.begin(), labels.end(), [&](StringId label) {
    return profile.strings[label] == "_trainable_variables";
  });
}

// Of the variables that are told to be trained, or else of all; 0 where no shape is known.
Int128 Parameters(const Profile& profile) {
  Int128 all = 0, trained = 0;
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    const OpId op(i);
    if (!IsVariable(profile, op)) continue;
    Int128 parameters = profile.ops.shape[op].empty() ? 0 : 1;
    for (const int64_t dim : profile.ops.shape[op]) {
      const bool is_known = dim >= 0 && parameters < std::numeric_limits<int64_t>::max();
      parameters = is_known ? parameters * dim : 0;
    }
    all += parameters;
    if (IsTrainable(profile, op)) trained += parameters;
  }
  return trained > 0 ? trained : all;
}

// The mean over ranks and steps that have one; kAbsent without any.
Value MeanAllReduce(const std::vector<CollectiveEvent>& events) {
  std::set<std::tuple<SourceId, DeviceId, StepId>> steps;
  Int128 total = 0;
  for (const CollectiveEvent& event : events) {
    if (event.kind != CollectiveKind::kAllReduce || event.is_call) continue;
    steps.insert({event.source, event.device, event.step});
    total += event.duration;
  }
  return steps.empty() ? kAbsent : total / static_cast<Int128>(steps.size());
}

}  // namespace

Report GradientsSection(const Profile& profile, const std::vector<CollectiveEvent>& events,
                        double bandwidth, int64_t given_parameters) {
  using enum ColumnType;
  Report report = StartTable(
      "gradients", "An all-reduce of the gradients", "gradients",
      {
          TableColumn(
              "parameters", kNumber, Unit::kCount, "parameters",
              "Of -parameters, or those of the model's variables that are trained, or else of "
              "all."),
          TableColumn("bytes", kNumber, Unit::kBytes, "bytes", "Their gradients, 4 bytes each."),
          TableColumn("expected_us", kNumber, Unit::kMicros, "expected", "bytes over -bandwidth."),
          TableColumn("measured_us", kNumber, Unit::kMicros, "measured",
                      "All-reduces of a step on a rank, added up; the mean."),
          TableColumn("measured_over_expected", kReal, Unit::kNone, "measured/expected",
                      "measured_us over expected_us."),
      });
  const Int128 parameters = given_parameters > 0 ? given_parameters : Parameters(profile);
  if (parameters == 0) return report;
  const Int128 bytes = parameters * kBytesOfGradient;
  const double expected = static_cast<double>(bytes) / bandwidth * kPicosPerSecond;
  const Value measured = MeanAllReduce(events);
  TableRow(report, "gradients")
      .Number(parameters)
      .Number(bytes)
      .Number(expected < 0x1p125 ? static_cast<Value>(expected) : kAbsent)
      .Number(measured)
      .Real(measured == kAbsent ? std::nan("") : static_cast<double>(measured) / expected);
  return report;
}

}  // namespace profiler
