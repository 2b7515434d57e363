#include "profiler/readers/sagemaker/python_functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "profiler/base/int128.h"
#include "profiler/base/text/utf8.h"
#include "profiler/readers/common/recorder_file_name.h"
#include "profiler/readers/common/recorder_sources.h"

namespace profiler::sagemaker {
namespace {

constexpr double kMostSeconds = 9e6;  // fits 64 bits

// The facts in a file's path: ".../framework/pytorch/cProfile/START_END_PID-NODE_STEP/FILE".
struct PythonPath {
  FileName name;
  std::string step;  // as written; empty if the folder's name has another form
};

PythonPath ParsePath(std::string_view path, std::string_view recorder) {
  PythonPath parsed;
  const size_t framework = path.rfind("framework/");
  parsed.name.folder = path.substr(0, framework == path.npos ? path.npos : framework + 9);
  parsed.name.recorder = recorder;
  const size_t slash = path.rfind('/');
  if (slash == path.npos) return parsed;
  std::string_view folder = path.substr(0, slash);
  folder = folder.substr(folder.rfind('/') + 1);
  std::vector<std::string_view> parts;
  for (int i = 0; i < 3; ++i) {
    const size_t end = folder.find('_');
    if (end == folder.npos) return parsed;
    parts.push_back(folder.substr(0, end));
    folder.remove_prefix(end + 1);
  }
  const std::string_view time = parts[0], place = parts[2];
  const size_t dash = place.find('-');
  const auto [end, error] =
      std::from_chars(time.data(), time.data() + time.size(), parsed.name.end_us);
  if (error != std::errc() || dash == place.npos) return parsed;
  parsed.name.process = place.substr(0, dash);
  parsed.name.node = place.substr(dash + 1);
  parsed.step = folder;
  return parsed;
}

std::string LabelOf(const PythonPath& path, std::string_view file, std::string_view recorder) {
  const std::string_view step = path.step;
  if (step.empty()) return fmt::format("{} ({})", file.substr(file.rfind('/') + 1), recorder);
  const bool is_number =
      std::all_of(step.begin(), step.end(), [](char c) { return c >= '0' && c <= '9'; });
  const std::string when = step == "-1" ? "before the first step"
                           : is_number  ? fmt::format("step {}", step)
                                        : std::string(step);
  return fmt::format("{} ({}, process {} of {})", when, recorder, path.name.process,
                     path.name.node);
}

}  // namespace

PythonFunctions::PythonFunctions(const Input& input, const Format& format,
                                 std::string_view recorder, ProfileBuilder& builder)
    : builder_(builder) {
  const PythonPath path = ParsePath(input.name(), recorder);
  SourceOf(path.name, path.name.node, format, builder);
  FrameRow row;
  row.file = builder.Intern("");
  row.function = builder.Intern(LabelOf(path, input.name(), recorder));
  root_ = builder.Frame(row);
}

FrameId PythonFunctions::Frame(FrameId parent, const PythonFunction& function) {
  FrameRow row;
  row.parent = parent;
  row.function = builder_.Intern(ValidUtf8(LettersWithin(function.name, kMostOfName)));
  // A built-in function has line 0 and no file, for which the profilers write different
  // placeholders.
  const bool is_built_in = function.line <= 0;
  row.file = builder_.Intern(is_built_in ? std::string()
                                         : ValidUtf8(LettersWithin(function.file, kMostOfName)));
  if (!is_built_in) row.line = row.function_start_line = function.line;
  return builder_.Frame(row);
}

void PythonFunctions::AddCount(FrameId frame, std::string_view metric, int64_t count) {
  MetricRow row;
  row.name = builder_.Intern(metric);
  row.unit = builder_.Intern("count");
  row.kind = row.dimension = builder_.Intern("");
  builder_.AddSample({frame, builder_.Metric(row), count});
}

bool PythonFunctions::AddSeconds(FrameId frame, std::string_view metric, double seconds) {
  if (!(seconds >= 0 && seconds < kMostSeconds)) return false;
  MetricRow row;
  row.name = builder_.Intern(metric);
  row.unit = builder_.Intern("ps");
  row.kind = row.dimension = builder_.Intern("");
  builder_.AddSample({frame, builder_.Metric(row), std::llround(seconds * kPicosPerSecond)});
  return true;
}

}  // namespace profiler::sagemaker
