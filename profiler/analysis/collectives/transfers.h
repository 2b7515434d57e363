#ifndef PROFILER_ANALYSIS_COLLECTIVES_TRANSFERS_H_
#define PROFILER_ANALYSIS_COLLECTIVES_TRANSFERS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

// TensorFlow's label of a transfer: "[8192B] [315.1Mb/s] edge_15_w1/read from A to B".
struct TransferLabel {
  int64_t bytes = kUnknown;
  bool is_rounded = false;  // `bytes` is rounded to 0.1 MB
  std::string_view tensor, from, to;
};
std::optional<TransferLabel> ParseTransferLabel(std::string_view label);

// A tensor that one device received from another, as recorded by the receiver.
struct Transfer {
  std::string_view from, to;  // devices; empty if unknown
  StepId step;
  int64_t begin = 0, duration = 0;  // the start is when the sender has the tensor ready
  int64_t bytes = kUnknown;
};

// The transfers in the selected steps and places, sorted by track and start.
std::vector<Transfer> Transfers(const Selected& selected);

// All transfers from one worker to another, or between two devices of one worker.
struct Link {
  std::string from, to;
  int64_t transfers = 0;
  Value bytes = 0;              // kAbsent if no size is known
  Int128 in_flight = 0;         // while at least one transfer was running
  int64_t median_duration = 0;  // of a transfer
};

// Ignores transfers with an unknown end. Sorted by name.
std::vector<Link> Links(const std::vector<Transfer>& transfers);

// The display names of both ends, e.g. "worker:1", or the device's name if the device has no task.
// If both names would be equal, the names include the devices.
std::pair<std::string, std::string> LinkEnds(std::string_view from, std::string_view to);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_TRANSFERS_H_
