// The stats of planes, event metadata and events: which of them mean something to us, and their
// values.
#ifndef PROFILER_READERS_XSPACE_STATS_H_
#define PROFILER_READERS_XSPACE_STATS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/readers/proto_fields.h"

namespace profiler::xspace {

// The stats that become more than arguments (docs/store-mapping.md 3).
enum class Stat : uint8_t {
  kOther,
  kIsRoot,
  kStepNum,
  kStepName,
  kGroupId,
  kProducerType,
  kProducerId,
  kConsumerType,
  kConsumerId,
  kCorrelationId,
  kDeviceId,
  kRunId,
  kQueueId,
  kDeviceOrdinal,
  kTfOp,
  kName,
  kHloOp,
  kHloModule,
  kProgramId,
  kHloCategory,
  kFlops,
  kBytesAccessed,
  kSymbolId,
  kSource,
  kDeviceOffset,
  kDeviceDuration,
  kKernelDetails,
  kMemcpyDetails,
  kIsEager,
  kAllocatorName,
  kAllocationBytes,
  kRequestedBytes,
  kAddress,
  kHloProto,
  kClockRate,
  kCoreCount,
  kMemoryBandwidth,
  kMemorySize,
  kComputeMajor,
  kComputeMinor,
  kDeviceVendor,
  kDeviceType,
  kPeakTeraflops,
  kPeakGigabytes,
  kCoreDetails,
  kProfileStart,
  kProfileStop,
  kDroppedTraces,
  kCount,
};

struct StatValue {
  enum class Kind : uint8_t { kNone, kNumber, kReal, kText, kBytes };
  Kind kind = Kind::kNone;
  int64_t number = 0;  // signed and unsigned alike: ids come as either, even in one file
  double real = 0;
  std::string_view text;  // of kText and kBytes; points into the file

  bool is_number() const { return kind == Kind::kNumber; }
  // A number, also one that was written as a text or a whole real.
  bool AsNumber(int64_t& out) const;
  double AsReal() const;
};

// The stat_metadata of one plane.
class StatNames {
 public:
  void Add(int64_t id, std::string_view name);

  // kOther for what is not known, also for ids that are not there.
  Stat Find(int64_t id) const;
  // The name of an id; null data where there is none.
  std::string_view Name(int64_t id) const;

 private:
  struct Entry {
    std::string_view name;
    Stat stat = Stat::kOther;
  };
  // Ids are small and dense but for odd writers.
  static constexpr int64_t kMostDense = 1 << 16;
  const Entry* Get(int64_t id) const;

  std::vector<Entry> dense_;
  absl::flat_hash_map<int64_t, Entry> sparse_;
};

// Decodes one XStat; its value's refs are resolved. May throw what protozero throws. `dangling`
// grows by ids that name nothing.
struct DecodedStat {
  int64_t id = 0;
  Stat stat = Stat::kOther;
  StatValue value;
};
DecodedStat DecodeStat(std::string_view bytes, const StatNames& names, int64_t& dangling);

// The known stats of one record, at most one value each: the last one counts.
class StatSet {
 public:
  void Clear() {
    for (Stat stat : set_) at_[static_cast<size_t>(stat)] = StatValue();
    set_.clear();
  }
  void Set(Stat stat, const StatValue& value) {
    StatValue& at = at_[static_cast<size_t>(stat)];
    if (at.kind == StatValue::Kind::kNone) set_.push_back(stat);
    at = value;
  }
  bool Has(Stat stat) const { return (*this)[stat].kind != StatValue::Kind::kNone; }
  const StatValue& operator[](Stat stat) const { return at_[static_cast<size_t>(stat)]; }
  const std::vector<Stat>& all() const { return set_; }

 private:
  std::vector<Stat> set_;
  StatValue at_[static_cast<size_t>(Stat::kCount)];
};

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_STATS_H_
