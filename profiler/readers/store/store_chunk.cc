#include "profiler/readers/store/store_chunk.h"

#include <cstring>

#include "profiler/readers/common/wire_walk.h"

namespace profiler {
namespace {

using store_file::Wire;

bool ReadVarints(std::string_view bytes, std::vector<uint64_t>& values) {
  const auto* at = reinterpret_cast<const unsigned char*>(bytes.data());
  const auto* const end = at + bytes.size();
  while (at != end) {
    uint64_t value = *at & 0x7f;
    for (int shift = 7; (*at++ & 0x80) != 0; shift += 7) {
      if (at == end || shift > 63) return false;
      value |= static_cast<uint64_t>(*at & 0x7f) << shift;
    }
    values.push_back(value);
  }
  return true;
}

bool ReadFixed64(std::string_view bytes, std::vector<uint64_t>& values) {
  if (bytes.size() % sizeof(uint64_t) != 0) return false;
  values.resize(bytes.size() / sizeof(uint64_t));
  if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return true;
}

}  // namespace

bool StoreChunkReader::Parse(std::string_view message, const store_file::Wires& wires) {
  first_row_ = 0;
  time_unit_ = 1;
  rows_ = row_ = 0;
  has_unknown_fields_ = false;
  valid_ = true;
  sums_ = {};
  for (std::vector<uint64_t>& values : columns_) values.clear();
  WireWalk walk(message);
  while (walk.Next()) {
    const bool is_varint = walk.type() == WireWalk::Type::kVarint;
    if (walk.number() == store_file::kFirstRow && is_varint) {
      first_row_ = walk.varint();
    } else if (walk.number() == store_file::kTimeUnit && is_varint) {
      time_unit_ = static_cast<int64_t>(walk.varint());
    } else if (walk.number() < store_file::kFirstColumn) {
      return false;
    } else if (walk.number() >= wires.size() || wires[walk.number()] == Wire::kNone) {
      has_unknown_fields_ = true;
    } else {
      std::vector<uint64_t>& values = columns_[walk.number()];
      if (walk.type() != WireWalk::Type::kBytes || !values.empty()) return false;
      const bool is_fixed = wires[walk.number()] == Wire::kFixed64;
      if (!(is_fixed ? ReadFixed64(walk.bytes(), values) : ReadVarints(walk.bytes(), values))) {
        return false;
      }
    }
  }
  rows_ = columns_[store_file::kFirstColumn].size();
  for (const std::vector<uint64_t>& values : columns_) {
    if (!values.empty() && values.size() != rows_) return false;
  }
  return walk.stop() == WireWalk::Stop::kEnd && !walk.cut() && time_unit_ > 0;
}

}  // namespace profiler
