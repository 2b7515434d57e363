#include "profiler/query/hidden_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace profiler {
namespace {

// The -min options that are set, e.g. "-min_micros and -min_bytes".
std::string Minimums(const Query& query) {
  std::vector<std::string> options;
  for (size_t m = 0; m < kMeasureCount; ++m) {
    if (query.min[m] > 0) {
      options.push_back(fmt::format("-min_{}", Info(static_cast<Measure>(m)).name));
    }
  }
  return options.empty() ? "the -min options" : fmt::format("{}", fmt::join(options, " and "));
}

std::string TextOf(HiddenBy option, const Query& query, bool is_ranked) {
  switch (option) {
    case HiddenBy::kStartNames:
      return "outside of what -start_name_regexes matches";
    case HiddenBy::kTrimNames:
      return "left out by -trim_name_regexes";
    case HiddenBy::kMaxDepth:
      return is_ranked ? fmt::format("ranked after -max_depth {}", query.max_depth)
                       : fmt::format("below -max_depth {}", query.max_depth);
    case HiddenBy::kMinimum:
      return "left out by " + Minimums(query);
    case HiddenBy::kShowNames:
      return "left out by -show_name_regexes";
    case HiddenBy::kHideNames:
      return "left out by -hide_name_regexes";
    case HiddenBy::kWhere:
      return "left out by -where";
    case HiddenBy::kTop:
      return query.top ? fmt::format("left out by -top {}", *query.top) : "left out by -top";
    case HiddenBy::kLimit:
      return "-top N shows more";
    case HiddenBy::kNothing:
      break;
  }
  return "";
}

}  // namespace

void HiddenRows::Add(const HiddenRows& other) {
  for (size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
}

int64_t HiddenRows::count() const {
  int64_t sum = 0;
  for (size_t i = 1; i < counts_.size(); ++i) sum += counts_[i];
  return sum;
}

std::string HiddenRows::Reason(const Query& query, bool is_ranked) const {
  std::vector<std::pair<int64_t, HiddenBy>> options;
  for (size_t i = 1; i < counts_.size(); ++i) {
    if (counts_[i] > 0) options.emplace_back(counts_[i], static_cast<HiddenBy>(i));
  }
  if (options.size() == 1) return TextOf(options[0].second, query, is_ranked);
  std::stable_sort(options.begin(), options.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string reason;
  for (const auto& [rows, option] : options) {
    reason +=
        fmt::format("{}{} {}", reason.empty() ? "" : ", ", rows, TextOf(option, query, is_ranked));
  }
  return reason;
}

HiddenBy HiddenByName(const Query& query, std::string_view name) {
  if (!query.show_names.Matches(name)) return HiddenBy::kShowNames;
  return query.hide_names.Matches(name) ? HiddenBy::kHideNames : HiddenBy::kNothing;
}

}  // namespace profiler
