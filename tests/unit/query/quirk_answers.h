// Asks for answers with tfprof's quirks and without, and looks into them.
#ifndef TESTS_UNIT_QUERY_QUIRK_ANSWERS_H_
#define TESTS_UNIT_QUERY_QUIRK_ANSWERS_H_

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "profiler/base/run_context.h"
#include "profiler/catalog/options.h"
#include "profiler/query/quirks.h"
#include "tests/unit/common/ask.h"

namespace profiler {

inline constexpr int64_t kUs = kPicosPerMicro;

inline Report Run(const Profile& profile, bool compat, const std::string& view,
                  const std::vector<std::pair<std::string, std::string>>& options) {
  Options parsed;
  for (const auto& [name, value] : options) REQUIRE(FindOption(name)->set(parsed, value).ok());
  parsed.query.compat_tfprof = compat;
  RunContext context;
  auto report = Ask(profile, view, parsed.query, context);
  REQUIRE(report.ok());
  return *std::move(report);
}

inline const ReportColumn& ColumnOf(const Report& report, const std::string& name) {
  auto it = std::find_if(report.columns.begin(), report.columns.end(),
                         [&](const ReportColumn& column) { return column.name == name; });
  REQUIRE(it != report.columns.end());
  return *it;
}
inline std::vector<std::string> Names(const Report& report) {
  std::vector<std::string> names;
  for (const Row& row : report.rows) names.emplace_back(row.name);
  return names;
}
inline bool HasNote(const Report& report, Quirk quirk) {
  return std::any_of(report.notes.begin(), report.notes.end(),
                     [&](const Note& note) { return note.id == Info(quirk).id; });
}
using Texts = std::vector<std::string>;

}  // namespace profiler

#endif  // TESTS_UNIT_QUERY_QUIRK_ANSWERS_H_
