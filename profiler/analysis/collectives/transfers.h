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

// What TensorFlow writes about a transfer: "[8192B] [315.1Mb/s] edge_15_w1/read from A to B".
struct TransferLabel {
  int64_t bytes = kUnknown;
  bool is_rounded = false;  // to 0.1 MB
  std::string_view tensor, from, to;
};
std::optional<TransferLabel> ParseTransferLabel(std::string_view label);

// A tensor that one device got from another, as the receiver saw it.
struct Transfer {
  std::string_view from, to;  // devices; empty where the profile does not tell
  StepId step;
  int64_t begin = 0, duration = 0;  // of the transfer alone: the sender had the tensor ready
  int64_t bytes = kUnknown;
};

// Those of the selected steps and places, by track and begin.
std::vector<Transfer> Transfers(const Selected& selected);

// What went from one worker to another, or between two devices of one.
struct Link {
  std::string from, to;
  int64_t transfers = 0;
  Value bytes = 0;              // kAbsent where that of any is not known
  Int128 in_flight = 0;         // while at least one was under way
  int64_t median_duration = 0;  // of a transfer
};

// Of the transfers with both ends known, by name.
std::vector<Link> Links(const std::vector<Transfer>& transfers);

// "worker:1", or the device where it is no task's; both ends with their devices where they would
// be equal.
std::pair<std::string, std::string> LinkEnds(std::string_view from, std::string_view to);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_TRANSFERS_H_
