#ifndef PROFILER_ANALYSIS_COLLECTIVES_COLLECTIVE_KINDS_H_
#define PROFILER_ANALYSIS_COLLECTIVES_COLLECTIVE_KINDS_H_

#include <cstdint>
#include <string_view>

namespace profiler {

// What a collective does.
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
  kSendRecv,  // on its own, or what a library makes other kinds of
  kBarrier,
  kOther,
};

// "all_reduce" ...
std::string_view Name(CollectiveKind kind);

// By the name of a kernel, an op or a library's call, whoever wrote it:
// ncclDevKernel_AllReduce_..., c10d::allreduce_, _allgather_base, reduce-scatter.3.
CollectiveKind KindOfCollective(std::string_view name);

// No rank ends before the last one arrived.
bool WaitsForAll(CollectiveKind kind);

// What a collective's bandwidth is multiplied by to get what each rank's link carries, by the
// definitions of NCCL's tests (github.com/NVIDIA/nccl-tests, doc/PERFORMANCE.md): 2(n-1)/n of an
// all-reduce, (n-1)/n of an all-gather, a reduce-scatter, an all-to-all, a gather or a scatter, 1
// of a broadcast, a reduce or a send. NaN where it is not defined, or n, the size of the group, is
// not known.
double BusFactor(CollectiveKind kind, int64_t group_size);

// Bytes of an element by the name that PyTorch or HLO gives its type: Float, BFloat16, f32, s8;
// kUnknown of others.
int64_t ElementBytes(std::string_view type);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_COLLECTIVE_KINDS_H_
