#ifndef PROFILER_ANALYSIS_INSTRUCTIONS_DEVICE_PEAKS_H_
#define PROFILER_ANALYSIS_INSTRUCTIONS_DEVICE_PEAKS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profiler/base/value.h"
#include "profiler/query/given_peaks.h"
#include "profiler/store/profile.h"

namespace profiler {

// What a device can do at most: dense 16-bit float operations, bytes of its main memory (HBM), and
// bytes of its links to other devices, in one direction. NaN where it is not known.
struct DevicePeaks {
  double flops_per_second = kAbsentReal;
  double bytes_per_second = kAbsentReal;
  double link_bytes_per_second = kAbsentReal;
  // 32-bit float operations without tensor or matrix cores.
  double plain_flops_per_second = kAbsentReal;

  // Float operations per byte from which on the float operations limit, and not the memory.
  double ridge() const { return flops_per_second / bytes_per_second; }
};

// As `given` by the user; else as recorded; else of a GPU its cores x clock x the operations of a
// core in a cycle, by its compute capability; else by its model's name. Tables and their sources
// are in docs/metrics.md.
DevicePeaks PeaksOf(const Profile& profile, DeviceId device, const std::vector<GivenPeaks>& given);

// Of a device without a model what else tells its kind, or its name.
std::string ModelToShow(const Profile& profile, const DeviceRow& device);

// By device.
std::vector<DevicePeaks> PeaksOfDevices(const Profile& profile,
                                        const std::vector<GivenPeaks>& given);

// By device a number that devices of the same peaks share.
std::vector<uint32_t> KindsByPeaks(const Profile& profile, const std::vector<GivenPeaks>& given);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INSTRUCTIONS_DEVICE_PEAKS_H_
