#include "profiler/analysis/memory/memory_kinds.h"

#include <string>

#include "profiler/base/ascii.h"

namespace profiler {
namespace {

constexpr std::string_view kFrom = "kind_src:", kTo = "kind_dst:";

MemoryKind KindAt(std::string_view detail, size_t key, size_t key_size) {
  if (key == detail.npos) return MemoryKind::kUnknown;
  const std::string kind = Lower(detail.substr(key + key_size, 8));
  if (kind == "pageable") return MemoryKind::kPageable;
  if (kind.starts_with("pinned")) return MemoryKind::kPinned;
  if (kind.starts_with("device") || kind.starts_with("array")) return MemoryKind::kDevice;
  return MemoryKind::kUnknown;
}

}  // namespace

CopiedMemory CopiedMemoryOf(std::string_view detail) {
  const size_t from = detail.find(kFrom);
  if (from == detail.npos) return {};
  return {KindAt(detail, from, kFrom.size()), KindAt(detail, detail.find(kTo), kTo.size()), true};
}

CopiedMemory CopiedMemoryOf(const Profile& profile, const Events& events, uint32_t event) {
  if (events.detail.empty() || !events.detail[event].valid()) return {};
  return CopiedMemoryOf(profile.strings[events.detail[event]]);
}

}  // namespace profiler
