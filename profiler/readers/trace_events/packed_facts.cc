#include <cstring>
#include <iterator>

#include "profiler/readers/trace_events/slices.h"

namespace profiler::chrome_trace {
namespace {

// The members of Facts, the most common first.
constexpr int64_t Facts::*kNumbers[] = {
    &Facts::external_id,    &Facts::correlation, &Facts::device,   &Facts::stream,
    &Facts::float_ops,      &Facts::address,     &Facts::bytes,    &Facts::total_allocated,
    &Facts::total_reserved, &Facts::device_type, &Facts::sequence, &Facts::forward_thread,
    &Facts::step,           &Facts::call_line,
};
constexpr StringId Facts::*kTexts[] = {
    &Facts::detail,      &Facts::op_name,      &Facts::op_type,  &Facts::input_dims,
    &Facts::input_types, &Facts::input_values, &Facts::call_file};
constexpr size_t kMembers = std::size(kNumbers) + std::size(kTexts);
static_assert(sizeof(Facts) <= sizeof(int64_t) * std::size(kNumbers) +
                                   sizeof(StringId) * (std::size(kTexts) + 1),
              "a member of Facts is missing above");
static_assert(kMembers <= 32, "each member needs a bit that says whether it is there");

// A row is a mask of its members, then their values as varints. It begins at a multiple of kUnit.
constexpr size_t kBlockBytes = 1 << 20, kUnit = 4, kUnitsPerBlock = kBlockBytes / kUnit;
constexpr size_t kMostBlocks = UINT32_MAX / kUnitsPerBlock;
constexpr size_t kMostVarint = 10, kMostRow = (kMembers + 1) * kMostVarint;

uint8_t* PutVarint(uint64_t value, uint8_t* to) {
  for (; value >= 0x80; value >>= 7) *to++ = static_cast<uint8_t>(value | 0x80);
  *to++ = static_cast<uint8_t>(value);
  return to;
}

uint64_t TakeVarint(const uint8_t*& from) {
  uint64_t value = 0;
  for (int shift = 0;; shift += 7) {
    const uint8_t byte = *from++;
    value |= static_cast<uint64_t>(byte & 0x7F) << shift;
    if (byte < 0x80) return value;
  }
}

// Small for small negative numbers too.
uint64_t ZigZag(int64_t number) {
  return static_cast<uint64_t>(number) << 1 ^ static_cast<uint64_t>(number >> 63);
}
int64_t UnZigZag(uint64_t value) { return static_cast<int64_t>(value >> 1 ^ (~(value & 1) + 1)); }

}  // namespace

uint32_t PackedFacts::Add(const Facts& facts) {
  uint32_t present = 0;
  uint32_t bit = 1;
  for (const auto member : kNumbers) {
    if (facts.*member != kUnknown) present |= bit;
    bit <<= 1;
  }
  for (const auto member : kTexts) {
    if ((facts.*member).valid()) present |= bit;
    bit <<= 1;
  }
  if (present == 0) return Slice::kNoFacts;
  if (blocks_.empty() || kBlockBytes - used_ < kMostRow) {
    if (blocks_.size() == kMostBlocks) return Slice::kNoFacts;
    blocks_.push_back(std::make_unique_for_overwrite<uint8_t[]>(kBlockBytes));
    used_ = 0;
  }
  const size_t place = (blocks_.size() - 1) * kUnitsPerBlock + used_ / kUnit;
  uint8_t* const begin = blocks_.back().get() + used_;
  uint8_t* to = PutVarint(present, begin);
  bit = 1;
  for (const auto member : kNumbers) {
    if ((present & bit) != 0) to = PutVarint(ZigZag(facts.*member), to);
    bit <<= 1;
  }
  for (const auto member : kTexts) {
    if ((present & bit) != 0) to = PutVarint((facts.*member).row(), to);
    bit <<= 1;
  }
  used_ += (static_cast<size_t>(to - begin) + kUnit - 1) / kUnit * kUnit;
  return static_cast<uint32_t>(place);
}

Facts PackedFacts::At(uint32_t place) const {
  Facts facts;
  const uint8_t* from = blocks_[place / kUnitsPerBlock].get() + place % kUnitsPerBlock * kUnit;
  auto present = static_cast<uint32_t>(TakeVarint(from));
  for (const auto member : kNumbers) {
    if ((present & 1) != 0) facts.*member = UnZigZag(TakeVarint(from));
    present >>= 1;
  }
  for (const auto member : kTexts) {
    if ((present & 1) != 0) facts.*member = StringId(static_cast<uint32_t>(TakeVarint(from)));
    present >>= 1;
  }
  return facts;
}

}  // namespace profiler::chrome_trace
