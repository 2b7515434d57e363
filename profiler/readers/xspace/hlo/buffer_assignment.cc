#include "profiler/readers/xspace/hlo/buffer_assignment.h"

#include "profiler/readers/common/proto_fields.h"
#include "profiler/readers/xspace/hlo/hlo_instruction.h"
#include "profiler/store/profile.h"

namespace profiler::xspace {
namespace {

// BufferAssignmentProto.
constexpr uint32_t kLogicalBuffers = BytesField(1);
constexpr uint32_t kAllocations = BytesField(3);
constexpr uint32_t kHeapTraces = BytesField(4);

// LogicalBufferProto, and its Location.
constexpr uint32_t kBufferId = VarintField(1);
constexpr uint32_t kBufferSize = VarintField(2);
constexpr uint32_t kDefinedAt = BytesField(3);
constexpr uint32_t kBufferColor = VarintField(4);
constexpr uint32_t kInstructionName = BytesField(2);
constexpr uint32_t kShapeIndex = 3;
constexpr uint32_t kInstructionId = VarintField(4);

// BufferAllocationProto, and its Assigned.
constexpr uint32_t kAllocationSize = VarintField(2);
constexpr uint32_t kIsThreadLocal = VarintField(3);
constexpr uint32_t kIsParameter = VarintField(5);
constexpr uint32_t kMaybeLiveOut = VarintField(7);
constexpr uint32_t kAllocationColor = VarintField(8);
constexpr uint32_t kAssigned = BytesField(9);
constexpr uint32_t kIsConstant = VarintField(12);
constexpr uint32_t kAssignedBuffer = VarintField(1);
constexpr uint32_t kAssignedOffset = VarintField(2);

// HeapSimulatorTrace, and its Event.
constexpr uint32_t kTraceEvents = BytesField(1);
constexpr uint32_t kEventKind = VarintField(1);
constexpr uint32_t kEventBuffer = VarintField(2);
constexpr uint32_t kEventCanonical = VarintField(5);

// Sizes beyond this are damage.
constexpr int64_t kMostBytes = int64_t{1} << 60;

int64_t BytesIn(int64_t size) { return size >= 0 && size <= kMostBytes ? size : kUnknown; }

void ReadLocation(std::string_view bytes, LogicalBuffer& buffer) {
  buffer.shape_index = NumbersOf(bytes, kShapeIndex);
  protozero::pbf_reader message = Message(bytes);
  while (message.next()) {
    switch (static_cast<uint32_t>(message.tag_and_type())) {
      case kInstructionName:
        buffer.instruction_name = Text(message);
        break;
      case kInstructionId:
        buffer.instruction = message.get_int64();
        break;
      default:
        message.skip();
    }
  }
}

std::pair<int64_t, LogicalBuffer> ReadLogicalBuffer(std::string_view bytes) {
  int64_t id = 0;
  LogicalBuffer buffer;
  protozero::pbf_reader message = Message(bytes);
  while (message.next()) {
    switch (static_cast<uint32_t>(message.tag_and_type())) {
      case kBufferId:
        id = message.get_int64();
        break;
      case kBufferSize:
        buffer.bytes = BytesIn(message.get_int64());
        break;
      case kDefinedAt:
        ReadLocation(Text(message), buffer);
        break;
      case kBufferColor:
        buffer.color = static_cast<int32_t>(message.get_int64());
        break;
      default:
        message.skip();
    }
  }
  return {id, std::move(buffer)};
}

std::pair<int64_t, int64_t> ReadAssigned(std::string_view bytes) {
  std::pair<int64_t, int64_t> assigned = {0, 0};
  protozero::pbf_reader message = Message(bytes);
  while (message.next()) {
    switch (static_cast<uint32_t>(message.tag_and_type())) {
      case kAssignedBuffer:
        assigned.first = message.get_int64();
        break;
      case kAssignedOffset:
        assigned.second = message.get_int64();
        break;
      default:
        message.skip();
    }
  }
  return assigned;
}

BufferAllocation ReadAllocation(std::string_view bytes) {
  BufferAllocation allocation;
  protozero::pbf_reader message = Message(bytes);
  while (message.next()) {
    switch (static_cast<uint32_t>(message.tag_and_type())) {
      case kAllocationSize:
        allocation.bytes = BytesIn(message.get_int64());
        break;
      case kIsThreadLocal:
        allocation.is_thread_local = message.get_bool();
        break;
      case kIsParameter:
        allocation.is_parameter = message.get_bool();
        break;
      case kMaybeLiveOut:
        allocation.may_live_out = message.get_bool();
        break;
      case kAllocationColor:
        allocation.color = static_cast<int32_t>(message.get_int64());
        break;
      case kAssigned:
        allocation.assigned.push_back(ReadAssigned(Text(message)));
        break;
      case kIsConstant:
        allocation.is_constant = message.get_bool();
        break;
      default:
        message.skip();
    }
  }
  return allocation;
}

HeapEvent ReadEvent(std::string_view bytes) {
  HeapEvent event;
  protozero::pbf_reader message = Message(bytes);
  while (message.next()) {
    switch (static_cast<uint32_t>(message.tag_and_type())) {
      case kEventKind: {
        const int64_t kind = message.get_int64();
        const auto other = static_cast<int64_t>(HeapEventKind::kOther);
        event.kind =
            kind >= 0 && kind < other ? static_cast<HeapEventKind>(kind) : HeapEventKind::kOther;
        break;
      }
      case kEventBuffer:
        event.buffer = message.get_int64();
        break;
      case kEventCanonical:
        event.canonical = message.get_int64();
        break;
      default:
        message.skip();
    }
  }
  return event;
}

}  // namespace

BufferKind BufferAllocation::kind() const {
  if (is_parameter) return BufferKind::kParameter;
  if (may_live_out) return BufferKind::kOutput;
  if (is_thread_local) return BufferKind::kThreadLocal;
  return is_constant ? BufferKind::kConstant : BufferKind::kHeap;
}

BufferAssignment DecodeBufferAssignment(std::string_view bytes) {
  BufferAssignment assignment;
  protozero::pbf_reader message = Message(bytes);
  while (message.next()) {
    switch (static_cast<uint32_t>(message.tag_and_type())) {
      case kLogicalBuffers: {
        auto [id, buffer] = ReadLogicalBuffer(Text(message));
        assignment.buffers[id] = std::move(buffer);
        break;
      }
      case kAllocations:
        assignment.allocations.push_back(ReadAllocation(Text(message)));
        break;
      case kHeapTraces:
        assignment.heap_traces.push_back(Text(message));
        break;
      default:
        message.skip();
    }
  }
  return assignment;
}

std::vector<HeapEvent> DecodeHeapTrace(std::string_view bytes) {
  std::vector<HeapEvent> events;
  protozero::pbf_reader message = Message(bytes);
  while (message.next(kTraceEvents >> 3, protozero::pbf_wire_type::length_delimited)) {
    events.push_back(ReadEvent(Text(message)));
  }
  return events;
}

}  // namespace profiler::xspace
