#include "profiler/analysis/input/pipelines/shuffle_fills.h"

#include <utility>

namespace profiler {

void ShuffleFills::Add(const Events& events, int32_t node, int32_t parent, bool is_shuffle,
                       const Interval& call) {
  if (const auto asks = open_.find(parent); asks != open_.end()) {
    const Call& above = asks->second;
    if (above.events == &events && call.begin < above.time.end) ++asks->second.asked;
  }
  if (!is_shuffle) return;
  const auto [last, is_first] = open_.try_emplace(node, Call{&events, call});
  if (is_first) return;
  Close(node, last->second);
  last->second = {&events, call};
}

std::map<int32_t, std::vector<Interval>> ShuffleFills::Take() && {
  for (const auto& [node, call] : open_) Close(node, call);
  open_.clear();
  return std::move(fills_);
}

void ShuffleFills::Close(int32_t node, const Call& call) {
  constexpr int64_t kMany = 10;  // a few may replace what an iterator of several left out
  if (call.asked >= kMany) fills_[node].push_back(call.time);
}

}  // namespace profiler
