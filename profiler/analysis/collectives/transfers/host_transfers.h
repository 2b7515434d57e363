#ifndef PROFILER_ANALYSIS_COLLECTIVES_TRANSFERS_HOST_TRANSFERS_H_
#define PROFILER_ANALYSIS_COLLECTIVES_TRANSFERS_HOST_TRANSFERS_H_

#include <cstdint>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// The attribute with the runtime that takes part in a host transfer, as the reader of XSpaces names
// it: the value of _xla_host_transfer_handler_name.
inline constexpr char kHostTransferHandler[] = "host_transfer_handler";

// The sends and receives of a compiled program that pass through its host, by their purpose. They
// are no input, which comes through infeeds or in arguments.
class HostTransfers {
 public:
  explicit HostTransfers(const Profile& profile);

  // A part of a collective between devices that no fast network connects: slices of TPUs exchange
  // through their hosts and the network of the data center.
  bool IsOfCollective(OpId op) const { return Is(op, kOfCollective); }
  // Of another or unknown purpose: a callback, offloaded values.
  bool IsOther(OpId op) const { return Is(op, kOther); }

 private:
  enum Purpose : uint8_t { kNone, kOfCollective, kOther };

  bool Is(OpId op, Purpose purpose) const {
    return op.valid() && !purposes_.empty() && purposes_[op.row()] == purpose;
  }

  std::vector<Purpose> purposes_;  // by op; empty without host transfers
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_TRANSFERS_HOST_TRANSFERS_H_
