#include "profiler/readers/sagemaker/system_metrics.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/base/byte_order_mark.h"
#include "profiler/base/status.h"
#include "profiler/base/text/utf8.h"
#include "profiler/readers/common/proto_fields.h"
#include "profiler/readers/common/sniff_text.h"
#include "profiler/readers/common/system_part.h"
#include "profiler/readers/sagemaker/line_shape.h"
#include "profiler/readers/sagemaker/system_line.h"

namespace profiler {
namespace sagemaker {
namespace {

constexpr size_t kReleasedAtOnce = 4 << 20;

bool IsIn(std::string_view part, std::string_view whole) {
  const std::less_equal<> le;
  return le(whole.data(), part.data()) &&
         le(part.data() + part.size(), whole.data() + whole.size());
}

class SystemMetricsReader {
 public:
  SystemMetricsReader(const Input& input, ImportReport& report)
      : input_(input), bytes_(input.bytes()), place_{report, input.name(), bytes_.data()} {
    part_.path = input.name();
    if (!ParseSystemName(input.name(), part_.name)) {
      report.CountWhole(ImportProblem::kBadFileName, input.name(), 1);
    }
  }

  absl::StatusOr<SystemPart> Run(RunContext& context) {
    size_t released = 0;
    for (size_t at = bytes_.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
         at < bytes_.size();) {
      at += ReadNext(bytes_.substr(at));
      if (at < released + kReleasedAtOnce) continue;
      PROFILER_RETURN_IF_ERROR(context.Check());
      input_.Release(bytes_.substr(released, at - released));
      released = at;
    }
    return std::move(part_);
  }

 private:
  // The shape of a column's lines, and the column whose line followed its last one.
  struct Pattern {
    LineShape shape;
    size_t next = 0;
  };

  // Reads the line at the start of the text, and returns its length. A tick's lines mostly have the
  // order of the last tick.
  size_t ReadNext(std::string_view text) {
    if (last_ < patterns_.size()) {
      const size_t guess = patterns_[last_].next;
      LineShape::Sample sample;
      if (const size_t length = patterns_[guess].shape.Match(text, sample); length > 0) {
        Append(guess, sample.wall_ns, sample.value);
        return length;
      }
    }
    const size_t end = std::min(text.find('\n'), text.size());
    ReadLine(text.substr(0, end));
    return std::min(end + 1, text.size());
  }

  void ReadLine(std::string_view json) {
    if (json.find_first_not_of(" \t\r") == json.npos) return;
    const size_t behind =
        static_cast<size_t>(bytes_.data() + bytes_.size() - (json.data() + json.size()));
    SystemLine line;
    if (!parser_.Parse(json, behind, line)) {
      const bool is_last =
          bytes_.substr(bytes_.size() - behind).find_first_not_of("\r\n") == std::string_view::npos;
      place_.Count(is_last ? ImportProblem::kUnfinishedLine : ImportProblem::kBadJsonLine, json);
      return;
    }
    if (!line.value.has_value()) return place_.Count(ImportProblem::kBadNumber, json, line.name);
    if (!line.wall_ns.has_value()) return place_.Count(ImportProblem::kMalformedTime, json);
    if (*line.wall_ns > std::numeric_limits<int64_t>::max() || *line.wall_ns <= kUnknown) {
      return place_.Count(ImportProblem::kWrongClock, json);
    }
    const size_t column = ColumnOf(line, json);
    if (IsIn(line.value_json, json) && IsIn(line.wall_json, json)) {
      patterns_[column].shape = LineShape(json, line.value_json, line.wall_json);
    }
    Append(column, static_cast<int64_t>(*line.wall_ns), *line.value);
  }

  void Append(size_t column, int64_t wall_ns, double value) {
    SystemPart::Column& to = part_.columns[column];
    to.wall_ns.Append(wall_ns);
    to.value.push_back(value);
    if (last_ < patterns_.size()) patterns_[last_].next = column;
    last_ = column;
  }

  size_t ColumnOf(const SystemLine& line, std::string_view json) {
    const std::string_view node = line.node.empty() ? std::string_view(part_.name.node) : line.node;
    key_.clear();
    for (const std::string_view text : {line.type, line.name, line.dimension, node}) {
      key_.append(text).push_back('\0');
    }
    const auto [it, is_new] = index_.try_emplace(key_, part_.columns.size());
    if (!is_new) return it->second;
    if (UnitOf(line.dimension).empty()) {
      place_.Count(ImportProblem::kUnknownDimension, json, line.dimension);
    }
    SystemPart::Column column;
    column.type = LettersWithin(line.type, kMostOfName);
    column.name = LettersWithin(line.name, kMostOfName);
    column.dimension = LettersWithin(line.dimension, kMostOfName);
    column.node = LettersWithin(node, kMostOfName);
    if (!part_.columns.empty()) {
      column.wall_ns = SampleTimes::Beside(part_.columns.front().wall_ns);
    }
    part_.columns.push_back(std::move(column));
    patterns_.emplace_back();
    return it->second;
  }

  const Input& input_;
  const std::string_view bytes_;
  const Place place_;
  SystemPart part_;
  std::vector<Pattern> patterns_;  // by column
  size_t last_ = SIZE_MAX;         // the column of the previous line
  SystemLineParser parser_;
  absl::flat_hash_map<std::string, size_t> index_;
  std::string key_;
};

absl::StatusOr<AddToRecording> DecodeSystem(const Input& input, ImportReport& report,
                                            RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(SystemPart part, SystemMetricsReader(input, report).Run(context));
  return [part = std::move(part)](ProfileBuilder& builder, ImportReport& of_part) {
    part.AddTo(kSageMakerSystemFormat, builder, of_part);
    return absl::OkStatus();
  };
}

absl::Status ReadSystem(const Input& input, ProfileBuilder& builder, ImportReport& report,
                        RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const AddToRecording add, DecodeSystem(input, report, context));
  return add(builder, report);
}

bool IsSystemLine(std::string_view line) {
  if (!line.starts_with('{')) return false;
  constexpr std::string_view kKeys[] = {"\"Type\"", "\"Dimension\"", "\"Value\"", "\"Timestamp\""};
  return std::all_of(std::begin(kKeys), std::end(kKeys),
                     [&](std::string_view key) { return HasKey(line, key); });
}

int SniffSystem(std::string_view bytes) {
  std::string_view text = BeginningOfText(bytes);
  // The first lines may be damaged.
  for (bool is_first = true; !text.empty(); is_first = false) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (IsSystemLine(line)) return is_first ? 95 : 60;
    text = SkipBlanks(text.substr(line.size()));
  }
  return 0;
}

}  // namespace
}  // namespace sagemaker

constinit const Format kSageMakerSystemFormat = {
    .name = "sagemaker_system",
    .description = "a file of SageMaker Debugger's system metrics (JSON lines)",
    .sniff = sagemaker::SniffSystem,
    .read = sagemaker::ReadSystem,
    .is_part_of_recording = true,
    .decode = sagemaker::DecodeSystem,
};

}  // namespace profiler
