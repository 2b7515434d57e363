#ifndef PROFILER_QUERY_COMPARE_OPTIONS_H_
#define PROFILER_QUERY_COMPARE_OPTIONS_H_

#include <string>

namespace profiler {

// How a profile is compared with a base.
struct CompareOptions {
  double tolerance = 0.01;            // a change by less than this part of the value is none
  std::string tolerance_text = "1%";  // as given
  bool pairs_renamed = true;          // whether rows that -match exact leaves alone are paired
};

}  // namespace profiler

#endif  // PROFILER_QUERY_COMPARE_OPTIONS_H_
