#include "tests/fuzz/wire/mutate_wire.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "profiler/readers/common/wire_walk.h"

namespace profiler {
namespace {

constexpr uint32_t kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5;
constexpr int kDeepest = 20;

void AppendVarint(uint64_t value, std::string& out) {
  for (; value >= 0x80; value >>= 7) out += static_cast<char>((value & 0x7f) | 0x80);
  out += static_cast<char>(value);
}

}  // namespace

std::vector<WireField> ParseWire(std::string_view bytes) {
  std::vector<WireField> fields;
  WireWalk walk(bytes);
  while (walk.Next() && !walk.cut()) {
    fields.push_back(
        {walk.number(), static_cast<uint32_t>(walk.type()), walk.varint(), walk.bytes()});
  }
  if (walk.stop() != WireWalk::Stop::kEnd) fields.clear();
  return fields;
}

std::string EncodeWire(const std::vector<WireField>& fields) {
  std::string bytes;
  for (const WireField& field : fields) {
    AppendVarint(uint64_t{field.number} << 3 | field.type, bytes);
    if (field.type == kVarint) AppendVarint(field.varint, bytes);
    if (field.type == kBytes) AppendVarint(field.bytes.size(), bytes);
    if (field.type != kVarint) bytes += field.bytes;
  }
  return bytes;
}

std::string WireMutator::Mutate(std::string_view message, size_t max_size) {
  kept_.clear();
  std::string mutated = MutateAt(message, max_size, 0);
  // A mutation may have made it too long: then mutate bytes instead.
  if (mutated.size() > max_size) mutated = mutate_bytes_(std::string(message), max_size);
  return mutated;
}

std::string WireMutator::Cross(std::string_view a, std::string_view b, size_t max_size) {
  std::vector<WireField> fields = ParseWire(a);
  for (const WireField& field : ParseWire(b)) {
    if (Below(3) == 0) fields.insert(fields.begin() + Below(fields.size() + 1), field);
  }
  std::erase_if(fields, [&](const WireField&) { return Below(8) == 0; });
  std::string crossed = EncodeWire(fields);
  while (crossed.size() > max_size && !fields.empty()) {
    fields.resize(fields.size() / 2);
    crossed = EncodeWire(fields);
  }
  return crossed;
}

std::string WireMutator::MutateAt(std::string_view message, size_t max_size, int depth) {
  std::vector<WireField> fields = ParseWire(message);
  if (fields.empty() || (depth == 0 && Below(20) == 0)) {
    return mutate_bytes_(std::string(message), max_size);
  }
  const size_t room = max_size > message.size() ? max_size - message.size() : 0;
  std::vector<WireField*> inner;
  for (WireField& field : fields) {
    if (field.type == kBytes && !field.bytes.empty()) inner.push_back(&field);
  }
  if (inner.empty() || depth == kDeepest || Below(4) == 0) {
    ChangeFields(fields, room);
  } else {
    WireField& field = *inner[Below(inner.size())];
    field.bytes = Keep(MutateAt(field.bytes, field.bytes.size() + room, depth + 1));
  }
  return EncodeWire(fields);
}

void WireMutator::ChangeFields(std::vector<WireField>& fields, size_t room) {
  const size_t at = Below(fields.size()), other = Below(fields.size());
  const auto place = fields.begin() + static_cast<ptrdiff_t>(other);
  const WireField field = fields[at];
  switch (Below(8)) {
    case 0:
      fields.erase(fields.begin() + static_cast<ptrdiff_t>(at));
      return;
    case 1:
      fields.insert(place, field);
      return;
    case 2:
      fields.insert(place, 1 + Below(64), field);
      return;
    case 3:
      std::swap(fields[at], fields[other]);
      return;
    case 4:  // the content of another field, under its own number
      fields[at] = fields[other];
      fields[at].number = field.number;
      return;
    case 5:
      ChangeTag(fields[at]);
      return;
    default:
      ChangeValue(fields[at], room);
  }
}

void WireMutator::ChangeTag(WireField& field) {
  if (Below(2) == 0) {
    field.number = static_cast<uint32_t>(1 + Below(Below(4) == 0 ? 1 << 20 : 20));
    return;
  }
  static constexpr uint32_t kTypes[] = {kVarint, kFixed64, kBytes, kFixed32};
  field.type = kTypes[Below(std::size(kTypes))];
  field.varint = ChangedVarint(field.varint);
  const size_t size = field.type == kFixed64 ? 8 : field.type == kFixed32 ? 4 : field.bytes.size();
  std::string bytes(field.bytes.substr(0, size));
  bytes.resize(size, '\x7f');
  field.bytes = Keep(std::move(bytes));
}

void WireMutator::ChangeValue(WireField& field, size_t room) {
  if (field.type == kVarint) {
    field.varint = ChangedVarint(field.varint);
    return;
  }
  const size_t size = field.bytes.size();
  const bool is_fixed = field.type != kBytes;
  std::string bytes = mutate_bytes_(std::string(field.bytes), is_fixed ? size : size + room);
  if (is_fixed) bytes.resize(size, '\xff');
  field.bytes = Keep(std::move(bytes));
}

uint64_t WireMutator::ChangedVarint(uint64_t value) {
  static constexpr uint64_t kEdges[] = {0,          1,          127,        128,
                                        INT32_MAX,  UINT32_MAX, INT64_MAX,  1ULL << 63,
                                        UINT64_MAX, 1'000'000,  1ULL << 40, 1'700'000'000'000};
  switch (Below(5)) {
    case 0:
      return kEdges[Below(std::size(kEdges))];
    case 1:
      return value + 1;
    case 2:
      return value - 1;
    case 3:
      return value ^ 1ULL << Below(64);
    default:
      return Below(16);
  }
}

std::string_view WireMutator::Keep(std::string bytes) {
  return kept_.emplace_back(std::move(bytes));
}

}  // namespace profiler
