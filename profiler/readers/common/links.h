#ifndef PROFILER_READERS_COMMON_LINKS_H_
#define PROFILER_READERS_COMMON_LINKS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "profiler/readers/common/link_givers.h"
#include "profiler/readers/common/proto_fields.h"
#include "profiler/store/builder.h"

namespace profiler::xspace {

// The ends of links among some events, in the order of events.
struct LinkEnds {
  using Correlation = int64_t;
  using TypedId = std::pair<int64_t, int64_t>;

  // Host calls, and the device work that they started, with their correlation id.
  std::vector<LinkEnd<Correlation>> calls, works;
  // Events that hand work to another thread, and the events that take the work, with their
  // (type, id).
  std::vector<LinkEnd<TypedId>> producers, consumers;

  void Clear() {
    calls.clear();
    works.clear();
    producers.clear();
    consumers.clear();
  }
};

// Collects the link ids in the stats of events. Ids are reused, so times decide which event an id
// means. There may be as many links as events, so links are stored in vectors and sorted once.
class Links {
 public:
  // Sets the number of events to come, each of which may be an end of a link.
  void Expect(size_t events) { expected_ = events; }

  // Add a call or work, in any order. Resolve() links them.
  void AddCall(int64_t correlation, EventId event) {
    Reserve(1, all_.calls);
    all_.calls.push_back({correlation, event});
  }
  void AddWork(int64_t correlation, EventId event) {
    Reserve(1, all_.works);
    all_.works.push_back({correlation, event});
  }

  // Adds the ends of events that the builder has. All calls must be added before the first work,
  // which is then linked at once.
  void Add(const LinkEnds& ends, ProfileBuilder& builder);

  // Adds flows for all pairs, and counts ends without a partner.
  void Resolve(ProfileBuilder& builder, const Place& place) &&;

 private:
  using Correlation = LinkEnds::Correlation;

  // Reserves generously, because reserved memory that is not touched costs nothing, while growing
  // copies.
  template <typename End>
  void Reserve(size_t more, std::vector<End>& ends) const {
    constexpr size_t kLeast = 64;
    if (ends.size() + more <= ends.capacity()) return;
    ends.reserve(ends.size() + std::max({ends.size() / 2, expected_, more, kLeast}));
  }
  template <typename End>
  void Append(const std::vector<End>& more, std::vector<End>& ends) const {
    Reserve(more.size(), ends);
    ends.insert(ends.end(), more.begin(), more.end());
  }
  // No call may be added afterwards.
  void LinkWorks(const std::vector<LinkEnd<Correlation>>& works, ProfileBuilder& builder);

  size_t expected_ = 0;
  LinkEnds all_;
  std::optional<LinkGivers<Correlation>> calls_;  // once all are added
  int64_t lonely_works_ = 0;
};

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_COMMON_LINKS_H_
