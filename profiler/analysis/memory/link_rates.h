#ifndef PROFILER_ANALYSIS_MEMORY_LINK_RATES_H_
#define PROFILER_ANALYSIS_MEMORY_LINK_RATES_H_

#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/accelerators/memory_copies.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// The link of a GPU to its host with 16 lanes.
struct HostLink {
  int generation = 0;       // of PCIe; 0 if the model is unknown
  int64_t usual_bytes = 0;  // what copies reach of it, per second
};
// By the name of the model, e.g. "NVIDIA H100 80GB HBM3". Only of models that all have 16 lanes.
HostLink HostLinkOf(std::string_view model);

// Copies of several MB each from page-locked memory to a GPU.
struct LinkRate {
  SourceId source;
  DeviceId device;
  CopySum sum;
};
// Of each GPU with such copies in the selected steps, as each source recorded it.
absl::StatusOr<std::vector<LinkRate>> LinkRatesOf(const Selected& selected,
                                                  const RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_MEMORY_LINK_RATES_H_
