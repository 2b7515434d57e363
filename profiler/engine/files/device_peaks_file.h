#ifndef PROFILER_ENGINE_FILES_DEVICE_PEAKS_FILE_H_
#define PROFILER_ENGINE_FILES_DEVICE_PEAKS_FILE_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/query/given_peaks.h"

namespace profiler {

// Reads a file of peaks:
//
//   [[device]]
//   model = "H100"             # words of the device's model as roofline's section roofs tells it
//   teraflops = 989.4          # dense float operations of a second, in 10^12
//   memory_gigabytes = 3352    # bytes of a second of its main memory, in 10^9
//   link_gigabytes = 450       # and of its links to other devices, in one direction
//
// `path` is for errors, which name the line.
absl::StatusOr<std::vector<GivenPeaks>> ParseDevicePeaks(std::string_view toml,
                                                         std::string_view path);

// The same of the file at `path`; nothing if it is empty.
absl::StatusOr<std::vector<GivenPeaks>> ReadDevicePeaks(const std::string& path);

}  // namespace profiler

#endif  // PROFILER_ENGINE_FILES_DEVICE_PEAKS_FILE_H_
