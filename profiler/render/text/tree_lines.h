#ifndef PROFILER_RENDER_TEXT_TREE_LINES_H_
#define PROFILER_RENDER_TEXT_TREE_LINES_H_

#include <cstddef>
#include <string>
#include <vector>

#include "profiler/report/report.h"

namespace profiler {

// The lines that connect rows of a tree to their parents. The lines of a row are made on demand and
// only as long as needed, because those of a chain of 100,000 rows would not fit in memory.
class TreeLines {
 public:
  TreeLines(const Report& report, bool unicode);

  // The full width of the lines before the row's name.
  size_t WidthOf(size_t row) const;
  // The lines before the row's name. If they are wider than `max_width`, an ellipsis replaces their
  // start.
  std::string Lead(size_t row, size_t max_width) const;

 private:
  const Report& report_;
  const bool unicode_;
  std::vector<size_t> level_;   // by row: its depth; 0 if it has no parent
  std::vector<bool> has_next_;  // by row: whether a later row has the same parent
};

}  // namespace profiler

#endif  // PROFILER_RENDER_TEXT_TREE_LINES_H_
