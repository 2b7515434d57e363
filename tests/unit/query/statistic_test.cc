// -stat on profiles built by hand: values over several steps.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "profiler/analysis/values/step_statistic.h"
#include "profiler/base/run_context.h"
#include "tests/unit/query/step_profiles.h"

namespace profiler {
namespace {

constexpr const char* kAll[] = {"mean", "median", "p95",      "min",
                                "max",  "sum",    "mean_all", "per_step"};

TEST_CASE("the values of a series") {
  const auto of = [](Statistic statistic, StepSeries series, Value outside = kAbsent) {
    const auto steps = static_cast<int64_t>(series.size());
    series.push_back(outside);
    return StatisticOf(statistic, steps)(series);
  };
  const StepSeries five = {50, kAbsent, 10, 40, 20, kAbsent, 30};
  CHECK(of(Statistic::kMedian, five) == 30);
  CHECK(of(Statistic::kMedian, {4, 1, 3, 2}) == 2);  // (2 + 3) / 2, truncated
  CHECK(of(Statistic::kMin, five) == 10);
  CHECK(of(Statistic::kMax, five) == 50);
  CHECK(of(Statistic::kSum, five) == 150);
  CHECK(of(Statistic::kMeanAll, five) == 150 / 7);
  CHECK(of(Statistic::kP95, five) == 50);
  StepSeries hundred;
  for (int i = 100; i >= 1; --i) hundred.push_back(i);
  CHECK(of(Statistic::kP95, hundred) == 95);
  hundred.push_back(101);
  CHECK(of(Statistic::kP95, hundred) == 96);
  CHECK(of(Statistic::kP95, {7}) == 7);
  // Time outside of steps is not a step and no part of a mean, but part of a sum.
  CHECK(of(Statistic::kMedian, {1, 2, 3}, 1000) == 2);
  CHECK(of(Statistic::kMedian, {kAbsent, kAbsent}, 1000) == 1000);
  CHECK(of(Statistic::kSum, {1, 2, 3}, 1000) == 1006);
  CHECK(of(Statistic::kMeanAll, {1, 2, 3}, 1000) == 2);
  CHECK(of(Statistic::kMeanAll, {kAbsent, kAbsent}, 1000) == 1000);
  for (const StatisticInfo& info : AllStatistics()) {
    CHECK(of(info.statistic, {kAbsent, kAbsent}) == kAbsent);
  }
}

TEST_CASE("a row's statistic is of its own values, not of its ops'") {
  const Profile profile = FourSteps();
  const std::map<std::string, std::array<double, 4>> wanted = {
      // x/a, x/b, x and all below it, op type A
      {"mean", {25, 100, 125, 25}},   {"median", {25, 100, 35, 25}},
      {"p95", {40, 100, 120, 40}},    {"min", {10, 100, 10, 10}},
      {"max", {40, 100, 120, 40}},    {"sum", {100, 100, 200, 100}},
      {"mean_all", {25, 25, 50, 25}}, {"per_step", {25, 100, 125, 25}},
  };
  for (const auto& [statistic, values] : wanted) {
    CAPTURE(statistic);
    const Report scope = Run("scope", profile, {{"stat", statistic}});
    CHECK(Own(scope, "x/a") == values[0]);
    CHECK(Total(scope, "x/a") == values[0]);
    CHECK(Own(scope, "x/b") == values[1]);
    CHECK(Total(scope, "x") == values[2]);
    CHECK(Total(scope, "_TFProfRoot") == values[2]);
    CHECK(Own(scope, "x") == 0);
    CHECK(Own(scope, "y") == 0);
    const Report op = Run("op", profile, {{"stat", statistic}});
    CHECK(Own(op, "A") == values[3]);
    CHECK(Own(op, "B") == values[1]);
    CHECK(Total(op, "A") == values[2]);
    CHECK(Total(op, "B") == values[1]);
    CHECK(Micros(Find(op, "micros").grand_total) == values[2]);
    CHECK(Find(op, "micros").share[1] == Approx(values[1] / values[2]));
    const Report code = Run("code", profile, {{"stat", statistic}});
    CHECK(Own(code, "f.py:1:A") == values[3]);
    CHECK(Total(code, "_TFProfRoot") == values[2]);
    const bool adds_up = statistic == "mean" || statistic == "sum" || statistic == "mean_all" ||
                         statistic == "per_step";
    for (const Report* report : {&scope, &op, &code}) {
      CHECK(HasNote(*report, "statistic_of_rows") != adds_up);
      CHECK(HasNote(*report, "per_step") == (statistic == "per_step"));
    }
  }
}

TEST_CASE("other measures: bytes and runs are by step, params are not, nothing is registered") {
  const Profile profile = FourSteps();
  const auto value = [&](const std::string& statistic, const std::string& column,
                         const std::string& row) {
    const Report report =
        Run("scope", profile,
            {{"stat", statistic}, {"select", "bytes,occurrence,float_ops,params,micros"}});
    return Find(report, column).total[RowOf(report, row)];
  };
  CHECK(value("sum", "bytes", "x") == 17);
  CHECK(value("max", "bytes", "x") == 9);
  CHECK(value("mean_all", "bytes", "x") == 4);
  CHECK(value("sum", "run_count", "x") == 5);
  CHECK(value("max", "run_count", "x") == 2);
  CHECK(value("median", "run_count", "x") == 1);
  CHECK(value("max", "defined_count", "x") == 3);
  CHECK(value("sum", "float_ops", "x/a") == 20);
  CHECK(value("median", "float_ops", "x/a") == 5);
  CHECK(value("mean", "float_ops", "_TFProfRoot") == 1005);
  CHECK(value("sum", "float_ops", "y") == 0);
  CHECK(value("sum", "float_ops", "_TFProfRoot") == 20);
  Maker m;
  m.Source("a");
  const OpId variable = m.Op("v", "VariableV2", {{1, 1}, {2, 1}});
  m.builder.AddShapeDim(variable, 6);
  const Profile of_variable = m.builder.Build();
  const Report sum = Run("scope", of_variable, {{"stat", "sum"}, {"select", "params,micros"}});
  CHECK(Find(sum, "params").total[0] == 6);
  CHECK(Total(sum, "_TFProfRoot") == 2);
}

TEST_CASE("sums are not cut, nor do they wrap, as tfprof's means do") {
  Maker m;
  m.Source("a");
  const OpId op = m.Op("a", "A", {{1, 1}, {2, 1}});
  ExecRow exec;
  exec.op = op;
  exec.step = m.builder.Step(SourceId(0), 3);
  exec.device = m.builder.Device("/device:cpu:0");
  exec.origin = Origin::kRecorded;
  exec.cpu_time = 500'000;
  m.builder.AddExec(exec);
  const Profile profile = m.builder.Build();
  CHECK(Own(Run("op", profile, {{"stat", "sum"}}, /*compat=*/true), "A") == 2.5);
  CHECK(Own(Run("op", profile, {{"stat", "min"}}, true), "A") == 0.5);
  CHECK(Own(Run("scope", profile, {{"stat", "min"}}, true), "a") == 0.5);
  CHECK(Own(Run("op", profile, {{"stat", "mean"}}, true), "A") == 0);  // 2 / 3 of a whole one
}

TEST_CASE("of one step or none all statistics are the value") {
  Maker one, none;
  one.Source("a");
  one.Op("a", "A", {{7, 10, 3}}, 2);
  one.Op("b", "A", {}, 100);
  none.Source("a");
  none.Op("a", "A", {}, 2);
  const Profile profile = one.builder.Build(), empty = none.builder.Build();
  const Profile four = FourSteps();
  for (const char* statistic : kAll) {
    CAPTURE(statistic);
    const auto same = [&](const Profile& of, Given options) {
      for (const char* view : {"op", "scope", "graph", "code"}) {
        options.push_back({"select", "micros,bytes,float_ops,occurrence"});
        const Report mean = Run(view, of, options);
        options.push_back({"stat", statistic});
        const Report report = Run(view, of, options);
        for (const char* column : {"micros", "bytes", "float_ops", "run_count"}) {
          CHECK(Find(report, column).own == Find(mean, column).own);
          CHECK(Find(report, column).total == Find(mean, column).total);
        }
        CHECK_FALSE(HasNote(report, "statistic_of_rows"));
      }
    };
    same(profile, {});
    same(empty, {});
    same(four, {{"step", "2"}});
  }
}

TEST_CASE("per_step shows each step's value beside the mean") {
  const Profile profile = FourSteps();
  const Given options = {{"stat", "per_step"}, {"select", "micros,occurrence,params,bytes"}};
  const auto text = [](const Report& report, const std::string& column, const std::string& row) {
    std::string out;
    for (double value : Find(report, column).series[RowOf(report, row)]) {
      out += (std::isnan(value) ? "-" : std::to_string(static_cast<int64_t>(value))) + " ";
    }
    return out;
  };
  const Report scope = Run("scope", profile, options);
  CHECK(text(scope, "per_step_micros", "x") == "10 120 30 40 ");
  CHECK(text(scope, "per_step_micros", "x/b") == "- 100 - - ");
  CHECK(text(scope, "per_step_micros", "y") == "- - - - ");
  CHECK(text(scope, "per_step_bytes", "x") == "1 9 3 4 ");
  CHECK(text(scope, "per_step_run_count", "x") == "1 2 1 1 ");
  const Report op = Run("op", profile, options);
  CHECK(text(op, "per_step_micros", "A") == "10 20 30 40 ");
  CHECK(text(op, "per_step_micros", "B") == "- 100 - - ");
  CHECK(text(Run("code", profile, options), "per_step_micros", "f.py:1:B") == "- 100 - - ");
  for (const Report* report : {&scope, &op}) {
    std::string names;
    for (const ReportColumn& column : report->columns) {
      if (column.type == ColumnType::kSeries) names += column.name + " ";
    }
    CHECK(names ==
          "per_step_bytes per_step_micros per_step_accelerator_micros per_step_cpu_micros "
          "per_step_run_count ");
    CHECK(Find(*report, "per_step_micros").unit == Unit::kMicros);
    CHECK(Find(*report, "per_step_micros").description.find("steps 1..4") != std::string::npos);
  }
  Given two = options;
  two.push_back({"step", "4,2"});
  CHECK(text(Run("scope", profile, two), "per_step_micros", "x") == "120 40 ");
  Maker none, twice;
  none.Source("a");
  none.Op("a", "A", {});
  const Profile of_none = none.builder.Build();
  const Report empty = Run("scope", of_none, options);
  CHECK(text(empty, "per_step_micros", "a").empty());
  twice.Source("a");
  const OpId op_of_both = twice.Op("a", "A", {{1, 10}, {2, 20}});
  twice.Source("b");
  twice.Ran(op_of_both, {{1, 30}});
  const Profile of_both = twice.builder.Build();
  const Report both = Run("scope", of_both, options);
  CHECK(text(both, "per_step_micros", "a") == "10 30 20 ");
  CHECK(Find(both, "per_step_micros").description.find("steps 1,1,2;") != std::string::npos);
  Given shown = options;
  shown.push_back({"account_displayed_op_only", "true"});
  shown.push_back({"hide_name_regexes", "x/b"});
  CHECK(text(Run("scope", profile, shown), "per_step_micros", "x") == "10 20 30 40 ");
}

TEST_CASE("other options work on the statistic's values") {
  const Profile profile = FourSteps();
  const auto names = [&](const std::string& view, Given options) {
    return Names(Run(view, profile, options));
  };
  // Medians: x 35, x/a 25, x/b 100.
  const Given median = {{"stat", "median"}};
  const auto with = [&](Given options) {
    options.push_back(median[0]);
    return options;
  };
  CHECK(names("scope", with({{"min_micros", "30"}})) == "_TFProfRoot x x/b");
  CHECK(names("scope", with({{"where", "total_micros > 30"}})) == "_TFProfRoot x x/b");
  CHECK(names("scope", with({{"where", "micros == 25"}})) == "_TFProfRoot x/a");
  CHECK(names("scope", with({{"order_by", "micros"}})) == "_TFProfRoot x x/b x/a y");
  CHECK(names("op", with({{"order_by", "micros"}})) == "B A");
  CHECK(names("op", {{"order_by", "micros"}, {"stat", "sum"}, {"where", "micros > 1"}}) == "A B");
  CHECK(names("op", with({{"where", "micros < 100"}})) == "A");
  // Only shown measures are summed step by step.
  const Report shown = Run(
      "scope", profile, with({{"account_displayed_op_only", "true"}, {"where", "micros != 100"}}));
  CHECK(Total(shown, "x") == 25);
  CHECK(Total(shown, "_TFProfRoot") == 25);
}

TEST_CASE("types that several patterns match count as often under every statistic, as in tfprof") {
  const Profile profile = FourSteps();
  const auto micros = [&](const std::string& statistic, bool compat) {
    return Own(Run("op", profile, {{"stat", statistic}, {"account_type_regexes", "A,A.*"}}, compat),
               "A");
  };
  CHECK(micros("mean", true) == 50);
  CHECK(micros("sum", true) == 200);
  CHECK(micros("min", true) == 20);
  CHECK(micros("min", false) == 10);
}

TEST_CASE("a cancelled query ends, and one that is too large is refused") {
  const Profile profile = FourSteps();
  Query query;
  query.statistic = Statistic::kMedian;
  RunContext context;
  context.Cancel();
  CHECK(absl::IsCancelled(Ask(profile, "scope", query, context).status()));
  RunContext running;
  const std::vector<int32_t> parent(1'000'000, -1);
  const std::vector<char> included(parent.size(), 0);
  const StepTree tree{parent, included, nullptr};
  CHECK(absl::IsResourceExhausted(AddUpSteps(tree, StepSeries(10'000, kAbsent), Measure::kMicros,
                                             running, [](int32_t, const StepSeries&) {})));
}

}  // namespace
}  // namespace profiler
