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

// What is recorded of a function: dict[(file, line, name)] = (primitive calls, calls, time of its
// own, time with what it called, callers).
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

// False where some number of it cannot be.
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

}  // namespace
}  // namespace sagemaker

absl::Status ReadPythonStats(const Input& input, ProfileBuilder& builder, ImportReport& report,
                             RunContext& context) {
  using sagemaker::MarshalDict;
  const std::string_view bytes = input.bytes();
  const Place place{report, input.name(), bytes.data()};
  sagemaker::PythonFunctions functions(input, "python_stats", "cProfile", builder);
  MarshalDict dict(bytes);
  uint32_t read = 0;
  for (size_t at = 0;; at = dict.offset()) {
    if (++read % sagemaker::kFunctionsPerCheck == 0) PROFILER_RETURN_IF_ERROR(context.Check());
    const std::optional<MarshalDict::Entry> entry = dict.Next();
    if (!entry.has_value()) break;
    const auto statistics = sagemaker::StatisticsOf(dict, *entry);
    if (!statistics.has_value()) {
      place.Count(ImportProblem::kMalformedField, bytes.substr(at), "a function");
    } else if (!sagemaker::Add(*statistics, functions)) {
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

}  // namespace profiler
