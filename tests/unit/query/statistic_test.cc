// -stat, -step and -top on profiles built by hand: values over several steps.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "profiler/analysis/values/step_statistic.h"
#include "profiler/base/run_context.h"
#include "profiler/base/status.h"
#include "profiler/catalog/options.h"
#include "profiler/catalog/views.h"
#include "profiler/store/builder.h"
#include "tests/unit/common/ask.h"

namespace profiler {
namespace {

constexpr int64_t kUs = kPicosPerMicro;

struct Work {
  int64_t step, micros;
  int64_t bytes = kUnknown;
  std::string device = "/device:cpu:0";
};

// A profile under construction. Ops `a/b` of a type, made on a line of their own type's frame.
class Maker {
 public:
  SourceId Source(const std::string& path) {
    SourceRow row;
    row.path = builder.Intern(path);
    row.format = builder.Intern("hand_made");
    row.resolution_ps = 1;
    row.has_code_traces = true;
    return source_ = builder.AddSource(row);
  }
  OpId Op(const std::string& name, const std::string& type, const std::vector<Work>& works,
          int64_t float_ops = kUnknown) {
    FrameRow frame;
    frame.file = builder.Intern("f.py");
    frame.line = 1;
    frame.function = builder.Intern(type);
    OpRow row;
    row.name = builder.Intern(name);
    row.type = builder.Intern(type);
    row.frame = builder.Frame(frame);
    row.float_ops = float_ops;
    const OpId op = builder.AddOp(row);
    builder.AddType(op, row.type);
    Ran(op, works);
    return op;
  }
  void Ran(OpId op, const std::vector<Work>& works) {
    for (const Work& work : works) {
      ExecRow exec;
      exec.op = op;
      if (work.step >= 0) exec.step = builder.Step(source_, work.step);
      exec.device = builder.Device(work.device);
      exec.origin = Origin::kRecorded;
      exec.runs = 1;
      exec.cpu_time = static_cast<Int128>(work.micros) * kUs;
      exec.requested_bytes = work.bytes;
      builder.AddExec(exec);
    }
  }
  ProfileBuilder builder;

 private:
  SourceId source_;
};

using Given = std::vector<std::pair<std::string, std::string>>;

Report Run(const std::string& view, const Profile& profile, const Given& options,
           bool compat = false) {
  Options parsed;
  for (const auto& [name, value] : options) REQUIRE(FindOption(name)->set(parsed, value).ok());
  parsed.query.compat_tfprof = compat;
  RunContext context;
  auto report = Ask(profile, view, parsed.query, context);
  INFO(Message(report.status()));
  REQUIRE(report.ok());
  return *std::move(report);
}

const ReportColumn& Find(const Report& report, const std::string& name) {
  const auto it = std::find_if(report.columns.begin(), report.columns.end(),
                               [&](const ReportColumn& column) { return column.name == name; });
  REQUIRE(it != report.columns.end());
  return *it;
}

size_t RowOf(const Report& report, const std::string& name) {
  const auto it = std::find_if(report.rows.begin(), report.rows.end(),
                               [&](const Row& row) { return row.name == name; });
  INFO(name);
  REQUIRE(it != report.rows.end());
  return static_cast<size_t>(it - report.rows.begin());
}

double Micros(Value value) { return static_cast<double>(value) / kUs; }
double Own(const Report& report, const std::string& row) {
  return Micros(Find(report, "micros").own[RowOf(report, row)]);
}
double Total(const Report& report, const std::string& row) {
  return Micros(Find(report, "micros").total[RowOf(report, row)]);
}

std::string Names(const Report& report) {
  std::string names;
  for (const Row& row : report.rows) names += (names.empty() ? "" : " ") + std::string(row.name);
  return names;
}

bool HasNote(const Report& report, const std::string& id) {
  return std::any_of(report.notes.begin(), report.notes.end(),
                     [&](const Note& note) { return note.id == id; });
}

constexpr const char* kAll[] = {"mean", "median", "p95",      "min",
                                "max",  "sum",    "mean_all", "per_step"};

// In four steps, x/a takes 10 20 30 40, x/b only 100 in the second.
Profile FourSteps() {
  Maker m;
  m.Source("a");
  m.Op("x/a", "A", {{1, 10, 1}, {2, 20, 2}, {3, 30, 3}, {4, 40, 4}}, 5);
  m.Op("x/b", "B", {{2, 100, 7}});
  m.Op("y", "A", {}, 1000);  // never ran
  return m.builder.Build();
}

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

TEST_CASE("-step picks the steps that a statistic is of") {
  const Profile profile = FourSteps();
  const auto sum = [&](const std::string& step, const std::string& statistic = "sum") {
    return Total(Run("scope", profile, {{"step", step}, {"stat", statistic}}), "_TFProfRoot");
  };
  CHECK(sum("-1") == 200);
  CHECK(sum("1..2") == 130);
  CHECK(sum("2,4") == 160);
  CHECK(sum("1,3..9") == 80);
  CHECK(sum("last") == 40);
  CHECK(sum("3") == 30);
  CHECK(sum("1,3", "mean_all") == 20);
  CHECK(sum("1..2", "min") == 10);
  CHECK(sum("1..2", "mean") == 115);  // of the ops: 15 and 100
}

TEST_CASE("what -step takes, and what it does not") {
  const auto ranges = [](const std::string& text) {
    const absl::StatusOr<StepSelection> steps = StepSelection::Parse(text);
    REQUIRE(steps.ok());
    CHECK(steps->text() == text);
    std::string out = steps->all() ? "all" : steps->last() ? "last" : "";
    for (const StepSelection::Range& range : steps->ranges()) {
      out += std::to_string(range.first) + "-" + std::to_string(range.last) + " ";
    }
    return out;
  };
  CHECK(ranges("7") == "7-7 ");
  CHECK(ranges("0") == "0-0 ");
  CHECK(ranges("2..5") == "2-5 ");
  CHECK(ranges("1,3,8..9") == "1-1 3-3 8-9 ");
  CHECK(ranges("last") == "last");
  CHECK(ranges("-1") == "all");
  CHECK(ranges("-7") == "all");
  for (const char* text :
       {"", "x", "1,", ",1", "1..", "..2", "5..2", "1;2", "1.5", "last,1", "1,-2", "-2..5",
        "99999999999999999999", "1..99999999999999999999", " 1"}) {
    CAPTURE(text);
    CHECK_FALSE(StepSelection::Parse(text).ok());
  }
}

TEST_CASE("steps of several sources that count as one count once") {
  Maker m;
  const SourceId first = m.Source("a");
  const OpId op = m.Op("a", "A", {{1, 10}, {2, 20}});
  m.Source("b");
  m.Ran(op, {{1, 100, kUnknown, "/device:cpu:1"}, {3, 300, kUnknown, "/device:cpu:1"}});
  Profile profile = m.builder.Build();
  const auto sum = [&](const std::string& statistic, Given options = {}) {
    options.push_back({"stat", statistic});
    return Own(Run("op", profile, options), "A");
  };
  // Two runs: four steps of 10, 20, 100 and 300.
  CHECK(sum("mean_all") == 430 / 4.0);
  CHECK(sum("median") == 60);
  CHECK(sum("mean_all", {{"source", "a"}}) == 15);
  CHECK(sum("max", {{"source", "a"}}) == 20);
  CHECK(sum("mean", {{"step", "1"}}) == 110);
  CHECK(sum("max", {{"step", "1"}}) == 110);  // one number is one step, as in a mean
  // One run: step 1 took 110.
  for (uint32_t s = 0; s < profile.steps.size(); ++s) {
    StepRow& step = profile.steps[StepId(s)];
    if (step.number == 1 && step.source != first) step.counts_as = StepId(0);
  }
  REQUIRE(profile.steps[StepId(0)].number == 1);
  CHECK(sum("mean_all") == Approx(430 / 3.0));
  CHECK(sum("median") == 110);
  CHECK(sum("min") == 20);
  CHECK(sum("mean_all", {{"source", "b"}}) == 200);
  CHECK(sum("max", {{"source", "b"}}) == 300);
  // A device that is idle in a step counts with 0.
  CHECK(sum("mean_all", {{"device", ".*:1"}}) == Approx(400 / 3.0));
  CHECK(sum("min", {{"device", ".*:1"}}) == 100);
}

TEST_CASE("what ran outside every step adds to sums, and is no part of what is per step") {
  Maker m;
  m.Source("a");
  const OpId op = m.Op("a", "A", {{1, 10}, {2, 30}});
  m.Ran(op, {{-1, 1000}});
  const Profile profile = m.builder.Build();
  const auto of = [&](const std::string& statistic) {
    const Report report = Run("op", profile, {{"stat", statistic}, {"order_by", "micros"}});
    return std::pair(Own(report, "<outside steps>"), Micros(Find(report, "micros").grand_total));
  };
  CHECK(of("mean") == std::pair(1000.0, 20.0));
  CHECK(of("sum") == std::pair(1000.0, 1040.0));
  CHECK(of("mean_all") == std::pair(1000.0, 20.0));
  CHECK(of("median") == std::pair(1000.0, 20.0));
  CHECK(of("max") == std::pair(1000.0, 30.0));
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

// Five scopes of one op each, and one below another.
Profile Scopes() {
  Maker m;
  m.Source("a");
  m.Op("a", "A", {{1, 10, 500}});
  m.Op("b/one", "B", {{1, 30, 100}});
  m.Op("b/two", "C", {{1, 5, 200}});
  m.Op("c", "D", {{1, 40, 300}});
  m.Op("d", "E", {{1, 10, 400}});
  m.Op("e/f/g", "F", {{1, 20, 50}});
  return m.builder.Build();
}

TEST_CASE("-top keeps the greatest rows") {
  const Profile profile = Scopes();
  const auto names = [&](const std::string& view, Given options) {
    return Names(Run(view, profile, options));
  };
  CHECK(names("op", {{"top", "3"}}) == "D B F");
  CHECK(names("op", {{"top", "1"}}) == "D");
  CHECK(names("op", {{"top", "6"}, {"max_depth", "1"}}) == "D B F A E C");
  CHECK(names("op", {{"top", "2"}, {"order_by", "bytes"}}) == "A E");
  CHECK(names("op", {{"top", "2"}, {"select", "bytes"}}) == "A E");
  CHECK(names("op", {{"top", "2"}, {"select", "bytes,micros"}}) == "D B");
  CHECK(names("op", {{"top", "2"}, {"select", "device"}}) == "D B");
  CHECK(names("op", {{"top", "2"}, {"hide_name_regexes", "D"}}) == "B F");
  // Ties in display order; a row's parent is at least as large, and comes first.
  CHECK(names("scope", {{"top", "1"}}) == "_TFProfRoot c");
  CHECK(names("scope", {{"top", "3"}}) == "_TFProfRoot c b b/one");
  CHECK(names("scope", {{"top", "5"}}) == "_TFProfRoot c b b/one e e/f");
  CHECK(names("scope", {{"top", "7"}}) == "_TFProfRoot c b b/one e e/f e/f/g a");
  CHECK(names("scope", {{"top", "2"}, {"order_by", "bytes"}}) == "_TFProfRoot a d");
  CHECK(names("scope", {{"top", "99"}}) == "_TFProfRoot c b b/one b/two e e/f e/f/g a d");
  CHECK(names("scope", {{"top", "3"}, {"hide_name_regexes", "b"}}) == "_TFProfRoot c b/one e");
  CHECK(names("scope", {{"top", "3"}, {"max_depth", "2"}}) == "_TFProfRoot c b e");
  CHECK(names("code", {{"top", "2"}}) == "_TFProfRoot f.py:1:D f.py:1:B");
  const Report scope = Run("scope", profile, {{"top", "3"}});
  CHECK(scope.hidden_rows == 6);
  CHECK(scope.hidden_reason.find("-top") != std::string::npos);
  CHECK(Total(scope, "b") == 35);
  CHECK(scope.rows[3].parent == 2);
  const Report op = Run("op", profile, {{"top", "3"}});
  CHECK(op.hidden_rows == 3);
  CHECK(op.hidden_reason.find("-top") != std::string::npos);
}

TEST_CASE("-top where a row's total is above its parent's: it moves up") {
  // The median of x, which ran in three steps, is 2; that of x/b 100.
  Maker m;
  m.Source("a");
  m.Op("x/a", "A", {{1, 1}, {2, 1}, {3, 2}});
  m.Op("x/b", "B", {{1, 100}});
  const Profile profile = m.builder.Build();
  const Report report =
      Run("scope", profile, {{"top", "1"}, {"stat", "median"}, {"order_by", "micros"}});
  CHECK(Names(report) == "_TFProfRoot x/b");
  CHECK(report.rows[1].parent == 0);
  CHECK(report.rows[1].depth == 1);
}

TEST_CASE("-where hides rows and leaves what they count") {
  const Profile profile = Scopes();
  const Report scope = Run("scope", profile, {{"where", "micros >= 20us"}});
  CHECK(Names(scope) == "_TFProfRoot b/one c e/f/g");
  CHECK(Total(scope, "_TFProfRoot") == 115);
  CHECK(scope.rows[1].parent == 0);
  CHECK(scope.hidden_reason.find("-where") != std::string::npos);
  CHECK(Names(Run("scope", profile, {{"where", "depth == 1 && total_bytes >= 300"}})) ==
        "_TFProfRoot a b c d");
  const Report op = Run("op", profile, {{"where", "share_micros > 20%"}, {"select", "bytes"}});
  CHECK(Names(op) == "B D");
  CHECK(Find(op, "bytes").grand_total == 1550);
  CHECK(Names(Run("op", profile, {{"where", "micros > 20"}, {"top", "1"}})) == "D");
  // Rows that it hides do not count for -max_depth.
  CHECK(Names(Run("op", profile, {{"where", "name > 'B'"}, {"max_depth", "1"}})) == "C D");
  CHECK(Names(Run("op", profile, {{"where", "op_types == 'B' || name =~ '[CD]'"}})) == "B C D");
  CHECK(HasNote(Run("op", profile, {{"where", "micros > 1s"}}), "no_rows"));
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
