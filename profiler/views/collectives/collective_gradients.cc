#include "profiler/views/collectives/collective_gradients.h"

#include <algorithm>
#include <limits>
#include <set>
#include <string_view>
#include <tuple>

#include "profiler/analysis/values/op_values.h"
#include "profiler/base/int128.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

constexpr int64_t kBytesOfGradient = 4;

bool IsTrainable(const Profile& profile, OpId op) {
  const auto labels = profile.ops.types[op];
  return std::any_of(labels.begin(), labels.end(), [&](StringId label) {
    return profile.strings[label] == "_trainable_variables";
  });
}

// The number of trainable parameters, or of all parameters if none is known to be trainable; 0 if
// no shape is known.
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

// The mean time of all-reduces per step and device; kAbsent if there are none.
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

// The estimate that `measured` is compared with.
struct GradientsRow {
  Int128 parameters;
  double bandwidth;
  Value measured;

  Int128 bytes() const { return parameters * kBytesOfGradient; }
  double expected() const { return static_cast<double>(bytes()) / bandwidth * kPicosPerSecond; }
};

const std::vector<ColumnOf<GradientsRow>>& GradientsColumns() {
  using C = ColumnOf<GradientsRow>;
  using Row = const GradientsRow&;
  static const std::vector<C> kColumns = {
      C::Number(
          "parameters", Unit::kCount, "parameters",
          "Of -parameters, or those of the model's variables that are trained, or else of all.",
          &GradientsRow::parameters),
      C::Number("bytes", Unit::kBytes, "bytes", "Their gradients, 4 bytes each.",
                &GradientsRow::bytes),
      C::Number("expected_us", Unit::kMicros, "expected", "bytes over -bandwidth.",
                [](Row row) {
                  return row.expected() < 0x1p125 ? static_cast<Value>(row.expected()) : kAbsent;
                }),
      C::Number("measured_us", Unit::kMicros, "measured",
                "All-reduces of a step on a rank, added up; the mean.", &GradientsRow::measured),
      C::Real("measured_over_expected", Unit::kNone, "measured/expected",
              "measured_us over expected_us.",
              [](Row row) {
                return row.measured == kAbsent ? kAbsentReal
                                               : static_cast<double>(row.measured) / row.expected();
              }),
  };
  return kColumns;
}

}  // namespace

Report GradientsSection(const Profile& profile, const std::vector<CollectiveEvent>& events,
                        double bandwidth, int64_t given_parameters) {
  Report report = StartTable("gradients", "An all-reduce of the gradients", "gradients",
                             Headers(GradientsColumns()));
  const Int128 parameters = given_parameters > 0 ? given_parameters : Parameters(profile);
  if (parameters == 0) return report;
  const GradientsRow row{parameters, bandwidth, MeanAllReduce(events)};
  AppendRow(GradientsColumns(), "gradients", row, report);
  return report;
}

}  // namespace profiler
