#include "profiler/views/input/bottleneck_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "profiler/analysis/input/pipelines/iterator_remedy.h"
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
