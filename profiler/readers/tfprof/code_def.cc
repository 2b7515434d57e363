#include "profiler/readers/tfprof/code_def.h"

#include <string>

#include "absl/hash/hash.h"

namespace profiler {

using protozero::pbf_reader;

// Reads a CodeDef: the Python stack that made a node, outermost frame first.
FrameId CodeDefReader::Read(std::string_view code_def) {
  if (last_.bytes == code_def) return last_.innermost;
  const size_t hash =
      absl::Hash<absl::string_view>()(absl::string_view(code_def.data(), code_def.size()));
  KnownTrace& known = trace_by_hash_[hash];
  if (known.bytes != code_def) known = {code_def, ReadStack(code_def)};
  last_ = known;
  return known.innermost;
}

FrameId CodeDefReader::ReadStack(std::string_view code_def) {
  FrameId innermost;
  size_t depth = 0;
  place_.Guard(code_def, false, "a code trace", [&] {
    pbf_reader message = Message(code_def);
    while (message.next()) {
      if (message.tag_and_type() == BytesField(1)) {
        innermost = FindFrame(depth++, innermost, Text(message));
      } else {
        place_.SkipUnknown(message, 1, code_def);
      }
    }
  });
  return innermost;
}

// The frame at a depth of the current stack, below `parent`.
FrameId CodeDefReader::FindFrame(size_t depth, FrameId parent, std::string_view trace) {
  if (depth < last_frames_.size()) {
    const KnownFrame& last = last_frames_[depth];
    if (last.is_sound && last.trace == trace) return last.frame;
    last_frames_.resize(depth);
  }
  is_sound_ = true;
  const FrameId frame = ReadFrame(parent, trace);
  last_frames_.push_back({trace, frame, is_sound_});
  return frame;
}

FrameId CodeDefReader::ReadFrame(FrameId parent, std::string_view trace) {
  FrameRow row;
  row.parent = parent;
  row.line = 0;
  // Old files contain the strings, newer ones their ids.
  std::string_view texts[3];
  int64_t ids[3] = {0, 0, 0};
  pbf_reader message = Message(trace);
  while (message.next()) {
    switch (message.tag_and_type()) {
      case BytesField(1):
        texts[0] = Text(message);
        break;
      case VarintField(2):
        row.line = message.get_int32();
        break;
      case BytesField(3):
        texts[1] = Text(message);
        break;
      case BytesField(4):
        texts[2] = Text(message);
        break;
      case VarintField(5):
        row.function_start_line = message.get_int32();
        break;
      case VarintField(6):
      case VarintField(7):
      case VarintField(8):
        ids[message.tag() - 6] = message.get_int64();
        break;
      default:
        is_sound_ = false;
        place_.SkipUnknown(message, 8, trace);
    }
  }
  const auto text_or_id = [&](int i) {
    return texts[i].empty() ? FindString(ids[i], trace) : builder_.Intern(texts[i]);
  };
  row.file = text_or_id(0);
  row.function = text_or_id(1);
  // The line's text is often left out on purpose, so its absence is not reported.
  auto code = strings_.find(ids[2]);
  row.code = !texts[2].empty()        ? builder_.Intern(texts[2])
             : code != strings_.end() ? code->second
                                      : StringId();
  return builder_.Frame(row);
}

StringId CodeDefReader::FindString(int64_t id, std::string_view at) {
  auto it = strings_.find(id);
  if (it != strings_.end()) return it->second;
  is_sound_ = false;
  place_.Count(ImportProblem::kDanglingString, at, std::to_string(id));
  return builder_.Intern("<missing string>");
}

}  // namespace profiler
