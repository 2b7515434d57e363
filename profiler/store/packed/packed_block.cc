#include "profiler/store/packed/packed_block.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "profiler/store/kinds.h"

namespace profiler {
namespace {

// A value is `base` + code * `scale`. If some values are unknown, their code is 0 and the codes of
// the others are greater by one.
struct ColumnHead {
  int64_t base = 0;
  uint32_t scale = 1;
  uint32_t offset = 0;  // of the codes, from the start of the block
  uint8_t width = 0;    // of a code: 0, 1, 2, 4 or 8 bytes
  bool has_unknown = false;
};

// Common units of recorded times, in picoseconds. As constants they divide faster.
constexpr uint64_t kMicro = 1'000'000, kNano = 1'000;

// Converts to unsigned, whose arithmetic wraps, so that the difference of any two values fits.
uint64_t Bits(int64_t value) { return static_cast<uint64_t>(value); }

struct Range {
  int64_t least = 0, greatest = 0;
  bool has_known = false, has_unknown = false;
};

Range RangeOf(const int64_t* values) {
  int64_t least = INT64_MAX, greatest = INT64_MIN;
  bool has_unknown = false;
  for (size_t i = 0; i < kBlockRows; ++i) {
    const bool unknown = values[i] == kUnknown;
    has_unknown |= unknown;
    least = std::min(least, unknown ? INT64_MAX : values[i]);
    greatest = std::max(greatest, values[i]);
  }
  return {least, greatest, greatest != kUnknown, has_unknown};
}

template <uint64_t kScale>
bool DividesAll(const int64_t* values, int64_t base) {
  for (size_t i = 0; i < kBlockRows; ++i) {
    if (values[i] != kUnknown && (Bits(values[i]) - Bits(base)) % kScale != 0) return false;
  }
  return true;
}

uint64_t ScaleOf(const int64_t* values, int64_t base) {
  if (DividesAll<kMicro>(values, base)) return kMicro;
  return DividesAll<kNano>(values, base) ? kNano : 1;
}

uint8_t WidthOf(uint64_t greatest_code) {
  if (greatest_code == 0) return 0;
  if (greatest_code <= UINT8_MAX) return 1;
  if (greatest_code <= UINT16_MAX) return 2;
  return greatest_code <= UINT32_MAX ? 4 : 8;
}

// Whether all values are equal, as in most columns of a block.
bool AreAlike(const int64_t* values) {
  return std::memcmp(values, values + 1, (kBlockRows - 1) * sizeof(int64_t)) == 0;
}

ColumnHead HeadOf(const int64_t* values) {
  ColumnHead head;
  if (AreAlike(values)) {
    head.has_unknown = values[0] == kUnknown;
    head.base = head.has_unknown ? 0 : values[0];
    return head;
  }
  const Range range = RangeOf(values);
  head.has_unknown = range.has_unknown;
  if (!range.has_known) return head;
  head.base = range.least;
  uint64_t span = Bits(range.greatest) - Bits(range.least);
  if (span > UINT32_MAX) {
    head.scale = static_cast<uint32_t>(ScaleOf(values, head.base));
    span /= head.scale;
  }
  head.width = WidthOf(span + (range.has_unknown ? 1 : 0));
  return head;
}

template <typename Code, uint64_t kScale>
void PutScaled(const int64_t* values, const ColumnHead& head, char* to) {
  const uint64_t first = head.has_unknown ? 1 : 0;
  for (size_t i = 0; i < kBlockRows; ++i) {
    const uint64_t code = (Bits(values[i]) - Bits(head.base)) / kScale + first;
    const auto put = static_cast<Code>(values[i] == kUnknown ? 0 : code);
    std::memcpy(to + i * sizeof(Code), &put, sizeof(Code));
  }
}

template <typename Code>
void PutCodes(const int64_t* values, const ColumnHead& head, char* to) {
  if (head.scale == kMicro) return PutScaled<Code, kMicro>(values, head, to);
  if (head.scale == kNano) return PutScaled<Code, kNano>(values, head, to);
  PutScaled<Code, 1>(values, head, to);
}

void PutColumn(const int64_t* values, const ColumnHead& head, char* to) {
  switch (head.width) {
    case 1:
      return PutCodes<uint8_t>(values, head, to);
    case 2:
      return PutCodes<uint16_t>(values, head, to);
    case 4:
      return PutCodes<uint32_t>(values, head, to);
    case 8:
      return PutCodes<uint64_t>(values, head, to);
    default:
      return;
  }
}

int64_t Decoded(uint64_t code, const ColumnHead& head) {
  if (!head.has_unknown) return static_cast<int64_t>(Bits(head.base) + code * head.scale);
  return code == 0 ? kUnknown : static_cast<int64_t>(Bits(head.base) + (code - 1) * head.scale);
}

template <typename Code>
uint64_t CodeAt(const char* codes, size_t row) {
  Code code;
  std::memcpy(&code, codes + row * sizeof(Code), sizeof(Code));
  return code;
}

// In loops without branches, as the compiler then decodes several values at once: it must know that
// `values` are neither codes nor in the head.
template <typename Code>
void Decode(const char* __restrict codes, const ColumnHead head, int64_t* __restrict values) {
  if (head.scale != 1) {
    for (size_t i = 0; i < kBlockRows; ++i) values[i] = Decoded(CodeAt<Code>(codes, i), head);
    return;
  }
  if (head.has_unknown) {
    for (size_t i = 0; i < kBlockRows; ++i) {
      const uint64_t code = CodeAt<Code>(codes, i);
      values[i] = code == 0 ? kUnknown : static_cast<int64_t>(Bits(head.base) - 1 + code);
    }
    return;
  }
  for (size_t i = 0; i < kBlockRows; ++i) {
    values[i] = static_cast<int64_t>(Bits(head.base) + CodeAt<Code>(codes, i));
  }
}

ColumnHead ReadHead(const PackedBlock& block, size_t column) {
  ColumnHead head;
  std::memcpy(&head, block.get() + column * sizeof(ColumnHead), sizeof(ColumnHead));
  return head;
}

// Allocates memory for many blocks at a time: threads that pack get memory from the system one page
// at a time otherwise (3 % of reading a ProfileProto, measured).
std::shared_ptr<char[]> Room(size_t bytes) {
  constexpr size_t kAtOnce = 64 << 10, kAligned = alignof(ColumnHead);
  thread_local std::shared_ptr<char[]> slab;
  thread_local size_t used = kAtOnce;
  if (used + bytes > kAtOnce) {
    if (bytes > kAtOnce / 4) return std::shared_ptr<char[]>(new char[bytes]);
    slab.reset(new char[kAtOnce]);
    used = 0;
  }
  std::shared_ptr<char[]> room(slab, slab.get() + used);
  used += (bytes + kAligned - 1) / kAligned * kAligned;
  return room;
}

}  // namespace

PackedBlock PackBlock(const int64_t* cells, size_t columns) {
  std::vector<ColumnHead> heads(columns);
  size_t bytes = columns * sizeof(ColumnHead);
  for (size_t c = 0; c < columns; ++c) {
    heads[c] = HeadOf(cells + c * kBlockRows);
    heads[c].offset = static_cast<uint32_t>(bytes);
    bytes += heads[c].width * kBlockRows;
  }
  const std::shared_ptr<char[]> block = Room(bytes);
  std::memcpy(block.get(), heads.data(), columns * sizeof(ColumnHead));
  for (size_t c = 0; c < columns; ++c) {
    PutColumn(cells + c * kBlockRows, heads[c], block.get() + heads[c].offset);
  }
  return block;
}

void UnpackColumn(const PackedBlock& block, size_t column, int64_t* values) {
  const ColumnHead head = ReadHead(block, column);
  const char* const codes = block.get() + head.offset;
  switch (head.width) {
    case 0:
      std::fill_n(values, kBlockRows, Decoded(0, head));
      return;
    case 1:
      return Decode<uint8_t>(codes, head, values);
    case 2:
      return Decode<uint16_t>(codes, head, values);
    case 4:
      return Decode<uint32_t>(codes, head, values);
    default:
      return Decode<uint64_t>(codes, head, values);
  }
}

bool AreAllZero(const PackedBlock& block, size_t column) {
  const ColumnHead head = ReadHead(block, column);
  return head.width == 0 && Decoded(0, head) == 0;
}

size_t SizeOf(const PackedBlock& block, size_t columns) {
  const ColumnHead last = ReadHead(block, columns - 1);
  return last.offset + last.width * kBlockRows;
}

int64_t UnpackCell(const PackedBlock& block, size_t column, size_t row) {
  const ColumnHead head = ReadHead(block, column);
  const char* const codes = block.get() + head.offset;
  switch (head.width) {
    case 0:
      return Decoded(0, head);
    case 1:
      return Decoded(CodeAt<uint8_t>(codes, row), head);
    case 2:
      return Decoded(CodeAt<uint16_t>(codes, row), head);
    case 4:
      return Decoded(CodeAt<uint32_t>(codes, row), head);
    default:
      return Decoded(CodeAt<uint64_t>(codes, row), head);
  }
}

}  // namespace profiler
