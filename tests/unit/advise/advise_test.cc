// How rules are selected and given thresholds, and how findings are reported.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "profiler/advise/rule.h"
#include "profiler/catalog/views.h"
#include "profiler/report/help_entry.h"
#include "tests/unit/advise/advise_fixture.h"
#include "tests/unit/common/ask.h"
#include "tests/unit/common/rendered.h"

namespace profiler {
namespace {

// A GPU that is busy 40% of its span, with an NHWC convolution.
Profile LazyGpu() {
  AdviseMaker make;
  const StepId step = make.Step(1);
  const OpId first = make.Op("first", "Conv2D", kGpu), last = make.Op("last", "Relu", kGpu);
  make.TextAttribute(first, "data_format", "NHWC");
  const TrackId stream = make.Track(kGpu, TrackKind::kStream);
  make.Event(stream, 0, 20, first, step);
  make.Event(stream, 80, 20, last, step);
  return make.builder.Build();
}

std::vector<std::string> Names(const Report& report) {
  std::vector<std::string> names;
  for (const Report& section : report.sections) names.push_back(section.view);
  return names;
}

TEST_CASE("All rules are asked, in the registry's order; -checkers chooses, in the same order") {
  const Profile profile = LazyGpu();
  std::vector<std::string> all;
  for (const Rule& rule : AllRules()) {
    if (rule.applies == nullptr || rule.applies(profile)) all.emplace_back(rule.name);
  }
  CHECK(Names(Advise(profile, AdviceQuery({}))) == all);
  CHECK(
      Names(Advise(profile, AdviceQuery({"OperationChecker", "AcceleratorUtilizationChecker"}))) ==
      std::vector<std::string>{"AcceleratorUtilizationChecker", "OperationChecker"});
}

TEST_CASE("Of warnings, what saves more comes first, and what names no cause last") {
  const auto warning = [](int64_t saved_us, double share, bool lacks_cause = false) {
    Finding finding;
    finding.severity = Severity::kWarning;
    if (saved_us > 0) finding.saves = saved_us * kUs;
    finding.share = share;
    finding.lacks_cause = lacks_cause;
    return finding;
  };
  CHECK(IsWorse(warning(30, 0.2), warning(20, 0.5)));
  CHECK_FALSE(IsWorse(warning(20, 0.5), warning(30, 0.2)));
  CHECK(IsWorse(warning(20, 0.3), warning(20, 0.2)));
  CHECK(IsWorse(warning(20, 0.2), warning(0, 0.9)));
  CHECK(IsWorse(warning(0, 0.2), warning(90, 0.01)));
  CHECK(IsWorse(warning(90, 0.01), warning(0, 0, true)));
  CHECK(IsWorse(warning(0, 0), warning(0, 0, true)));
  CHECK_FALSE(IsWorse(warning(0, 0, true), warning(0, 0)));
  // Facts about most of the time come before what only says that times vary.
  const auto fact = [](double share) {
    Finding finding;
    finding.share = share;
    return finding;
  };
  CHECK(IsWorse(fact(0.9), warning(1, 0.01, true)));
  CHECK(IsWorse(warning(1, 0.01, true), fact(0.3)));
  CHECK(IsWorse(warning(1, 0.01), fact(0.9)));
}

TEST_CASE("Rules have names, summaries and thresholds of their own") {
  std::vector<std::string> names;
  for (const Rule& rule : AllRules()) {
    CHECK_FALSE(rule.summary.empty());
    names.emplace_back(rule.name);
    for (const Threshold& threshold : rule.thresholds) {
      CHECK_FALSE(threshold.help.empty());
      names.push_back(std::string(rule.name) + "." + std::string(threshold.name));
    }
  }
  std::sort(names.begin(), names.end());
  CHECK(std::adjacent_find(names.begin(), names.end()) == names.end());
}

TEST_CASE("A threshold changes the verdict; the last one counts") {
  const Profile profile = LazyGpu();
  const std::string rule = "AcceleratorUtilizationChecker", low = rule + ".low";
  CHECK(Has(Section(profile, rule), "low_utilization"));
  CHECK(Has(Section(profile, rule, {{low, 0.3}}), "utilization"));
  CHECK(Has(Section(profile, rule, {{low, 0.3}, {low, 0.45}}), "low_utilization"));
  CHECK(Has(Section(profile, rule, {{"PrecisionChecker.low", 0.3}}), "low_utilization"));
}

struct TwoThresholds {
  Threshold low = {"low", 0.5, "a share", 1};
  Threshold least = {"least", 10, "a number"};
};

TEST_CASE("A rule has the thresholds of its struct and runs with the values of the query") {
  const Rule rule = RuleOf<TwoThresholds>{
      .name = "TwoChecker",
      .summary = "",
      .run = [](const InputOf<TwoThresholds>& input) -> absl::StatusOr<Verdict> {
        Verdict verdict;
        verdict.lacks =
            fmt::format("{} {}", input.thresholds.low.value, input.thresholds.least.value);
        return verdict;
      },
  };
  REQUIRE(rule.thresholds.size() == 2);
  CHECK(rule.thresholds[1].name == "least");
  AdviceOptions options;
  CHECK(ThresholdValues(rule, options) == std::vector<ThresholdValue>{{0.5}, {10}});
  options.thresholds = {{"*.low", 0.1}, {"twochecker_LEAST", 3}, {"TwoChecker.low", 0.2}};
  const std::vector<ThresholdValue> values = ThresholdValues(rule, options);
  CHECK(values == std::vector<ThresholdValue>{{0.2, true}, {3, true}});
  const Profile profile = LazyGpu();
  const Selected all(profile, Query().selection);
  const Query query;
  RunContext context;
  CHECK(rule.run({all, query, LeafViews(), context}, values)->lacks == "0.2 3");
}

// Two steps with different times, on two devices.
Profile TwoSteps() {
  AdviseMaker make;
  const OpId first = make.Op("first", "Conv2D", kGpu), last = make.Op("last", "Relu", kGpu);
  const OpId host = make.Op("host", "Abs", kCpu);
  const TrackId stream = make.Track(kGpu, TrackKind::kStream);
  const TrackId lane = make.Track(kCpu, TrackKind::kLane);
  for (int number = 1; number <= 2; ++number) {
    const StepId step = make.Step(number);
    const int start = 200 * number;
    make.Event(stream, start, 20, first, step);
    make.Event(stream, start + 80, 20 * number, last, step);
    make.Event(lane, start, 7 * number, host, step);
  }
  return make.builder.Build();
}

TEST_CASE("What rules said before is told again only of the same question") {
  const Profile profile = TwoSteps();
  const auto set = [](const std::string& pattern) { return *RegexSet::Compile({pattern}); };
  std::vector<Query> queries = {AdviceQuery({}),
                                AdviceQuery({}, {{"AcceleratorUtilizationChecker.low", 0.9}}),
                                AdviceQuery({"OperationChecker"})};
  const auto add = [&](const auto& change) { change(queries.emplace_back(AdviceQuery({}))); };
  add([](Query& query) { query.selection.steps = *StepSelection::Parse("1"); });
  add([](Query& query) { query.selection.steps = *StepSelection::Parse("2"); });
  add([&](Query& query) { query.selection.account_types = set("Relu"); });
  add([&](Query& query) { query.selection.account_types = set("Abs"); });
  add([&](Query& query) { query.selection.devices = set(".*gpu.*"); });
  add([&](Query& query) { query.selection.devices = set(".*cpu.*"); });
  add([](Query& query) { query.compat_tfprof = true; });
  RunContext context;
  const auto answer = [&](const Query& query, Asker& ask) {
    const auto report = ask("advise", query, context);
    return report.ok() ? Rendered("json", *report, {"advise", {}}) : Message(report.status());
  };
  std::set<std::string> answers;
  Asker kept(profile);
  for (int time = 0; time < 2; ++time) {
    for (const Query& query : queries) {
      Asker fresh(profile);
      const std::string expected = answer(query, fresh);
      CHECK(answer(query, kept) == expected);
      answers.insert(expected);
    }
  }
  CHECK(answers.size() >= 8);  // otherwise the test would check nothing
}

TEST_CASE("Unknown rules and thresholds are refused, with the likely one") {
  AdviceOptions options;
  options.checkers = {"OperationChecker", "OperatonChecker"};
  absl::Status status = CheckAdvice(options);
  CHECK(Contains(Message(status),
                 "'OperatonChecker'; did you mean 'OperationChecker'? `help advise` lists them"));
  options.checkers = {"nothing_like_it"};
  CHECK(Contains(Message(CheckAdvice(options)), "is unknown: `help advise` lists them"));
  options.checkers = {"operationCHECKER"};
  CHECK(CheckAdvice(options).ok());
  options.thresholds = {{"MemoryChecker.hedroom", 1}};
  CHECK(Contains(Message(CheckAdvice(options)), "did you mean 'MemoryChecker.headroom'?"));
  options.thresholds = {{"OperationChecker.low", 1}};
  CHECK_FALSE(CheckAdvice(options).ok());
}

TEST_CASE("Without a step that ran there is nothing to judge, unless rules are named") {
  const auto refusal = [](AdviseMaker& make) {
    const Profile profile = make.builder.Build();
    RunContext context;
    const auto report = Ask(profile, "advise", AdviceQuery({}), context);
    CHECK(Ask(profile, "advise", AdviceQuery({"OperationChecker"}), context).ok());
    return report.ok() ? "" : Message(report.status());
  };
  AdviseMaker graph_only;
  graph_only.Op("a", "A");
  CHECK(Contains(refusal(graph_only), "no execution was recorded"));

  AdviseMaker no_list;  // a step named only by an execution
  const OpId op = no_list.Op("a", "A", kCpu);
  no_list.Event(no_list.Track(kCpu, TrackKind::kLane), 0, 1, op,
                no_list.builder.Step(no_list.source, 1));
  CHECK(Contains(refusal(no_list), "lists no training step"));

  AdviseMaker whole;  // no steps at all: the whole recording is one
  whole.Event(whole.Track(kCpu, TrackKind::kLane), 0, 1, whole.Op("a", "A", kCpu), StepId());
  CHECK(refusal(whole).empty());
}

TEST_CASE("-fail_on holds where no finding is as bad") {
  using FailOn = AdviceOptions::FailOn;
  const Profile profile = LazyGpu();
  const auto failed = [&](FailOn fail_on, double low) {
    Query query = AdviceQuery({"AcceleratorUtilizationChecker"},
                              {{"AcceleratorUtilizationChecker.low", low}});
    query.advice.fail_on = fail_on;
    return Advise(profile, query).failed_check;
  };
  CHECK(failed(FailOn::kNothing, 0.5).empty());
  CHECK(failed(FailOn::kWarning, 0.5) == "advise found 1 warning (-fail_on warning)");
  CHECK(failed(FailOn::kWarning, 0.3).empty());
  CHECK(failed(FailOn::kError, 0.5).empty());
}

TEST_CASE("A section of JSON per rule, and in it the evidence of each finding") {
  const Profile profile = LazyGpu();
  const Report report = Advise(profile, AdviceQuery({}));
  const auto json = nlohmann::json::parse(Rendered("json", report, {"advise", {}}));
  const auto told = std::count_if(AllRules().begin(), AllRules().end(), [&](const Rule& rule) {
    return rule.applies == nullptr || rule.applies(profile);
  });
  REQUIRE(json["sections"].size() == static_cast<size_t>(told));
  const auto& operation = json["sections"][1];
  CHECK(operation["id"] == "OperationChecker");
  CHECK(operation["rows"][0]["key"] == nlohmann::json::array({"nhwc_on_gpu"}));
  CHECK(operation["rows"][0]["severity"] == "warning");
  CHECK(operation["rows"][0]["saves_us"].is_null());
  REQUIRE(operation["sections"].size() == 1);
  CHECK(operation["sections"][0]["id"] == "nhwc_on_gpu");
  CHECK(operation["sections"][0]["rows"][0]["name"] == "first");
  CHECK(operation["sections"][0]["rows"][0]["micros"] == 20);
  const auto& utilization = json["sections"][0];
  CHECK(utilization["rows"][0]["subject"] == kGpu);
  CHECK(utilization["sections"][0]["id"] == std::string("low_utilization/") + kGpu);
}

TEST_CASE("What a rule lacks is a note of its section") {
  AdviseMaker make;
  make.Event(make.Track(kCpu, TrackKind::kLane), 0, 1, make.Op("a", "A", kCpu), make.Step(1));
  const Report section = Section(make.builder.Build(), "AcceleratorUtilizationChecker");
  CHECK(section.rows.empty());
  REQUIRE(section.notes.size() == 1);
  CHECK(section.notes[0].id == "not_judged");
  CHECK(section.notes[0].text == "no op ran on an accelerator");
}

TEST_CASE("A request to stop ends it") {
  const Profile profile = LazyGpu();
  RunContext context;
  context.Cancel();
  CHECK(absl::IsCancelled(Ask(profile, "advise", AdviceQuery({}), context).status()));
}

TEST_CASE("A step that is not there is refused") {
  const Profile profile = LazyGpu();
  Query query = AdviceQuery({});
  query.selection.steps = *StepSelection::Parse("7");
  RunContext context;
  CHECK(absl::IsNotFound(Ask(profile, "advise", query, context).status()));
}

TEST_CASE("Help lists each rule with its thresholds and their defaults") {
  const std::vector<HelpEntry> help = RuleHelp();
  REQUIRE(help.size() == AllRules().size());
  CHECK(help[0].name == "AcceleratorUtilizationChecker");
  REQUIRE(help[0].entries.size() == 1);
  CHECK(help[0].entries[0].name == "low");
  CHECK(Contains(help[0].entries[0].text, "(0.5)"));
}

}  // namespace
}  // namespace profiler
