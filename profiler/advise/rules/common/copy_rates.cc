#include "profiler/advise/rules/common/copy_rates.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/accelerators/memory_copies.h"
#include "profiler/analysis/values/upper_median.h"

namespace profiler {
namespace {

CopiesToDevices CopiesOfSources(const std::map<SourceId, CopiesToDevices>& copies,
                                const std::vector<SourceId>& sources) {
  CopiesToDevices sum;
  const auto add = [](const CopySum& from, CopySum& to) {
    to.copies += from.copies;
    to.bytes += from.bytes;
    to.time += from.time;
  };
  for (const SourceId source : sources) {
    const auto found = copies.find(source);
    if (found == copies.end()) continue;
    add(found->second.pinned, sum.pinned);
    add(found->second.pageable, sum.pageable);
  }
  return sum;
}

// Bytes per second; 0 without copies.
double RateOfCopies(const CopySum& sum) {
  return sum.time <= 0 ? 0
                       : static_cast<double>(sum.bytes) * static_cast<double>(kPicosPerSecond) /
                             static_cast<double>(sum.time);
}

}  // namespace

CopyRates CopyRatesOf(const Profile& profile, const std::vector<SourceId>& own,
                      const std::vector<std::vector<SourceId>>& others) {
  constexpr double kFarSlower = 2;  // times
  const std::map<SourceId, CopiesToDevices> copies = CopiesToDevicesOf(profile);
  const CopiesToDevices of_own = CopiesOfSources(copies, own);
  CopyRates rates;
  rates.are_pinned = of_own.are_mostly_pinned();
  const auto kind = rates.are_pinned ? &CopiesToDevices::pinned : &CopiesToDevices::pageable;
  std::vector<double> of_others;
  size_t copying = 0, pinned = 0;
  for (const std::vector<SourceId>& other : others) {
    const CopiesToDevices of_other = CopiesOfSources(copies, other);
    copying += of_other.pinned.copies + of_other.pageable.copies > 0 ? 1 : 0;
    pinned += of_other.pinned.copies > 0 && of_other.are_mostly_pinned() ? 1 : 0;
    const double rate = RateOfCopies(of_other.*kind);
    if (rate > 0) of_others.push_back(rate);
  }
  rates.are_others_pinned = copying > 0 && pinned == copying;
  const double rate = RateOfCopies(of_own.*kind);
  if (rate <= 0 || of_others.empty()) return rates;
  const bool is_one = of_others.size() == 1;
  const double usual = UpperMedian(of_others);
  if (kFarSlower * rate >= usual) return rates;
  const auto text = [](double bytes_a_second) {
    return FormatRate(static_cast<Value>(bytes_a_second), Value{kPicosPerSecond});
  };
  rates.slow_link = fmt::format(
      "copies from {}memory reach {} there, {} on the {}: look at the link of its GPU to the host "
      "(nvidia-smi -q shows the width and generation of PCIe) and at what else uses it",
      rates.are_pinned ? "pinned " : "", text(rate), text(usual),
      is_one ? "other rank" : "median of the others");
  return rates;
}

}  // namespace profiler
