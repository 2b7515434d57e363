#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/common/step_shares.h"
#include "profiler/advise/rules/ops/loop_text.h"
#include "profiler/advise/rules/ops/optimizer_text.h"
#include "profiler/advise/rules/ops/python_work_text.h"
#include "profiler/advise/rules/ops/recomputed_text.h"
#include "profiler/advise/rules/ops/small_ops_text.h"
#include "profiler/advise/rules/ops/starved_threads_text.h"
#include "profiler/advise/rules/ranks/rank_names.h"
#include "profiler/advise/rules/steps/compiling.h"
#include "profiler/advise/rules/steps/compiling_text.h"
#include "profiler/advise/rules/steps/host/host_compute_text.h"
#include "profiler/advise/rules/steps/host/host_facts.h"
#include "profiler/advise/rules/steps/host/output_text.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/input/input_code.h"
#include "profiler/analysis/phases/compilations.h"
#include "profiler/analysis/phases/host_ops/top_host_op.h"
#include "profiler/analysis/phases/host_ops/top_mark.h"
#include "profiler/analysis/steps/code/optimizer_use.h"
#include "profiler/analysis/steps/ranks/uneven_sources.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

// The ranks that the work is of, where others have far less: "on rank 0 alone, ", "on ranks 0 and
// 4, up to ", "on rank 0, the only one whose Python was recorded, ". Else "".
std::string OnRanksOfWork(const Profile& profile, const PythonWork& work) {
  if (IsOfOneProcess(profile)) return "";
  if (work.of_source.size() == 1) {
    return fmt::format("on {}, the only one whose Python was recorded, ",
                       ProcessName(profile, work.source));
  }
  const UnevenSources uneven = UnevenSourcesOf(work.of_source, 0);
  if (uneven.high.empty()) return "";
  const std::string ranks = RanksText(profile, uneven.high);
  if (uneven.high.size() > 1) return fmt::format("on {}, up to ", ranks);
  return fmt::format("on {}{}, ", ranks, uneven.most_of_others > 0 ? "" : " alone");
}

class HostJudge {  // judges the parts of a run's steps that no other rule judges
 public:
  HostJudge(const InputOf<HostThresholds>& input, const HostFacts& facts,
            const StepTimings& timings, bool is_only_run)
      : input_(input),
        facts_(facts),
        timings_(timings),
        is_only_run_(is_only_run),
        text_(input.profile(), facts, timings, is_only_run) {}

  std::vector<Finding> Run() && {
    JudgeHost();
    JudgeBesideTraining();
    JudgeThreads();
    JudgeMark();
    JudgeIdleMark();
    JudgePython();
    JudgeLoops();
    JudgeSmallOps();
    JudgeOptimizer();
    JudgeRecomputed();
    JudgeOutput();
    JudgeProgramCopies();
    JudgeCompiling();
    return std::move(findings_);
  }

 private:
  Finding& Add(std::string id, Severity severity, const PartShare& part, std::string text,
               std::string command) {
    Finding& finding = findings_.emplace_back();
    finding.share = part.share;
    finding.id = std::move(id);
    finding.subject = timings_.run;
    finding.severity = severity;
    finding.text = std::move(text);
    finding.command = std::move(command);
    return finding;
  }

  bool HasFinding(std::string_view id) const {
    return std::any_of(findings_.begin(), findings_.end(),
                       [&](const Finding& finding) { return finding.id == id; });
  }

  std::string OfStepAndMean(const PartShare& part) const {
    return OfStep(timings_, part, MeanOtherwise(input_.profile(), timings_, part, 0));
  }

  // Host time while accelerators are idle, or all host time if there are none.
  void JudgeHost() {
    const PartShare part = HostShare(timings_);
    if (part.share < input_.thresholds.host) return;
    // Without devices the host's work is no fault, unless there is something to do about it.
    const bool calls_back = text_.CallsBack();
    Finding& finding = Add("host_compute", WarningIf(facts_.has_devices || calls_back), part,
                           text_.Sentence(OfStepAndMean(part)), text_.Command());
    if (calls_back) finding.saves = static_cast<Value>(facts_.top.of_steps * timings_.median());
  }

  void JudgeBesideTraining() {
    if (!facts_.beside.name.valid()) return;
    const std::string steps = facts_.top.other_steps == 0 ? "a step" : text_.TheseSteps();
    findings_.push_back(BesideTrainingFinding(input_.profile(), timings_, facts_.beside, steps));
  }

  // What the user marked is known by a name of his own, which ops and functions are not: what takes
  // time in it may be called from elsewhere, too.
  void JudgeMark() {
    const TopMark& mark = facts_.mark;
    if (!is_only_run_ || timings_.is_whole || !mark.name.valid()) return;
    if (mark.of_steps < input_.thresholds.mark) return;
    const std::string_view name = input_.profile().strings[mark.name];
    // The finding on host compute names a mark in which mostly no op runs.
    const TopHostOp& top = facts_.top;
    if (top.mark == name && 2 * top.mark_of_steps >= mark.of_steps) return;
    std::string of_each = FormatMicros(static_cast<Value>(mark.time_of_step)) + " of each";
    if (mark.in_steps < mark.steps) {
      of_each += fmt::format(" on average, in {} of {}", mark.in_steps, mark.steps);
    }
    PartShare part;
    part.share = mark.of_steps;
    Add("long_mark", Severity::kInfo, part,
        fmt::format("your mark {} takes {:.1f}% of {}, with all that it calls ({})", name,
                    100 * mark.of_steps, top.other_steps == 0 ? "a step" : text_.TheseSteps(),
                    of_each),
        TraceCommand(NameRegex(name)));
  }

  // Where the step is not host-bound, so that the finding on host compute does not name it.
  void JudgeIdleMark() {
    const TopHostOp& top = facts_.top;
    if (!facts_.has_devices || !is_only_run_ || timings_.is_whole || top.mark.empty()) return;
    if (HostShare(timings_).share >= input_.thresholds.host) return;
    if (!top.holds_up_steps || top.mark_of_steps < input_.thresholds.idle_mark) return;
    const CodeRole role = CodeRoleOf(top.mark);
    // Other rules tell of input, and of a model that waits for launches.
    if (role == CodeRole::kInput || role == CodeRole::kModel) return;
    PartShare part;
    part.share = top.mark_of_steps;
    Finding& finding = Add(
        "idle_mark", WarningIf(role == CodeRole::kReports), part,
        fmt::format("devices idle for {:.1f}% of {} while the host is in your mark {} ({} of "
                    "each on average): {}",
                    100 * top.mark_of_steps, top.other_steps == 0 ? "a step" : text_.TheseSteps(),
                    top.mark, FormatMicros(static_cast<Value>(top.mark_of_each)),
                    role == CodeRole::kReports
                        ? "do that less often, or in a thread while the next step runs"
                        : "look at what it does there"),
        TraceCommand(NameRegex(top.mark)));
    if (role == CodeRole::kReports) finding.saves = static_cast<Value>(top.mark_of_each);
  }

  void JudgePython() {
    const Profile& profile = input_.profile();
    std::vector<Finding> told =
        PythonWorkFindings(profile, timings_, facts_.python, input_.thresholds.python_high);
    if (facts_.is_python_slowed) AddCostOfRecording(told);
    for (size_t i = 0; i < told.size(); ++i) {
      const std::string ranks = OnRanksOfWork(profile, facts_.python[i]);
      if (ranks.empty()) continue;
      told[i].text.insert(0, ranks);
      SetPlace(profile, facts_.python[i].source, told[i]);
    }
    std::move(told.begin(), told.end(), std::back_inserter(findings_));
  }

  void JudgeLoops() {
    std::vector<Finding> told = ShortLoopFindings(input_.profile(), timings_, facts_.loops);
    std::move(told.begin(), told.end(), std::back_inserter(findings_));
  }

  void JudgeSmallOps() {
    auto told = SmallOpsFinding(input_.profile(), facts_.small_ops, input_.thresholds.small_ops);
    if (told) findings_.push_back(*std::move(told));
  }

  void JudgeThreads() {
    auto told = StarvedThreadsFinding(input_.profile(), facts_.starved, input_.thresholds.starved);
    if (told) findings_.push_back(*std::move(told));
  }

  void JudgeOptimizer() {
    std::vector<Finding> told =
        OptimizerFindings(input_.profile(), timings_, facts_.optimizer, facts_.has_devices,
                          {.update = input_.thresholds.optimizer,
                           .update_on_host = input_.thresholds.optimizer_high,
                           .copies = input_.thresholds.optimizer_copies});
    std::move(told.begin(), told.end(), std::back_inserter(findings_));
  }

  void JudgeRecomputed() {
    std::vector<Finding> told = RecomputedFindings(facts_.recomputed, facts_.remat);
    std::move(told.begin(), told.end(), std::back_inserter(findings_));
  }

  void JudgeOutput() {
    const PartShare part = OutputShare(timings_);
    const bool is_told = facts_.program_copies.are_most_to_host();  // JudgeProgramCopies()
    if (is_told || part.share < input_.thresholds.output_moderate) return;
    const std::string gradients =
        GradientCopiesText(input_.profile(), facts_.optimizer, part.mean_share * timings_.mean());
    if (!gradients.empty() && HasFinding("optimizer_copies")) return;  // with these copies
    const bool is_high = part.share >= input_.thresholds.output_high;
    Add(is_high ? "high_output" : "moderate_output", WarningIf(is_high), part,
        OfStepAndMean(part) + " is getting results from devices and writing them out" +
            (is_only_run_ && facts_.copies != nullptr
                 ? ResultCopiesText(timings_, *facts_.copies, part)
                 : "") +
            gradients,
        "steps -select total_us,output_us -order_by output_us");
  }

  void JudgeProgramCopies() {
    const ProgramCopies& copies = facts_.program_copies;
    const PartShare part = timings_.ShareOf(ProgramCopyTimes(timings_, copies));
    if (copies.device_steps == 0 || part.share < input_.thresholds.output_moderate) return;
    const bool is_high = part.share >= input_.thresholds.output_high;
    Finding& finding =
        Add(is_high ? "high_program_copies" : "moderate_program_copies", WarningIf(is_high), part,
            OfStepAndMean(part) + ProgramCopiesText(input_.profile(), copies),
            "kernels -show_name_regexes '.*(HtoD|H2D|DtoH|D2H).*'");
    if (is_high) finding.saves = static_cast<Value>(part.mean_share * timings_.mean());
  }

  void JudgeCompiling() {
    const std::vector<Compilation> compiled = CompilationsIn(input_.selected, timings_);
    const PartShare part = timings_.ShareOf(timings_.Of(StepPart::kCompile));
    const CompilingTold told =
        CompilingToldOf(timings_, {.high = input_.thresholds.compile_high,
                                   .moderate = input_.thresholds.compile_moderate,
                                   .recompiled = input_.thresholds.recompile});
    if (told == CompilingTold::kRecompiled) {
      for (Finding& finding :
           RecompiledFindings(input_.profile(), timings_, compiled, input_.thresholds.recompile)) {
        findings_.push_back(std::move(finding));
      }
      return;
    }
    const bool is_high = told == CompilingTold::kHigh;
    const bool in_most = IsCompiledInMostSteps(input_.profile(), timings_, compiled);
    const Value saves = is_high ? CompilingToSave(input_.profile(), timings_, compiled) : 0;
    Finding& finding =
        Add(is_high ? "high_compile" : "moderate_compile", WarningIf(is_high), part,
            fmt::format("{} is compiling{}{}", OfStepAndMean(part),
                        saves > 0 && !in_most ? InCompilingSteps(input_.profile(), timings_) : "",
                        WhatCompiles(input_.profile(), timings_, compiled)),
            "steps -select total_us,compile_us -order_by compile_us");
    if (!compiled.empty()) finding.command = CompilingCommand(compiled.front());
    if (MakesPipelines(input_.profile(), timings_, compiled)) return;  // more than this is saved
    if (in_most) {
      finding.saves = static_cast<Value>(part.mean_share * timings_.mean());
    } else if (saves > 0) {
      finding.saves = saves;
    }
  }

  const InputOf<HostThresholds>& input_;
  const HostFacts& facts_;
  const StepTimings& timings_;
  const bool is_only_run_;
  const HostComputeText text_;
  std::vector<Finding> findings_;
};

absl::StatusOr<Verdict> JudgeHosts(const InputOf<HostThresholds>& input) {
  PROFILER_RETURN_IF_ERROR(input.selected.CheckSteps());
  PROFILER_ASSIGN_OR_RETURN(const auto runs,
                            SharedMainTimings(input.selected, input.query, input.context));
  PROFILER_ASSIGN_OR_RETURN(const HostFacts facts, HostFactsOf(input, *runs));
  Verdict verdict;
  bool is_known = false;
  for (const StepTimings& run : *runs) {
    if (!run.is_known()) continue;
    is_known = true;
    std::vector<Finding> findings = HostJudge(input, facts, run, runs->size() == 1).Run();
    std::move(findings.begin(), findings.end(), std::back_inserter(verdict.findings));
  }
  if (!is_known) verdict.lacks = "no recorded step says what its time goes to";
  return verdict;
}

}  // namespace

extern const Rule kHostChecker = RuleOf<HostThresholds>{
    .name = "HostChecker",
    .summary = "steps that the host's own work, compiling or fetching results take much of",
    .run = JudgeHosts,
};

}  // namespace profiler
