#include "profiler/readers/pprof/profile_tables.h"

#include <string>

#include "profiler/base/status.h"
#include "profiler/base/text/utf8.h"

namespace profiler::pprof {
namespace {

using Type = WireWalk::Type;

constexpr uint32_t kLastKnownField = 15;
constexpr size_t kMostSampleTypes = 64;
// A location may have one line for each function that was inlined there. Compilers stop far below.
constexpr uint32_t kMostLines = 256;

// This program and tfprof write "train:step" for the function step of train.py.
std::string WithoutFile(std::string_view function, std::string_view file) {
  std::string_view stem = file.substr(file.rfind('/') + 1);
  stem = stem.substr(0, stem.rfind('.'));
  const bool has_file = !stem.empty() && function.starts_with(stem) &&
                        function.substr(stem.size()).starts_with(':') &&
                        !function.substr(stem.size()).starts_with("::");
  return std::string(has_file ? function.substr(stem.size() + 1) : function);
}

}  // namespace

std::string_view ProfileTables::Text(int64_t index, std::string_view at) const {
  if (index >= 0 && static_cast<uint64_t>(index) < strings_.size()) {
    return strings_[static_cast<size_t>(index)];
  }
  place_.Count(ImportProblem::kDanglingString, at);
  return "<missing string>";
}

uint32_t ProfileTables::FindLocation(uint64_t id) const {
  const auto it = location_ids_.find(id);
  return it == location_ids_.end() ? kNone : it->second;
}

std::string_view ProfileTables::BinaryName(uint64_t mapping) const {
  const auto it = binaries_.find(mapping);
  return it == binaries_.end() ? "" : it->second;
}

absl::Status ProfileTables::Read(std::string_view bytes, RunContext& context) {
  Raw raw;
  PROFILER_RETURN_IF_ERROR(Scan(bytes, context, raw));
  for (const std::string_view type : raw.types) ReadType(type);
  for (const std::string_view mapping : raw.mappings) ReadMapping(mapping);
  for (const std::string_view function : raw.functions) ReadFunction(function);
  PROFILER_RETURN_IF_ERROR(context.Check());
  for (const std::string_view location : raw.locations) ReadLocation(location);
  if (default_index_ != 0) default_type_ = Text(default_index_, bytes);
  return context.Check();
}

absl::Status ProfileTables::Scan(std::string_view bytes, RunContext& context, Raw& raw) {
  WireWalk walk(bytes);
  uint32_t count = 0;
  while (walk.Next()) {
    if (++count % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context.Check());
    switch (walk.tag()) {
      case BytesField(1):
        raw.types.push_back(walk.bytes());
        break;
      case BytesField(2):
        samples_.push_back(walk.bytes());
        is_cut_ = walk.cut();
        break;
      case BytesField(3):
        raw.mappings.push_back(walk.bytes());
        break;
      case BytesField(4):
        raw.locations.push_back(walk.bytes());
        break;
      case BytesField(5):
        raw.functions.push_back(walk.bytes());
        break;
      case BytesField(6):
        strings_.push_back(walk.bytes());
        break;
      case BytesField(11):
      case BytesField(13):
        break;
      default:
        TakeNumber(walk);
    }
  }
  place_.CountStop(walk, bytes);
  if (!strings_.empty() && !strings_[0].empty()) {
    place_.Count(ImportProblem::kMalformedField, strings_[0], "string 0 is not empty");
  }
  return absl::OkStatus();
}

void ProfileTables::TakeNumber(const WireWalk& walk) {
  const bool is_number = walk.type() == Type::kVarint && walk.number() >= 7;
  if (walk.number() > kLastKnownField || !is_number) {
    place_.report.Count(walk.number() > kLastKnownField ? ImportProblem::kUnknownField
                                                        : ImportProblem::kMalformedField,
                        place_.path, walk.offset());
  } else if (walk.number() == 9) {
    time_ns_ = walk.int64() > 0 ? walk.int64() : kUnknown;
  } else if (walk.number() == 14) {
    default_index_ = walk.int64();
  }
}

void ProfileTables::ReadType(std::string_view bytes) {
  if (sample_types_.size() == kMostSampleTypes) {
    place_.Count(ImportProblem::kMalformedField, bytes, "too many sample types");
    return;
  }
  int64_t type = 0, unit = 0;
  WireWalk walk(bytes);
  while (walk.Next()) {
    if (walk.tag() == VarintField(1)) type = walk.int64();
    if (walk.tag() == VarintField(2)) unit = walk.int64();
  }
  place_.CountStopInside(walk, bytes, false);
  sample_types_.push_back({Text(type, bytes), Text(unit, bytes)});
}

void ProfileTables::ReadMapping(std::string_view bytes) {
  uint64_t id = 0;
  int64_t name = 0;
  WireWalk walk(bytes);
  while (walk.Next()) {
    if (walk.tag() == VarintField(1)) id = walk.varint();
    if (walk.tag() == VarintField(5)) name = walk.int64();
  }
  place_.CountStopInside(walk, bytes, false);
  binaries_[id] = Text(name, bytes);
}

void ProfileTables::ReadFunction(std::string_view bytes) {
  uint64_t id = 0;
  int64_t name = 0, system_name = 0, file = 0, start_line = 0;
  WireWalk walk(bytes);
  while (walk.Next()) {
    if (walk.type() != Type::kVarint) continue;
    if (walk.number() == 1) id = walk.varint();
    if (walk.number() == 2) name = walk.int64();
    if (walk.number() == 3) system_name = walk.int64();
    if (walk.number() == 4) file = walk.int64();
    if (walk.number() == 5) start_line = walk.int64();
  }
  place_.CountStopInside(walk, bytes, false);
  const auto intern = [&](int64_t index) {
    return builder_.Intern(ValidUtf8(LettersWithin(Text(index, bytes), kMostOfName)));
  };
  Function function;
  function.file = intern(file);
  function.name = intern(name != 0 ? name : system_name);
  function.name = builder_.Intern(
      WithoutFile(builder_.strings()[function.name], builder_.strings()[function.file]));
  if (start_line > 0) function.start_line = start_line;
  const auto [it, is_new] = function_ids_.try_emplace(id, static_cast<uint32_t>(functions_.size()));
  if (!is_new) {
    place_.Count(ImportProblem::kDuplicateKey, bytes, "a function's id");
    it->second = static_cast<uint32_t>(functions_.size());
  }
  functions_.push_back(function);
}

CodeLine ProfileTables::ReadLine(std::string_view bytes) {
  CodeLine line;
  WireWalk walk(bytes);
  while (walk.Next()) {
    if (walk.tag() == VarintField(1)) {
      const auto it = function_ids_.find(walk.varint());
      if (it != function_ids_.end()) line.function = it->second;
    }
    if (walk.tag() == VarintField(2) && walk.int64() > 0) line.line = walk.int64();
  }
  place_.CountStopInside(walk, bytes, false);
  if (line.function == UINT32_MAX) {
    place_.Count(ImportProblem::kDanglingLocation, bytes, "a function");
  }
  return line;
}

void ProfileTables::ReadLocation(std::string_view bytes) {
  Location location;
  uint64_t id = 0;
  location.first = static_cast<uint32_t>(lines_.size());
  WireWalk walk(bytes);
  while (walk.Next()) {
    if (walk.tag() == VarintField(1)) id = walk.varint();
    if (walk.tag() == VarintField(2)) location.mapping = walk.varint();
    if (walk.tag() == VarintField(3)) location.address = walk.varint();
    if (walk.tag() != BytesField(4)) continue;
    if (location.count == kMostLines) {
      place_.Count(ImportProblem::kMalformedField, walk.bytes(), "too many lines of a location");
      break;
    }
    lines_.push_back(ReadLine(walk.bytes()));
    ++location.count;
  }
  if (location.count < kMostLines) place_.CountStopInside(walk, bytes, false);
  const auto [it, is_new] = location_ids_.try_emplace(id, static_cast<uint32_t>(locations_.size()));
  if (!is_new) {
    place_.Count(ImportProblem::kDuplicateKey, bytes, "a location's id");
    it->second = static_cast<uint32_t>(locations_.size());
  }
  locations_.push_back(location);
}

}  // namespace profiler::pprof
