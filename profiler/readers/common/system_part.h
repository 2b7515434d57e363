#ifndef PROFILER_READERS_COMMON_SYSTEM_PART_H_
#define PROFILER_READERS_COMMON_SYSTEM_PART_H_

#include <string>
#include <vector>

#include "profiler/readers/common/format.h"
#include "profiler/readers/common/import_report.h"
#include "profiler/readers/common/recorder_file_name.h"
#include "profiler/store/builder.h"
#include "profiler/store/packed/sample_times.h"

namespace profiler::sagemaker {

// The columns of one file of system metrics, decoded independently of other files.
struct SystemPart {
  struct Column {
    std::string type, name, dimension, node;
    SampleTimes wall_ns;  // since 1970
    std::vector<double> value;
  };

  std::string path;
  FileName name;
  std::vector<Column> columns;

  // Appends the values to the series of the builder, which may contain values of other files.
  void AddTo(const Format& format, ProfileBuilder& builder, ImportReport& report) const;
};

// Returns the unit of a dimension, e.g. "percent"; empty if unknown.
std::string_view UnitOf(std::string_view dimension);
// Whether values in the unit may be negative. A negative share or number of bytes is damage.
bool MayBeNegative(std::string_view unit);

}  // namespace profiler::sagemaker

#endif  // PROFILER_READERS_COMMON_SYSTEM_PART_H_
