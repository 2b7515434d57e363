#include "profiler/readers/pprof/pprof.h"

#include <algorithm>
#include <string>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/io/gzip.h"
#include "profiler/readers/common/proto_fields.h"
#include "profiler/readers/common/wire_shape.h"
#include "profiler/readers/pprof/held_memory.h"
#include "profiler/readers/pprof/profile_tables.h"
#include "profiler/readers/pprof/stack_frames.h"
#include "profiler/store/sample_metrics.h"

// A separate namespace, because the names are short and may clash: a library's files are compiled
// together.
namespace profiler::shape {
namespace {

using enum WireKind;

constexpr WireField kIntToIntFields[] = {{1, kVarint, 3}, {2, kVarint, 7}};
constexpr WireShape kIntToInt{kIntToIntFields};
constexpr WireField kSampleFields[] = {{1, kPacked, 5}, {2, kPacked, 5}, {3, kBytes, 0}};
constexpr WireShape kSample{kSampleFields};
constexpr WireField kMappingFields[] = {
    {1, kVarint, 2}, {2, kVarint, 2}, {3, kVarint, 2}, {4, kVarint, 2}, {5, kVarint, 2},
    {6, kVarint, 2}, {7, kVarint, 2}, {8, kVarint, 1}, {9, kVarint, 1}, {10, kVarint, 1}};
constexpr WireShape kMapping{kMappingFields};
constexpr WireField kLineFields[] = {{1, kVarint, 7}, {2, kVarint, 3}, {3, kVarint, 1}};
constexpr WireShape kLine{kLineFields};
constexpr WireField kLocationFields[] = {
    {1, kVarint, 4}, {2, kVarint, 1}, {3, kVarint, 2}, {4, kMessage, 5, &kLine}, {5, kVarint, 1}};
constexpr WireShape kLocation{kLocationFields};
constexpr WireField kFunctionFields[] = {
    {1, kVarint, 4}, {2, kVarint, 4}, {3, kVarint, 2}, {4, kVarint, 2}, {5, kVarint, 1}};
constexpr WireShape kFunction{kFunctionFields};
constexpr WireField kPprofFields[] = {{1, kMessage, 10, &kIntToInt},
                                      {2, kMessage, 6, &kSample},
                                      {3, kMessage, 8, &kMapping},
                                      {4, kMessage, 10, &kLocation},
                                      {5, kMessage, 10, &kFunction},
                                      {6, kText, 3},
                                      {7, kVarint, 1},
                                      {8, kVarint, 1},
                                      {9, kVarint, 1},
                                      {10, kVarint, 1},
                                      {11, kMessage, 2, &kIntToInt},
                                      {12, kVarint, 1},
                                      {13, kPacked, 1},
                                      {14, kVarint, 1},
                                      {15, kVarint, 1}};
constexpr WireShape kPprof{kPprofFields};

}  // namespace
}  // namespace profiler::shape

namespace profiler {
namespace pprof {
namespace {

// Files have fewer inlined functions than bytes, as each stack names its locations.
constexpr uint64_t kMostInlined = 1 << 20;

// One message of field 2. Reused, so that its lists keep their room.
struct Sample {
  std::vector<uint64_t> locations;  // innermost first
  std::vector<int64_t> values;
  Labels labels;
};

// A repeated number, packed or not.
template <typename T>
bool AddNumbers(const WireWalk& walk, std::vector<T>& to) {
  if (walk.type() == WireWalk::Type::kVarint) {
    to.push_back(static_cast<T>(walk.varint()));
    return true;
  }
  std::string_view rest = walk.bytes();
  while (!rest.empty()) {
    uint64_t number = 0;
    int shift = 0;
    size_t i = 0;
    for (; i < rest.size() && shift < 64; ++i, shift += 7) {
      const auto byte = static_cast<unsigned char>(rest[i]);
      number |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    if (i == rest.size() || shift >= 64) return false;
    to.push_back(static_cast<T>(number));
    rest.remove_prefix(i + 1);
  }
  return true;
}

class SampleReader {
 public:
  SampleReader(const Input& input, ProfileBuilder& builder, ImportReport& report)
      : input_(input),
        builder_(builder),
        place_{report, input.name(), input.bytes().data()},
        tables_(place_, builder),
        frames_(tables_, place_, builder, kMostInlined + input.bytes().size()) {}

  absl::Status Read(RunContext& context) {
    PROFILER_RETURN_IF_ERROR(tables_.Read(input_.bytes(), context));
    SourceRow source = NewSource(kPprofFormat, input_.name(), builder_);
    source.epoch_ns = tables_.time_ns();
    source.has_code_traces = true;
    const SourceId id = builder_.AddSource(source);
    AddMetrics();
    HeldMemory memory(tables_, id, builder_);
    uint32_t count = 0;
    for (const std::string_view bytes : tables_.samples()) {
      if (++count % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context.Check());
      const bool is_last = &bytes == &tables_.samples().back();
      if (!Decode(bytes, is_last && tables_.is_cut())) continue;
      const FrameId frame = frames_.Innermost(sample_.locations, bytes);
      AddValues(frame);
      memory.Add(frame, sample_.values, sample_.labels);
    }
    return memory.Finish(context);
  }

 private:
  void AddMetrics() {
    const std::vector<SampleType>& types = tables_.sample_types();
    const auto is_default = [&](const SampleType& type) {
      return type.type == tables_.default_type();
    };
    const bool names_one = std::any_of(types.begin(), types.end(), is_default);
    for (const SampleType& type : types) {
      MetricRow row;
      row.name = builder_.Intern(type.type);
      row.unit = builder_.Intern(type.unit);
      row.kind = builder_.Intern(kStackSamples);
      row.dimension = builder_.Intern("");
      row.is_default = names_one ? is_default(type) : &type == &types.back();
      metrics_.push_back(builder_.AddMetric(row));
    }
  }

  // False if the sample cannot be used.
  bool Decode(std::string_view bytes, bool is_cut) {
    sample_.locations.clear();
    sample_.values.clear();
    sample_.labels = {};
    bool is_sound = true;
    WireWalk walk(bytes);
    while (is_sound && walk.Next()) {
      if (walk.number() == 1) is_sound = AddNumbers(walk, sample_.locations);
      if (walk.number() == 2) is_sound = AddNumbers(walk, sample_.values);
      if (walk.tag() == BytesField(3)) ReadLabel(walk.bytes());
    }
    is_sound = is_sound && walk.stop() == WireWalk::Stop::kEnd;
    if (is_cut) return false;  // which the walk over the file counts
    if (!is_sound || sample_.values.size() != metrics_.size()) {
      place_.Count(ImportProblem::kMalformedField, bytes, "a sample");
    }
    return is_sound;
  }

  void ReadLabel(std::string_view bytes) {
    int64_t key = 0, text = 0;
    WireWalk walk(bytes);
    while (walk.Next()) {
      if (walk.tag() == VarintField(1)) key = walk.int64();
      if (walk.tag() == VarintField(2)) text = walk.int64();
    }
    if (text == 0) return;  // a number
    const std::string_view name = tables_.Text(key, bytes);
    if (name == "kind") sample_.labels.kind = tables_.Text(text, bytes);
    if (name == "device") sample_.labels.device = tables_.Text(text, bytes);
  }

  void AddValues(FrameId frame) {
    if (!frame.valid()) frame = NoStack();
    const size_t count = std::min(sample_.values.size(), metrics_.size());
    for (size_t i = 0; i < count; ++i) {
      if (sample_.values[i] == 0) continue;
      builder_.AddSample({frame, metrics_[i], sample_.values[i]});
    }
  }

  FrameId NoStack() {
    FrameRow row;
    row.function = builder_.Intern("<no stack>");
    row.file = builder_.Intern("");
    return builder_.Frame(row);
  }

  const Input& input_;
  ProfileBuilder& builder_;
  const Place place_;
  ProfileTables tables_;
  StackFrames frames_;
  std::vector<MetricId> metrics_;  // by sample type
  Sample sample_;
};

absl::Status ReadPprof(const Input& input, ProfileBuilder& builder, ImportReport& report,
                       RunContext& context) {
  return SampleReader(input, builder, report).Read(context);
}

// Most pprof files are packed with gzip.
int SniffPprof(std::string_view bytes) {
  return ShapeScore(shape::kPprof, IsGzip(bytes) ? InflateBeginning(bytes) : bytes);
}

}  // namespace
}  // namespace pprof

constinit const Format kPprofFormat = {
    .name = "pprof",
    .description = "a pprof Profile",
    .sniff = pprof::SniffPprof,
    .read = pprof::ReadPprof,
    .capabilities = {.is_of_one_process = true},
    .memory_per_byte = 3,
};

}  // namespace profiler
