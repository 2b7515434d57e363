#include "profiler/engine/trend.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/status.h"
#include "profiler/compare/check/check.h"
#include "profiler/compare/check/measured_side.h"
#include "profiler/compare/cut_profiles.h"
#include "profiler/compare/measure/expression.h"
#include "profiler/compare/surroundings.h"
#include "profiler/compare/trend/trend.h"
#include "profiler/compare/trend/trend_values.h"
#include "profiler/engine/measures.h"
#include "profiler/open/expand.h"
#include "profiler/report/failed_check.h"

namespace profiler {
namespace {

struct ParsedMeasures {
  std::vector<MeasureExpression> expressions;
  std::vector<TrendMeasure> shown;
};

absl::StatusOr<ParsedMeasures> ParseMeasures(const Query& query) {
  std::vector<std::string> texts = query.trend.measures;
  if (texts.empty()) texts = {kDefaultTrendMeasure};
  ParsedMeasures parsed;
  for (const std::string& text : texts) {
    PROFILER_ASSIGN_OR_RETURN(MeasureExpression expression, ParseMeasure(text));
    PROFILER_ASSIGN_OR_RETURN(const Unit unit, CheckMeasure(expression));
    parsed.shown.push_back({expression.text, unit});
    parsed.expressions.push_back(std::move(expression));
  }
  return parsed;
}

// When its first step began, in Unix nanoseconds; without a step of known time the earliest time
// zero of a source. Time zero may depend on the order of events in a file.
int64_t RecordedAt(const Profile& profile) {
  int64_t first_step = kUnknown, first_zero = kUnknown;
  const auto lower = [](int64_t& first, int64_t time) {
    first = first == kUnknown ? time : std::min(first, time);
  };
  for (const SourceRow& source : profile.sources.values()) {
    if (source.epoch_ns != kUnknown) lower(first_zero, source.epoch_ns);
  }
  for (const StepRow& step : profile.steps.values()) {
    if (step.begin == kUnknown || !step.source.valid()) continue;
    const int64_t zero = profile.sources[step.source].epoch_ns;
    if (zero == kUnknown) continue;
    const Int128 begin = zero + step.begin / kPicosPerNano;  // beyond 64 bits in a damaged file
    lower(first_step, static_cast<int64_t>(std::clamp<Int128>(begin, INT64_MIN, INT64_MAX)));
  }
  return first_step == kUnknown ? first_zero : first_step;
}

// Takes the measures. A measure of nothing is NaN, and its reason the run's problem; so are those
// of a file that was cut short.
absl::StatusOr<TrendRun> RunOf(std::string name, const ParsedMeasures& measures, Answerer& answerer,
                               const Selected& selected, const Query& query, RunContext& context) {
  TrendRun run{std::move(name), RecordedAt(selected.profile()), {}};
  run.accelerators = AcceleratorModels(selected.profile());
  if (const std::string cut = CutFilesText(selected); !cut.empty()) {
    run.taken.resize(measures.expressions.size());
    run.problem = cut;
    return run;
  }
  const CheckTools tools = ToolsOf(answerer);
  for (const MeasureExpression& expression : measures.expressions) {
    const absl::StatusOr<TrendValue> taken =
        TakeTrendValue({tools, expression, query, context}, selected);
    if (!taken.ok() && !absl::IsNotFound(taken.status())) return taken.status();
    run.taken.push_back(taken.ok() ? *taken : TrendValue());
    if (!taken.ok() && run.problem.empty()) run.problem = Message(taken.status());
  }
  return run;
}

// As a budget that matches no row: a misspelt name must not look as if nothing had changed.
absl::Status CheckHaveValues(const std::vector<TrendMeasure>& measures,
                             const std::vector<TrendRun>& runs) {
  for (size_t m = 0; m < measures.size(); ++m) {
    std::string_view problem;
    const bool has_values = std::any_of(runs.begin(), runs.end(), [&](const TrendRun& run) {
      if (m < run.values.size() && problem.empty()) problem = run.problem;
      return m < run.values.size() && !std::isnan(run.values[m]);
    });
    if (has_values) continue;
    return absl::NotFoundError(
        fmt::format("no run has a value of {}: {}", measures[m].text, problem));
  }
  return absl::OkStatus();
}

// The trend of runs in their order.
absl::StatusOr<Report> TrendOf(std::vector<TrendMeasure> measures, std::vector<TrendRun> runs,
                               bool is_by_time) {
  std::vector<Note> notes = ChooseTrendValues(measures, runs);
  PROFILER_RETURN_IF_ERROR(CheckHaveValues(measures, runs));
  Report report = TrendReport(measures, runs, is_by_time);
  std::move(notes.begin(), notes.end(), std::back_inserter(report.notes));
  return report;
}

}  // namespace

absl::Status CheckTrend(const Query& query) { return ParseMeasures(query).status(); }

absl::StatusOr<Report> TrendOfOne(Answerer& answerer, const std::vector<const Selected*>& of,
                                  const Query& query, const CompareOptions& /*compare*/,
                                  RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const ParsedMeasures measures, ParseMeasures(query));
  const Profile& profile = of[0]->profile();
  std::string name;
  if (profile.sources.size() > 0) name = profile.strings[profile.sources[SourceId(0)].path];
  PROFILER_ASSIGN_OR_RETURN(TrendRun run,
                            RunOf(std::move(name), measures, answerer, *of[0], query, context));
  return TrendOf(measures.shown, {std::move(run)}, /*is_by_time=*/false);
}

absl::StatusOr<Report> AnswerTrend(Engine& engine, const std::vector<std::string>& paths,
                                   const OpenOne& open, const Question& question,
                                   RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const ParsedMeasures measures, ParseMeasures(question.query));
  std::vector<TrendRun> runs;
  absl::Status first_error;
  bool any_opened = false;
  for (const std::string& path : ExpandPatterns(paths)) {
    PROFILER_RETURN_IF_ERROR(context.Check());
    const absl::StatusOr<ProfileHandle> handle = open(path);
    if (absl::IsCancelled(handle.status())) return handle.status();
    if (!handle.ok()) {
      runs.push_back({path, kUnknown, {}, Message(handle.status())});
      if (first_error.ok()) first_error = handle.status();
      continue;
    }
    any_opened = true;
    const auto take = [&](Answerer& answerer, const Selected& selected,
                          const Query& query) -> absl::Status {
      PROFILER_ASSIGN_OR_RETURN(TrendRun run,
                                RunOf(path, measures, answerer, selected, query, context));
      runs.push_back(std::move(run));
      return absl::OkStatus();
    };
    PROFILER_RETURN_IF_ERROR(engine.AskAbout(*handle, question, take, context));
  }
  if (!any_opened)
    return first_error.ok() ? absl::InvalidArgumentError("no run was named") : first_error;
  const bool is_by_time = SortByTime(runs);
  PROFILER_ASSIGN_OR_RETURN(Report report, TrendOf(measures.shown, std::move(runs), is_by_time));
  if (question.query.trend.measures.empty()) {
    report.notes.push_back({"only_step_time", Severity::kInfo,
                            "Only the time of steps is followed: -of 'memory: max(peak_bytes)' "
                            "follows memory"});
  }
  const std::optional<AdviceOptions::FailOn> fail_on = question.query.advice.fail_on;
  report.fails_from = FailsFrom(fail_on);
  report.failed_check = FailedCheck(question.command, fail_on, report);
  return report;
}

}  // namespace profiler
