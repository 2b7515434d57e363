// The options -output and -format, whose values come from the exporters and renderers.
#ifndef PROFILER_CATALOG_OUTPUT_OPTIONS_H_
#define PROFILER_CATALOG_OUTPUT_OPTIONS_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/query/options/options.h"

namespace profiler {

// A value of -output: a destination for the report, or an exporter.
struct OutputType {
  std::string_view name;
  bool takes_file = false;    // outfile=FILE is required
  bool takes_events = false;  // events=none is allowed
  std::string spelled;        // the part before the user's own values
  std::string_view help;
};
const std::vector<OutputType>& AllOutputTypes();

OptionSpec OutputOption();
OptionSpec FormatOption();

}  // namespace profiler

#endif  // PROFILER_CATALOG_OUTPUT_OPTIONS_H_
