#include "profiler/readers/xspace/stats.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "absl/strings/string_view.h"

namespace profiler::xspace {
namespace {

struct KnownName {
  std::string_view name;
  Stat stat;
};
constexpr KnownName kKnown[] = {
    {"_r", Stat::kIsRoot},
    {"step_num", Stat::kStepNum},
    {"step_name", Stat::kStepName},
    {"id", Stat::kExecutorStep},
    {"group_id", Stat::kGroupId},
    {"_pt", Stat::kProducerType},
    {"_p", Stat::kProducerId},
    {"_ct", Stat::kConsumerType},
    {"_c", Stat::kConsumerId},
    {"correlation_id", Stat::kCorrelationId},
    {"device_id", Stat::kDeviceId},
    {"run_id", Stat::kRunId},
    {"queue_id", Stat::kQueueId},
    {"device_ordinal", Stat::kDeviceOrdinal},
    {"tf_op", Stat::kTfOp},
    {"name", Stat::kName},
    {"hlo_op", Stat::kHloOp},
    {"hlo_module", Stat::kHloModule},
    {"program_id", Stat::kProgramId},
    {"hlo_category", Stat::kHloCategory},
    {"flops", Stat::kFlops},
    {"bytes_accessed", Stat::kBytesAccessed},
    {"symbol_id", Stat::kSymbolId},
    {"source", Stat::kSource},
    {"device_offset_ps", Stat::kDeviceOffset},
    {"device_duration_ps", Stat::kDeviceDuration},
    {"kernel_details", Stat::kKernelDetails},
    {"memcpy_details", Stat::kMemcpyDetails},
    {"parallelism", Stat::kParallelism},
    {"autotune", Stat::kAutotune},
    {"cpu_budget", Stat::kCpuBudget},
    {"buffer_size", Stat::kBufferSize},
    {"buffer_limit", Stat::kBufferLimit},
    {"is_eager", Stat::kIsEager},
    {"tracing_count", Stat::kTracingCount},
    {"allocator_name", Stat::kAllocatorName},
    {"allocation_bytes", Stat::kAllocationBytes},
    {"requested_bytes", Stat::kRequestedBytes},
    {"bytes_allocated", Stat::kBytesAllocated},
    {"bytes_reserved", Stat::kBytesReserved},
    {"bytes_available", Stat::kBytesAvailable},
    {"fragmentation", Stat::kFragmentation},
    {"region_type", Stat::kRegionType},
    {"data_type", Stat::kDataType},
    {"shape", Stat::kShape},
    {"tensor_shapes", Stat::kShape},
    {"addr", Stat::kAddress},
    {"Hlo Proto", Stat::kHloProto},
    {"hlo_proto", Stat::kHloProto},
    {"clock_rate", Stat::kClockRate},
    {"core_count", Stat::kCoreCount},
    {"memory_bandwidth", Stat::kMemoryBandwidth},
    {"memory_size", Stat::kMemorySize},
    {"compute_cap_major", Stat::kComputeMajor},
    {"compute_cap_minor", Stat::kComputeMinor},
    {"device_vendor", Stat::kDeviceVendor},
    {"gpu_device_name", Stat::kDeviceType},
    {"device_type_string", Stat::kDeviceType},
    {"peak_teraflops_per_second", Stat::kPeakTeraflops},
    {"peak_hbm_bw_gigabytes_per_second", Stat::kPeakGigabytes},
    {"core_details", Stat::kCoreDetails},
    {"profile_start_time", Stat::kProfileStart},
    {"profile_stop_time", Stat::kProfileStop},
    {"dropped_traces", Stat::kDroppedTraces},
};

Stat FindKnown(std::string_view name) {
  static const auto& known = *[] {
    auto* map = new absl::flat_hash_map<absl::string_view, Stat>();
    for (const KnownName& one : kKnown) map->emplace(one.name.data(), one.stat);
    return map;
  }();
  const auto it = known.find(absl::string_view(name.data(), name.size()));
  return it == known.end() ? Stat::kOther : it->second;
}

}  // namespace

bool StatValue::ConvertsToNumber(int64_t& out) const {
  if (kind == Kind::kReal) {
    if (!(std::fabs(real()) < 9.2e18)) return false;
    out = static_cast<int64_t>(real());
    return true;
  }
  if (kind != Kind::kText) return false;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && !text.empty() && end == text.data() + text.size();
}

double StatValue::AsReal() const {
  if (kind == Kind::kReal) return real();
  int64_t whole = 0;
  return AsNumber(whole) ? static_cast<double>(whole) : std::numeric_limits<double>::quiet_NaN();
}

void StatNames::Add(int64_t id, std::string_view name) { sparse_[id] = {name, FindKnown(name)}; }

void StatNames::Index() {
  // Ids are small and dense, except from odd writers, whose few names must not take much memory.
  const uint64_t most = 4 * sparse_.size() + 64;
  for (const auto& [id, entry] : sparse_) {
    const auto at = static_cast<uint64_t>(id);
    if (at >= most) continue;
    if (at >= dense_.size()) dense_.resize(at + 1);
    dense_[at] = entry;
  }
}

}  // namespace profiler::xspace
