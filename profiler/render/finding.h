#ifndef PROFILER_RENDER_FINDING_H_
#define PROFILER_RENDER_FINDING_H_

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "profiler/report/report.h"

namespace profiler {

// A row of a report of findings, with what comes with it. It points into the report.
struct ShownFinding {
  std::string_view severity, text;
  std::string_view rule;                // which found it, where findings of several stand together
  std::string_view command;             // shows more; empty: none
  Value saves = kAbsent;                // per step
  size_t level = 0;                     // below the finding before it
  std::vector<const Report*> evidence;  // tables
};

class Findings {
 public:
  explicit Findings(const Report& section);

  ShownFinding At(size_t row) const;

 private:
  const Report& section_;
  std::unordered_map<std::string_view, std::vector<const Report*>> evidence_;  // by its finding
};

}  // namespace profiler

#endif  // PROFILER_RENDER_FINDING_H_
