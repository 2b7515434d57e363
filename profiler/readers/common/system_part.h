#ifndef PROFILER_READERS_COMMON_SYSTEM_PART_H_
#define PROFILER_READERS_COMMON_SYSTEM_PART_H_

#include <string>
#include <vector>

#include "profiler/readers/common/import_report.h"
#include "profiler/readers/common/recorder_file_name.h"
#include "profiler/store/builder.h"
#include "profiler/store/packed/sample_times.h"

namespace profiler::sagemaker {

// What one file of system metrics holds, as columns that know of no other file.
struct SystemPart {
  struct Column {
    std::string type, name, dimension, node;
    SampleTimes wall_ns;  // since 1970
    std::vector<double> value;
  };

  std::string path;
  FileName name;
  std::vector<Column> columns;

  // Appends the values to the series of the builder, which may hold other files already.
  void AddTo(ProfileBuilder& builder, ImportReport& report) const;
};

// The unit of a dimension, "percent"; empty where it is not known.
std::string_view UnitOf(std::string_view dimension);
// False of the shares and the bytes that a recorder counts: what is below zero is damage.
bool MayBeNegative(std::string_view unit);

}  // namespace profiler::sagemaker

#endif  // PROFILER_READERS_COMMON_SYSTEM_PART_H_
