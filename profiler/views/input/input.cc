#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/advise/verdicts.h"
#include "profiler/analysis/input/input_class.h"
#include "profiler/analysis/input/pipeline_ops.h"
#include "profiler/analysis/input/pipelines/iterator_tree.h"
#include "profiler/analysis/input/pipelines/pipeline_functions.h"
#include "profiler/analysis/input/pipelines/pipeline_wait.h"
#include "profiler/base/status.h"
#include "profiler/base/text/unique_keys.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/views/input/bottleneck_text.h"
#include "profiler/views/notes/filter_notes.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

struct InputRow {
  const Profile& profile;
  const PipelineOp& op;
  Int128 all;  // self time of all ops of the pipeline

  const OpRow& row() const { return profile.ops.row[op.use.op]; }
  std::string_view name() const { return profile.strings[row().name]; }
  double Share() const { return all == 0 ? 0 : ShareOf(op.use.self, all); }
};

const std::vector<ColumnOf<InputRow>>& InputColumns() {
  using C = ColumnOf<InputRow>;
  using Row = const InputRow&;
  static const std::vector<C> kColumns = {
      C::Text("category", "category",
              "demanded_file_read: reads files when a batch is asked for; advanced_file_read: "
              "reads ahead; preprocessing; enqueue: gives batches to a device; other.",
              [](Row row) { return Name(row.op.work); }),
      C::Number("occurrences", Unit::kCount, "occurrences", "How often it ran.",
                [](Row row) { return row.op.use.occurrences; }),
      C::Number("total_us", Unit::kMicros, "total",
                "Its time, ops nested in it included, summed over threads.",
                [](Row row) { return row.op.use.total; }),
      C::Number("self_us", Unit::kMicros, "self", "The same without the ops nested in it.",
                [](Row row) { return row.op.use.self; }),
      C::Real("self_share", Unit::kShare, "self share",
              "self_us as a part of that of all ops of the pipeline.", &InputRow::Share),
  };
  return kColumns;
}

struct InputTime {
  InputWork work;
  int64_t ops = 0;
  Int128 self = 0;
};

const std::vector<ColumnOf<InputTime>>& InputTimeColumns() {
  using C = ColumnOf<InputTime>;
  using Row = const InputTime&;
  static const std::vector<C> kColumns = {
      C::Number("ops", Unit::kCount, "ops", "How many ops are of it.", &InputTime::ops),
      C::Number("total_us", Unit::kMicros, "time",
                "Their self time, summed over threads: it may be more than the time that passed.",
                [](Row row) { return row.self; }),
  };
  return kColumns;
}

Report InputTimes(const std::vector<PipelineOp>& ops) {
  std::array<InputTime, kInputWorks> times{};
  for (const PipelineOp& op : ops) {
    InputTime& time = times[static_cast<size_t>(op.work)];
    ++time.ops;
    time.self += op.use.self;
  }
  Report report =
      StartTable("input_time", "Time by category", "the category", Headers(InputTimeColumns()));
  report.values.basis = Basis::kTotals;
  for (size_t i = 0; i < kInputWorks; ++i) {
    times[i].work = static_cast<InputWork>(i);
    AppendRow(InputTimeColumns(), Name(times[i].work), times[i], report);
  }
  return report;
}

struct IteratorRow {
  const Profile& profile;
  const PipelineIterator& iterator;
  Int128 all;  // the time of the root's calls
  bool is_bottleneck;

  double Share() const { return ShareOf(iterator.limits, all); }
};

const std::vector<ColumnOf<IteratorRow>>& IteratorColumns() {
  using C = ColumnOf<IteratorRow>;
  using Row = const IteratorRow&;
  static const std::vector<C> kColumns = {
      C::Flag("bottleneck", "bottleneck", "Whether it limits its pipeline most.",
              &IteratorRow::is_bottleneck),
      C::Number("limits_us", Unit::kMicros, "limits",
                "The part of the root's time in which it ran and no iterator below it: what the "
                "consumer of the batches waited for.",
                [](Row row) { return row.iterator.limits; }),
      C::Real("limits_share", Unit::kShare, "share", "limits_us as a part of the root's time.",
              &IteratorRow::Share),
      C::Number("calls", Unit::kCount, "calls", "How often it was asked for an element.",
                [](Row row) { return row.iterator.calls; }),
      C::Number("total_us", Unit::kMicros, "total", "The time of its calls, summed over threads.",
                [](Row row) { return row.iterator.total; }),
      C::Number("parallelism", Unit::kCount, "parallelism",
                "How many of its calls may run at a time, as recorded.",
                [](Row row) { return Known(row.iterator.parallelism); }),
      C::Number("buffer_size", Unit::kCount, "buffer", "The elements that it may keep ready.",
                [](Row row) { return Known(row.iterator.buffer_size); }),
      C::Text("host", "host", "Where it ran.",
              [](Row row) { return row.profile.strings[row.iterator.host]; }),
  };
  return kColumns;
}

Report EmptyIteratorTable() {
  return StartTable("pipeline", "Pipeline of tf.data", "the iterator, below the one that asks it",
                    Headers(IteratorColumns()));
}

// A batch that takes less is no reason to change the pipeline. TensorFlow's guide to the
// performance of tf.data calls a call slow from 50 us on.
constexpr Int128 kSlowCall = 50'000'000;

void AddText(std::string text, std::vector<std::string>& summary) {
  if (!text.empty()) summary.push_back(std::move(text));
}

Report IteratorTable(const Profile& profile, const std::vector<PipelineIterator>& iterators,
                     const PipelineFacts& facts, std::vector<std::string>& summary) {
  Report report = EmptyIteratorTable();
  report.values.basis = Basis::kTotals;
  int32_t root = 0, bottleneck = -1;
  Int128 all = 0;
  for (int32_t at = 0; at < std::ssize(iterators); ++at) {
    const PipelineIterator& iterator = iterators[at];
    if (iterator.parent < 0) {
      root = at;
      bottleneck = BottleneckOf(iterators, root);
      all = WaitOf(iterators, root).all;
      if (iterator.calls > 0 && iterator.total / iterator.calls > kSlowCall) {
        AddText(BottleneckText(iterators, root, bottleneck, facts), summary);
        AddText(UnseenText(iterators, root), summary);
      }
    }
    AppendRow(IteratorColumns(), iterator.depth == 0 ? iterator.path : iterator.label(),
              {std::string(profile.strings[iterator.host]), iterator.path},
              {profile, iterator, all, at == bottleneck}, report);
    report.rows.back().depth = iterator.depth;
  }
  return report;
}

// How far input limits the steps, in the words of the rule that judges it. True unless it is told
// not to limit them.
absl::StatusOr<bool> AddJudgement(const Selected& selected, const Query& query, RunContext& context,
                                  Report& report) {
  PROFILER_ASSIGN_OR_RETURN(const std::vector<Finding> findings,
                            VerdictsOnInput(selected, query, context));
  size_t runs = 0, not_bound = 0;
  for (const Finding& finding : findings) {
    if (finding.input_class.empty()) continue;
    ++runs;
    if (finding.input_class == Name(InputClass::kNot)) ++not_bound;
    report.summary.push_back(finding.subject.empty() ? finding.text
                                                     : finding.subject + ": " + finding.text);
  }
  return runs == 0 || not_bound < runs;
}

void AddNoPipelineNote(Report& report) {
  report.notes.push_back(
      {"no_input_ops", Severity::kInfo,
       "no op of an input pipeline was recorded: tf.data's iterators, copies to devices or "
       "PyTorch's DataLoader; input made by plain Python is in `code`"});
}

std::vector<ReportColumn> AllInputColumns() { return Headers(InputColumns()); }
std::vector<Report> InputTables() {
  return {StartTable("", "", "the op of the input pipeline", AllInputColumns()), InputTimes({}),
          EmptyIteratorTable()};
}

// Self times are those of threads, as xprof has them. They do not say what the consumer waits for
// where they are far more than that.
void AddSelfNote(const std::vector<PipelineIterator>& iterators, Int128 self, Report& report) {
  Int128 waited = 0;
  for (const PipelineIterator& iterator : iterators) waited += iterator.limits;
  const bool is_far_more = waited > 0 && 5 * self > 6 * waited;
  if (!is_far_more) return;
  report.notes.push_back({"self_of_threads", Severity::kInfo,
                          "self times are summed over threads; the tree of iterators has what the "
                          "consumer waited for"});
}

absl::StatusOr<Report> AnswerInput(const Selected& selected, const Query& query,
                                   RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_ASSIGN_OR_RETURN(const std::vector<PipelineOp> ops,
                            PipelineOps(selected, query, context));
  Report report =
      StartTable("input", "", "input: A row is an op of the input pipeline.", AllInputColumns());
  report.values.basis = Basis::kTotals;
  Int128 all = 0;
  for (const PipelineOp& op : ops) all += op.use.self;
  UniqueKeys keys;
  for (const PipelineOp& op : ops) {
    const InputRow row{profile, op, all};
    AppendRow(InputColumns(), row.name(), keys.Of({std::string(row.name())}), row, report);
  }
  if (ops.empty()) {
    AddNoPipelineNote(report);
  } else {
    report.sections.push_back(InputTimes(ops));
  }
  PROFILER_ASSIGN_OR_RETURN(const bool limits_steps,
                            AddJudgement(selected, query, context, report));
  PROFILER_ASSIGN_OR_RETURN(const std::vector<PipelineIterator> iterators,
                            PipelineIterators(selected, context));
  if (!iterators.empty()) {
    AddSelfNote(iterators, all, report);
    report.sections.push_back(IteratorTable(
        profile, iterators, {limits_steps, PipelineFunctionsOf(profile)}, report.summary));
  }
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace

extern const View kInputView = {
    .name = "input",
    .summary = "the input pipeline: what reads, prepares and delivers batches",
    .details =
        "A row is an op of the input pipeline on the host, by self time. A section has the time "
        "of each category, another one the tree of tf.data's iterators with the one that limits "
        "them. The first lines say how far input limits the steps, as `advise` does, and what "
        "would make a pipeline faster that limits them.",
    .run = AnswerInput,
    .columns = AllInputColumns,
    .sections = InputTables,
    .events = EventUse::kAlways,
};

}  // namespace profiler
