#include "profiler/readers/xspace/hlo_frames.h"

#include "profiler/readers/common/proto_fields.h"

namespace profiler::xspace {
namespace {

constexpr uint32_t kFileNames = BytesField(1);
constexpr uint32_t kFunctionNames = BytesField(2);
constexpr uint32_t kLocations = BytesField(3);
constexpr uint32_t kStackFrames = BytesField(4);

// FileLocation: file_name_id, function_name_id, line; StackFrame: file_location_id,
// parent_frame_id.
struct Numbers {
  int64_t at[4] = {0, 0, kUnknown, 0};  // by field number - 1
};

Numbers DecodeNumbers(std::string_view bytes) {
  Numbers numbers;
  protozero::pbf_reader message = Message(bytes);
  while (message.next()) {
    const uint32_t tag = message.tag();
    if (message.wire_type() == protozero::pbf_wire_type::varint && tag <= 4) {
      numbers.at[tag - 1] = message.get_int64();
    } else {
      message.skip();
    }
  }
  return numbers;
}

template <typename T>
const T* At(const std::vector<T>& items, int64_t id) {
  return id >= 1 && static_cast<uint64_t>(id) <= items.size() ? &items[static_cast<size_t>(id) - 1]
                                                              : nullptr;
}

}  // namespace

void HloFrames::Read(std::string_view bytes, ProfileBuilder& builder) {
  std::vector<std::string_view> files, functions;
  std::vector<Numbers> locations, frames;
  protozero::pbf_reader message = Message(bytes);
  while (message.next()) {
    switch (static_cast<uint32_t>(message.tag_and_type())) {
      case kFileNames:
        files.push_back(Text(message));
        break;
      case kFunctionNames:
        functions.push_back(Text(message));
        break;
      case kLocations:
        locations.push_back(DecodeNumbers(Text(message)));
        break;
      case kStackFrames:
        frames.push_back(DecodeNumbers(Text(message)));
        break;
      default:
        message.skip();
    }
  }
  // Walks up from each frame to one that exists already; a cycle ends where it closes.
  frames_.assign(frames.size(), FrameId());
  std::vector<char> seen(frames.size());
  for (size_t start = 0; start < frames.size(); ++start) {
    std::vector<size_t> path;
    for (size_t at = start; !seen[at];) {
      seen[at] = 1;
      path.push_back(at);
      const int64_t parent = frames[at].at[1];
      if (At(frames, parent) == nullptr) break;
      at = static_cast<size_t>(parent) - 1;
    }
    for (auto it = path.rbegin(); it != path.rend(); ++it) {
      const Numbers* const location = At(locations, frames[*it].at[0]);
      FrameRow row;
      row.parent = Find(frames[*it].at[1]);
      if (location != nullptr) {
        if (const auto* file = At(files, location->at[0])) row.file = builder.Intern(*file);
        if (const auto* name = At(functions, location->at[1])) row.function = builder.Intern(*name);
        row.line = location->at[2];
      }
      frames_[*it] = builder.Frame(row);
    }
  }
}

FrameId HloFrames::Find(int64_t stack_frame_id) const {
  const FrameId* const frame = At(frames_, stack_frame_id);
  return frame == nullptr ? FrameId() : *frame;
}

}  // namespace profiler::xspace
