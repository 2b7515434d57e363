#ifndef PROFILER_ANALYSIS_COLLECTIVES_COLLECTIVE_KINDS_H_
#define PROFILER_ANALYSIS_COLLECTIVES_COLLECTIVE_KINDS_H_

#include <cstdint>
#include <string_view>

namespace profiler {

// The operation of a collective.
enum class CollectiveKind : uint8_t {
  kAllReduce,
  kReduceScatter,
  kAllGather,
  kAllToAll,
  kBroadcast,
  kReduce,
  kGather,
  kScatter,
  kPermute,
  kSend,
  kRecv,
  kSendRecv,  // sends and receives of one kernel, or a part of another collective
  kBarrier,
  kOther,
};

// Returns e.g. "all_reduce".
std::string_view Name(CollectiveKind kind);

// The kind of a collective by the name of a kernel, an op or a library's call, of any library, e.g.
// ncclDevKernel_AllReduce_..., c10d::allreduce_, _allgather_base, reduce-scatter.3.
CollectiveKind KindOfCollective(std::string_view name);

// Whether every rank must wait until the last rank has arrived.
bool WaitsForAll(CollectiveKind kind);
// The same, or that it may be so: where the ranks of a broadcast end together, they do.
bool MayWaitForAll(CollectiveKind kind);

// Whether ranks send to one another instead of taking part in one operation of a group.
bool IsPointToPoint(CollectiveKind kind);

// The factor by which to multiply a collective's bandwidth to get the bandwidth of each rank's
// link, as defined by NCCL's tests (github.com/NVIDIA/nccl-tests, doc/PERFORMANCE.md): 2(n-1)/n for
// an all-reduce, (n-1)/n for an all-gather, a reduce-scatter, an all-to-all, a gather or a scatter,
// 1 for a broadcast, a reduce or a send. NaN if the kind has no such factor, or if the group size n
// is unknown.
double BusFactor(CollectiveKind kind, int64_t group_size);

// Bytes per element of a type named as in PyTorch or HLO, e.g. Float, BFloat16, f32, s8. kUnknown
// for other types.
int64_t ElementBytes(std::string_view type);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_COLLECTIVE_KINDS_H_
