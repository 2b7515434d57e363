#include "profiler/views/notes/filter_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "profiler/base/suggest.h"

namespace profiler {
namespace {

// All texts that -account_type_regexes is matched against.
std::vector<std::string_view> AllTypes(const Profile& profile) {
  absl::flat_hash_set<StringId> seen;
  std::vector<std::string_view> types;
  for (uint32_t op = 0; op < profile.op_count(); ++op) {
    for (StringId type : profile.ops.types[OpId(op)]) {
      if (seen.insert(type).second) types.push_back(profile.strings[type]);
    }
  }
  std::sort(types.begin(), types.end());
  return types;
}

void AddAccountNotes(const Profile& profile, const RegexSet& set, Report& report) {
  if (set.all()) return;
  const std::vector<std::string_view> types = AllTypes(profile);
  for (const RegexSet& pattern : set.Singles()) {
    const auto matches = [&](std::string_view type) { return pattern.Matches(type); };
    if (std::any_of(types.begin(), types.end(), matches)) continue;
    const std::string& text = pattern.patterns()[0];
    report.notes.push_back({"no_type_matches", Severity::kWarning,
                            fmt::format("no op has a type, device or label that '{}' matches{}",
                                        text, DidYouMean(text, types))});
  }
}

}  // namespace

void AddFilterNotes(const Profile& profile, const Query& query, Report& report) {
  AddAccountNotes(profile, query.selection.account_types, report);
  const size_t without_root = report.shape == Shape::kTree ? 1 : 0;
  if (report.rows.size() > without_root || report.hidden_rows == 0) return;
  std::string_view why = "the name and -min options leave no row";
  if (!query.where.all()) why = "-where and the other options leave no row (a share is 0 to 1: 5%)";
  if (query.max_depth < 1 && report.shape == Shape::kTree) {
    why = "-max_depth leaves no row below the root";
  } else if (!query.start_names.all()) {
    why = "no row matches -start_name_regexes, or other options leave none below it";
  }
  report.notes.push_back(
      {"no_rows", Severity::kWarning, fmt::format("{}: {} are hidden", why, report.hidden_rows)});
}

}  // namespace profiler
