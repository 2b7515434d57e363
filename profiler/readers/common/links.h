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

// What the stats of events say about other events, until all are read: ids are reused, so only the
// times tell which is meant. There may be as many as events: they are kept flat, and sorted once.
class Links {
 public:
  // How many events are about to come: each may be an end of a link.
  void Expect(size_t events) { expected_ = events; }

  // A host call and the device's work that it started, by correlation id.
  void AddCall(int64_t correlation, EventId event) { Add(calls_, {correlation, event}); }
  void AddWork(int64_t correlation, EventId event) { Add(works_, {correlation, event}); }
  // Who hands work over to another thread, and who takes it, by (type, id).
  void AddProducer(int64_t type, int64_t id, EventId event) {
    Add(producers_, {{type, id}, event});
  }
  void AddConsumer(int64_t type, int64_t id, EventId event) {
    Add(consumers_, {{type, id}, event});
  }

  // Flows for all of them; what finds no partner is counted.
  void Resolve(ProfileBuilder& builder, const Place& place) &&;

 private:
  template <typename Key>
  struct End {
    Key key;
    EventId event;
  };
  using Correlation = int64_t;
  using TypedId = std::pair<int64_t, int64_t>;

  // Room that stays unused is never touched: a copy for more of it costs.
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
