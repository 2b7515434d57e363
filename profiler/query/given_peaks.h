#ifndef PROFILER_QUERY_GIVEN_PEAKS_H_
#define PROFILER_QUERY_GIVEN_PEAKS_H_

#include <string>

#include "profiler/base/value.h"

namespace profiler {

// What a user says that devices of a model can do at most (-device_peaks). NaN if not given.
struct GivenPeaks {
  std::string model;  // words of the device's model as roofline's section roofs tells it
  double flops_per_second = kAbsentReal;
  double memory_bytes_per_second = kAbsentReal;
  double link_bytes_per_second = kAbsentReal;
};

}  // namespace profiler

#endif  // PROFILER_QUERY_GIVEN_PEAKS_H_
