#include "profiler/advise/rules/ops/python_work_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/ops/user_frame.h"
#include "profiler/query/options/spelling.h"
#include "profiler/store/python_name.h"

namespace profiler {
namespace {

constexpr size_t kMostPythonTold = 3;

// What to do against making arrays of JAX; of jnp.array() and jnp.asarray(), to which the user
// gives the values.
std::string HowToMakeLess(std::string_view function) {
  constexpr std::string_view kMakeOnce = "make the array once, outside of the loop";
  if (function != "array" && function != "asarray") return std::string(kMakeOnce);
  return fmt::format(
      "of a Python list JAX looks at each value: give it one NumPy array, as "
      "jnp.asarray(np.asarray(x, dtype)), or {}",
      kMakeOnce);
}

std::string HowToWorkLess(const Profile& profile, StringId call) {
  const std::string_view name = profile.strings[call];
  return MakesJaxArray(name) ? HowToMakeLess(SplitPythonName(name).function)
                             : "make that faster, or do it less often";
}

// Text such as "a step (40 us in the mean)", or of one step "the step (40 us)".
std::string StepAndTimeText(const StepTimings& timings, const PythonWork& work) {
  const std::string text = FormatMicros(static_cast<Value>(work.time_of_step));
  if (timings.totals.size() > 1) {
    return fmt::format("a {}step ({} in the mean)", work.are_all_typical ? "" : "typical ", text);
  }
  return fmt::format("the {} ({})", timings.is_whole ? "recording" : "step", text);
}

// Text such as "<built-in function collect>, called by train.py(12): train" or
// "train.py(12): train itself" or, with calls, "train.py(12): train (12.0% itself, 11.0% in
// <built-in function collect>)".
std::string PythonWorkName(const Profile& profile, const PythonWork& work) {
  std::string call(CallText(profile, work.call));
  if (MakesJaxArray(profile.strings[work.call])) {  // as the user writes it
    call =
        fmt::format("jnp.{} ({})", SplitPythonName(call).function, call.substr(0, call.find(' ')));
  }
  if (!work.parts.empty()) {
    std::vector<std::string> parts;
    for (const PythonWork::Part& part : work.parts) {
      parts.push_back(fmt::format("{:.1f}% {}", 100 * part.of_steps,
                                  part.call == work.function
                                      ? "itself"
                                      : fmt::format("in {}", CallText(profile, part.call))));
    }
    return fmt::format("{} ({})", call, fmt::join(parts, ", "));
  }
  return work.call == work.function
             ? fmt::format("{} itself", call)
             : fmt::format("{}, called by {}", call, CallText(profile, work.function));
}

}  // namespace

std::vector<Finding> PythonWorkFindings(const Profile& profile, const StepTimings& timings,
                                        const std::vector<PythonWork>& works, double much) {
  std::vector<Finding> findings;
  for (const PythonWork& work : works) {
    if (findings.size() == kMostPythonTold) break;
    Finding& finding = findings.emplace_back();
    finding.id = "python_work";
    finding.subject = timings.run;
    finding.severity = WarningIf(work.of_steps >= much);
    finding.text = fmt::format("{:.1f}% of {} is Python that runs no op: {}; {}",
                               100 * work.of_steps, StepAndTimeText(timings, work),
                               PythonWorkName(profile, work), HowToWorkLess(profile, work.call));
    finding.command = TraceCommand(".*" + NameRegex(CallText(profile, work.call)));
    finding.share = work.of_steps;
    finding.saves = static_cast<Value>(std::min(work.time_of_step, timings.mean()));
  }
  return findings;
}

Finding BesideTrainingFinding(const Profile& profile, const StepTimings& timings,
                              const BesideTraining& beside, std::string_view steps) {
  const std::string_view name = CallText(profile, beside.name);
  Finding finding;
  finding.id = "beside_training";
  finding.subject = timings.run;
  finding.severity = Severity::kWarning;
  finding.share = beside.of_steps;
  finding.text = fmt::format(
      "{:.1f}% of {} is in {}, which runs neither the model, nor its backward pass, nor the "
      "optimizer: make it faster, or call it less often",
      100 * beside.of_steps, steps, name);
  finding.command = TraceCommand(".*" + NameRegex(name));
  return finding;
}

void AddCostOfRecording(std::vector<Finding>& findings) {
  for (Finding& finding : findings) {
    finding.text +=
        "; without the profiler it may take, and save, far less, as recording slows each call of "
        "Python";
  }
}

}  // namespace profiler
