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

// A word that is meant to be in a name hides all rows, as the whole name must match.
std::string NameHint(const RegexSet& names) {
  if (names.all()) return "";
  for (const std::string& pattern : names.patterns()) {
    if (pattern.starts_with(".*") && pattern.ends_with(".*")) continue;
    const bool has_choice = pattern.find('|') != std::string::npos;
    return fmt::format(" (-show_name_regexes must match the whole name: try '.*{}.*')",
                       has_choice ? "(" + pattern + ")" : pattern);
  }
  return "";
}

// Rows whose names match may be hidden by their place, which is told first.
std::string DepthHint(const Query& query, const Report& report) {
  const bool is_by_depth = report.hidden_reason.find("-max_depth") != std::string::npos;
  const std::string names = NameHint(query.show_names);
  return is_by_depth && !names.empty() ? " (-max_depth 10000 looks at all)" + names : names;
}

}  // namespace

void AddFilterNotes(const Profile& profile, const Query& query, Report& report) {
  AddAccountNotes(profile, query.selection.account_types, report);
  const size_t without_root = report.shape == Shape::kTree ? 1 : 0;
  if (report.rows.size() > without_root || report.hidden_rows == 0) return;
  report.notes.push_back(
      {"no_rows", Severity::kWarning,
       fmt::format("no row {}is left: {} hidden, {}{}{}", without_root > 0 ? "below the root " : "",
                   report.hidden_rows, report.hidden_reason, DepthHint(query, report),
                   query.where.all() ? "" : " (in -where a share is 0 to 1: 5%)")});
}

}  // namespace profiler
