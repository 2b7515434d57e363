#ifndef PROFILER_QUERY_HIDDEN_ROWS_H_
#define PROFILER_QUERY_HIDDEN_ROWS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "profiler/query/query.h"

namespace profiler {

// The option that hides a row. Of several that would, the one that is applied first.
enum class HiddenBy : uint8_t {
  kNothing,
  kStartNames,
  kTrimNames,
  kMaxDepth,
  kMinimum,
  kShowNames,
  kHideNames,
  kWhere,
  kTop,
  kLimit,  // a view's own limit, in place of -top
};
inline constexpr size_t kHiddenByCount = 10;

// An answer's hidden rows, by the option that hides them.
class HiddenRows {
 public:
  void Add(HiddenBy option, int64_t rows = 1) { counts_[static_cast<size_t>(option)] += rows; }
  void Add(const HiddenRows& other);
  int64_t of(HiddenBy option) const { return counts_[static_cast<size_t>(option)]; }
  int64_t count() const;

  // Names the options, e.g. "below -max_depth 4". If there are several, with the number of rows of
  // each, the most first. Empty if no row is hidden. In a tree -max_depth counts levels, in a
  // ranking rows.
  std::string Reason(const Query& query, bool is_ranked = false) const;

 private:
  std::array<int64_t, kHiddenByCount> counts_{};
};

// kNothing, unless -show_name_regexes or -hide_name_regexes hide a row of that name.
HiddenBy HiddenByName(const Query& query, std::string_view name);

}  // namespace profiler

#endif  // PROFILER_QUERY_HIDDEN_ROWS_H_
