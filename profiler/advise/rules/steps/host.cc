#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/result_copies.h"
#include "profiler/advise/rules/common/step_shares.h"
#include "profiler/advise/rules/ops/loop_text.h"
#include "profiler/advise/rules/ops/optimizer_text.h"
#include "profiler/advise/rules/ops/python_work_text.h"
#include "profiler/advise/rules/ops/recomputed_text.h"
#include "profiler/advise/rules/ops/small_ops_text.h"
#include "profiler/advise/rules/steps/compiling.h"
#include "profiler/advise/rules/steps/step_list.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/accelerators/device_busy.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/memory/result_copies.h"
#include "profiler/analysis/metrics/system_use.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/phases/compilations.h"
#include "profiler/analysis/phases/host_ops/seldom_op.h"
#include "profiler/analysis/phases/host_ops/top_host_op.h"
#include "profiler/analysis/phases/host_ops/top_mark.h"
#include "profiler/analysis/phases/result_waits.h"
#include "profiler/analysis/phases/top_function.h"
#include "profiler/analysis/steps/code/optimizer_use.h"
#include "profiler/analysis/steps/code/python_work.h"
#include "profiler/analysis/steps/code/recomputed.h"
#include "profiler/analysis/steps/code/small_ops.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

// From this share of the steps on, what Python does is named beside the host's
// ops.
constexpr double kMuchPython = 0.25;

struct HostThresholds {
  Threshold host = {"host", 0.5,
                    "from this share of a step in host compute it is host-bound, 0 to 1", 1};
  // Those of `output` are xprof's.
  Threshold output_high = {"output_high", 0.2, "from this share of a step output is high, 0 to 1",
                           1};
  Threshold output_moderate = {"output_moderate", 0.05, "... and moderate, 0 to 1", 1};
  Threshold compile_high = {kCompileHighName, kCompileHigh,
                            "from this share of a step compiling is high, 0 to 1", 1};
  Threshold compile_moderate = {kCompileModerateName, kCompileModerate, "... and moderate, 0 to 1",
                                1};
  Threshold recompile = {kRecompileName, kRecompiled,
                         "a function that is compiled after the warm-up for this share of the time "
                         "of all steps is told, 0 to 1",
                         1};
  Threshold python = {"python", 0.1,
                      "Python that runs no op is told from this share of the steps, 0 to 1", 1};
  Threshold python_high = {"python_high", kMuchPython, "... and is a warning, 0 to 1", 1};
  Threshold mark = {"mark", 0.5,
                    "a mark of the user's is told from this share of host-bound steps, 0 to 1", 1};
  Threshold small_ops = {
      "small_ops", 5000,
      "without devices: so many ops of a step or more, most of one function, are "
      "a warning if they are small"};
  Threshold optimizer = {"optimizer", 0.3,
                         "an optimizer is told from this share of the time of kernels, or without "
                         "devices of a step, 0 to 1",
                         1};
  Threshold optimizer_copies = {"optimizer_copies", 0.05,
                                "copies to devices of what an optimizer updates on the host are a "
                                "warning from this share of a step, 0 to 1",
                                1};
};

// Whether all files are of a session that ran a graph, as TensorFlow 1 records them.
bool IsOfGraphs(const Profile& profile) {
  const auto& sources = profile.sources.values();
  return std::all_of(sources.begin(), sources.end(),
                     [](const SourceRow& source) { return source.recorder == Recorder::kSession; });
}

// Ops that take less of the host's time than this do not explain it.
constexpr double kFewOps = 0.5;

PartShare HostShare(const StepTimings& timings) {
  return timings.ShareOf(timings.Of(StepPart::kHostCompute));
}

PartShare OutputShare(const StepTimings& timings) {
  return timings.ShareOf(timings.Of(StepPart::kOutput));
}

// What is said of host-bound steps, of all runs together.
struct HostFacts {
  bool has_devices = false;
  TopHostOp top;
  TopFunction function;
  TopMark mark;         // of the only run
  SeldomOp seldom;      // of the only run, if it has no steps
  SharedCopies copies;  // null where output is little
  ResultWaits waits;    // only where there are no devices: other rules tell of these
  std::vector<PythonWork> python;
  std::vector<OpLoop> loops;  // only where there are no devices
  SmallOps small_ops;
  OptimizerUse optimizer;  // of the only run
  Recomputed recomputed;   // the same
};

// The time of Python that no device hides is part of that.
bool MayHavePython(const InputOf<HostThresholds>& input, const std::vector<StepTimings>& runs) {
  return runs.size() == 1 && runs.front().is_known() && !runs.front().is_whole &&
         HostShare(runs.front()).share >= input.thresholds.python;
}

// Only Python if no run is host-bound: the rest looks at all events.
absl::StatusOr<HostFacts> HostFactsOf(const InputOf<HostThresholds>& input,
                                      const std::vector<StepTimings>& runs) {
  HostFacts facts;
  PROFILER_ASSIGN_OR_RETURN(const auto devices, SharedBusyDevices(input.selected, input.context));
  facts.has_devices = !devices->empty();
  if (MayHavePython(input, runs)) {
    facts.python = PythonWorkIn(input.selected, runs, input.thresholds.python);
  }
  const bool has_output = std::any_of(runs.begin(), runs.end(), [&](const StepTimings& run) {
    return run.is_known() && OutputShare(run).share >= input.thresholds.output_moderate;
  });
  if (runs.size() == 1 && runs.front().is_known() && !runs.front().is_whole) {
    const bool are_copies_told =
        runs.front().ShareOf(runs.front().model_copies).share >= input.thresholds.optimizer_copies;
    facts.recomputed = RecomputedIn(input.selected, runs);
    facts.optimizer = OptimizerUseIn(input.selected, runs, has_output || are_copies_told);
  }
  if (has_output) {
    PROFILER_ASSIGN_OR_RETURN(facts.copies, SharedResultCopies(input.selected, input.context));
  }
  const bool is_needed = std::any_of(runs.begin(), runs.end(), [&](const StepTimings& run) {
    return run.is_known() && HostShare(run).share >= input.thresholds.host;
  });
  if (!is_needed) return facts;
  PROFILER_ASSIGN_OR_RETURN(facts.top, FindTopHostOp(input.selected, runs, input.context));
  facts.function = FindTopFunction(input.selected, runs);
  if (runs.size() == 1) facts.mark = FindTopMark(input.selected, runs);
  if (facts.has_devices) return facts;
  facts.waits = FindResultWaits(input.selected, runs);
  if (runs.size() != 1) return facts;
  facts.loops = OpLoopsIn(input.selected, runs);
  if (runs.front().is_whole) {
    facts.seldom = FindSeldomOp(input.selected, runs.front());
  } else {
    facts.small_ops = SmallOpsIn(input.selected, runs, input.thresholds.small_ops);
  }
  return facts;
}

// Judges the parts of a run's steps that no other rule judges.
class HostJudge {
 public:
  HostJudge(const InputOf<HostThresholds>& input, const HostFacts& facts,
            const StepTimings& timings, bool is_only_run)
      : input_(input), facts_(facts), timings_(timings), is_only_run_(is_only_run) {}

  std::vector<Finding> Run() && {
    JudgeHost();
    JudgeMark();
    JudgePython();
    JudgeLoops();
    JudgeSmallOps();
    JudgeOptimizer();
    JudgeRecomputed();
    JudgeOutput();
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

  std::string OfStepAndMean(const PartShare& part) const {
    const std::string otherwise = MeanOtherwise(input_.profile(), timings_, part, 0);
    return OfStep(timings_, part, otherwise.empty() ? MeanOfPart(part) : otherwise);
  }

  // Host time while accelerators are idle, or all host time if there are none.
  void JudgeHost() {
    const PartShare part = HostShare(timings_);
    if (part.share < input_.thresholds.host) return;
    const TopHostOp& top = facts_.top;
    // SageMaker Debugger records phases instead of ops.
    const bool is_in_phases = !top.has_ops && HasSystemUse(input_.profile());
    std::string text =
        is_in_phases
            ? OfStepAndMean(part) + " is in phases that Python timed, which contain what GPUs did"
            : HostShareText(top, OfStepAndMean(part));
    // The op and the function are those of all runs together.
    if (is_only_run_ && IsMostlyMarks(top)) {
      text += MarkText(top);
    } else if (is_only_run_) {
      text += TopOpText(top) + SeldomOpText() + WaitsText() + TopFunctionText() + InputText();
    }
    // Without devices the host's work is no fault, unless there is something to do about it.
    const bool calls_back = is_only_run_ && !IsMostlyMarks(top) && IsCallback(top);
    Finding& finding =
        Add("host_compute", WarningIf(facts_.has_devices || calls_back), part, std::move(text),
            is_in_phases ? "phases -by process -order_by total_us" : HostCommand());
    if (calls_back) finding.saves = static_cast<Value>(top.of_steps * timings_.median());
  }

  std::string HostCommand() const {
    if (is_only_run_ && !IsMostlyMarks(facts_.top) && IsFunctionTold()) {
      const std::string_view name = CallText(input_.profile(), facts_.function.name);
      return TraceCommand(".*" + NameRegex(name));
    }
    const TopHostOp& top = facts_.top;
    // `ops` has no marks.
    if (is_only_run_ && IsMostlyMarks(top)) return "phases -by process -order_by total_us";
    if (!top.has_ops) return "trace -order_by self_us -top 20";
    const std::string steps =
        top.other_steps == 0 ? "" : fmt::format(" -step {}", StepOption(top.steps));
    if (is_only_run_ && top.is_eager && !top.name.empty()) {  // shows each call of Python
      return fmt::format("trace -show_name_regexes {} -order_by duration_us{} -top 20",
                         QuoteWord(NameRegex("EagerLocalExecute: " + top.name)), steps);
    }
    return fmt::format("ops -where 'placement == \"host\"'{} -order_by self_us -top 20", steps);
  }

  // The steps that ops, marks and functions take a share of.
  std::string TheseSteps() const {
    if (timings_.is_whole) return "it";
    const TopHostOp& top = facts_.top;
    if (top.other_steps == 0) return "these steps";
    return fmt::format("the {} that {} typical", Count(top.steps.size(), "step"),
                       top.steps.size() == 1 ? "is" : "are");
  }

  static constexpr double kHardlyAny = 0.02;  // of a step
  // An op that takes less is not named beside a function that takes much.
  static constexpr double kLeastNamed = 0.05;

  static bool IsMostlyMarks(const TopHostOp& top) {
    return top.marks_share > 0.5 && !top.mark.empty();
  }

  // Text such as "; 89.9% of these steps is in your mark pack, while no op runs".
  std::string InMarkText(const TopHostOp& top) const {
    return fmt::format("; {:.1f}% of {} is in your mark {}, while no op runs{}",
                       100 * top.mark_of_steps, TheseSteps(), top.mark,
                       facts_.has_devices ? " on the host or an accelerator" : "");
  }
  // The same, and "; all ops take 6.5%".
  std::string MarkText(const TopHostOp& top) const {
    std::string text = InMarkText(top);
    if (top.ops_of_steps > 0) text += fmt::format("; all ops take {:.1f}%", 100 * top.ops_of_steps);
    return text;
  }

  // `share` is such as "96.4% of a step".
  std::string HostShareText(const TopHostOp& top, const std::string& share) const {
    const std::string_view step = timings_.is_whole ? "the recording" : "the step";
    if (!top.has_ops) {
      return fmt::format("{} is Python and calls of runtimes on the host: {} is host compute{}",
                         step, share, facts_.has_devices ? " while accelerators run nothing" : "");
    }
    // Without accelerators all work is the host's: that is no fault.
    return facts_.has_devices
               ? fmt::format("{} is host-bound: {} is host compute while accelerators run nothing",
                             step, share)
               : fmt::format("{} is host compute; no accelerator's work was recorded", share);
  }

  std::string_view AroundOps() const {
    // What a graph runs is no Python.
    if (IsOfGraphs(input_.profile())) return "the framework's own, such as receiving tensors";
    return FrameworkOf(input_.profile()) == Framework::kJax
               ? "Python and what JAX and XLA do around ops"
               : "Python and calls of the framework";
  }

  std::string TopOpText(const TopHostOp& top) const {
    std::string text;
    if (!top.name.empty() && top.ops_of_steps < kHardlyAny) {
      text = fmt::format("; ops take less than {:.0f}% of it, the rest is {}", 100 * kHardlyAny,
                         AroundOps());
    } else if (!top.name.empty()) {
      if (top.of_steps >= kLeastNamed || !IsFunctionTold()) {
        text = fmt::format("; of the host's ops{} {}{} takes most{}, {:.1f}% of {}{}",
                           top.but.empty() ? "" : fmt::format(" other than {},", top.but), top.name,
                           top.is_eager ? ", which runs eagerly," : "",
                           facts_.has_devices ? " of that" : "", 100 * top.of_steps, TheseSteps(),
                           top.is_on_many_threads ? ", on several threads at once" : "");
        if (2 * top.after_event_of_steps > top.of_steps) {
          text += ", most of it after its event, which ends when XLA's threads have its tasks";
        }
      }
      text += CallbackText(top);
      const bool is_few = top.ops_of_steps < kFewOps * HostShare(timings_).share;
      if (is_few && !AreWaitsTold()) {
        text += fmt::format("; all ops take {:.1f}% of {}, the rest is {}", 100 * top.ops_of_steps,
                            text.empty() || timings_.is_whole ? TheseSteps() : "them", AroundOps());
      }
    }
    return top.mark.empty() ? text : text + InMarkText(top);
  }

  // Whether the program waits for a callback into Python, long enough to tell.
  static bool IsCallback(const TopHostOp& top) {
    constexpr double kTold = 0.1;
    return top.name.ends_with("_callback") && top.of_steps >= kTold;
  }
  static std::string_view CallbackText(const TopHostOp& top) {
    if (!IsCallback(top)) return "";
    return ": there the program waits while Python runs the function that it was given; write that "
           "in JAX, call it less often or for many values at once, or take "
           "io_callback(ordered=False) where only its effect counts";
  }

  bool AreWaitsTold() const {
    constexpr double kTold = 0.2;
    return facts_.waits.call.valid() && facts_.waits.of_steps >= kTold;
  }

  // Text such as "; for 97.9% of these steps (in all 8) Python waits for a result, in
  // np.asarray(jax.Array), called by train.py:20 run: ...".
  std::string WaitsText() const {
    if (!AreWaitsTold()) return "";
    const ResultWaits& waits = facts_.waits;
    const std::string_view call = CallText(input_.profile(), waits.call);
    std::string text = fmt::format(
        "; for {:.1f}% of {}{} Python waits for {}, in {}", 100 * waits.of_steps,
        timings_.is_whole ? "it" : "these steps",
        timings_.is_whole ? ""
        : waits.in_steps == waits.steps
            ? fmt::format(" ({} of each)", FormatMicros(static_cast<Value>(waits.time_of_step)))
            : fmt::format(" (in {} of {})", waits.in_steps, waits.steps),
        waits.is_only_for_end ? "the program that the CPU runs" : "a result", call);
    if (waits.function.valid()) {
      text += fmt::format(", called by {}", CallText(input_.profile(), waits.function));
    }
    return text + (waits.is_only_for_end
                       ? ", which is no fault where a loop is to end its step with it"
                       : IdleText(waits));
  }

  // The CPU computes while Python waits: what getting results less often can save is the time in
  // which nothing computes because the next program was not called before. It is not idle while
  // Python runs other code.
  std::string IdleText(const ResultWaits& waits) const {
    constexpr double kWorthIt = 0.05;
    if (!waits.is_compute_known) return "";
    const double without_compute = waits.idle_of_steps + waits.python_of_steps;
    if (without_compute < kWorthIt) {
      return ", while the CPU computes, and it is hardly idle after these waits: getting results "
             "less often saves little";
    }
    if (waits.python_of_steps >= kWorthIt && 2 * waits.python_of_steps >= without_compute) {
      return fmt::format(
          "; after these waits no program runs for {:.1f}%, as Python runs other code for {:.1f}%, "
          "most of it in {}: run that code, and get results, every n steps",
          100 * without_compute, 100 * waits.python_of_steps,
          CallText(input_.profile(), waits.python_call));
    }
    return fmt::format(
        "; after these waits the CPU is idle for {:.1f}%, until Python calls the next program: get "
        "results every n steps, or those of the step before",
        100 * waits.idle_of_steps);
  }

  // Where a function takes more than the op does, it says more.
  bool IsFunctionTold() const {
    return facts_.function.of_steps >= std::max(kMuchPython, facts_.top.of_steps);
  }

  std::string TopFunctionText() const {
    const TopFunction& function = facts_.function;
    if (!IsFunctionTold()) return "";
    return fmt::format("; of {}{} {} takes most, {:.1f}%",
                       function.is_users ? "your Python functions" : "what your Python code calls",
                       function.is_beside_input ? " that make no input" : "",
                       CallText(input_.profile(), function.name), 100 * function.of_steps);
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
                    100 * mark.of_steps, top.other_steps == 0 ? "a step" : TheseSteps(), of_each),
        TraceCommand(NameRegex(name)));
  }

  // Without steps no other rule tells of input that is made in Python.
  std::string InputText() const {
    constexpr double kMuchInput = 0.2;
    const TopFunction& function = facts_.function;
    if (!timings_.is_whole || function.input_of_steps < kMuchInput) return "";
    return fmt::format("; {}, which reads or makes input, takes {:.1f}%",
                       CallText(input_.profile(), function.input), 100 * function.input_of_steps);
  }

  // Nor of what runs seldom, as checkpoints do.
  std::string SeldomOpText() const {
    const SeldomOp& op = facts_.seldom;
    if (!timings_.is_whole || op.name.empty() || op.name == facts_.top.name) return "";
    return fmt::format("; {} takes {:.1f}% of it and runs only {}", op.name, 100 * op.of_recording,
                       op.runs == 1 ? "once" : fmt::format("{} times", op.runs));
  }

  void JudgePython() {
    std::vector<Finding> told = PythonWorkFindings(input_.profile(), timings_, facts_.python,
                                                   input_.thresholds.python_high);
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

  void JudgeOptimizer() {
    std::vector<Finding> told = OptimizerFindings(
        input_.profile(), timings_, facts_.optimizer, facts_.has_devices,
        {.update = input_.thresholds.optimizer, .copies = input_.thresholds.optimizer_copies});
    std::move(told.begin(), told.end(), std::back_inserter(findings_));
  }

  void JudgeRecomputed() {
    if (auto told = RecomputedFinding(facts_.recomputed)) findings_.push_back(*std::move(told));
  }

  void JudgeOutput() {
    const PartShare part = OutputShare(timings_);
    if (part.share < input_.thresholds.output_moderate) return;
    const bool is_high = part.share >= input_.thresholds.output_high;
    Add(is_high ? "high_output" : "moderate_output", WarningIf(is_high), part,
        OfStepAndMean(part) + " is getting results from devices and writing them out" +
            ResultCopiesText(part) +
            GradientCopiesText(input_.profile(), facts_.optimizer,
                               part.mean_share * timings_.mean()),
        "steps -select total_us,output_us -order_by output_us");
  }

  // Where copies to pageable memory are most of it: ", mostly copies of 105 MB a step ...".
  std::string ResultCopiesText(const PartShare& part) const {
    if (!is_only_run_ || facts_.copies == nullptr) return "";
    const ResultCopies& copies = *facts_.copies;
    if (copies.device_steps == 0) return "";
    if (!AreCopiesMuch(copies, copies.span, kResultCopyShare, kLeastCopiedBytes)) return "";
    // Devices copy at the same time.
    const Int128 of_step = copies.sum.time / copies.device_steps;
    if (2 * static_cast<double>(of_step) < part.mean_share * timings_.mean()) return "";
    return fmt::format(
        ", mostly copies of {} a step{} to memory that is not pinned, {}: see CopyChecker",
        FormatBytesOf(static_cast<Value>(copies.sum.bytes / copies.device_steps)),
        copies.device_steps > copies.steps ? " and device" : "",
        FormatMicros(static_cast<Value>(of_step)));
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
  std::vector<Finding> findings_;
};

absl::StatusOr<Verdict> JudgeHosts(const InputOf<HostThresholds>& input) {
  PROFILER_RETURN_IF_ERROR(input.selected.CheckSteps());
  PROFILER_ASSIGN_OR_RETURN(const auto runs,
                            SharedStepTimings(input.selected, input.query, input.context));
  PROFILER_ASSIGN_OR_RETURN(const HostFacts facts, HostFactsOf(input, *runs));
  Verdict verdict;
  bool is_known = false;
  for (const StepTimings& run : *runs) {
    if (!run.is_known()) continue;
    is_known = true;
    std::vector<Finding> findings = HostJudge(input, facts, run, runs->size() == 1).Run();
    std::move(findings.begin(), findings.end(), std::back_inserter(verdict.findings));
  }
  if (!is_known) verdict.lacks = "no step of known length was recorded";
  return verdict;
}

}  // namespace

extern const Rule kHostChecker = RuleOf<HostThresholds>{
    .name = "HostChecker",
    .summary = "steps that the host's own work, compiling or fetching results take much of",
    .run = JudgeHosts,
};

}  // namespace profiler
