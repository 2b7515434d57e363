// Decodes what XLA says of the memory of a compiled program: a BufferAssignmentProto.
#ifndef PROFILER_READERS_XSPACE_HLO_BUFFER_ASSIGNMENT_H_
#define PROFILER_READERS_XSPACE_HLO_BUFFER_ASSIGNMENT_H_

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/store/kinds.h"

namespace profiler::xspace {

// Sizes are kUnknown where they make no sense. A color is XLA's number of a memory space.

// Where a program puts one array of a result.
struct LogicalBuffer {
  int64_t bytes = 0;
  int32_t color = 0;
  int64_t instruction = 0;  // its id; 0 in old files, which give the name instead
  std::string_view instruction_name;
  std::vector<int64_t> shape_index;
};

struct BufferAllocation {
  int64_t bytes = 0;
  int32_t color = 0;
  bool is_thread_local = false, is_parameter = false, may_live_out = false, is_constant = false;
  std::vector<std::pair<int64_t, int64_t>> assigned;  // ids of logical buffers, offsets

  BufferKind kind() const;
};

enum class HeapEventKind : uint8_t { kAllocate, kFree, kShare, kOther };

struct HeapEvent {
  HeapEventKind kind = HeapEventKind::kAllocate;
  int64_t buffer = 0, canonical = 0;
};

struct BufferAssignment {
  absl::flat_hash_map<int64_t, LogicalBuffer> buffers;  // by id
  std::vector<BufferAllocation> allocations;
  std::vector<std::string_view> heap_traces;  // HeapSimulatorTraces
};

BufferAssignment DecodeBufferAssignment(std::string_view bytes);
std::vector<HeapEvent> DecodeHeapTrace(std::string_view bytes);

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_HLO_BUFFER_ASSIGNMENT_H_
