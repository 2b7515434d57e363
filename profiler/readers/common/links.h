#ifndef PROFILER_READERS_COMMON_LINKS_H_
#define PROFILER_READERS_COMMON_LINKS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "profiler/readers/common/proto_fields.h"
#include "profiler/store/builder.h"

namespace profiler::xspace {

// Collects the link ids in the stats of events until all events are read. Ids are reused, so times
// decide which event an id means. There may be as many links as events, so links are stored in
// vectors and sorted once.
class Links {
 public:
  // Sets the number of events to come, each of which may be an end of a link.
  void Expect(size_t events) { expected_ = events; }

  // Add a host call, and the device work that it started, with their correlation id.
  void AddCall(int64_t correlation, EventId event) { Add(calls_, {correlation, event}); }
  void AddWork(int64_t correlation, EventId event) { Add(works_, {correlation, event}); }
  // Add an event that hands work to another thread, and the event that takes the work, with their
  // (type, id).
  void AddProducer(int64_t type, int64_t id, EventId event) {
    Add(producers_, {{type, id}, event});
  }
  void AddConsumer(int64_t type, int64_t id, EventId event) {
    Add(consumers_, {{type, id}, event});
  }

  // Adds flows for all pairs, and counts ends without a partner.
  void Resolve(ProfileBuilder& builder, const Place& place) &&;

 private:
  template <typename Key>
  struct End {
    Key key;
    EventId event;
  };
  using Correlation = int64_t;
  using TypedId = std::pair<int64_t, int64_t>;

  // Reserves generously, because reserved memory that is not touched costs nothing, while growing
  // copies.
  template <typename Key>
  void Add(std::vector<End<Key>>& ends, const End<Key>& end) {
    constexpr size_t kLeast = 64;
    if (ends.size() == ends.capacity()) {
      ends.reserve(ends.size() + std::max({ends.size() / 2, expected_, kLeast}));
    }
    ends.push_back(end);
  }

  size_t expected_ = 0;
  std::vector<End<Correlation>> calls_, works_;
  std::vector<End<TypedId>> producers_, consumers_;
};

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_COMMON_LINKS_H_
