#include "profiler/readers/common/links.h"

#include <algorithm>

namespace profiler::xspace {
namespace {

// The sending ends of links (calls or producers), indexed by key and time.
template <typename End>
class Givers {
 public:
  Givers(std::vector<End> all, const ProfileBuilder& builder)
      : all_(std::move(all)), builder_(builder) {
    const auto less = [&](const End& a, const End& b) {
      if (a.key != b.key) return a.key < b.key;
      return builder_.begin(a.event) < builder_.begin(b.event);
    };
    if (!std::is_sorted(all_.begin(), all_.end(), less)) {
      std::stable_sort(all_.begin(), all_.end(), less);
    }
  }

  bool empty() const { return all_.empty(); }
  // Returns the last giver that began before `taker`, or else the first giver after it, because
  // devices' clocks are not exact. Null if no giver has the key.
  const End* Of(const End& taker) {
    const size_t first = Find(taker.key);
    if (first == all_.size() || all_[first].key != taker.key) return nullptr;
    if (first + 1 == all_.size() || all_[first + 1].key != taker.key) return &all_[first];
    const int64_t begin = builder_.begin(taker.event);
    const auto after = std::partition_point(
        all_.begin() + static_cast<ptrdiff_t>(first), all_.end(), [&](const End& giver) {
          return giver.key == taker.key && builder_.begin(giver.event) <= begin;
        });
    const auto at = static_cast<size_t>(after - all_.begin());
    return &all_[at == first ? first : at - 1];
  }

 private:
  // Returns the position of the key, or the position where to insert it. Fast because takers come
  // in roughly the order of givers.
  size_t Find(const decltype(End::key)& key) {
    constexpr size_t kNear = 16;
    const auto less = [](const End& end, const auto& k) { return end.key < k; };
    size_t from = last_ < all_.size() && all_[last_].key <= key ? last_ : 0;
    size_t to = all_.size();
    if (from > 0 && to - from > kNear && !(all_[from + kNear].key < key)) to = from + kNear;
    const auto begin = all_.begin();
    last_ = static_cast<size_t>(std::lower_bound(begin + static_cast<ptrdiff_t>(from),
                                                 begin + static_cast<ptrdiff_t>(to), key, less) -
                                begin);
    return last_;
  }

  std::vector<End> all_;
  const ProfileBuilder& builder_;
  size_t last_ = 0;
};

// Returns the number of takers without a giver.
template <typename End>
int64_t Connect(std::vector<End> from, const std::vector<End>& to, FlowKind kind,
                ProfileBuilder& builder) {
  Givers<End> givers(std::move(from), builder);
  builder.ReserveFlows(givers.empty() ? 0 : to.size());
  int64_t lonely = 0;
  for (const End& taker : to) {
    const End* const giver = givers.Of(taker);
    if (giver == nullptr) {
      ++lonely;
    } else if (giver->event != taker.event) {
      builder.AddFlow({giver->event, taker.event, kind});
    }
  }
  return lonely;
}

}  // namespace

void Links::Resolve(ProfileBuilder& builder, const Place& place) && {
  const int64_t lonely_work = Connect(std::move(calls_), works_, FlowKind::kLaunch, builder);
  works_ = {};
  const int64_t lonely = Connect(std::move(producers_), consumers_, FlowKind::kAsync, builder);
  consumers_ = {};
  place.report.CountWhole(ImportProblem::kUnmatchedCorrelation, place.path, lonely_work);
  place.report.CountWhole(ImportProblem::kUnmatchedProducer, place.path, lonely);
}

}  // namespace profiler::xspace
