#include "profiler/views/input/bottleneck_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "profiler/analysis/input/pipelines/iterator_remedy.h"
#include "profiler/analysis/input/pipelines/pipeline_wait.h"
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
      "done with them: {}",
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

// "31% of the 18 ms that the consumer waits for a batch on average".
std::string PartOfBatchWait(const PipelineIterator& root, Int128 part, Int128 all) {
  return fmt::format("{:.0f}% of the {} that the consumer waits for a batch on average",
                     100 * ShareOf(part, all), ScaledText(root.total / root.calls, Unit::kMicros));
}

std::string FillText(const PipelineIterator& root, const PipelineIterator& shuffle, Int128 all,
                     bool limits_steps) {
  return fmt::format(
      "{} fills its buffer{} in {}, as it does when an epoch begins{}", shuffle.path,
      shuffle.buffer_size == kUnknown ? "" : fmt::format(" of {} elements", shuffle.buffer_size),
      PartOfBatchWait(root, shuffle.fills, all),
      limits_steps
          ? ": use a smaller buffer in shuffle(), or shuffle() what is cheap to make, such "
            "as indexes or file names, before map()"
          : ", which limits no typical step");
}

}  // namespace

std::string UnseenText(const std::vector<PipelineIterator>& iterators, int32_t root_at) {
  constexpr double kTold = 0.1;
  const PipelineWait wait = WaitOf(iterators, root_at);
  if (ShareOf(wait.unseen, wait.all) < kTold) return "";
  return fmt::format(
      "for {} the recording lacks the iterators below a prefetch: what limits the pipeline then "
      "is unknown",
      PartOfBatchWait(iterators[root_at], wait.unseen, wait.all));
}

std::string BottleneckText(const std::vector<PipelineIterator>& iterators, int32_t root_at,
                           int32_t at, const PipelineFacts& facts) {
  const PipelineIterator& root = iterators[root_at];
  const Int128 all = WaitOf(iterators, root_at).all;
  if (const int32_t shuffle = FillingShuffleOf(iterators, root_at); shuffle >= 0) {
    return FillText(root, iterators[shuffle], all, facts.limits_steps);
  }
  if (at < 0) return "";
  const PipelineIterator& bottleneck = iterators[at];
  const double share = 100 * ShareOf(bottleneck.limits - bottleneck.unseen, all);
  const std::string batch = ScaledText(root.total / root.calls, Unit::kMicros);
  if (!facts.limits_steps) {
    return fmt::format(
        "the consumer waits {} for a batch, which limits no typical step; the largest part of it "
        "is in {} "
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
  return fmt::format("{} limits the pipeline: {}{}; {}", bottleneck.path,
                     PartOfBatchWait(root, bottleneck.limits - bottleneck.unseen, all), call,
                     RemedyText(iterators, at, facts));
}

}  // namespace profiler
