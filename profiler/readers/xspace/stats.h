// The known stats of planes, event metadata and events, and their values.
#ifndef PROFILER_READERS_XSPACE_STATS_H_
#define PROFILER_READERS_XSPACE_STATS_H_

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/readers/common/proto_fields.h"

namespace profiler::xspace {

// The stats that are read (docs/store-mapping.md, section 3).
enum class Stat : uint8_t {
  kOther,
  kIsRoot,
  kStepNum,
  kStepName,
  kExecutorStep,  // the id that TensorFlow's executor gives a run of a graph
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
  kParallelism,
  kAutotune,
  kCpuBudget,
  kBufferSize,
  kBufferLimit,
  kIsEager,
  kTracingCount,
  kAllocatorName,
  kAllocationBytes,
  kRequestedBytes,
  kBytesAllocated,
  kBytesReserved,
  kBytesAvailable,
  kFragmentation,
  kRegionType,
  kDataType,
  kShape,
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
  bool is_shared = false;  // a text of the plane's table, where equal texts have one address
  uint32_t shared_id = 0;  // of a shared text, its id in that table; UINT32_MAX for greater ids
  // Signed or unsigned; ids come as either, even in one file. For kReal, the bits of the double.
  int64_t number = 0;
  std::string_view text;  // of kText and kBytes; points into the file

  bool is_number() const { return kind == Kind::kNumber; }
  // Sets `out` to the value as an integer, which may be written as a text or as a whole real.
  bool AsNumber(int64_t& out) const {
    if (kind == Kind::kNone) return false;
    if (kind != Kind::kNumber) return ConvertsToNumber(out);
    out = number;
    return true;
  }
  double AsReal() const;

 private:
  double real() const { return std::bit_cast<double>(number); }
  bool ConvertsToNumber(int64_t& out) const;
};

// The stat_metadata of one plane.
class StatNames {
 public:
  void Add(int64_t id, std::string_view name);
  // Must be called after the last Add(), so that small ids are found without hashing.
  void Index();

  struct Entry {
    std::string_view name;
    Stat stat = Stat::kOther;  // kOther if the name is unknown
  };
  // Ids below this one are small, as most are.
  size_t small_ids() const { return dense_.size(); }
  // Returns null for an unknown id.
  const Entry* Find(int64_t id) const {
    if (static_cast<uint64_t>(id) < dense_.size()) {
      const Entry& entry = dense_[static_cast<size_t>(id)];
      return entry.name.data() == nullptr ? nullptr : &entry;
    }
    const auto it = sparse_.find(id);
    return it == sparse_.end() ? nullptr : &it->second;
  }

 private:
  std::vector<Entry> dense_;  // by id, for small ids
  absl::flat_hash_map<int64_t, Entry> sparse_;
};

struct DecodedStat {
  Stat stat = Stat::kOther;
  StatValue value;
};

// Decodes the XStat that `walk` goes over into `decoded`, which must be empty, and resolves
// references in its value. The value of an unknown stat may be skipped. Counts ids without a name
// in `dangling`. Returns false if the bytes are damaged. Inline, because there are several for each
// event.
inline bool DecodeStat(WireWalk walk, const StatNames& names, int64_t& dangling,
                       DecodedStat& decoded) {
  constexpr uint32_t kStatId = VarintField(1);
  constexpr uint32_t kDouble = protozero::tag_and_type(2, protozero::pbf_wire_type::fixed64);
  constexpr uint32_t kUint = VarintField(3);
  constexpr uint32_t kInt = VarintField(4);
  constexpr uint32_t kStr = BytesField(5);
  constexpr uint32_t kBytes = BytesField(6);
  constexpr uint32_t kRef = VarintField(7);
  StatValue& value = decoded.value;
  bool has_id = false;
  // False if the rest is not needed.
  const auto take_id = [&](int64_t id) {
    const StatNames::Entry* const entry = names.Find(id);
    dangling += entry == nullptr ? 1 : 0;
    decoded.stat = entry == nullptr ? Stat::kOther : entry->stat;
    has_id = true;
    return decoded.stat != Stat::kOther;
  };
  while (walk.Next()) {
    switch (walk.tag()) {
      case kStatId:
        if (!take_id(walk.int64())) return true;
        break;
      case kDouble:
        value.kind = StatValue::Kind::kReal;
        value.number = std::bit_cast<int64_t>(walk.real());
        break;
      case kUint:
      case kInt:
        value.kind = StatValue::Kind::kNumber;
        value.number = walk.int64();
        break;
      case kStr:
      case kBytes:
        value.kind = walk.tag() == kStr ? StatValue::Kind::kText : StatValue::Kind::kBytes;
        value.text = walk.bytes();
        value.is_shared = false;
        break;
      case kRef: {
        const StatNames::Entry* const entry = names.Find(walk.int64());
        value.text = entry == nullptr ? std::string_view() : entry->name;
        value.shared_id = static_cast<uint32_t>(std::min<uint64_t>(walk.varint(), UINT32_MAX));
        value.kind = entry == nullptr ? StatValue::Kind::kNone : StatValue::Kind::kText;
        value.is_shared = true;
        dangling += entry == nullptr ? 1 : 0;
        break;
      }
      default:
        break;
    }
  }
  if (!has_id) take_id(0);  // 0 is written by omission
  return walk.stop() == WireWalk::Stop::kEnd;
}

// A set of stats, as bits.
using StatMask = uint64_t;
constexpr StatMask MaskOf(Stat stat) { return StatMask{1} << static_cast<unsigned>(stat); }
static_assert(static_cast<unsigned>(Stat::kCount) <= 64);

// The known stats of one record. If a stat occurs twice, the last value is used.
class StatSet {
 public:
  void Clear() { set_ = 0; }
  void Set(Stat stat, const StatValue& value) {
    at_[static_cast<size_t>(stat)] = value;
    if (value.kind == StatValue::Kind::kNone) {
      set_ &= ~MaskOf(stat);
    } else {
      set_ |= MaskOf(stat);
    }
  }
  bool Has(Stat stat) const { return HasAny(MaskOf(stat)); }
  bool HasAny(StatMask mask) const { return (set_ & mask) != 0; }
  StatMask set() const { return set_; }
  const StatValue& operator[](Stat stat) const {
    static constexpr StatValue kNothing;
    return Has(stat) ? at_[static_cast<size_t>(stat)] : kNothing;
  }

 private:
  StatMask set_ = 0;
  StatValue at_[static_cast<size_t>(Stat::kCount)];
};

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_STATS_H_
