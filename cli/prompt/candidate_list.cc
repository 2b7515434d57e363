#include "cli/prompt/candidate_list.h"

#include <fmt/format.h>

#include <algorithm>

namespace profiler {
namespace {

size_t Width(const std::string& label) {
  return static_cast<size_t>(std::count_if(label.begin(), label.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

}  // namespace

std::string ListInColumns(const std::vector<std::string>& labels, size_t width, size_t max_rows) {
  constexpr size_t kGap = 2;
  size_t widest = 0;
  for (const std::string& label : labels) widest = std::max(widest, Width(label));
  const size_t columns = std::max<size_t>(1, (width + kGap) / (widest + kGap));
  size_t shown = labels.size();
  size_t rows = (shown + columns - 1) / columns;
  max_rows = std::max<size_t>(max_rows, 2);
  if (rows > max_rows) {
    rows = max_rows - 1;  // one for what is left out
    shown = rows * columns;
  }

  std::string out;
  for (size_t row = 0; row < rows; ++row) {
    for (size_t at = row; at < shown; at += rows) {
      const bool last = at + rows >= shown;
      out += labels[at];
      if (!last) out += std::string(widest + kGap - Width(labels[at]), ' ');
    }
    out += '\n';
  }
  if (shown < labels.size()) out += fmt::format("... {} more\n", labels.size() - shown);
  return out;
}

}  // namespace profiler
