// Verdicts, changes and folded rows: what renderers know of comparisons.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profiler/report/report.h"
#include "profiler/report/scaled.h"
#include "profiler/report/table.h"
#include "tests/unit/common/rendered.h"

namespace profiler {
namespace {

ReportColumn Reals(std::string name, Unit unit, ColumnRole role, std::vector<double> values) {
  ReportColumn column;
  column.name = column.title = std::move(name);
  column.description = "a value";
  column.type = ColumnType::kReal;
  column.unit = unit;
  column.role = role;
  column.reals = std::move(values);
  return column;
}

Report Compared() {
  Report report;
  report.view = "diff";
  report.title = "What changed";
  report.shape = Shape::kDocument;
  report.summary = {"The typical step is 4% slower", "Ops that explain it: a"};
  Report table = StartTable("ops", "Ops", "an op", {});
  table.rows = {{"a", {"a"}}, {"b", {"b"}}, {"c", {"c"}}};
  table.columns.push_back(Reals("change", Unit::kMicros, ColumnRole::kChange, {1500, -250, 0}));
  table.columns.push_back(Reals("in %", Unit::kNone, ColumnRole::kRatio, {1.042, 0.5, 1.0001}));
  table.columns.push_back(Reals("p", Unit::kNone, ColumnRole::kProbability, {0.00001, 0.01234, 1}));
  ReportColumn verdict;
  verdict.name = verdict.title = "verdict";
  verdict.description = "the verdict";
  verdict.type = ColumnType::kText;
  verdict.role = ColumnRole::kVerdict;
  verdict.words = {"slower", "faster", "same"};
  table.columns.insert(table.columns.begin(), std::move(verdict));
  table.rows[2].is_folded = true;
  table.folded = "1 op unchanged";
  report.sections.push_back(std::move(table));
  return report;
}

std::string Shown(const std::string& form, const Report& report, size_t width = 100) {
  return Rendered(form, report, {"diff", {}, {}, "", false, {width, false, true}});
}

}  // namespace

TEST_CASE("Changes have signs, ratios are changes in percent, p has three digits") {
  CHECK(Shown("pretty", Compared()) ==
        "The typical step is 4% slower\n"
        "Ops that explain it: a\n"
        "\n"
        "Ops\n"
        "name  verdict    change    in %        p\n"
        "a     slower   +1.50 ms   +4.2%  <0.0001\n"
        "b     faster   -0.25 ms  -50.0%   0.0123\n"
        "1 op unchanged\n");
  CHECK(ProbabilityText(0.0003) == "0.0003");
  CHECK(ProbabilityText(0.421234) == "0.421");
  CHECK(PercentChange(12.5) == "+1,250%");
  CHECK(PercentChange(-0.0001) == "0.0%");
}

TEST_CASE("The verdict stays where nothing else has room") {
  const std::string shown = Shown("pretty", Compared(), 30);
  CHECK(shown.find("slower") != shown.npos);
  CHECK(shown.find("no room for") != shown.npos);
}

TEST_CASE("People do not see folded rows, machines do") {
  for (const char* form : {"text", "pretty", "markdown"}) {
    const std::string shown = Shown(form, Compared());
    CHECK(shown.find("same") == shown.npos);
    CHECK(shown.find("1 op unchanged") != shown.npos);
    CHECK(shown.find("The typical step is 4% slower") != shown.npos);
  }
  for (const char* form : {"json", "csv"}) {
    const std::string shown = Shown(form, Compared());
    CHECK(shown.find("same") != shown.npos);
    CHECK(shown.find("1 op unchanged") == shown.npos);
  }
  CHECK(Shown("json", Compared()).find(R"("summary":["The typical step is 4% slower",)") !=
        std::string::npos);
}

TEST_CASE("A table of which nothing is shown is a sentence") {
  Report report = Compared();
  for (Row& row : report.sections[0].rows) row.is_folded = true;
  report.summary.clear();
  CHECK(Shown("pretty", report) == "Ops\n1 op unchanged\n");
  CHECK(Shown("text", report) == "Ops\n1 op unchanged\n");
}

}  // namespace profiler
