// The verdicts of a requirement about each of many rows, and how exactly bounds are kept.
#include "profiler/compare/check/row_verdicts.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "profiler/compare/check/bounds.h"

namespace profiler {
namespace {

using Values = std::vector<double>;

JudgedRow RowOf(const std::string& name, const Values& base, const Values& next) {
  JudgedRow row;
  row.noise = JudgeNoise({base, next, NoiseOf::kRuns}, RequiredSign::kLessEqual, 1, 0);
  row.result.row = name;
  row.result.unit = Unit::kMicros;
  row.result.value = next.front();
  row.result.base = row.result.bound = base.front();
  row.result.excess = row.result.value - row.result.bound;
  row.result.status = row.noise->status;
  row.result.p_value = row.noise->p_value;
  row.result.reason = row.noise->reason;
  return row;
}

// Rows that keep the bound: noise was not looked at.
std::vector<JudgedRow> WithOthers(size_t others, JudgedRow row) {
  std::vector<JudgedRow> rows(others);
  for (JudgedRow& other : rows) other.result.value = other.result.base = 1;
  rows.push_back(std::move(row));
  CorrectForRows(rows);
  return rows;
}

const Values kBase = {100, 103, 98, 101, 99};
const Values kApart = {104, 105, 111, 104.5, 106};  // beyond all of the base, by little
const Values kFarApart = {200, 203, 198, 201, 199};

TEST_CASE("One of many rows that looks worse by chance is unclear") {
  CHECK(RowOf("a", kBase, kApart).result.status == CheckStatus::kBroken);
  const std::vector<JudgedRow> few = WithOthers(1, RowOf("a", kBase, kApart));
  CHECK(few.back().result.status == CheckStatus::kBroken);
  CHECK_THAT(few.back().result.reason, Catch::Contains("corrected for 2 rows, 5 runs against 5"));
  const std::vector<JudgedRow> many = WithOthers(99, RowOf("a", kBase, kApart));
  CHECK(many.back().result.status == CheckStatus::kUnclear);
  CHECK(many.back().result.p_value > 0.05);
  CHECK_THAT(many.back().result.reason, Catch::Contains("no more than noise between runs") &&
                                            Catch::Contains("corrected for 100 rows"));
  const std::vector<JudgedRow> far = WithOthers(99, RowOf("a", kBase, kFarApart));
  CHECK(far.back().result.status == CheckStatus::kBroken);
}

TEST_CASE("Of three runs against three a row of many must be far apart to look worse") {
  const Values base = {100, 104, 96}, apart = {105, 112, 107}, far = {200, 204, 196};
  CHECK(RowOf("a", base, apart).result.status == CheckStatus::kCannotTell);
  CHECK(WithOthers(59, RowOf("a", base, apart)).back().result.status == CheckStatus::kUnclear);
  CHECK(WithOthers(59, RowOf("a", base, far)).back().result.status == CheckStatus::kCannotTell);
}

TEST_CASE("What varies on neither side is not corrected, however many rows there are") {
  JudgedRow row = RowOf("a", kBase, kApart);
  row.noise =
      JudgeNoise({{12}, {16}, NoiseOf::kCount, NoiseOf::kRuns}, RequiredSign::kLessEqual, 1, 0);
  row.result.status = row.noise->status;
  row.result.reason = row.noise->reason;
  const std::vector<JudgedRow> many = WithOthers(99, row);
  CHECK(many.back().result.status == CheckStatus::kBroken);
  CHECK(many.back().result.reason ==
        "4 more; each side has the same count in all its runs, so it has no noise");
}

TEST_CASE("A single row and rows without samples are not corrected") {
  std::vector<JudgedRow> one = {RowOf("a", kBase, kApart)};
  CorrectForRows(one);
  CHECK(one[0].result.reason.find("corrected") == std::string::npos);
  CHECK(WithOthers(9, RowOf("a", {1}, {2})).back().result.status == CheckStatus::kCannotTell);
}

TEST_CASE("All rows that fail are named, at most ten") {
  std::vector<JudgedRow> rows;
  for (int i = 0; i < 13; ++i) {
    rows.push_back(RowOf("row" + std::to_string(i), kBase, kFarApart));
    rows.back().result.excess += i;
    rows.back().result.is_broken = i > 0;
    if (i == 0) rows.back().result.status = CheckStatus::kOk;
  }
  SortWorstFirst(rows);
  CHECK(rows.front().result.row == "row12");
  const std::string text = DescribeRows(rows);
  CHECK_THAT(text, Catch::StartsWith("12 of 13 rows fail: row12 (200 us, bound 100 us), row11 (") &&
                       Catch::EndsWith(" and 2 more"));
  rows.erase(rows.begin(), rows.begin() + 11);
  CHECK(DescribeRows(rows) == "1 of 2 rows fails");
  rows.erase(rows.begin());
  CHECK(DescribeRows(rows) == "1 rows were judged");
}

TEST_CASE("Of rows within their bounds the one that is nearest to it comes first") {
  const auto within = [](const std::string& name, double room) {
    JudgedRow row;
    row.result.row = name;
    row.result.value = row.result.base = 1;
    row.room = room;
    return row;
  };
  JudgedRow nothing = within("nothing", 0);
  nothing.result.value = nothing.result.base = 0;
  std::vector<JudgedRow> rows = {nothing, within("better", 0.3), within("unknown", kAbsentReal),
                                 within("near", 0.02), RowOf("broken", kBase, kFarApart)};
  SortWorstFirst(rows);
  std::vector<std::string> names;
  for (const JudgedRow& row : rows) names.push_back(row.result.row);
  CHECK(names == std::vector<std::string>{"broken", "near", "better", "unknown", "nothing"});
}

TEST_CASE("A worsening below what values are exact to is none") {
  const double share = ExactTo(Unit::kShare, false), time = ExactTo(Unit::kMicros, true);
  CHECK(IsMet(RequiredSign::kLessEqual, 1, 0.9999999989918, share));
  CHECK_FALSE(IsMet(RequiredSign::kLessEqual, 1, 0.99999, share));
  CHECK(IsMet(RequiredSign::kLessEqual, 1000.9, 1000, time));
  CHECK(IsMet(RequiredSign::kGreaterEqual, 999.1, 1000, time));
  CHECK(IsMet(RequiredSign::kEqual, 999.1, 1000, time));
  CHECK_FALSE(IsMet(RequiredSign::kNotEqual, 999.1, 1000, time));
  CHECK_FALSE(IsMet(RequiredSign::kLessEqual, 1001.1, 1000, time));
  CHECK_FALSE(IsMet(RequiredSign::kLess, 1000, 1000, time));
  CHECK(ExactTo(Unit::kCount, true) == 0);
  CHECK(ExactTo(Unit::kBytes, true) == 0);
}

}  // namespace
}  // namespace profiler
