#ifndef PROFILER_READERS_XSPACE_LINKS_H_
#define PROFILER_READERS_XSPACE_LINKS_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "profiler/readers/proto_fields.h"
#include "profiler/store/builder.h"

namespace profiler::xspace {

// What the stats of events say about other events, until all are read: ids are reused, so only the
// times tell which is meant. There may be as many as events: they are kept flat, and sorted once.
class Links {
 public:
  // A host call and the device's work that it started, by correlation id.
  void AddCall(int64_t correlation, EventId event) { calls_.push_back({correlation, event}); }
  void AddWork(int64_t correlation, EventId event) { works_.push_back({correlation, event}); }
  // Who hands work over to another thread, and who takes it, by (type, id).
  void AddProducer(int64_t type, int64_t id, EventId event) {
    producers_.push_back({{type, id}, event});
  }
  void AddConsumer(int64_t type, int64_t id, EventId event) {
    consumers_.push_back({{type, id}, event});
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

  std::vector<End<Correlation>> calls_, works_;
  std::vector<End<TypedId>> producers_, consumers_;
};

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_LINKS_H_
