#ifndef PROFILER_ANALYSIS_MEMORY_MEMORY_KINDS_H_
#define PROFILER_ANALYSIS_MEMORY_MEMORY_KINDS_H_

#include <cstdint>
#include <string_view>

#include "profiler/store/profile.h"

namespace profiler {

enum class MemoryKind : uint8_t { kUnknown, kPinned, kPageable, kDevice };

inline bool IsHostMemory(MemoryKind kind) {
  return kind == MemoryKind::kPinned || kind == MemoryKind::kPageable;
}

// The source and destination memory of a copy.
struct CopiedMemory {
  MemoryKind from = MemoryKind::kUnknown, to = MemoryKind::kUnknown;
  bool is_copy = false;  // whether the detail describes a copy
};

// Parses the detail of a copy, e.g. "kind_src:pageable kind_dst:device size:64".
CopiedMemory CopiedMemoryOf(std::string_view detail);
// The same of an event; of one without a detail nothing is known.
CopiedMemory CopiedMemoryOf(const Profile& profile, const Events& events, uint32_t event);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_MEMORY_MEMORY_KINDS_H_
