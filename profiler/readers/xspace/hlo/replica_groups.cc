#include "profiler/readers/xspace/hlo/replica_groups.h"

#include <fmt/format.h>

#include <vector>

#include "profiler/readers/common/proto_fields.h"
#include "profiler/readers/xspace/hlo/hlo_instruction.h"

namespace profiler::xspace {
namespace {

constexpr uint32_t kReplicaIds = 1;          // of a ReplicaGroup
constexpr uint32_t kGroups = BytesField(1);  // of a CollectiveDeviceListProto
constexpr uint32_t kCounts = BytesField(2);  // of one of 2024 and 2025
// Of an IotaReplicaGroupListProto.
constexpr uint32_t kGroupCount = VarintField(1);
constexpr uint32_t kGroupDevices = VarintField(2);
constexpr uint32_t kIotaShape = 3, kIotaOrder = 4;

// Of the text of groups; more is cut.
constexpr size_t kMostText = 256;
constexpr std::string_view kCut = "...";
// Of a mesh of devices; more are of no compiler's making.
constexpr size_t kMostDimensions = 16;

}  // namespace

void ReplicaGroups::AddSize(int64_t size) {
  if (size_ == 0) size_ = size;
  if (size_ != size || size <= 0) size_ = kUnlike;
}

void ReplicaGroups::AddGroup(std::string_view group) {
  const std::vector<int64_t> devices = NumbersOf(group, kReplicaIds);
  AddSize(static_cast<int64_t>(devices.size()));
  if (text_.ends_with(kCut)) return;
  const std::string text = text_.size() + devices.size() < kMostText
                               ? fmt::format("{{{}}}", fmt::join(devices, ","))
                               : "";
  const bool fits = !text.empty() && text_.size() + text.size() < kMostText;
  text_ += text_.empty() ? "" : ",";
  text_ += fits ? std::string_view(text) : kCut;
}

void ReplicaGroups::AddList(std::string_view list) {
  protozero::pbf_reader message = Message(list);
  while (message.next()) {
    switch (static_cast<uint32_t>(message.tag_and_type())) {
      case kGroups:
        AddGroup(Text(message));
        break;
      case kCounts:
        AddByCounts(Text(message));
        break;
      default:
        message.skip();
    }
  }
}

void ReplicaGroups::AddByCounts(std::string_view list) {
  int64_t groups = 0, devices = 0;
  protozero::pbf_reader message = Message(list);
  while (message.next()) {
    switch (static_cast<uint32_t>(message.tag_and_type())) {
      case kGroupCount:
        groups = message.get_int64();
        break;
      case kGroupDevices:
        devices = message.get_int64();
        AddSize(devices);
        break;
      default:
        message.skip();
    }
  }
  const std::vector<int64_t> shape = NumbersOf(list, kIotaShape),
                             order = NumbersOf(list, kIotaOrder);
  if (shape.size() + order.size() > kMostDimensions) return;
  text_ = fmt::format("[{},{}]<=[{}]", groups, devices, fmt::join(shape, ","));
  if (!order.empty()) text_ += fmt::format("T({})", fmt::join(order, ","));
}

}  // namespace profiler::xspace
