#include "profiler/readers/common/links.h"

namespace profiler::xspace {
namespace {

// Returns the number of takers without a giver.
template <typename Key>
int64_t Connect(LinkGivers<Key>& givers, const std::vector<LinkEnd<Key>>& takers, FlowKind kind,
                ProfileBuilder& builder) {
  int64_t lonely = 0;
  for (const LinkEnd<Key>& taker : takers) {
    const LinkEnd<Key>* const giver = givers.Of(taker);
    if (giver == nullptr) {
      ++lonely;
    } else if (giver->event != taker.event) {
      builder.AddFlow({giver->event, taker.event, kind});
    }
  }
  return lonely;
}

}  // namespace

void Links::Add(const LinkEnds& ends, ProfileBuilder& builder) {
  Append(ends.calls, all_.calls);
  Append(ends.producers, all_.producers);
  Append(ends.consumers, all_.consumers);
  if (!ends.works.empty()) LinkWorks(ends.works, builder);
}

void Links::LinkWorks(const std::vector<LinkEnd<Correlation>>& works, ProfileBuilder& builder) {
  if (!calls_.has_value()) calls_.emplace(std::exchange(all_.calls, {}), builder);
  lonely_works_ += Connect(*calls_, works, FlowKind::kLaunch, builder);
}

void Links::Resolve(ProfileBuilder& builder, const Place& place) && {
  if (!all_.works.empty()) LinkWorks(all_.works, builder);
  calls_.reset();
  all_.works = {};
  LinkGivers<LinkEnds::TypedId> producers(std::move(all_.producers), builder);
  const int64_t lonely = Connect(producers, all_.consumers, FlowKind::kAsync, builder);
  all_.consumers = {};
  place.report.CountWhole(ImportProblem::kUnmatchedCorrelation, place.path, lonely_works_);
  place.report.CountWhole(ImportProblem::kUnmatchedProducer, place.path, lonely);
}

}  // namespace profiler::xspace
