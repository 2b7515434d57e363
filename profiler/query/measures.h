#ifndef PROFILER_QUERY_MEASURES_H_
#define PROFILER_QUERY_MEASURES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "profiler/base/unit.h"

namespace profiler {

// What a row can be measured by. docs/metrics.md defines each.
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
  kOccurrence,  // how often a row's ops ran, and how many there are
};
inline constexpr size_t kMeasureCount = 10;

// What -select takes: the measures, then what describes a row without measuring it.
enum class Field : uint8_t {
  kBytes,
  kPeakBytes,
  kResidualBytes,
  kOutputBytes,
  kMicros,
  kAcceleratorMicros,
  kCpuMicros,
  kParams,
  kFloatOps,
  kOccurrence,
  kTensorValue,
  kDevice,
  kOpTypes,
  kInputShapes,
};
inline constexpr size_t kFieldCount = 14;

constexpr Field FieldOf(Measure measure) { return static_cast<Field>(measure); }

struct FieldInfo {
  Field field;
  std::string_view name;  // as -select, -order_by and machine formats spell it
  Unit unit;
  std::string_view title;        // in the legend over a text report
  std::string_view description;  // one line of the text report's Doc block, as tfprof words it
};
const FieldInfo& Info(Field field);
const std::array<FieldInfo, kFieldCount>& AllFields();  // in Field's order

}  // namespace profiler

#endif  // PROFILER_QUERY_MEASURES_H_
