#include "profiler/export/profile_proto/profile_proto_traces.h"

#include <protozero/pbf_writer.hpp>

namespace profiler {
namespace {

using protozero::pbf_writer;

// Written by tfprof with id 0, for texts that are not recorded.
constexpr std::string_view kNotRecorded = "none";

}  // namespace

CodeDefWriter::CodeDefWriter(const Profile& profile) : profile_(profile), strings_({kNotRecorded}) {
  if (const StringId id = profile.strings.Find(kNotRecorded); id.valid()) ids_[id] = 0;
}

int64_t CodeDefWriter::IdOf(StringId text) {
  auto [it, is_new] = ids_.try_emplace(text, static_cast<int64_t>(strings_.size()));
  if (is_new) strings_.push_back(profile_.strings[text]);
  return it->second;
}

void CodeDefWriter::WriteFrame(const FrameRow& frame, std::string& code_def) {
  std::string bytes;  // not in place: that would omit a frame of zeros
  pbf_writer trace(bytes);
  const int64_t file = IdOf(frame.file), function = IdOf(frame.function);
  if (frame.line != kUnknown) AddNonZero(trace, 2, frame.line);
  if (frame.function_start_line != kUnknown) AddNonZero(trace, 5, frame.function_start_line);
  AddNonZero(trace, 6, file);
  AddNonZero(trace, 7, function);
  // The source text of the line; tfprof itself drops it.
  AddNonZero(trace, 8, frame.code.valid() ? IdOf(frame.code) : 0);
  pbf_writer(code_def).add_message(1, bytes);
}

std::string_view CodeDefWriter::Write(FrameId innermost) {
  auto [it, is_new] = encoded_.try_emplace(innermost);
  if (!is_new) return it->second;
  std::vector<FrameId> frames;
  for (FrameId f = innermost; f.valid(); f = profile_.frames[f].parent) frames.push_back(f);
  for (size_t i = frames.size(); i > 0; --i) {
    WriteFrame(profile_.frames[frames[i - 1]], it->second);
  }
  return it->second;
}

void CodeDefWriter::WriteStrings(std::string& profile_proto) const {
  if (encoded_.empty()) return;
  pbf_writer profile(profile_proto);
  for (size_t id = 0; id < strings_.size(); ++id) {
    pbf_writer entry(profile, 4);
    entry.add_int64(1, static_cast<int64_t>(id));
    entry.add_string(2, strings_[id].data(), strings_[id].size());
  }
}

}  // namespace profiler
