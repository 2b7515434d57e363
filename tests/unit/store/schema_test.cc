// Every column declared in store/schema.h is kept by a store, by merging and by windows.
#include "profiler/store/schema.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "profiler/store/schema/describe.h"
#include "profiler/store/transform/merge.h"
#include "profiler/store/transform/window.h"
#include "tests/unit/store/filled_profile.h"
#include "tests/unit/store/resolved_rows.h"
#include "tests/unit/store/store_files.h"

namespace profiler {
namespace {

using Skip = RowTexts::Skip;
using Texts = std::vector<std::string>;

TEST_CASE("tables and columns are named once, and refer to tables that there are") {
  std::set<std::string_view> tables;
  std::set<uint32_t> table_fields = {0};
  for (const TableInfo& table : AllTables()) {
    CAPTURE(table.name);
    CHECK(tables.insert(table.name).second);
    CHECK((table.field == 0 || table_fields.insert(table.field).second));
    CHECK_FALSE(table.sentence.empty());
    std::set<std::string_view> columns;
    std::set<uint32_t> fields;
    for (const ColumnInfo& column : table.columns) {
      CAPTURE(column.name);
      CHECK(columns.insert(column.name).second);
      CHECK_FALSE(column.sentence.empty());
      const bool is_in_file = column.coding != "Apart" && column.coding != "Derived";
      CHECK((column.field >= 3) == is_in_file);
      const bool is_wide = column.coding == "Wide" || column.coding == "Event";
      CHECK((!is_in_file || fields.insert(column.field).second));
      CHECK((!is_wide || fields.insert(column.field + 1).second));
      CHECK((column.references.empty() || tables.count(column.references) > 0 ||
             column.references == "events"));
      CHECK((column.type != "id" || !column.references.empty()));
    }
  }
}

// The columns of a table that have a value in some row.
template <typename Of>
std::set<std::string_view> ToldColumns(const Profile& profile, Of of) {
  std::set<std::string_view> told;
  const typename Of::Row initial;
  EachRow(profile, of, [&](typename Of::Row row) {
    std::vector<bool> differs;
    EachOfBoth(row, initial, [&](const auto& value, const auto& before) {
      differs.push_back(!(value == before));
    });
    size_t column = 0;
    EachColumn(row, [&](const ColumnLine& line, const auto&) {
      if (differs[column++] || line.coding == Coding::kDerived) told.insert(line.name);
    });
  });
  return told;
}

TEST_CASE("a filled profile has values in every column") {
  const Profile profile = FilledProfile("a").Make();
  EachTable([&](auto of) {
    CAPTURE(of.kName);
    CHECK(ToldColumns(profile, of).size() == RowSchema<typename decltype(of)::Row>::kColumns);
  });
}

TEST_CASE("properties: every column comes back from a store") {
  const Profile profile = FilledProfile("a").Make();
  const Profile again = Reopened(profile);
  EachTable([&](auto of) {
    CAPTURE(of.kName);
    CHECK(RowsAsTexts(again, of) == RowsAsTexts(profile, of));
  });
  CheckSame(profile, again);
}

Profile Merged(Profile a, Profile b) {
  std::vector<Profile> parts;
  parts.push_back(std::move(a));
  parts.push_back(std::move(b));
  MergeReport report;
  return Merge(std::move(parts), report);
}

TEST_CASE("properties: merging keeps every column of what parts have not in common") {
  const Profile a = FilledProfile("a").Make(), b = FilledProfile("b").Make();
  const Profile merged = Merged(FilledProfile("a").Make(), FilledProfile("b").Make());
  // Runs are renumbered, and the time axis is that of both.
  const Skip skip = {{}, {"run_group", "on_axis", "time_zero", "profile_start"}};
  EachTable([&](auto of) {
    using Of = decltype(of);
    CAPTURE(of.kName);
    // Import problems are summarized for all files together.
    if (std::is_same_v<Of, table::ImportRows>) return;
    const Texts of_a = SortedRows(a, of, skip), of_b = SortedRows(b, of, skip);
    Texts want;
    std::merge(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(), std::back_inserter(want));
    CHECK(SortedRows(merged, of, skip) == want);
  });
}

// Clears all values of a row that another may fill in, except its key.
template <typename Row>
Row Blank(const Row& row) {
  static const std::set<std::string_view> kKeys = {"name",         "host",        "module", "scope",
                                                   "input_shapes", "input_types", "frame"};
  std::vector<bool> is_key;
  EachColumn(row, [&](const ColumnLine& line, const auto&) {
    is_key.push_back(kKeys.count(line.name) > 0);
  });
  Row blank = row;
  size_t column = 0;
  EachOfBoth(blank, Row(), [&](auto& value, const auto& initial) {
    if (!is_key[column++] && !IsKnown(initial)) value = initial;
  });
  return blank;
}

TEST_CASE("properties: what the first part does not know of a device or op a later one fills in") {
  const auto part = [](const std::string& path) {
    Profile profile = FilledProfile("a").Make();
    const StringId run = profile.strings.Intern("run");
    for (uint32_t i = 0; i < FilledProfile::kRows; ++i) {
      SourceRow& source = profile.sources[SourceId(i)];
      source.path = profile.strings.Intern(path + std::to_string(i));
      source.run = run;
      source.run_group = profile.ops.row[OpId(i)].run_group = 0;
    }
    return profile;
  };
  Profile first = part("1"), second = part("2");
  for (uint32_t i = 0; i < FilledProfile::kRows; ++i) {
    first.devices[DeviceId(i)] = Blank(first.devices[DeviceId(i)]);
    first.ops.row[OpId(i)] = Blank(first.ops.row[OpId(i)]);
  }
  REQUIRE(RowsAsTexts(first, table::Devices()) != RowsAsTexts(second, table::Devices()));
  REQUIRE(RowsAsTexts(first, table::Ops()) != RowsAsTexts(second, table::Ops()));
  const Profile want = part("2");
  const Profile merged = Merged(std::move(first), std::move(second));
  CHECK(RowsAsTexts(merged, table::Devices()) == RowsAsTexts(want, table::Devices()));
  CHECK(RowsAsTexts(merged, table::Ops()) == RowsAsTexts(want, table::Ops()));
}

constexpr int64_t kFar = std::numeric_limits<int64_t>::max() / 4;

TEST_CASE("properties: a window of all that there is keeps every column") {
  const Profile profile = FilledProfile("a").Make();
  WindowReport report;
  const Profile cut = CutToWindow(profile, {-kFar, kFar}, report);
  EachTable([&](auto of) {
    using Of = decltype(of);
    CAPTURE(of.kName);
    // They have no time; execs sum those without a place, too.
    if (std::is_same_v<Of, table::Unplaced> || std::is_same_v<Of, table::Samples> ||
        std::is_same_v<Of, table::Execs>) {
      return;
    }
    CHECK(RowsAsTexts(cut, of) == RowsAsTexts(profile, of));
  });
}

TEST_CASE("properties: what a window leaves is as it was, but for times") {
  const Profile profile = FilledProfile("a").Make();
  // Times are clipped; `runs` is then that of a part, and parents are computed again.
  const Skip skip = {{Coding::kTime, Coding::kSpan, Coding::kWide, Coding::kDerived},
                     {"partial", "runs", "counts_as", "nesting"}};
  std::map<std::string_view, size_t> kept;
  for (const int64_t to : {1, 100, 10'000, 300'000, 400'000, 1'000'000}) {
    WindowReport report;
    const Profile cut = CutToWindow(profile, {0, to}, report);
    EachTable([&](auto of) {
      if (of.kField == 0) return;
      CAPTURE(of.kName, to);
      const Texts all = SortedRows(profile, of, skip), rest = SortedRows(cut, of, skip);
      CHECK(std::includes(all.begin(), all.end(), rest.begin(), rest.end()));
      kept[of.kName] += rest.size();
    });
  }
  CHECK(kept["events"] > 0);
  CHECK(kept["allocations"] > 0);
}

}  // namespace
}  // namespace profiler
