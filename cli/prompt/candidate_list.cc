#include "cli/prompt/candidate_list.h"

#include <fmt/format.h>

#include <algorithm>

#include "profiler/base/text/utf8.h"

namespace profiler {
std::string ListInColumns(const std::vector<std::string>& labels, size_t width, size_t max_rows) {
  constexpr size_t kGap = 2;
  size_t widest = 0;
  for (const std::string& label : labels) widest = std::max(widest, CountCharacters(label));
  const size_t columns = std::max<size_t>(1, (width + kGap) / (widest + kGap));
  size_t shown = labels.size();
  size_t rows = (shown + columns - 1) / columns;
  max_rows = std::max<size_t>(max_rows, 2);
  if (rows > max_rows) {
    rows = max_rows - 1;  // one row for the number of hidden labels
    shown = rows * columns;
  }

  std::string out;
  for (size_t row = 0; row < rows; ++row) {
    for (size_t at = row; at < shown; at += rows) {
      const bool last = at + rows >= shown;
      out += labels[at];
      if (!last) out += std::string(widest + kGap - CountCharacters(labels[at]), ' ');
    }
    out += '\n';
  }
  if (shown < labels.size()) out += fmt::format("... {} more\n", labels.size() - shown);
  return out;
}

}  // namespace profiler
