// Expressions of measures and requirements, and the functions, on reports made here.
#include "profiler/compare/measure/measure.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "profiler/base/status.h"
#include "profiler/compare/measure/expression.h"
#include "profiler/compare/measure/functions.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

MeasureExpression Parsed(std::string_view text) {
  const auto measure = ParseMeasure(text);
  INFO(measure.status());
  REQUIRE(measure.ok());
  return *measure;
}
Requirement Required(std::string_view text) {
  const auto requirement = ParseRequirement(text);
  INFO(requirement.status());
  REQUIRE(requirement.ok());
  return *requirement;
}
std::string ErrorOf(std::string_view text) { return Message(ParseRequirement(text).status()); }
std::string MeasureErrorOf(std::string_view text) { return Message(ParseMeasure(text).status()); }

struct Sample {
  std::string name;
  Value picos = kAbsent;
  double share = kAbsentReal;
  bool is_whole = true;
};

Report Table(const std::vector<Sample>& samples) {
  using C = ColumnOf<Sample>;
  const std::vector<C> columns = {
      C::Number("time_us", Unit::kMicros, "time", "Time.", &Sample::picos).GrandTotal(100'000'000),
      C::Real("part", Unit::kShare, "part", "Part.", &Sample::share),
      C::Text("note", "note", "Note.", [](const Sample&) { return "x"; }),
  };
  Report report = StartTable("steps", "", "a sample", Headers(columns));
  for (const Sample& sample : samples) {
    AppendRow(columns, sample.name, sample, report);
    report.rows.back().is_whole = sample.is_whole;
  }
  return report;
}

double ValueIn(const Report& report, std::string_view measure) {
  const auto measured = ReadMeasure(Parsed(measure), report);
  INFO(measured.status());
  REQUIRE(measured.ok());
  return measured->value;
}
std::string ReadErrorOf(const Report& report, std::string_view measure) {
  return Message(ReadMeasure(Parsed(measure), report).status());
}

TEST_CASE("A measure has a view, rows, options, a function and a column") {
  const MeasureExpression measure =
      Parsed(" op[Mat.*:0] -device '.*GPU: 0' -step=3 : median(micros) ");
  CHECK(measure.text == "op[Mat.*:0] -device '.*GPU: 0' -step=3 : median(micros)");
  CHECK(measure.view == "op");
  CHECK(measure.regex == "Mat.*:0");
  CHECK(measure.names.Matches("MatMul:0"));
  CHECK_FALSE(measure.names.Matches("aMatMul:0"));
  CHECK(measure.options == std::vector<std::string>{"-device", ".*GPU: 0", "-step=3"});
  CHECK(measure.function == MeasureFunction::kMedian);
  CHECK(measure.column == "micros");
}

TEST_CASE("What a measure may leave out") {
  CHECK(Parsed("steps:total_us").function == MeasureFunction::kEach);
  CHECK(Parsed("steps:total_us").regex.empty());
  CHECK(Parsed("kernels: count()").column.empty());
}

TEST_CASE("Brackets nest in a regex, or are escaped") {
  CHECK(Parsed("op[Conv[12]D]: micros").regex == "Conv[12]D");
  CHECK(Parsed(R"(op[a\]b]: micros)").regex == R"(a\]b)");
}

TEST_CASE("All functions have names") {
  for (const char* const name :
       {"median", "mean", "p95", "p99", "min", "max", "sum", "count", "share"}) {
    const MeasureExpression measure = Parsed("steps: " + std::string(name) + "(total_us)");
    CHECK(Name(measure.function) == name);
  }
}

TEST_CASE("Errors in measures name the place") {
  CHECK(MeasureErrorOf("") ==
        "a view, as in `steps: median(total_us)` is missing at character 1 of '', the end");
  CHECK(MeasureErrorOf("steps") ==
        "': FUNCTION(COLUMN)' is missing at character 6 of 'steps', as in "
        "`steps: median(total_us)`");
  CHECK(MeasureErrorOf("op[MatMul: micros") ==
        "the '[' at character 3 of 'op[MatMul: micros' is never closed");
  CHECK(MeasureErrorOf("op[]: micros") ==
        "an empty regex at character 3 of 'op[]: micros'; without [...] all rows count");
  CHECK_THAT(MeasureErrorOf("op[(]: micros"), Catch::Contains("at character 4"));
  CHECK_THAT(MeasureErrorOf("steps: medain(total_us)"),
             Catch::Contains("'medain' is no function at character 8") &&
                 Catch::Contains("did you mean 'median'?"));
  CHECK_THAT(MeasureErrorOf("steps: median()"), Catch::Contains("a column"));
  CHECK_THAT(MeasureErrorOf("steps: median(total_us"), Catch::Contains("')' is missing"));
  CHECK_THAT(MeasureErrorOf("steps -device 'x: total_us"),
             Catch::Contains("the quote ' at character 15") && Catch::Contains("never closed"));
  CHECK_THAT(MeasureErrorOf("steps: total_us <= 3"), Catch::Contains("is for check -require"));
  CHECK_THAT(MeasureErrorOf("steps: total_us 3"), Catch::Contains("'3' is not expected"));
  CHECK_THAT(MeasureErrorOf(std::string(20'000, 'x')), Catch::Contains("longer than"));
}

TEST_CASE("All signs") {
  for (const char* const sign : {"<=", "<", ">=", ">", "==", "!="}) {
    CHECK(Spelling(Required(std::string("steps: max(total_us)") + sign + "5").sign) == sign);
  }
}

TEST_CASE("Bounds have units") {
  const auto micros = [](std::string_view bound) {
    return Required("steps: max(total_us) <= " + std::string(bound)).bound.number.In(Unit::kMicros);
  };
  CHECK(micros("20ms") == 20'000);
  CHECK(micros("1.5s") == 1'500'000);
  CHECK(micros("100us") == 100);
  CHECK(micros("100") == 100);
  CHECK(micros("-3ns") == -0.003);
  CHECK(Required("memory: peak_bytes < 30GB").bound.number.In(Unit::kBytes) == 30e9);
  CHECK(Required("op: share(micros) < 5%").bound.number.In(Unit::kShare) == 0.05);
  CHECK(Required("metrics: mean < 5%").bound.number.In(Unit::kPercent) == 5);
}

TEST_CASE("Bounds of the base") {
  const auto bound = [](std::string_view text) {
    return Required("steps: max(total_us) <= " + std::string(text)).bound;
  };
  CHECK(bound("base").is_of_base);
  CHECK(bound("base").factor == 1);
  CHECK(bound("1.05 * base").factor == 1.05);
  CHECK(bound("base*1.05").factor == 1.05);
  CHECK(bound("105% * base").factor == 1.05);
  CHECK(bound("base + 5%").factor == 1.05);
  CHECK(bound("base - 5%").factor == 0.95);
  CHECK_FALSE(bound("base - 5%").offset);
  CHECK(bound("base + 2ms").offset->In(Unit::kMicros) == 2000);
  CHECK(bound("2 * base - 2ms").offset->In(Unit::kMicros) == -2000);
  CHECK(bound("2 * base - 2ms").text == "2 * base - 2ms");
  CHECK_FALSE(bound("20ms").is_of_base);
}

TEST_CASE("Errors in bounds name the place") {
  CHECK_THAT(ErrorOf("steps: total_us"),
             Catch::Contains("a comparison (<= < >= > == !=) is missing"));
  CHECK_THAT(ErrorOf("steps: total_us = 3"), Catch::Contains("did you mean '<=' or '=='?"));
  CHECK_THAT(ErrorOf("steps: total_us <="), Catch::Contains("a number or `base` is missing"));
  CHECK_THAT(ErrorOf("steps: total_us <= x"),
             Catch::Contains("'x' is not expected at character 20"));
  CHECK_THAT(ErrorOf("steps: total_us <= 3 parsecs"),
             Catch::Contains("a unit stands right behind it"));
  CHECK_THAT(ErrorOf("steps: total_us <= 3parsecs"), Catch::Contains("'parsecs' is no unit"));
  CHECK_THAT(ErrorOf("steps: total_us <= 3 * bass"), Catch::Contains("`base`"));
  CHECK_THAT(ErrorOf("steps: total_us <= 3ms * base"), Catch::Contains("without a unit"));
  CHECK_THAT(ErrorOf("steps: total_us <= 0 * base"), Catch::Contains("above 0"));
  CHECK_THAT(ErrorOf("steps: total_us <= base + "), Catch::Contains("is missing"));
}

TEST_CASE("Functions") {
  const std::vector<double> values = {3, 1, 2, 10};
  CHECK(Evaluate(MeasureFunction::kMedian, values, 0) == 2.5);
  CHECK(Evaluate(MeasureFunction::kMean, values, 0) == 4);
  CHECK(Evaluate(MeasureFunction::kP95, values, 0) == Approx(8.95));
  CHECK(Evaluate(MeasureFunction::kP99, values, 0) == Approx(9.79));
  CHECK(Evaluate(MeasureFunction::kMin, values, 0) == 1);
  CHECK(Evaluate(MeasureFunction::kMax, values, 0) == 10);
  CHECK(Evaluate(MeasureFunction::kSum, values, 0) == 16);
  CHECK(Evaluate(MeasureFunction::kCount, values, 0) == 4);
  CHECK(Evaluate(MeasureFunction::kShare, values, 64) == 0.25);
  CHECK(Evaluate(MeasureFunction::kEach, {7}, 0) == 7);
  CHECK(std::isnan(Evaluate(MeasureFunction::kEach, values, 0)));
  CHECK(std::isnan(Evaluate(MeasureFunction::kMedian, {}, 0)));
  CHECK(Evaluate(MeasureFunction::kCount, {}, 0) == 0);
  CHECK(std::isnan(Evaluate(MeasureFunction::kShare, values, 0)));
}

TEST_CASE("A measure is read from rows that are whole and have a value") {
  const Report report = Table({{"a", 1'000'000, 0.5},
                               {"b", 3'000'000},
                               {"half", 50'000'000, 1, false},
                               {"unknown", kAbsent, 0.1}});
  CHECK(ValueIn(report, "steps: sum(time_us)") == 4);
  CHECK(ValueIn(report, "steps: count(time_us)") == 2);
  CHECK(ValueIn(report, "steps: count()") == 3);
  CHECK(ValueIn(report, "steps[a|b]: max(time_us)") == 3);
  CHECK(ValueIn(report, "steps[a]: time_us") == 1);
  CHECK(ValueIn(report, "steps: mean(part)") == Approx(0.3));
}

TEST_CASE("A share is of the sum over all rows, also of hidden ones") {
  const Report report = Table({{"a", 1'000'000, 0.2}, {"b", 3'000'000, 0.6}});
  CHECK(ValueIn(report, "steps[a]: share(time_us)") == 0.01);
  CHECK(ValueIn(report, "steps[a]: share(part)") == 0.25);
}

TEST_CASE("A measure of nothing is an error") {
  const Report report = Table({{"MatMul", 1'000'000}, {"Conv2D", kAbsent}, {"cut", 1, 1, false}});
  CHECK_THAT(ReadErrorOf(report, "steps[Matmul]: time_us"),
             Catch::Contains("no row of steps matches [Matmul]; did you mean [MatMul]?"));
  CHECK_THAT(ReadErrorOf(report, "steps[u]: time_us"), Catch::Contains("whole name"));
  CHECK_THAT(
      ReadErrorOf(report, "steps[Conv2D]: time_us"),
      Catch::Contains("time_us was not recorded: 1 row of steps matches, and it has no value"));
  CHECK_THAT(ReadErrorOf(report, "steps[Conv2D|cut]: time_us"),
             Catch::Contains("time_us was not recorded: 2 rows of steps match, and none of them"));
  CHECK_THAT(ReadErrorOf(report, "steps[cut]: time_us"),
             Catch::Contains("1 row of steps matches, and it is partial"));
  CHECK_THAT(ReadErrorOf(report, "steps[cut]: count()"), Catch::Contains("none is whole"));
  CHECK_THAT(ReadErrorOf(report, "steps: max(tiem_us)"),
             Catch::Contains("did you mean 'time_us'?"));
  CHECK_THAT(ReadErrorOf(report, "steps: max(note)"), Catch::Contains("no numbers"));
  Report empty = Table({});
  empty.notes.push_back({"none", Severity::kWarning, "no step was recorded"});
  CHECK(ReadErrorOf(empty, "steps: count()") == "steps has no rows: no step was recorded");
}

}  // namespace
}  // namespace profiler
