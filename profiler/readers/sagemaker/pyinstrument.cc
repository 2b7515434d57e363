#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/readers/common/proto_fields.h"
#include "profiler/readers/common/sniff_text.h"
#include "profiler/readers/sagemaker/python_functions.h"
#include "profiler/readers/sagemaker/python_stats.h"
#include "profiler/store/sample_metrics.h"

namespace profiler {
namespace sagemaker {
namespace {

using Json = nlohmann::json;

// Parses the tree of frames as a stream, without recursion: a stack may be as deep as Python's was,
// and of a cut file the part before the cut is kept.
class Session : public nlohmann::json_sax<Json> {
 public:
  Session(const Place& place, const RunContext& context, PythonFunctions& functions)
      : place_(place), context_(context), functions_(functions) {}

  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(int64_t value) override { return Number(static_cast<double>(value)); }
  bool number_unsigned(uint64_t value) override { return Number(static_cast<double>(value)); }
  bool number_float(double value, const std::string& /*text*/) override { return Number(value); }
  bool binary(Json::binary_t& /*value*/) override { return true; }
  bool string(std::string& value) override {
    if (Frame* const frame = Here(); frame != nullptr && key_ == "function") frame->name = value;
    if (Frame* const frame = Here(); frame != nullptr && key_ == "file_path") frame->file = value;
    return true;
  }
  bool key(std::string& value) override {
    key_ = value;
    return true;
  }

  bool start_object(size_t /*size*/) override {
    const bool is_frame = !levels_.empty() && (levels_.back() == Level::kChildren ||
                                               (levels_.size() == 1 && key_ == "root_frame"));
    levels_.push_back(is_frame ? Level::kFrame : Level::kOther);
    if (is_frame) frames_.emplace_back();
    key_.clear();
    return context_.Check().ok();
  }
  bool start_array(size_t /*size*/) override {
    Frame* const frame = Here();
    const bool is_children = frame != nullptr && key_ == "children";
    if (is_children) Make(*frame, frames_.size() - 1);
    levels_.push_back(is_children ? Level::kChildren : Level::kOther);
    return true;
  }
  bool end_array() override {
    levels_.pop_back();
    return true;
  }
  bool end_object() override {
    if (levels_.back() == Level::kFrame) EndFrame();
    levels_.pop_back();
    return true;
  }

  bool parse_error(size_t position, const std::string& /*token*/,
                   const nlohmann::detail::exception& /*error*/) override {
    damage_ = position;
    return false;
  }
  // The position of a JSON error, or nothing.
  std::optional<size_t> damage() const { return damage_; }
  bool has_frames() const { return has_frames_; }

 private:
  enum class Level : uint8_t { kOther, kFrame, kChildren };
  struct Frame {
    std::string file, name;
    int64_t line = kUnknown;
    double seconds = 0, below = 0;
    FrameId id;
  };

  // The frame whose values are being read; null outside of frames.
  Frame* Here() {
    return !levels_.empty() && levels_.back() == Level::kFrame ? &frames_.back() : nullptr;
  }

  bool Number(double value) {
    Frame* const frame = Here();
    if (frame == nullptr) return true;
    if (key_ == "time") frame->seconds = value;
    if (key_ == "line_no" && value >= 0 && value < INT32_MAX) {
      frame->line = static_cast<int64_t>(value);
    }
    return true;
  }

  void Make(Frame& frame, size_t depth) {
    if (frame.id.valid()) return;
    has_frames_ = true;
    const FrameId parent = depth == 0 ? functions_.root() : frames_[depth - 1].id;
    frame.id = functions_.Frame(parent, {frame.file, frame.name, frame.line});
  }

  void EndFrame() {
    Make(frames_.back(), frames_.size() - 1);
    const Frame frame = std::move(frames_.back());
    frames_.pop_back();
    if (!frames_.empty()) frames_.back().below += frame.seconds;
    // Written times are rounded, so the children's sum may exceed the total slightly.
    const double self = frame.seconds - frame.below;
    if (!functions_.AddSeconds(frame.id, kSelfTimeMetric, self < 0 ? 0 : self)) {
      // NOLINTNEXTLINE(bugprone-string-constructor): no bytes of the file, but where it begins
      place_.Count(ImportProblem::kBadNumber, {place_.file_begin, 0}, frame.name);
    }
  }

  const Place& place_;
  const RunContext& context_;
  PythonFunctions& functions_;
  std::vector<Level> levels_;
  std::vector<Frame> frames_;  // the open ones
  std::string key_;
  std::optional<size_t> damage_;
  bool has_frames_ = false;
};

absl::Status ReadSession(const Input& input, ProfileBuilder& builder, ImportReport& report,
                         RunContext& context) {
  const std::string_view bytes = input.bytes();
  const Place place{report, input.name(), bytes.data()};
  PythonFunctions functions(input, kPyinstrumentFormat, kPyinstrumentFormat.name, builder);
  Session session(place, context, functions);
  nlohmann::json::sax_parse(bytes.begin(), bytes.end(), &session);
  if (session.damage().has_value()) {
    const size_t at = std::min(*session.damage(), bytes.size());
    place.Count(at >= bytes.size() ? ImportProblem::kTruncated : ImportProblem::kMalformedField,
                bytes.substr(at), at >= bytes.size() ? "" : "the rest");
  }
  return context.Check();
}

int SniffSession(std::string_view bytes) {
  const std::string_view text = BeginningOfText(bytes).substr(0, kFirstObjectBytes);
  if (!text.starts_with('{')) return 0;
  return HasKey(text, "\"sample_count\"") && HasKey(text, "\"root_frame\"") ? 90 : 0;
}

}  // namespace
}  // namespace sagemaker

constinit const Format kPyinstrumentFormat = {
    .name = "pyinstrument",
    .description = "a session of pyinstrument (JSON)",
    .sniff = sagemaker::SniffSession,
    .read = sagemaker::ReadSession,
    .is_part_of_recording = true,
};

}  // namespace profiler
