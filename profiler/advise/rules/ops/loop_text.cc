#include "profiler/advise/rules/ops/loop_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

constexpr double kManyIterations = 50;  // a step
constexpr double kShortIteration = 1000 * kPicosPerMicro;
constexpr double kMuchOfSteps = 0.1;
constexpr double kFilled = 0.8;  // where ops take this part of a loop, starting them is little
constexpr size_t kMostLoopsTold = 2;

bool IsShort(const OpLoop& loop) {
  return loop.iterations >= kManyIterations && loop.time_of_iteration < kShortIteration &&
         loop.of_steps >= kMuchOfSteps && loop.of_ops < kFilled;
}

std::string_view HowToComputeAtOnce(const Profile& profile) {
  return FrameworkOf(profile) == Framework::kJax
             ? "jax.vmap for lax.map; of lax.scan unroll=n starts fewer"
             : "tf.vectorized_map or ops of the whole batch for tf.map_fn; a layer such as LSTM "
               "has unroll=True";
}

// The same of TensorFlow: "gradient_tape/lstm/while/lstm/while_grad" for "lstm/while".
const OpLoop* GradientOf(const OpLoop& loop, const std::vector<OpLoop>& loops) {
  const std::string gradient = fmt::format("{}_grad", loop.name);
  const auto found = std::find_if(loops.begin(), loops.end(), [&](const OpLoop& one) {
    if (!one.name.ends_with(gradient)) return false;
    return one.name.size() == gradient.size() ||
           one.name[one.name.size() - gradient.size() - 1] == '/';
  });
  return found == loops.end() ? nullptr : &*found;
}

// The loop that JAX runs in the backward pass for one of the forward pass:
// "jit(f)/transpose(jvp())/while" for "jit(f)/jvp()/while"; or GradientOf(). Null if there is none.
const OpLoop* BackwardOf(const OpLoop& loop, const std::vector<OpLoop>& loops) {
  constexpr std::string_view kForward = "/jvp(";
  const size_t at = loop.name.find(kForward);
  if (at == loop.name.npos) return GradientOf(loop, loops);
  const size_t end = loop.name.find(")/", at);
  if (end == loop.name.npos) return nullptr;
  const std::string backward =
      fmt::format("{}/transpose({}){}", loop.name.substr(0, at), loop.name.substr(at + 1, end - at),
                  loop.name.substr(end + 1));
  const auto found = std::find_if(loops.begin(), loops.end(),
                                  [&](const OpLoop& one) { return one.name == backward; });
  return found == loops.end() ? nullptr : &*found;
}

std::string BackwardText(const OpLoop& backward) {
  return fmt::format(". Its backward loop takes {:.1f}% ({:.0f} iterations, {} each)",
                     100 * std::min(backward.of_steps, 1.0), backward.iterations,
                     FormatMicros(static_cast<Value>(backward.time_of_iteration)));
}

}  // namespace

std::vector<Finding> ShortLoopFindings(const Profile& profile, const StepTimings& timings,
                                       const std::vector<OpLoop>& loops) {
  std::vector<Finding> findings;
  std::set<const OpLoop*> with_forward;  // backward loops that findings on other loops name
  for (const OpLoop& loop : loops) {
    if (IsShort(loop)) with_forward.insert(BackwardOf(loop, loops));
  }
  for (const OpLoop& loop : loops) {
    if (findings.size() == kMostLoopsTold) break;
    if (!IsShort(loop) || with_forward.contains(&loop)) continue;
    const OpLoop* const backward = BackwardOf(loop, loops);
    const double share = loop.of_steps + (backward == nullptr ? 0 : backward->of_steps);
    Finding& finding = findings.emplace_back();
    finding.id = "short_iterations";
    finding.subject = timings.run;
    finding.severity = Severity::kInfo;
    finding.text = fmt::format(
        "{:.1f}% of these steps is the loop {}: {:.0f} iterations a step, {} each; ops run in "
        "{:.0f}% of it, the rest is time between them{}. Compute independent iterations at once "
        "({})",
        100 * std::min(loop.of_steps, 1.0), loop.name, loop.iterations,
        FormatMicros(static_cast<Value>(loop.time_of_iteration)), 100 * loop.of_ops,
        backward == nullptr ? "" : BackwardText(*backward), HowToComputeAtOnce(profile));
    finding.command = fmt::format("ops -show_name_regexes {} -order_by self_us",
                                  QuoteWord(NameRegex(std::string(loop.name)) + "/body/.*"));
    finding.share = std::min(share, 1.0);
  }
  return findings;
}

}  // namespace profiler
