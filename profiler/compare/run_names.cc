#include "profiler/compare/run_names.h"

#include <algorithm>
#include <cstddef>

namespace profiler {

size_t CommonFolder(const std::vector<std::string_view>& names) {
  if (names.empty()) return 0;
  std::string_view common = names.front();
  for (const std::string_view name : names) {
    const auto [end, other] = std::mismatch(common.begin(), common.end(), name.begin(), name.end());
    common = common.substr(0, static_cast<size_t>(end - common.begin()));
  }
  // Of one name all would be common, and of a folder named twice.
  const size_t slash = common.substr(0, common.size() - (common.ends_with('/') ? 1 : 0)).rfind('/');
  const bool is_any_all = std::any_of(names.begin(), names.end(), [&](std::string_view name) {
    return name.size() == common.size();
  });
  const size_t last = is_any_all ? slash : common.rfind('/');
  return last == common.npos ? 0 : last + 1;
}

}  // namespace profiler
