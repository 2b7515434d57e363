#include "profiler/advise/rules/steps/host/host_compute_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/step_shares.h"
#include "profiler/advise/rules/steps/host/wait_text.h"
#include "profiler/advise/rules/steps/step_list.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/metrics/system_use.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/step_split/timed_phases.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

// Ops that take less of the host's time than this do not explain it.
constexpr double kFewOps = 0.5;

constexpr double kHardlyAny = 0.02;  // of a step
// An op that takes less is not named beside a function that takes much.
constexpr double kLeastNamed = 0.05;

// From this share of the steps on a remedy is worth naming.
constexpr double kMuchShuffling = 0.1;

constexpr std::string_view kCallbackText =
    ": there the program waits while Python runs the function that it was given; write that in "
    "JAX, call it less often or for many values at once, or take io_callback(ordered=False) where "
    "only its effect counts";

constexpr std::string_view kShuffleText =
    ": jax.random.permutation() and choice(replace=False) sort all values in each call; draw with "
    "replacement, shuffle once an epoch, or draw the indices on the host (NumPy)";

// The sort of jax.random's function that shuffles, by its path.
bool SortsToShuffle(std::string_view name) {
  return name.ends_with("/sort") && name.find("(_shuffle)") != std::string_view::npos;
}

// Whether all files are of a session that ran a graph, as TensorFlow 1 records them.
bool IsOfGraphs(const Profile& profile) {
  const auto& sources = profile.sources.values();
  return std::all_of(sources.begin(), sources.end(),
                     [](const SourceRow& source) { return source.recorder == Recorder::kSession; });
}

// The tracer of TensorFlow and JAX records no folders, so a function may be Python's own or of a
// library.
bool MayBeOfLibrary(std::string_view name) { return name.starts_with('$'); }

}  // namespace

std::string HostComputeText::Sentence(const std::string& share) const {
  // SageMaker Debugger records phases instead of ops.
  std::string text = !IsInPhases() ? ShareText(share)
                     : AreTimedPhases(profile_)
                         ? share +
                               " is in the phases that the framework recorded, such as forward "
                               "and backward passes, with what GPUs did in them"
                         : share + " is in phases that Python timed";
  // The op and the function are those of all runs together.
  if (!is_only_run_) return text;
  if (IsMostlyMarks()) return text + MarkText();
  return text + RuntimeCallText() + TopFunctionText() + TopOpText() + SeldomOpText() +
         WaitsText(profile_, timings_, facts_.waits, facts_.top.other_steps == 0) + InputText();
}

bool HostComputeText::IsInPhases() const { return !facts_.top.has_ops && HasSystemUse(profile_); }

bool HostComputeText::IsMostlyMarks() const {
  return facts_.top.marks_share > 0.5 && !facts_.top.mark.empty();
}

bool HostComputeText::CallsBack() const {
  constexpr double kTold = 0.1;
  return is_only_run_ && !IsMostlyMarks() && facts_.top.name.ends_with("_callback") &&
         facts_.top.of_steps >= kTold;
}

std::string HostComputeText::Command() const {
  if (IsInPhases()) return "phases -by process -order_by total_us";
  if (is_only_run_ && !IsMostlyMarks() && IsFunctionTold()) {
    const std::string_view name = CallText(profile_, facts_.function.name);
    return TraceCommand(".*" + NameRegex(name));
  }
  const TopHostOp& top = facts_.top;
  // `ops` has no marks.
  if (is_only_run_ && IsMostlyMarks()) return "phases -by process -order_by total_us";
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
std::string HostComputeText::TheseSteps() const {
  if (timings_.is_whole) return "it";
  const TopHostOp& top = facts_.top;
  if (top.other_steps == 0) return top.steps.size() == 1 ? "this step" : "these steps";
  const std::string steps = Count(top.steps.size(), "step");
  // Of steps that differ much none is typical: all but those that warm up count.
  if (timings_.ShareOf(timings_.totals).is_of_mean())
    return fmt::format("the {} after the warm-up", steps);
  return fmt::format("the {} that {} typical", steps, top.steps.size() == 1 ? "is" : "are");
}

// Text such as ". 89.9% of these steps is in your mark pack, while no op runs".
std::string HostComputeText::InMarkText() const {
  const TopHostOp& top = facts_.top;
  return fmt::format(". {:.1f}% of {} is in your mark {}, while no op runs{}",
                     100 * top.mark_of_steps, TheseSteps(), top.mark,
                     facts_.has_devices ? " on the host or an accelerator" : "");
}
// The same, and "; all ops take 6.5%".
std::string HostComputeText::MarkText() const {
  const TopHostOp& top = facts_.top;
  std::string text = InMarkText();
  if (top.ops_of_steps > 0) text += fmt::format("; all ops take {:.1f}%", 100 * top.ops_of_steps);
  return text;
}

// `share` is such as "96.4% of a step".
std::string HostComputeText::ShareText(const std::string& share) const {
  const TopHostOp& top = facts_.top;
  const std::string_view step = timings_.is_whole ? "the recording" : "the step";
  if (!top.has_ops) {
    return fmt::format("{} is Python and calls of runtimes on the host: {} is host compute{}", step,
                       share, facts_.has_devices ? " while accelerators run nothing" : "");
  }
  // Without accelerators all work is the host's: that is no fault.
  return facts_.has_devices
             ? fmt::format("{} is host-bound: {} is host compute while accelerators run nothing",
                           step, share)
         : OnlyReadsValues()
             ? fmt::format(
                   "{} is time of the host; accelerators are listed whose work was not "
                   "recorded (PyTorch records it with ProfilerActivity.CUDA)",
                   share)
             : fmt::format("{} is host compute; no accelerator's work was recorded", share);
}

// Whether the op that takes most gets a value from an accelerator whose work was not recorded: it
// computes nothing.
bool HostComputeText::OnlyReadsValues() const {
  constexpr double kMost = 0.5;
  const TopHostOp& top = facts_.top;
  const bool reads = top.name == "aten::_local_scalar_dense" || top.name == "aten::item";
  return is_only_run_ && !facts_.has_devices && facts_.lists_accelerators && reads &&
         top.of_steps >= kMost;
}

bool HostComputeText::IsRuntimeCallTold() const {
  const TopRuntimeCall& call = facts_.runtime;
  return call.name.valid() && 2 * call.of_steps >= HostShare(timings_).share;
}

std::string HostComputeText::RuntimeCallText() const {
  if (!IsRuntimeCallTold()) return "";
  return fmt::format(". Of the runtime's calls {} takes most of that, {:.1f}% of {}",
                     profile_.strings[facts_.runtime.name], 100 * facts_.runtime.of_steps,
                     TheseSteps());
}

std::string_view HostComputeText::AroundOps() const {
  // What a graph runs is no Python.
  if (IsOfGraphs(profile_)) return "the framework's own, such as receiving tensors";
  return FrameworkOf(profile_) == Framework::kJax ? "Python and what JAX and XLA do around ops"
                                                  : "Python and calls of the framework";
}

std::string HostComputeText::TopOpText() const {
  const TopHostOp& top = facts_.top;
  std::string text;
  if (!top.name.empty() && top.ops_of_steps < kHardlyAny) {
    text = fmt::format(". Ops take less than {:.0f}% of it, the rest is {}", 100 * kHardlyAny,
                       AroundOps());
  } else if (!top.name.empty()) {
    if (top.of_steps >= kLeastNamed || !IsFunctionTold()) {
      text = fmt::format(". Of the host's ops{} {}{} takes most{}, {:.1f}% of {}{}",
                         top.but.empty() ? "" : fmt::format(" other than {},", top.but), top.name,
                         top.is_eager ? ", which runs eagerly," : "",
                         facts_.has_devices ? " of that" : "", 100 * top.of_steps, TheseSteps(),
                         top.is_on_many_threads ? ", on several threads at once" : "");
      if (OnlyReadsValues())
        text += ": it only reads values, so it likely waits for an accelerator";
      if (2 * top.after_event_of_steps > top.of_steps) {
        text +=
            ", most of it between its event and the next op that needs its result: meanwhile XLA's "
            "threads run its tasks, which are not recorded (so `ops` does not count them)";
      }
    }
    if (top.after_events_of_steps >= kLeastNamed) {
      text += fmt::format(
          ". In {:.1f}% of {} XLA's threads run tasks after the events of the ops that gave them, "
          "and whose they are is not recorded",
          100 * top.after_events_of_steps, TheseSteps());
    }
    if (!top.line.empty()) {
      text += fmt::format(". The ops of {} take {:.1f}% of the time of all ops", top.line,
                          100 * top.line_of_ops);
    }
    if (CallsBack()) text += kCallbackText;
    if (SortsToShuffle(top.name) && top.of_steps >= kMuchShuffling) text += kShuffleText;
    const double compiled = facts_.function.compiled_of_steps;
    const bool is_few = top.ops_of_steps < kFewOps * HostShare(timings_).share;
    if ((is_few || compiled >= kLeastNamed) && !AreWaitsTold(facts_.waits)) {
      text +=
          fmt::format(". All ops take {:.1f}% of {}{}, {}the rest is {}{}", 100 * top.ops_of_steps,
                      TheseSteps(), facts_.has_devices ? " meanwhile" : "",
                      compiled >= kLeastNamed
                          ? fmt::format("compiled code (torch.compile) {:.1f}%, ", 100 * compiled)
                          : "",
                      IsRuntimeCallTold() ? "these calls, " : "", AroundOps());
    }
  }
  return top.mark.empty() ? text : text + InMarkText();
}

// Where a function takes more than the op does, it says more.
bool HostComputeText::IsFunctionTold() const {
  if (facts_.beside.name.valid()) return false;  // by itself
  return facts_.function.of_steps >= std::max(kMuchPython, facts_.top.of_steps);
}

std::string HostComputeText::TopFunctionText() const {
  const TopFunction& function = facts_.function;
  if (!IsFunctionTold()) return "";
  return fmt::format(". Of {}{} {} takes most, {:.1f}% of {}{}",
                     !function.is_users ? "what your Python code calls"
                     : MayBeOfLibrary(profile_.strings[function.name]) ? "the Python functions"
                                                                       : "your Python functions",
                     function.is_beside_input ? " that make no input" : "",
                     CallText(profile_, function.name), 100 * function.of_steps, TheseSteps(),
                     InnerFunctionText());
}

// Text such as ", 95% of that in model.py(8): forward". The tracer of TensorFlow and JAX does not
// tell functions of the user's from those of libraries.
std::string HostComputeText::InnerFunctionText() const {
  const TopFunction& function = facts_.function;
  if (!function.inner.name.valid() || MayBeOfLibrary(profile_.strings[function.name])) return "";
  return fmt::format(", {:.0f}% of that in {}", 100 * function.inner.of_outer,
                     CallText(profile_, function.inner.name));
}

// Without steps no other rule tells of input that is made in Python.
std::string HostComputeText::InputText() const {
  constexpr double kMuchInput = 0.2;
  const TopFunction& function = facts_.function;
  if (!timings_.is_whole || function.input_of_steps < kMuchInput) return "";
  return fmt::format(". {}, which reads or makes input, takes {:.1f}% of it",
                     CallText(profile_, function.input), 100 * function.input_of_steps);
}

// Nor of what runs seldom, as checkpoints do.
std::string HostComputeText::SeldomOpText() const {
  const SeldomOp& op = facts_.seldom;
  if (!timings_.is_whole || op.name.empty() || op.name == facts_.top.name) return "";
  return fmt::format(". {} takes {:.1f}% of it and runs only {}", op.name, 100 * op.of_recording,
                     op.runs == 1 ? "once" : fmt::format("{} times", op.runs));
}

}  // namespace profiler
