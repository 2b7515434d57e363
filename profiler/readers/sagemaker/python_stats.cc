#include "profiler/readers/sagemaker/python_stats.h"

#include <optional>
#include <string_view>

#include "profiler/base/status.h"
#include "profiler/readers/common/proto_fields.h"
#include "profiler/readers/sagemaker/marshal.h"
#include "profiler/readers/sagemaker/python_functions.h"
#include "profiler/store/sample_metrics.h"

namespace profiler {
namespace sagemaker {
namespace {

using Kind = MarshalObject::Kind;

constexpr uint32_t kFunctionsPerCheck = 1 << 12;

// The recorded data of a function: dict[(file, line, name)] = (primitive calls, calls, self time,
// time with callees, callers).
struct Statistics {
  PythonFunction function;
  int64_t primitive_calls = 0, calls = 0;
  double self = 0, cumulative = 0;  // s
};

std::optional<double> SecondsOf(const MarshalObject& object) {
  if (object.is(Kind::kReal)) return object.real;
  if (object.is(Kind::kWhole)) return static_cast<double>(object.whole);
  return std::nullopt;
}

std::optional<Statistics> StatisticsOf(const MarshalDict& dict, const MarshalDict::Entry& entry) {
  const MarshalObject &key = dict[entry.key], &value = dict[entry.value];
  if (!key.is(Kind::kTuple) || key.count != 3 || !value.is(Kind::kTuple) || value.count < 4) {
    return std::nullopt;
  }
  const MarshalObject &file = dict.item(key, 0), &line = dict.item(key, 1),
                      &name = dict.item(key, 2);
  const MarshalObject &primitive_calls = dict.item(value, 0), &calls = dict.item(value, 1);
  const std::optional<double> self = SecondsOf(dict.item(value, 2)),
                              cumulative = SecondsOf(dict.item(value, 3));
  if (!file.is(Kind::kText) || !line.is(Kind::kWhole) || !name.is(Kind::kText) ||
      !primitive_calls.is(Kind::kWhole) || !calls.is(Kind::kWhole) || !self.has_value() ||
      !cumulative.has_value()) {
    return std::nullopt;
  }
  return Statistics{
      {file.text, name.text, line.whole}, primitive_calls.whole, calls.whole, *self, *cumulative};
}

// False if a number is invalid.
bool Add(const Statistics& of, PythonFunctions& functions) {
  const FrameId frame = functions.Frame(functions.root(), of.function);
  const bool are_counts = of.calls >= 0 && of.primitive_calls >= 0;
  if (are_counts) {
    functions.AddCount(frame, kCallsMetric, of.calls);
    functions.AddCount(frame, kPrimitiveCallsMetric, of.primitive_calls);
  }
  const bool has_self = functions.AddSeconds(frame, kSelfTimeMetric, of.self);
  const bool has_cumulative = functions.AddSeconds(frame, kCumulativeTimeMetric, of.cumulative);
  return are_counts && has_self && has_cumulative;
}

absl::Status ReadStats(const Input& input, ProfileBuilder& builder, ImportReport& report,
                       RunContext& context) {
  const std::string_view bytes = input.bytes();
  const Place place{report, input.name(), bytes.data()};
  PythonFunctions functions(input, kPythonStatsFormat, "cProfile", builder);
  MarshalDict dict(bytes);
  uint32_t read = 0;
  for (size_t at = 0;; at = dict.offset()) {
    if (++read % kFunctionsPerCheck == 0) PROFILER_RETURN_IF_ERROR(context.Check());
    const std::optional<MarshalDict::Entry> entry = dict.Next();
    if (!entry.has_value()) break;
    const auto statistics = StatisticsOf(dict, *entry);
    if (!statistics.has_value()) {
      place.Count(ImportProblem::kMalformedField, bytes.substr(at), "a function");
    } else if (!Add(*statistics, functions)) {
      place.Count(ImportProblem::kBadNumber, bytes.substr(at), statistics->function.name);
    }
  }
  if (dict.stop() == MarshalDict::Stop::kTruncated) {
    place.Count(ImportProblem::kTruncated, bytes.substr(bytes.size()));
  } else if (dict.stop() == MarshalDict::Stop::kMalformed) {
    place.Count(ImportProblem::kMalformedField, bytes.substr(dict.offset()), "the rest");
  }
  return absl::OkStatus();
}

// A marshalled dictionary whose keys are (file, line, function).
int SniffStats(std::string_view bytes) {
  using namespace std::string_view_literals;
  const auto code = [&](size_t at) {  // without the mark of what may be referred to
    return at < bytes.size() ? static_cast<char>(bytes[at] & 0x7f) : '\0';
  };
  if (code(0) != '{') return 0;
  size_t file = 0;  // of the first key
  if (code(1) == ')' && bytes.substr(2).starts_with('\3')) file = 3;
  if (code(1) == '(' && bytes.substr(2).starts_with("\3\0\0\0"sv)) file = 6;
  constexpr std::string_view kTexts = "zZaAstu";
  return file != 0 && kTexts.find(code(file)) != std::string_view::npos ? 90 : 0;
}

}  // namespace
}  // namespace sagemaker

constinit const Format kPythonStatsFormat = {
    .name = "python_stats",
    .description = "the statistics of Python's cProfile (pstats)",
    .sniff = sagemaker::SniffStats,
    .read = sagemaker::ReadStats,
    .is_part_of_recording = true,
};

}  // namespace profiler
