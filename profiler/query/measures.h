// The columns of the views scope, graph, code and op: ten measures, and four columns that describe
// a row.
#ifndef PROFILER_QUERY_MEASURES_H_
#define PROFILER_QUERY_MEASURES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "profiler/base/unit.h"

namespace profiler {

// The measures of a row. docs/metrics.md defines each one.
enum class Measure : uint8_t {
  kBytes,
  kPeakBytes,
  kResidualBytes,
  kOutputBytes,
  kMicros,
  kAcceleratorMicros,
  kCpuMicros,
  kParams,
  kFloatOps,
  kOccurrence,  // how often a row's ops ran, and the number of these ops
};
inline constexpr size_t kMeasureCount = 10;

struct OpColumn {
  std::string_view name;           // in -select, -order_by and machine formats
  std::optional<Measure> measure;  // null if the column is not a measure
  Unit unit;
  std::string_view title;        // in the legend of tfprof's text
  std::string_view description;  // tfprof's description, from the Doc block of its text
};
// The measures in the order of the enum, then the other columns.
inline constexpr size_t kOpColumnCount = kMeasureCount + 4;
const std::array<OpColumn, kOpColumnCount>& OpColumns();

const OpColumn& Info(Measure measure);

// The columns that are not measures.
inline constexpr std::string_view kTensorValueColumn = "tensor_value", kDeviceColumn = "device",
                                  kOpTypesColumn = "op_types", kInputShapesColumn = "input_shapes";

}  // namespace profiler

#endif  // PROFILER_QUERY_MEASURES_H_
