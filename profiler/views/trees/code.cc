#include "profiler/views/trees/code.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/advise/rules/common/how_to_record.h"
#include "profiler/analysis/measures/asked_measures.h"
#include "profiler/analysis/trees/code_tree.h"
#include "profiler/analysis/trees/op_group_sums.h"
#include "profiler/analysis/trees/op_rows.h"
#include "profiler/analysis/trees/tree_parts.h"
#include "profiler/analysis/values/sample_types.h"
#include "profiler/analysis/values/tfprof_run_rules.h"
#include "profiler/base/status.h"
#include "profiler/base/suggest.h"
#include "profiler/base/threads/in_parallel.h"
#include "profiler/views/notes/filter_notes.h"
#include "profiler/views/notes/outside_steps_note.h"
#include "profiler/views/notes/run_notes.h"
#include "profiler/views/trees/statistic_columns.h"
#include "profiler/views/trees/tensor_column.h"
#include "profiler/views/trees/tree_report.h"

namespace profiler {
namespace {

bool HasCodeTraces(const Profile& profile) {
  const auto& sources = profile.sources.values();
  return std::any_of(sources.begin(), sources.end(),
                     [](const SourceRow& source) { return source.has_code_traces; });
}

TreeInput MakeInput(const CodeTree& tree, const Query& query, const OpValues& values,
                    const OpGroupSums& op_sums, const GroupedItems& picked, size_t threads) {
  const Quirks quirks(query.compat_tfprof);
  TreeInput input;
  // Functions recorded by a profiler have no op or place, and no values by step.
  const bool counts_functions =
      !tree.sampled.empty() && op_sums.all() && query.selection.steps.all();
  input.skeleton = &tree.skeleton;
  input.trim_drops_row = true;
  if (!OutsideCounts(query)) input.apart = tree.outside;
  input.ignores_min_occurrence = quirks.Has(Quirk::kCodeIgnoresOptions);
  input.ignores_displayed_only = quirks.Has(Quirk::kCodeIgnoresOptions);
  if (quirks.Has(Quirk::kOccurrenceUnordered)) {
    input.order_by_occurrence = TreeInput::OrderByOccurrence::kAsIs;
  }
  const size_t n = tree.skeleton.size();
  StartValues(query, values, input);
  if (counts_functions) {  // OpValues has no values for functions
    input.own = ValueColumns(MeasureSet().set(), n);
    input.never_wraps.reset();
    input.minimum_matters.set();
  }
  input.accounted.resize(n);
  for (size_t node = 0; node < n; ++node) {
    const Items items = picked[node];
    input.accounted[node] = op_sums.all() || !items.empty();
    input.own.defined()[node] = op_sums.Count(items);
  }
  InParallel(kMeasureCount, ThreadsFor(n, threads), [&](size_t m) {
    const auto measure = static_cast<Measure>(m);
    if (!input.own.Has(measure)) return;
    std::vector<Value>& own = input.own.column(measure);
    for (size_t node = 0; node < n; ++node) {
      const Items items = picked[node];
      own[node] = items.empty() ? 0 : op_sums.Sum(items, measure);
    }
  });
  if (!counts_functions) return input;
  for (size_t node = 0; node < n; ++node) input.own.Add(node, tree.sampled[node]);
  input.elsewhere = tree.elsewhere;
  return input;
}

absl::Status FillSteps(const Query& query, const OpValues& values, const OpGroupSums& op_sums,
                       const GroupedItems& picked, const RunContext& context, TreeInput& input) {
  input.steps =
      MakeStepSource(query, values, [&](int32_t node, Measure measure, StepSeries& series) {
        op_sums.AddSteps(picked[node], measure, series);
      });
  return ApplyToOwn(
      input.steps,
      [&](int32_t node, Measure measure, Value value) { input.own.Set(node, measure, value); },
      static_cast<int32_t>(picked.size()), context);
}

// The frames between the row above (not included) and the node (included); empty if there is only
// the node.
std::vector<std::string> Stack(const TreeSkeleton& skeleton, int32_t node, int32_t above) {
  std::vector<std::string> stack;
  if (skeleton.parent[node] == above) return stack;
  for (; node > above; node = skeleton.parent[node]) stack.emplace_back(skeleton.name[node]);
  std::reverse(stack.begin(), stack.end());
  return stack;
}

// Adds a note with the sum of the ops without a stack, for the selected columns.
void AddDroppedNote(const OpGroupSums& op_sums, const CodeTree& tree, const StepSource& steps,
                    const Query& query, Report& report) {
  const GroupedItems lists = op_sums.Pick(tree.dropped);
  const Items picked = lists[0];
  const Values sum = SumOverSteps(op_sums, picked, steps);
  for (size_t m = 0; m < kMeasureCount; ++m) {
    const auto measure = static_cast<Measure>(m);
    if (measure == Measure::kOccurrence || !IsShown(query, measure) || OrZero(sum[measure]) == 0) {
      continue;
    }
    const bool is_time = IsTime(measure);
    report.notes.push_back(
        {std::string(Info(Quirk::kCodeDropsUntraced).id), Severity::kInfo,
         fmt::format("as in tfprof, ops without a code trace are left out: {}, with {} {}; -compat "
                     "off shows them",
                     picked.size(), sum[measure] / (is_time ? kPicosPerMicro : 1),
                     Info(measure).name)});
    return;
  }
}

void AddUnavailableNote(Report& report) {
  std::set<std::string_view> names;
  for (const ReportColumn& column : report.columns) {
    if (column.not_available) names.insert(SelectName(column));
  }
  if (names.empty()) return;
  report.notes.push_back({"not_available", Severity::kInfo,
                          fmt::format("the code view has no {}", fmt::join(names, ", "))});
}

absl::Status FillReport(const Selected& selected, const Query& query, const TreeTexts& texts,
                        ReportRows rows, const RunContext& context, CodeAnswer& answer) {
  const Profile& profile = selected.profile();
  const CodeTree& tree = *answer.tree;
  const Quirks quirks(query.compat_tfprof);
  Report& report = answer.report;
  report = StartReport(profile, query, "code",
                       "code: When python trace is available, the nodes are python lines and "
                       "their are organized by the python call stack.",
                       ColumnOrder::kBytesFirst);
  for (ReportColumn& column : report.columns) {
    column.not_available =
        column.role == ColumnRole::kInputShapes ||
        (column.measure == Measure::kOccurrence && quirks.Has(Quirk::kCodeIgnoresOptions));
  }
  report.keys = Report::Keys::kNest;
  AddStatistic(answer.input.steps, *answer.values, report);
  PROFILER_RETURN_IF_ERROR(
      FillTreeReport(answer.input, answer.output, query, texts, rows, context.threads(), report));
  AddFilterNotes(profile, query, report);
  AddOutsideStepsNote(selected, query, report);
  AddRunNotes(profile, query, answer.values->quirks, report);
  NoteNoTensorColumn(query, report);
  if (tree.dropped_gradients > 0 && quirks.Has(Quirk::kCodeDropsUntraced)) {
    report.notes.push_back({"gradients_not_accounted", Severity::kWarning,
                            fmt::format("{} gradient nodes not accounted: the ops they are the "
                                        "gradients of have no code trace",
                                        tree.dropped_gradients)});
  }
  AddDroppedNote(answer.op_sums, tree, answer.input.steps, query, report);
  AddUnavailableNote(report);
  if (query.account_displayed_op_only && answer.input.ignores_displayed_only) {
    report.notes.push_back({"displayed_only_ignored", Severity::kInfo,
                            "the code view ignores -account_displayed_op_only; -compat off "
                            "changes that"});
  }
  return absl::OkStatus();
}

absl::Status NoSampleType(const SampleTypes& types, const Query& query) {
  if (types.recorded.empty()) {
    return absl::FailedPreconditionError(
        "-sample_type: the profile has no samples of stacks, as pprof files have");
  }
  return absl::NotFoundError(fmt::format("-sample_type {}: the samples are of {}{}",
                                         query.sample_type, fmt::join(types.recorded, ", "),
                                         DidYouMean(query.sample_type, types.recorded)));
}

void AddSampleTypesNote(const SampleTypes& types, Report& report) {
  if (types.recorded.size() < 2) return;
  report.notes.push_back(
      {"sample_types", Severity::kInfo,
       fmt::format("samples count {}; recorded: {} (-sample_type NAME)",
                   fmt::join(types.chosen, " and "), fmt::join(types.recorded, ", "))});
}

}  // namespace

Values SumOverSteps(const OpGroupSums& op_sums, Items items, const StepSource& steps) {
  Values sum = op_sums.Sum(items);
  if (!steps.by_row()) return sum;
  StatisticOf statistic(steps);
  for (const Measure measure : kStepMeasures) {
    StepSeries series = steps.empty;
    op_sums.AddSteps(items, measure, series);
    const Value value = statistic(series);
    if (value != kAbsent) sum[measure] = value;
  }
  return sum;
}

absl::StatusOr<CodeAnswer> AnswerCode(const Selected& selected, const Query& given,
                                      RunContext& context, ReportRows rows) {
  const Profile& profile = selected.profile();
  const SampleTypes types = ChooseSampleTypes(profile, given.sample_type);
  if (types.chosen.empty() && !given.sample_type.empty()) return NoSampleType(types, given);
  const Query query = SelectSampled(profile, given);
  PROFILER_ASSIGN_OR_RETURN(const auto values, GetOpValues(selected, query, context));
  const Quirks quirks(query.compat_tfprof);
  const auto tree = context.memo().Get<CodeTree>(
      profile.identity,
      fmt::format("code tree, compat {}{} {}", query.compat_tfprof, values->ItemsKey(),
                  query.sample_type),
      [&] {
        return BuildCodeTree(profile, *values, *ItemsByName(profile, *values, context), types,
                             quirks, context.threads());
      });
  const bool can_have_traces = HasCodeTraces(profile) || !tree->sampled.empty();
  if (!can_have_traces || !tree->has_traces) {
    return absl::FailedPreconditionError(
        "No code trace information: the profile was recorded without Python stacks" +
        HowToRecordStacks(profile));
  }
  CodeAnswer answer(profile, query, values, tree);
  TreeInput& input = answer.input;
  answer.picked = answer.op_sums.Pick(tree->items);
  input = MakeInput(*tree, query, *values, answer.op_sums, answer.picked, context.threads());
  PROFILER_RETURN_IF_ERROR(
      FillSteps(query, *values, answer.op_sums, answer.picked, context, input));
  const TreeTexts texts = {
      [&](int32_t node, int32_t above) { return Stack(tree->skeleton, node, above); },
      [&](int32_t node, const ReportColumn& column) {
        return answer.op_sums.Texts(answer.picked[node], TextOf(column));
      }};
  input.where = WhereOf(query, input, texts, ColumnOrder::kBytesFirst);
  PROFILER_RETURN_IF_ERROR(context.Check());
  PROFILER_ASSIGN_OR_RETURN(answer.output, RunTree(answer.input, query, context));
  if (answer.op_sums.overlapped()) answer.output.quirks.push_back(Quirk::kOverlappingTypes);
  PROFILER_RETURN_IF_ERROR(context.Check());
  PROFILER_RETURN_IF_ERROR(FillReport(selected, query, texts, rows, context, answer));
  AddSampleTypesNote(types, answer.report);
  ForgetQuery(input);
  return answer;
}

const View kCodeView = {
    .name = "code",
    .summary = "ops by the Python line that made them, along the call stack",
    .details =
        "A row is a frame, file:line:function. Values are of ops made on that line itself / made "
        "on it and in what it calls. Frames that end in (gradient) show what the gradients of the "
        "line's ops cost. Functions that cProfile or pyinstrument counted are below what was "
        "recorded; a function's time is its self time / with what it called. Samples of stacks, as "
        "pprof files have them, count in the frame where the stack ends (-sample_type).",
    .run = [](const Selected& selected, const Query& query,
              RunContext& context) -> absl::StatusOr<Report> {
      PROFILER_ASSIGN_OR_RETURN(CodeAnswer answer, AnswerCode(selected, query, context));
      return std::move(answer.report);
    },
    .rows = RowKind::kFrames,
    .columns =
        [] {
          std::vector<ReportColumn> columns = TreeColumns(ColumnOrder::kBytesFirst);
          for (ReportColumn& column : columns) {
            column.not_available = column.role == ColumnRole::kInputShapes;
          }
          return columns;
        },
    .shape = Shape::kTree,
    .obeys = kOpTreeUses | OptionUse::kSampleTypes | kBaseUses,
    .takes_tfprof_options = true,
    .has_tfprof_text = true,
    .has_step_series = true,
};

}  // namespace profiler
