#include "profiler/views/input/bottleneck_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "profiler/base/value.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

using Iterators = std::vector<PipelineIterator>;

// "; of the ops in functions of the pipeline Cast takes most (71%)", where a map limits it.
std::string TopOpOfMap(const PipelineIterator& bottleneck, const PipelineFacts& facts) {
  constexpr double kTold = 0.3;
  const PipelineFunctions& functions = facts.functions;
  const bool maps = bottleneck.name().find("Map") != std::string_view::npos;
  if (!maps || IsLimitedByPython(bottleneck)) return "";
  if (functions.top_type.empty() || functions.top_share < kTold) return "";
  return fmt::format("; of the ops in functions of the pipeline {} takes most ({:.0f}%)",
                     functions.top_type, 100 * functions.top_share);
}

// What does little with an element but hand it on.
constexpr std::string_view kPassOnElements[] = {
    "Batch",  "ParallelBatch", "PaddedBatch",  "Shuffle", "Unbatch",     "Take", "Skip",
    "Repeat", "ForeverRepeat", "FiniteRepeat", "Rebatch", "Concatenate", "Zip"};

// The iterators of the root's pipeline that hand over single elements, many for each batch, where
// these and the batch() that asks for them limit the pipeline most, and not what functions of the
// pipeline or files take. Empty elsewhere.
struct SingleElements {
  std::vector<int32_t> iterators;
  Int128 limits = 0;    // of these and of the one that asks for the elements
  int64_t a_batch = 0;  // calls of the one that is called most
};

SingleElements SingleElementsOf(const std::vector<PipelineIterator>& iterators, int32_t root,
                                int32_t bottleneck) {
  constexpr int64_t kManyForBatch = 100;
  constexpr Int128 kBriefCall = 50'000'000;  // 50 us: a longer one has work of its own
  SingleElements found;
  const int64_t batches = std::max<int64_t>(iterators[root].calls, 1);
  const auto passes_on = [](std::string_view name) {
    return std::any_of(std::begin(kPassOnElements), std::end(kPassOnElements),
                       [&](std::string_view one) { return name.starts_with(one); });
  };
  if (bottleneck < 0 || !passes_on(iterators[bottleneck].name())) return found;
  Int128 all = 0;
  for (int32_t at = root; at < std::ssize(iterators); ++at) {
    if (at > root && iterators[at].parent < 0) break;
    const PipelineIterator& one = iterators[at];
    all += one.limits;
    const bool are_single = one.calls >= kManyForBatch * Int128{batches} &&
                            one.total <= kBriefCall * one.calls && passes_on(one.name());
    if (are_single) {
      found.iterators.push_back(at);
      found.a_batch = std::max(found.a_batch, one.calls / batches);
    }
    const bool asks = at + 1 < std::ssize(iterators) && iterators[at + 1].parent == at &&
                      iterators[at + 1].calls >= kManyForBatch * Int128{batches};
    if (are_single || (asks && passes_on(one.name()))) found.limits += one.limits;
  }
  return 2 * found.limits >= all && !found.iterators.empty() ? found : SingleElements();
}

// "Shuffle and Unbatch hand over single elements, 4,149 calls of each a batch ...".
std::string SingleElementsText(const Iterators& iterators, const SingleElements& elements) {
  std::vector<std::string_view> names;
  bool unbatches = false;
  for (const int32_t at : elements.iterators) {
    const std::string_view name = iterators[at].name();
    unbatches = unbatches || name.starts_with("Unbatch");
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return fmt::format(
      "{} hand{} over single elements, up to {} calls a batch, which limits rather than what is "
      "done "
      "with them: {}",
      fmt::join(names, " and "), names.size() == 1 ? "s" : "", elements.a_batch,
      unbatches ? "leave unbatch() out and shuffle() whole blocks, or batch() before other "
                  "transformations"
                : "batch() earlier, and shuffle() whole blocks or file names");
}

std::string RemedyText(const Iterators& iterators, int32_t at, const PipelineFacts& facts) {
  const PipelineIterator& bottleneck = iterators[at];
  if (IsLimitedByPython(bottleneck) || !HandsOverElements(bottleneck, facts.functions)) {
    return std::string(RemedyOf(iterators, at)) + TopOpOfMap(bottleneck, facts);
  }
  return fmt::format(
      "its function works {} of the {} that its {} calls take, so what limits is handing over "
      "single elements: batch() before map(), with a function that takes a whole batch",
      ScaledText(facts.functions.time, Unit::kMicros), ScaledText(bottleneck.total, Unit::kMicros),
      bottleneck.calls);
}

}  // namespace

std::string BottleneckText(const std::vector<PipelineIterator>& iterators, int32_t root_at,
                           int32_t at, Int128 all, const PipelineFacts& facts) {
  const PipelineIterator &root = iterators[root_at], &bottleneck = iterators[at];
  const double share = 100 * ShareOf(bottleneck.limits, all);
  const std::string batch = ScaledText(root.total / root.calls, Unit::kMicros);
  if (!facts.limits_steps) {
    return fmt::format(
        "the consumer waits {} for a batch, which limits no typical step; most of it is in {} "
        "({:.0f}%)",
        batch, bottleneck.path, share);
  }
  const SingleElements elements = SingleElementsOf(iterators, root_at, at);
  if (!elements.iterators.empty()) {
    return fmt::format(
        "{} limits the pipeline most, and with it {:.0f}% of the {} that the consumer waits for a "
        "batch on average are in handing over elements: {}",
        bottleneck.path, 100 * ShareOf(elements.limits, all), batch,
        SingleElementsText(iterators, elements));
  }
  const std::string call =
      &bottleneck == &root || bottleneck.calls == 0
          ? ""
          : fmt::format(" (a call of it takes {})",
                        ScaledText(bottleneck.total / bottleneck.calls, Unit::kMicros));
  return fmt::format(
      "{} limits the pipeline: {:.0f}% of the {} that the consumer waits for a batch on average{}; "
      "{}",
      bottleneck.path, share, batch, call, RemedyText(iterators, at, facts));
}

}  // namespace profiler
