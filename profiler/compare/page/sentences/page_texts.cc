#include "profiler/compare/page/sentences/page_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "profiler/analysis/steps/code/recomputed.h"
#include "profiler/compare/page/all_alike.h"
#include "profiler/compare/page/causes/clock_change.h"
#include "profiler/compare/page/causes/copy_change.h"
#include "profiler/compare/page/causes/device_changes.h"
#include "profiler/compare/page/causes/exposed_rows.h"
#include "profiler/compare/page/causes/kernel_swap.h"
#include "profiler/compare/page/causes/launch_change.h"
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

namespace profiler {
namespace {

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
  sentences.Add(
      BesideSentence(step, tables.ops, StepsComputeOnHosts(of.base.profile(), of.next.profile())));
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
    sentences.Add(LaunchSentence(step, tables.kernels, of.base, of.next));
  }
  const size_t rank_count = of.next.ranks();
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

}  // namespace profiler
