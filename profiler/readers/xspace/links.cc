#include "profiler/readers/xspace/links.h"

#include <algorithm>
#include <utility>

namespace profiler::xspace {
namespace {

// The last that began before `begin`, else the first of all: clocks of devices are not exact.
template <typename End>
const End& LastBefore(const std::vector<End>& givers, int64_t begin) {
  const auto after = std::upper_bound(givers.begin(), givers.end(), begin,
                                      [](int64_t t, const End& end) { return t < end.begin; });
  return after == givers.begin() ? givers.front() : *(after - 1);
}

template <typename Map>
void SortAll(Map& map) {
  for (auto& [key, givers] : map) {
    std::stable_sort(givers.begin(), givers.end(),
                     [](const auto& a, const auto& b) { return a.begin < b.begin; });
  }
}

}  // namespace

void Links::AddCall(int64_t correlation, int64_t begin, EventId event) {
  calls_[correlation].push_back({begin, event});
}
void Links::AddWork(int64_t correlation, int64_t begin, EventId event) {
  works_.push_back({0, correlation, {begin, event}});
}
void Links::AddProducer(int64_t type, int64_t id, int64_t begin, EventId event) {
  producers_[{type, id}].push_back({begin, event});
}
void Links::AddConsumer(int64_t type, int64_t id, int64_t begin, EventId event) {
  consumers_.push_back({type, id, {begin, event}});
}

void Links::Resolve(ProfileBuilder& builder, const Place& place) && {
  SortAll(calls_);
  SortAll(producers_);
  int64_t lonely_work = 0, lonely_consumers = 0;
  for (const Taker& work : works_) {
    const auto it = calls_.find(work.id);
    if (it == calls_.end()) {
      ++lonely_work;
      continue;
    }
    builder.AddFlow(
        {LastBefore(it->second, work.end.begin).event, work.end.event, FlowKind::kLaunch});
  }
  for (const Taker& consumer : consumers_) {
    const auto it = producers_.find({consumer.type, consumer.id});
    if (it == producers_.end()) {
      ++lonely_consumers;
      continue;
    }
    const EventId from = LastBefore(it->second, consumer.end.begin).event;
    if (from != consumer.end.event) {
      builder.AddFlow({from, consumer.end.event, FlowKind::kAsync});
    }
  }
  place.report.CountWhole(ImportProblem::kUnmatchedCorrelation, place.path, lonely_work);
  place.report.CountWhole(ImportProblem::kUnmatchedProducer, place.path, lonely_consumers);
}

}  // namespace profiler::xspace
