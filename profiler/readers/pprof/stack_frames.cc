#include "profiler/readers/pprof/stack_frames.h"

#include <fmt/format.h>

#include <string>

#include "profiler/base/text/utf8.h"

namespace profiler::pprof {

FrameId StackFrames::Innermost(const std::vector<uint64_t>& ids, std::string_view at) {
  size_t same = 0;
  while (same < stack_.size() && same < ids.size() &&
         stack_[same].first == ids[ids.size() - 1 - same]) {
    ++same;
  }
  stack_.resize(same);
  for (size_t i = same; i < ids.size(); ++i) {
    const uint64_t id = ids[ids.size() - 1 - i];
    stack_.emplace_back(id, Below(i == 0 ? FrameId() : stack_.back().second, id, at));
  }
  return stack_.empty() ? FrameId() : stack_.back().second;
}

FrameId StackFrames::Below(FrameId caller, uint64_t id, std::string_view at) {
  const auto [it, is_new] = known_.try_emplace({caller, id});
  if (!is_new) return it->second;
  const uint32_t row = tables_.FindLocation(id);
  if (row == ProfileTables::kNone) return it->second = AddUnknown(caller, id, at);
  const Location& location = tables_.location(row);
  return it->second =
             location.count == 0 ? AddAddress(caller, location) : AddLines(caller, location);
}

FrameId StackFrames::AddLines(FrameId caller, const Location& location) {
  const auto lines = tables_.LinesOf(location);
  // The last line is the caller of the others, which were inlined into it.
  for (size_t i = lines.size(); i-- > 0;) {
    const bool is_inlined = i + 1 < lines.size();
    if (is_inlined && frames_left_ == 0) {
      const std::string_view whole_file(place_.file_begin, place_.file_begin);
      place_.Count(ImportProblem::kMalformedField, whole_file, "too many inlined functions");
      return caller;
    }
    if (is_inlined) --frames_left_;
    FrameRow row;
    row.parent = caller;
    row.line = lines[i].line;
    if (lines[i].function == UINT32_MAX) {
      row.function = builder_.Intern("<unknown function>");
      row.file = builder_.Intern("");
    } else {
      const Function& function = tables_.function(lines[i].function);
      row.function = function.name;
      row.file = function.file;
      row.function_start_line = function.start_line;
    }
    caller = builder_.Frame(row);
  }
  return caller;
}

FrameId StackFrames::AddAddress(FrameId caller, const Location& location) {
  const std::string_view binary = tables_.BinaryName(location.mapping);
  const std::string address = fmt::format("0x{:x}", location.address);
  return AddNamed(caller, address, binary);
}

FrameId StackFrames::AddUnknown(FrameId caller, uint64_t id, std::string_view at) {
  place_.Count(ImportProblem::kDanglingLocation, at, "a location");
  return AddNamed(caller, fmt::format("<unknown location {}>", id), "");
}

FrameId StackFrames::AddNamed(FrameId caller, std::string_view function, std::string_view file) {
  FrameRow row;
  row.parent = caller;
  row.function = builder_.Intern(function);
  row.file = builder_.Intern(ValidUtf8(LettersWithin(file, kMostOfName)));
  return builder_.Frame(row);
}

}  // namespace profiler::pprof
