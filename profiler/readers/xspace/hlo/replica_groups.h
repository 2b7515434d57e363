#ifndef PROFILER_READERS_XSPACE_HLO_REPLICA_GROUPS_H_
#define PROFILER_READERS_XSPACE_HLO_REPLICA_GROUPS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "profiler/base/value.h"

namespace profiler::xspace {

// The groups of devices that exchange data in a collective. XLA writes them in one of several ways,
// by its version.
class ReplicaGroups {
 public:
  void AddGroup(std::string_view group);    // a ReplicaGroup
  void AddList(std::string_view list);      // a CollectiveDeviceListProto
  void AddByCounts(std::string_view list);  // an IotaReplicaGroupListProto

  // How many devices a group has. kUnknown if no group was recorded (XLA then means all devices,
  // however many these are), or if groups differ in size.
  int64_t size() const { return size_ > 0 ? size_ : kUnknown; }
  // As HLO writes them, "{0,1},{2,3}" or "[2,4]<=[8]", cut where it is long; "" if none was
  // recorded.
  const std::string& text() const { return text_; }

 private:
  static constexpr int64_t kUnlike = -2;

  void AddSize(int64_t size);

  int64_t size_ = 0;  // 0 before the first group
  std::string text_;
};

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_HLO_REPLICA_GROUPS_H_
