#ifndef PROFILER_BASE_TEXT_LISTED_H_
#define PROFILER_BASE_TEXT_LISTED_H_

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>

namespace profiler {

// The first `most` of the items, as text: "a, b and 3 more".
template <typename Items>
std::string Listed(const Items& items, size_t most) {
  const size_t shown = std::min(items.size(), most);
  const auto end = std::next(items.begin(), static_cast<ptrdiff_t>(shown));
  std::string text = fmt::format("{}", fmt::join(items.begin(), end, ", "));
  if (items.size() > shown) text += fmt::format(" and {} more", items.size() - shown);
  return text;
}

}  // namespace profiler

#endif  // PROFILER_BASE_TEXT_LISTED_H_
