#ifndef PROFILER_READERS_COMMON_LINK_GIVERS_H_
#define PROFILER_READERS_COMMON_LINK_GIVERS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "profiler/store/builder.h"

namespace profiler::xspace {

// An end of a link: an event, and the id that the other end has, too.
template <typename Key>
struct LinkEnd {
  Key key;
  EventId event;
};

// The sending ends of links (calls or producers), indexed by key and time.
template <typename Key>
class LinkGivers {
 public:
  using End = LinkEnd<Key>;

  LinkGivers(std::vector<End> all, const ProfileBuilder& builder)
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
  size_t Find(const Key& key) {
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

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_COMMON_LINK_GIVERS_H_
