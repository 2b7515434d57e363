#include "profiler/compare/page/sentences/page_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "profiler/analysis/steps/code/recomputed.h"
#include "profiler/compare/page/all_alike.h"
#include "profiler/compare/page/causes/clock_change.h"
#include "profiler/compare/page/causes/copy_change.h"
#include "profiler/compare/page/causes/device_changes.h"
#include "profiler/compare/page/causes/exposed_rows.h"
#include "profiler/compare/page/causes/kernel_swap.h"
#include "profiler/compare/page/causes/message_change.h"
#include "profiler/compare/page/causes/pipeline_change.h"
#include "profiler/compare/page/sentences/allocation_change.h"
#include "profiler/compare/page/sentences/between_change.h"
#include "profiler/compare/page/sentences/exchange_change.h"
#include "profiler/compare/page/sentences/explanation.h"
#include "profiler/compare/page/sentences/idle_of_waits.h"
#include "profiler/compare/page/sentences/mean_change.h"
#include "profiler/compare/page/sentences/mean_parts.h"
#include "profiler/compare/page/sentences/one_run_each.h"
#include "profiler/compare/page/sentences/outlying_run.h"
#include "profiler/compare/page/sentences/precision_change.h"
#include "profiler/compare/page/sentences/rank_changes.h"
#include "profiler/compare/page/sentences/run_counts.h"
#include "profiler/compare/page/sentences/summary.h"
#include "profiler/compare/page/work/beside_step.h"
#include "profiler/compare/page/work/exposed_collectives.h"
#include "profiler/compare/samples/step_strides.h"

namespace profiler {
namespace {

void AddLanesNote(const PageTables& tables, std::vector<Note>& notes) {
  if (tables.base_lanes <= 1 && tables.new_lanes <= 1) return;
  notes.push_back(
      {"means_over_devices", Severity::kInfo,
       fmt::format("Times of ops and kernels are means over the devices that work side by side: "
                   "{:.0f} in the base, {:.0f} in the new profile",
                   tables.base_lanes, tables.new_lanes)});
}

std::string BlocksText(size_t steps) {
  return steps == 1 ? "steps" : fmt::format("blocks of {} steps", steps);
}

void AddBlocksNote(const Comparison& comparison, std::vector<Note>& notes) {
  if (comparison.base_block() <= 1 && comparison.new_block() <= 1) return;
  notes.push_back(
      {"steps_in_blocks", Severity::kInfo,
       fmt::format("Successive steps are alike, so {} of the base are compared with {} of the "
                   "new profile",
                   BlocksText(comparison.base_block()), BlocksText(comparison.new_block()))});
}

void AddRunsNote(const Comparison& comparison, const Side& base, const Side& next,
                 std::vector<Note>& notes) {
  const size_t most = std::max(base.samples.runs(), next.samples.runs());
  if (most < 2 || base.samples.are_runs()) return;
  if (comparison.knows_noise_of_runs()) {
    notes.push_back(
        {"one_run_against_several", Severity::kInfo,
         fmt::format("One run is compared with {} by their steps and by how much these {} differ "
                     "from each other, as one more run of the same code would",
                     most, most)});
    return;
  }
  notes.push_back(
      {"one_run_against_several", Severity::kInfo,
       fmt::format("{} new run{} compared with {} by their steps, so noise between runs is "
                   "unknown: give at least two runs of each, with -base A -base B",
                   next.samples.runs(), next.samples.runs() == 1 ? " is" : "s are",
                   base.samples.runs())});
}

void AddFewStepsNote(const PageTables& tables, std::vector<Note>& notes) {
  const auto is_any = [](const std::vector<DiffRow>& rows) {
    return std::any_of(rows.begin(), rows.end(),
                       [](const DiffRow& row) { return row.is_in_few_steps; });
  };
  if (!is_any(tables.ops) && !is_any(tables.kernels) && !is_any(tables.scopes) &&
      !is_any(tables.lines)) {
    return;
  }
  notes.push_back({"means_of_few_steps", Severity::kInfo,
                   "Rows that only one profile has, and that run in fewer than half of its steps, "
                   "show their mean per step: the typical step has none of it"});
}

// Where a peak differs, or may, whose recording does not count all memory.
void AddMemoryBeforeNote(const PageFacts& of, std::vector<Note>& notes) {
  const auto lacks_before = [](const MemoryUse& use) {
    return use.device.valid() && !use.is_moment && !use.knows_start;
  };
  const auto is_of_some = [&](const Side& side) {
    return std::any_of(side.memory.uses.begin(), side.memory.uses.end(), lacks_before);
  };
  const std::vector<DiffRow>& rows = of.tables.memory.rows();
  const bool differs = std::any_of(rows.begin(), rows.end(), [](const DiffRow& row) {
    return row.change.verdict != Verdict::kSame;
  });
  if (!differs || (!is_of_some(of.base) && !is_of_some(of.next))) return;
  notes.push_back({"memory_before", Severity::kInfo,
                   "Peaks of memory do not count what was allocated before the recording and not "
                   "freed in it, where the allocator did not record its totals. They are unclear "
                   "where only such memory may make them differ"});
}

// Whether a profile without calls that compute activations again shows that none did: only Python's
// stacks show those of one kind.
bool ShowsNoRecomputation(const Profile& other, const Profile& recomputing) {
  return recomputing.strings.Find(kReentrantCheckpoint).valid() ||
         other.strings.Find(kPythonFunctionType).valid();
}

// Where activation checkpointing is on in one profile only.
std::string RecomputationSentence(const Side& base, const Side& next) {
  const bool is_in_base = RecomputesActivations(base.profile());
  if (is_in_base == RecomputesActivations(next.profile())) return "";
  const bool is_known = is_in_base ? ShowsNoRecomputation(next.profile(), base.profile())
                                   : ShowsNoRecomputation(base.profile(), next.profile());
  if (!is_known) return "";
  return fmt::format(
      "Only {} computes activations again in the backward pass (activation checkpointing), which "
      "takes time and saves memory",
      is_in_base ? base.name : next.name);
}

std::string NotComparedSentence(const PageTables& tables) {
  std::vector<NotCompared> by_reason;  // in the order in which they were found
  for (const NotCompared& one : tables.not_compared) {
    const auto known = std::find_if(by_reason.begin(), by_reason.end(),
                                    [&](const NotCompared& of) { return of.why == one.why; });
    if (known == by_reason.end()) {
      by_reason.push_back(one);
    } else {
      known->what += ", " + one.what;
    }
  }
  std::vector<std::string> texts;
  texts.reserve(by_reason.size());
  for (const NotCompared& one : by_reason) {
    texts.push_back(fmt::format("{} ({})", one.what, one.why));
  }
  return texts.empty() ? "" : fmt::format("Not compared: {}", fmt::join(texts, "; "));
}

void AddRecordedNote(const Environment& environment, std::vector<Note>& notes) {
  if (environment.recorded_once.empty()) return;
  notes.push_back(
      {"recorded_unlike", Severity::kWarning,
       fmt::format("only one of both was recorded with {}: that slows hosts, so a part of the "
                   "change may be the recorder's. Record both alike",
                   fmt::join(environment.recorded_once, " and "))});
}

std::vector<DiffRow> WithoutCollectives(std::vector<DiffRow> ops) {
  std::erase_if(ops, [](const DiffRow& row) { return row.is_collective; });
  return ops;
}

// Where kernels changed alike and ops did not, as those that only launch them. `ops` as sentences
// name them. Empty where something else says why.
std::string KernelsAlike(const PageTables& tables, const std::vector<DiffRow>& ops,
                         bool is_why_known) {
  const Change& step = tables.step;
  if (!step.is_slower_or_faster() || is_why_known) return "";
  if (!AllAlike("Ops", "ops", step, ops, ops).empty()) return "";
  return AllAlike("Kernels", "kernels", step, tables.kernels, ops);
}

// By how many ranks a step was recorded.
size_t RanksOfSteps(const Side& side) {
  return side.samples.steps() == 0 ? 1 : std::max<size_t>(side.samples.ProcessesOf(0).size(), 1);
}

// Where the changes of a table's rows add up to clearly more than the step's.
void AddOverlapNote(const PageTables& tables, std::vector<Note>& notes) {
  constexpr double kNoticed = 0.05;  // of the step's change
  const Change& step = tables.step;
  if (!step.is_slower_or_faster()) return;
  std::vector<std::string> names;
  const auto add = [&](std::string_view name, const std::vector<DiffRow>& rows) {
    double sum = 0;
    for (const DiffRow& row : rows) {
      if (!std::isnan(row.change.delta) && !row.is_beside) sum += row.change.delta;
    }
    if (sum / step.delta >= 1 + kNoticed) names.emplace_back(name);
  };
  add("ops", tables.ops);
  add("kernels", tables.kernels);
  add("scopes", tables.scopes);
  add("lines", tables.lines);
  add("collectives", tables.collectives);
  if (names.empty()) return;
  notes.push_back(
      {"rows_overlap", Severity::kInfo,
       fmt::format("The changes of {} add up to more than the step's, as work that runs side by "
                   "side and noise make it: `<unexplained>` is what is too much",
                   JoinedText(names))});
}

// Sentences in their order, without empty ones.
class Sentences {
 public:
  // Returns whether it was one.
  bool Add(std::string sentence) {
    if (sentence.empty()) return false;
    all_.push_back(std::move(sentence));
    return true;
  }
  size_t size() const { return all_.size(); }
  std::vector<std::string> Take() && { return std::move(all_); }

 private:
  std::vector<std::string> all_;
};

// What explains the change of the typical step. `is_mean_told` if sentences before are about the
// mean step, and `is_part_told` if they name a part of it. Returns whether precision does.
bool AddExplanations(const PageFacts& of, bool is_mean_told, bool is_part_told,
                     Sentences& sentences) {
  const PageTables& tables = of.tables;
  const Change& step = tables.step;
  const size_t before = sentences.size();
  const std::string_view what = is_mean_told ? "the typical step's change" : "it";
  RankChanges ranks = FindRankChanges(step, of.base, of.next, of.comparison.tolerance());
  std::string_view changed = "ranks";
  if (ranks.sentence.empty()) {
    ranks = FindDeviceChanges(step, of.base, of.next, of.comparison.tolerance());
    changed = "devices";
  }
  if (ranks.sentence.empty() && !is_part_told) {
    ranks.sentence = GrownHostSentence(step, of.base, of.next);
    ranks.explain_step = !ranks.sentence.empty();
    changed = "hosts";
  }
  const bool only_wait = !ranks.sentence.empty() && IsExchangeAsBefore(step, of.base, of.next);
  const ExposedRows ops(step, tables.parts,
                        only_wait ? WithoutCollectives(tables.ops) : tables.ops);
  sentences.Add(ranks.sentence);
  const bool is_of_precision = sentences.Add(PrecisionSentence(step, of.base, of.next, tables.ops));
  bool are_collectives_told = sentences.Add(ExposedSentence(step, of.base, of.next));
  const std::string alike = KernelsAlike(tables, ops.rows, ranks.explain_step || is_of_precision);
  if (ranks.explain_step) {
    sentences.Add(BesideRanksSentence(step, tables.ops, changed));
  } else if (!sentences.Add(alike)) {
    sentences.Add(ExplanationSentence(step, tables.parts, ops.rows, tables.scopes, tables.lines,
                                      of.functions.rows, is_of_precision, what));
  }
  if (!ranks.explain_step) {
    are_collectives_told |= sentences.Add(ExchangeSentence(step, tables.parts, of.base, of.next,
                                                           RanksNotOpenedText(of.base, of.next)));
    are_collectives_told |=
        sentences.Add(MessageSentence(step, tables.parts, tables.collectives, of.base, of.next));
  }
  sentences.Add(PipelineSentence(step, tables.ops));
  sentences.Add(ClockSentence(step, tables.kernels));
  sentences.Add(CopySentence(step, tables.parts, of.base, of.next));
  sentences.Add(IdleOfWaitsSentence(of.comparison, step, of.base, of.next));
  if (of.environment.unlike.empty()) {
    sentences.Add(KernelSwapSentence(step, tables.ops, tables.kernels));
  }
  const size_t rank_count = RanksOfSteps(of.next);
  are_collectives_told |= sentences.Add(CollectiveCountsSentence(tables, rank_count));
  if (ranks.sentence.empty() && !are_collectives_told) {
    sentences.Add(WaitsOfCollectivesSentence(step, tables.parts, tables.ops, of.next));
  }
  sentences.Add(OpCountsSentence(tables, rank_count));
  sentences.Add(RecomputationSentence(of.base, of.next));
  sentences.Add(AllocationSentence(step, of.base, of.next, tables.allocations));
  sentences.Add(CallCountsSentence(tables, rank_count));
  if (step.is_slower_or_faster() && !is_part_told && sentences.size() == before) {
    sentences.Add(fmt::format("No op and no part of the step explains {}", what));
  }
  return is_of_precision;
}

}  // namespace

std::vector<std::string> PageSentences(const PageFacts& of) {
  const PageTables& tables = of.tables;
  const Change& step = tables.step;
  Sentences sentences;
  if (of.base.lacks_work() || of.next.lacks_work()) {
    sentences.Add(CutSentence(step, of.base, of.next));
    sentences.Add(NotComparedSentence(tables));
    return std::move(sentences).Take();
  }
  sentences.Add(VerdictSentence(of.comparison, step, of.base, of.next));
  sentences.Add(BetweenSentence(tables.between, step));
  for (const std::string& unlike : of.environment.unlike) sentences.Add(unlike);
  const bool is_mean_told = sentences.Add(MeanSentence(step, of.base, of.next));
  const bool is_part_told = is_mean_told && sentences.Add(MeanPartSentence(of.base, of.next));
  sentences.Add(OutlyingRunSentence(of.base));
  sentences.Add(OutlyingRunSentence(of.next));
  sentences.Add(ShiftSentence(of.base));
  sentences.Add(ShiftSentence(of.next));
  const bool is_of_precision = AddExplanations(of, is_mean_told, is_part_told, sentences);
  sentences.Add(MemorySentence(tables.memory.rows()));
  sentences.Add(ContradictionSentence(step, tables.ops));
  sentences.Add(EnvironmentSentence(of.environment, is_of_precision));
  sentences.Add(RunsSentence(step, of.base, of.next));
  sentences.Add(NotComparedSentence(tables));
  return std::move(sentences).Take();
}

std::vector<Note> PageNotes(const PageFacts& of) {
  const Change& step = of.tables.step;
  std::vector<Note> notes;
  AddLanesNote(of.tables, notes);
  if (auto note = UnlikeStrides(of.base.profile(), step.base, of.next.profile(), step.next)) {
    notes.push_back(*std::move(note));
  }
  AddBlocksNote(of.comparison, notes);
  AddRunsNote(of.comparison, of.base, of.next, notes);
  AddRecordedNote(of.environment, notes);
  AddOverlapNote(of.tables, notes);
  AddMemoryBeforeNote(of, notes);
  AddFewStepsNote(of.tables, notes);
  if (auto note = BesideNote(of.tables.ops)) notes.push_back(*std::move(note));
  return notes;
}

}  // namespace profiler
