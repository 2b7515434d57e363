// The header lines of `nvidia-smi dmon`, which repeats them among its rows:
//
//   #Date       Time        gpu    pwr  gtemp     sm    mem     fb
//   #YYYYMMDD   HH:MM:SS    Idx      W      C      %      %     MB
//    20261122   02:35:33      0    281     59     96     48  20000
#ifndef PROFILER_READERS_METRIC_TABLE_DMON_H_
#define PROFILER_READERS_METRIC_TABLE_DMON_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/readers/metric_table/header.h"

namespace profiler::metric_table {

// Whether the line, the first one of a file, names dmon's columns.
bool IsDmonHeader(std::string_view line);

// Why rows below this first line cannot be placed in time; "" if they can.
std::string WhyNoDmonTimes(std::string_view line);

// A comma with `--format csv`, else blanks.
char DmonDelimiterOf(std::string_view line);

// The header of the rows that follow. A line of names begins one; units may follow, but not with
// `--format nounit`.
class DmonHeader {
 public:
  // Reads a line that begins with '#'. Returns whether the header has changed.
  bool ReadLine(std::string_view line);
  Header MakeRowHeader() const;

 private:
  std::string names_line_, units_line_;
  std::vector<std::string> names_, units_;
};

}  // namespace profiler::metric_table

#endif  // PROFILER_READERS_METRIC_TABLE_DMON_H_
