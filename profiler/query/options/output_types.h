// What -output takes. A type is one line in output_types.cc; one that is neither stdout, file nor
// none is an exporter (profiler/export).
#ifndef PROFILER_QUERY_OPTIONS_OUTPUT_TYPES_H_
#define PROFILER_QUERY_OPTIONS_OUTPUT_TYPES_H_

#include <string_view>
#include <vector>

#include "profiler/query/options/options.h"

namespace profiler {

struct OutputType {
  std::string_view name;
  bool takes_file = false;   // outfile=FILE, which it needs
  std::string_view spelled;  // as it is typed, up to what the user chooses
  std::string_view help;
};
const std::vector<OutputType>& AllOutputTypes();

OptionSpec OutputOption();

}  // namespace profiler

#endif  // PROFILER_QUERY_OPTIONS_OUTPUT_TYPES_H_
