#ifndef PROFILER_READERS_XSPACE_LINKS_H_
#define PROFILER_READERS_XSPACE_LINKS_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/readers/proto_fields.h"
#include "profiler/store/builder.h"

namespace profiler::xspace {

// What the stats of events say about other events, until all are read: ids are reused, so only the
// times tell which is meant.
class Links {
 public:
  // A host call and the device's work that it started, by correlation id.
  void AddCall(int64_t correlation, int64_t begin, EventId event);
  void AddWork(int64_t correlation, int64_t begin, EventId event);
  // Who hands work over to another thread, and who takes it, by (type, id).
  void AddProducer(int64_t type, int64_t id, int64_t begin, EventId event);
  void AddConsumer(int64_t type, int64_t id, int64_t begin, EventId event);

  // Flows for all of them; what finds no partner is counted.
  void Resolve(ProfileBuilder& builder, const Place& place) &&;

 private:
  struct End {
    int64_t begin;
    EventId event;
  };
  struct Taker {
    int64_t type, id;
    End end;
  };
  using Givers = std::vector<End>;

  absl::flat_hash_map<int64_t, Givers> calls_;
  absl::flat_hash_map<std::pair<int64_t, int64_t>, Givers> producers_;
  std::vector<Taker> works_, consumers_;
};

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_LINKS_H_
