#include "profiler/advise/facts/memory_copies.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/base/ascii.h"
#include "profiler/base/status.h"
#include "profiler/views/device_walk.h"
#include "profiler/views/kernel_details.h"
#include "profiler/views/launched_by.h"

namespace profiler {
namespace {

enum class Memory : uint8_t { kUnknown, kPinned, kPageable, kDevice };

constexpr std::string_view kFrom = "kind_src:", kTo = "kind_dst:";

// What the detail of a copy says behind the key, as "kind_src:pageable kind_dst:device size:64".
Memory MemoryOf(std::string_view detail, std::string_view key) {
  const size_t at = detail.find(key);
  if (at == detail.npos) return Memory::kUnknown;
  const std::string kind = Lower(detail.substr(at + key.size()));
  if (kind.starts_with("pageable")) return Memory::kPageable;
  if (kind.starts_with("pinned")) return Memory::kPinned;
  if (kind.starts_with("device") || kind.starts_with("array")) return Memory::kDevice;
  return Memory::kUnknown;
}

void AddTo(CopySum& sum, int64_t bytes, int64_t time) {
  ++sum.copies;
  if (bytes != kUnknown) sum.bytes += bytes;
  sum.time += time;
}

class Collector {
 public:
  explicit Collector(const Profile& profile) : profile_(profile), launched_by_(profile) {}

  void Add(TrackId track, uint32_t event) {
    const Events& events = profile_.events[track];
    if (events.detail.empty() || !events.detail[event].valid()) return;
    const std::string_view detail = profile_.strings[events.detail[event]];
    if (detail.find(kFrom) == detail.npos) return;  // no copy
    const Memory from = MemoryOf(detail, kFrom), to = MemoryOf(detail, kTo);
    const int64_t bytes = ParseKernelDetails(detail).copied_bytes, time = events.duration[event];
    if (from == Memory::kPageable && to == Memory::kDevice) {
      AddTo(copies_.pageable, bytes, time);
      AddTo(sites_[CallSiteOf(profile_, launched_by_(track, event))], bytes, time);
    } else if (from == Memory::kPinned && to == Memory::kDevice) {
      AddTo(copies_.pinned, bytes, time);
    } else if (from == Memory::kDevice && to == Memory::kPageable) {
      AddTo(copies_.to_pageable, bytes, time);
    } else if (from == Memory::kUnknown || to == Memory::kUnknown) {
      ++copies_.of_unknown_kind;
    }
  }

  MemoryCopies Take() && {
    for (const auto& [site, sum] : sites_) copies_.sites.push_back({site, sum});
    std::sort(copies_.sites.begin(), copies_.sites.end(), [](const auto& a, const auto& b) {
      if (a.sum.time != b.sum.time) return a.sum.time > b.sum.time;
      return std::pair(a.site.op, a.site.frame) < std::pair(b.site.op, b.site.frame);
    });
    return std::move(copies_);
  }

 private:
  const Profile& profile_;
  const LaunchedBy launched_by_;
  absl::flat_hash_map<CallSite, CopySum> sites_;
  MemoryCopies copies_;
};

}  // namespace

absl::StatusOr<MemoryCopies> MemoryCopiesOf(const Profile& profile, const Query& query,
                                            RunContext& context) {
  Collector collector(profile);
  PROFILER_RETURN_IF_ERROR(ForEachDeviceEvent(
      profile, query, [&](TrackId track, uint32_t event) { collector.Add(track, event); },
      context));
  return std::move(collector).Take();
}

}  // namespace profiler
