#include "profiler/readers/xspace/hlo_buffers.h"

#include <cmath>
#include <map>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/readers/xspace/hlo/buffer_assignment.h"
#include "profiler/readers/xspace/hlo/hlo_shape.h"

namespace profiler::xspace {
namespace {

// More is damage.
constexpr double kMostUnpadded = 0x1p60;

// A buffer from an event to another.
struct Life {
  int64_t buffer;
  int64_t from, to;
};

// When each buffer of one color takes room. Buffers that share a place take it once: from when the
// first takes it to when the last gives it back.
class HeapSimulation {
 public:
  std::vector<Life> Run(const std::vector<HeapEvent>& events) && {
    for (size_t at = 0; at < events.size(); ++at) {
      const HeapEvent& event = events[at];
      const auto now = static_cast<int64_t>(at);
      if (event.kind == HeapEventKind::kAllocate) {
        Take(event.buffer, event.buffer, now);
      } else if (event.kind == HeapEventKind::kShare) {
        const auto of = canonical_.find(event.canonical);
        Take(event.buffer, of == canonical_.end() ? event.canonical : of->second, now);
      } else if (event.kind == HeapEventKind::kFree) {
        Free(event.buffer, now);
      }
    }
    return std::move(lives_);
  }

 private:
  struct Taken {
    int64_t users = 0;
    size_t life = 0;
  };

  void Take(int64_t buffer, int64_t canonical, int64_t now) {
    canonical_[buffer] = canonical;
    Taken& taken = taken_[canonical];
    if (++taken.users > 1) return;
    taken.life = lives_.size();
    lives_.push_back({buffer, now, kUnknown});
  }

  void Free(int64_t buffer, int64_t now) {
    const auto canonical = canonical_.find(buffer);
    if (canonical == canonical_.end()) return;
    Taken& taken = taken_[canonical->second];
    if (taken.users > 0 && --taken.users == 0) lives_[taken.life].to = now;
  }

  absl::flat_hash_map<int64_t, int64_t> canonical_;
  absl::flat_hash_map<int64_t, Taken> taken_;  // by canonical buffer
  std::vector<Life> lives_;
};

class BufferAdder {
 public:
  BufferAdder(const BufferAssignment& assignment, ModuleId module,
              const std::vector<const HloInstruction*>& instructions, ProfileBuilder& builder)
      : assignment_(assignment), module_(module), builder_(builder) {
    for (const HloInstruction* one : instructions) {
      by_id_[one->id] = one;
      by_name_[one->name] = one;
    }
  }

  void Add() {
    AddAllocations();
    AddTemporaries();
  }

 private:
  // The largest of the buffers in it.
  const LogicalBuffer* LargestIn(const BufferAllocation& allocation) const {
    const LogicalBuffer* largest = nullptr;
    for (const auto& [id, offset] : allocation.assigned) {
      const auto it = assignment_.buffers.find(id);
      if (it == assignment_.buffers.end()) continue;
      if (largest == nullptr || it->second.bytes > largest->bytes) largest = &it->second;
    }
    return largest;
  }

  void AddAllocations() {
    for (const BufferAllocation& allocation : assignment_.allocations) {
      for (const auto& [id, offset] : allocation.assigned) offsets_[id] = offset;
      BufferRow row;
      const BufferKind kind = allocation.kind();
      if (kind != BufferKind::kHeap) row = RowOf(LargestIn(allocation));
      row.module = module_;
      row.kind = kind;
      row.live_out = allocation.may_live_out;
      row.bytes = allocation.bytes;
      row.memory_space = allocation.color;
      builder_.AddBuffer(row);
    }
  }

  // Of the traces that have buffers of a color the one with most events of it says when each is
  // alive, as for xprof.
  void AddTemporaries() {
    std::map<int32_t, std::vector<HeapEvent>> longest;  // by color
    for (const std::string_view trace : assignment_.heap_traces) {
      std::map<int32_t, std::vector<HeapEvent>> by_color;
      for (const HeapEvent& event : DecodeHeapTrace(trace)) {
        const auto buffer = assignment_.buffers.find(event.buffer);
        if (buffer != assignment_.buffers.end()) by_color[buffer->second.color].push_back(event);
      }
      for (auto& [color, events] : by_color) {
        if (events.size() > longest[color].size()) longest[color] = std::move(events);
      }
    }
    for (const auto& [color, events] : longest) {
      for (const Life& life : HeapSimulation().Run(events)) AddTemporary(life, color);
    }
  }

  void AddTemporary(const Life& life, int32_t color) {
    const LogicalBuffer& buffer = assignment_.buffers.at(life.buffer);
    BufferRow row = RowOf(&buffer);
    row.module = module_;
    row.kind = BufferKind::kTemporary;
    row.bytes = buffer.bytes;
    row.memory_space = color;
    row.live_from = life.from;
    row.live_to = life.to;
    if (const auto it = offsets_.find(life.buffer); it != offsets_.end()) row.offset = it->second;
    builder_.AddBuffer(row);
  }

  // What the buffer's instruction says of it.
  BufferRow RowOf(const LogicalBuffer* buffer) {
    BufferRow row;
    const HloInstruction* instruction = buffer == nullptr ? nullptr : InstructionOf(*buffer);
    if (instruction == nullptr) return row;
    row.op = instruction->op;
    const std::string_view shape = ShapeAt(instruction->shape, buffer->shape_index);
    row.shape = builder_.Intern(ShapeText(shape));
    const double bytes = DecodeResult(shape).bytes();
    if (bytes <= kMostUnpadded) row.unpadded_bytes = std::llround(bytes);
    return row;
  }

  const HloInstruction* InstructionOf(const LogicalBuffer& buffer) const {
    if (const auto it = by_id_.find(buffer.instruction); it != by_id_.end()) return it->second;
    const auto it = by_name_.find(buffer.instruction_name);
    return it == by_name_.end() ? nullptr : it->second;
  }

  const BufferAssignment& assignment_;
  const ModuleId module_;
  ProfileBuilder& builder_;
  absl::flat_hash_map<int64_t, const HloInstruction*> by_id_;
  absl::flat_hash_map<std::string_view, const HloInstruction*> by_name_;
  absl::flat_hash_map<int64_t, int64_t> offsets_;  // in their allocations
};

}  // namespace

void ReadBuffers(std::string_view assignment, ModuleId module,
                 const std::vector<const HloInstruction*>& instructions, ProfileBuilder& builder) {
  BufferAdder(DecodeBufferAssignment(assignment), module, instructions, builder).Add();
}

}  // namespace profiler::xspace
