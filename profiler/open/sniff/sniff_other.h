#ifndef PROFILER_OPEN_SNIFF_SNIFF_OTHER_H_
#define PROFILER_OPEN_SNIFF_SNIFF_OTHER_H_

#include <string>
#include <string_view>

namespace profiler {

// Describes a file that no reader accepts and says what to open instead, e.g. "a TensorBoard event
// log; ...". Returns "" if the file is unknown here, too.
std::string DescribeOther(std::string_view file_name, std::string_view bytes);

// Why a file that is named like a table is no table of metrics; "" for other files.
std::string WhyNoTable(std::string_view file_name, std::string_view bytes);

}  // namespace profiler

#endif  // PROFILER_OPEN_SNIFF_SNIFF_OTHER_H_
