#ifndef PROFILER_RENDER_TEXT_TREE_LINES_H_
#define PROFILER_RENDER_TEXT_TREE_LINES_H_

#include <cstddef>
#include <string>
#include <vector>

#include "profiler/report/report.h"

namespace profiler {

// The lines that join the rows of a tree to their parents. Each is made when it is asked for, and
// no longer than asked for: those of a chain of 100,000 rows would fill memory.
class TreeLines {
 public:
  TreeLines(const Report& report, bool unicode);

  // The width of the whole lead of a row.
  size_t WidthOf(size_t row) const;
  // What stands before the row's name; of a longer one its end, behind an ellipsis.
  std::string Lead(size_t row, size_t max_width) const;

 private:
  const Report& report_;
  const bool unicode_;
  std::vector<size_t> level_;   // of a row without parent: 0
  std::vector<bool> has_next_;  // another child of its parent follows
};

}  // namespace profiler

#endif  // PROFILER_RENDER_TEXT_TREE_LINES_H_
