#include "profiler/analysis/shapes/alignment.h"

#include <charconv>
#include <cmath>

#include "profiler/analysis/shapes/shape_work.h"

namespace profiler {
namespace {

constexpr double kBytesOfLoad = 16;

// The elements that the kernel loads at a time by its name; 0 if the name does not say it.
int64_t AlignmentInName(std::string_view kernel) {
  constexpr std::string_view kAlign = "_align";
  const size_t at = kernel.find(kAlign);
  if (at == kernel.npos) return 0;
  int64_t elements = 0;
  const char* const begin = kernel.data() + at + kAlign.size();
  std::from_chars(begin, kernel.data() + kernel.size(), elements);
  return elements;
}

bool IsAligned(double elements, double element_bytes) {
  return std::fmod(elements * element_bytes, kBytesOfLoad) == 0;
}

}  // namespace

Alignment AlignmentOf(const Profile& profile, const std::vector<HloUse>& uses) {
  Alignment alignment;
  for (const HloUse& use : uses) {
    if (!use.product || std::isnan(use.product->element_bytes)) continue;
    alignment.products += use.self;
    const ProductShape& of = *use.product;
    const std::string_view kernel = profile.strings[use.kernel];
    const auto loads = static_cast<double>(AlignmentInName(kernel));
    const bool loads_less = loads > 0 && loads * of.element_bytes < kBytesOfLoad;
    if (!loads_less || (IsAligned(of.n, of.element_bytes) && IsAligned(of.k, of.element_bytes))) {
      continue;
    }
    alignment.unaligned.push_back({profile.strings[profile.ops.row[use.op].name], use.shape, kernel,
                                   use.occurrences, use.self, use.flops});
  }
  return alignment;
}

}  // namespace profiler
