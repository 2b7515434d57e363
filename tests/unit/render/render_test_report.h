// Reports for the tests of renderers.
#ifndef TESTS_UNIT_RENDER_RENDER_TEST_REPORT_H_
#define TESTS_UNIT_RENDER_RENDER_TEST_REPORT_H_

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "profiler/report/report.h"

namespace profiler {

inline ReportColumn NumberColumn(std::string name, Measure measure, Unit unit,
                                 std::vector<Value> own, std::vector<Value> total) {
  ReportColumn column;
  column.name = std::move(name);
  column.measure = measure;
  column.unit = unit;
  column.description = "what " + column.name + " is";
  column.own = std::move(own);
  column.total = std::move(total);
  return column;
}

// A root, which is not accounted, with two rows; the second one's bytes are not recorded.
inline Report TreeReport() {
  Report report;
  report.view = "scope";
  report.description = "a row is a name scope";
  report.rows = {{"_TFProfRoot", {}, 0, -1, false}, {"a", {"a"}, 1, 0, true}};
  report.rows.push_back({"a/b", {"a", "b"}, 2, 1, true});
  report.columns.push_back(NumberColumn("micros", Measure::kMicros, Unit::kMicros,
                                        {0, 1'500'000, 250'001}, {1'750'001, 1'750'001, 250'001}));
  report.columns.push_back(NumberColumn("bytes", Measure::kBytes, Unit::kBytes, {0, 1024, kAbsent},
                                        {1024, 1024, kAbsent}));
  report.columns[0].grand_total = 1'750'001;

  ReportColumn types;
  types.name = "op_types";
  types.role = ColumnRole::kOpTypes;
  types.type = ColumnType::kList;
  types.texts = {{}, {"Add"}, {"MatMul", "|odd\\"}};
  report.columns.push_back(std::move(types));
  return report;
}

inline Report RankedReport() {
  Report report;
  report.view = "op";
  report.shape = Shape::kRanked;
  report.rows = {{"MatMul", {"MatMul"}}, {"Add", {"Add"}}};
  report.columns.push_back(NumberColumn("micros", Measure::kMicros, Unit::kMicros,
                                        {3'000'000, 1'000'000}, {4'000'000, 1'000'000}));
  report.columns[0].share = {0.75, 0.25};
  report.columns[0].share_total = {1, 0.25};
  report.columns.push_back(
      NumberColumn("run_count", Measure::kOccurrence, Unit::kCount, {6, 2}, {}));

  ReportColumn shapes;
  shapes.name = "input_shapes";
  shapes.role = ColumnRole::kInputShapes;
  shapes.type = ColumnType::kInputShapeUses;
  shapes.uses = {{{{"0:4x8", "1:8"}, 2, 1, 12'500'000}, {{}, 1, 1, kAbsent}}, {}};
  report.columns.push_back(std::move(shapes));
  return report;
}

inline ReportColumn PlainColumn(std::string name, ColumnType type, Unit unit) {
  ReportColumn column;
  column.name = std::move(name);
  column.type = type;
  column.unit = unit;
  return column;
}

// A column of each type that only tables have; the second row has no values.
inline Report ThingsReport() {
  Report report;
  report.view = "things";
  report.title = "Some things";
  report.shape = Shape::kTable;
  report.rows = {{"first", {"first"}}, {"second", {"second"}}};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  report.columns = {PlainColumn("busy", ColumnType::kReal, Unit::kShare),
                    PlainColumn("good", ColumnType::kFlag, Unit::kNone),
                    PlainColumn("kind", ColumnType::kText, Unit::kNone),
                    PlainColumn("bytes", ColumnType::kNumber, Unit::kBytes),
                    PlainColumn("load", ColumnType::kSeries, Unit::kShare)};
  report.columns[0].reals = {0.5, nan};
  report.columns[1].own = {1, kAbsent};
  report.columns[2].words = {"odd", ""};
  report.columns[3].own = {4'560'000'000, kAbsent};
  report.columns[4].series = {{0, 0.5, nan, 1}, {}};
  return report;
}

inline Report SectionsReport() {
  Report report;
  report.view = "info";
  report.sections = {ThingsReport(), RankedReport()};
  report.sections[1].title = "Ranks of a|b";
  return report;
}

// A section with a finding that has evidence, and one below it.
inline Report FindingsReport() {
  Report section;
  section.view = section.title = "SlowThings";
  section.shape = Shape::kFindings;
  section.findings.resize(2);
  Finding& slow = section.findings[0];
  slow.id = "slow";
  slow.subject = "x";
  slow.severity = Severity::kWarning;
  slow.text = "x is slow, and\nnot just a bit";
  slow.level = 0;
  slow.command = "op -step 1";
  slow.saves = 12'345'000'000;
  slow.evidence = {ThingsReport()};
  slow.evidence[0].columns.resize(1);
  section.findings[1].id = "why";
  section.findings[1].text = "because of y";
  Report other;
  other.view = other.title = "OddThings";
  other.shape = Shape::kFindings;
  Report unknown = other;
  unknown.notes = {{"not_judged", Severity::kInfo, "no steps"}};

  Report report;
  report.view = "advise";
  report.sections = {section, other, unknown};
  return report;
}

}  // namespace profiler

#endif  // TESTS_UNIT_RENDER_RENDER_TEST_REPORT_H_
