#include "profiler/report/report.h"

#include <algorithm>

namespace profiler {

bool HasOwnTable(const Report& report) {
  return report.sections.empty() || !report.columns.empty();
}

std::vector<std::string> KeyOf(const Report& report, size_t row) {
  if (!report.keys_nest) return report.rows[row].key;
  std::vector<size_t> path;
  for (auto at = static_cast<int64_t>(row); at >= 0; at = report.rows[at].parent) {
    path.push_back(static_cast<size_t>(at));
  }
  std::vector<std::string> key;
  for (auto at = path.rbegin(); at != path.rend(); ++at) {
    key.insert(key.end(), report.rows[*at].key.begin(), report.rows[*at].key.end());
  }
  return key;
}

}  // namespace profiler
