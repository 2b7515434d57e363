// What forms for people say in a line rather than in a row or a section of its own.
#ifndef PROFILER_RENDER_FOLDED_H_
#define PROFILER_RENDER_FOLDED_H_

#include <optional>
#include <string>
#include <vector>

#include "profiler/report/report.h"

namespace profiler {

// A table without its rows of zeros, and a line that names these.
struct FoldedZeros {
  Report table;
  std::string line;
};

// nullopt if the table does not fold them (TableValues::folds_zeros), or has none.
std::optional<FoldedZeros> FoldZeros(const Report& table);

// The sections with findings that found nothing or judged nothing, where they are so many that
// each by itself hides what was found.
class BareSections {
 public:
  explicit BareSections(const Report& report);

  bool Folds(const Report& section) const;
  bool empty() const { return !folds_; }
  // Such as "nothing found: CaptureChecker, StartUpChecker".
  const std::vector<std::string>& lines() const { return lines_; }

 private:
  bool folds_ = false;
  std::vector<std::string> lines_;
};

}  // namespace profiler

#endif  // PROFILER_RENDER_FOLDED_H_
