#include "profiler/advise/rules/common/allocator_remedy.h"

#include <fmt/format.h>

#include "profiler/analysis/ops/call_site.h"
#include "profiler/analysis/ops/source_line.h"

namespace profiler {
namespace {

constexpr char kNoEmptyCache[] =
    "it gives memory back, so that it must be allocated again: take it out of the loop";

// "torch.cuda.empty_cache() at train.py:12 makes the frees", or what says that it does.
std::string EmptyCacheText(const Profile& profile, const DeviceAllocations& allocations) {
  if (!allocations.in_empty_cache.valid()) {
    return "The frees come together, outside of any op, as torch.cuda.empty_cache() makes them";
  }
  const std::string line =
      SourceLine(profile, CallSiteOf(profile, allocations.in_empty_cache).frame);
  return fmt::format("torch.cuda.empty_cache(){} makes the frees",
                     line.empty() ? "" : " at " + line);
}

}  // namespace

std::string AllocatorRemedy(const Profile& profile, const DeviceAllocations& allocations) {
  switch (WhyFreedOf(allocations)) {
    case WhyFreed::kShort:
      return kAllocatorRetries;
    case WhyFreed::kEmptyCache:
      return fmt::format("{}: {}", EmptyCacheText(profile, allocations), kNoEmptyCache);
    case WhyFreed::kUnknown:
      break;
  }
  return fmt::format(
      "{}: either the loop calls torch.cuda.empty_cache(), or {}",
      allocations.has_ops ? "No op makes most of the frees" : "Ops were not recorded",
      allocations.has_ops
          ? "PyTorch keeps no memory (PYTORCH_NO_CUDA_MEMORY_CACHING): let it keep what is freed"
          : "the memory that PyTorch's allocator keeps does not suffice: take such calls out of "
            "the loop, or use less memory");
}

}  // namespace profiler
