#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "profiler/base/value.h"
#include "profiler/report/scaled.h"
#include "profiler/sql/functions/functions.h"

namespace profiler::sql {
namespace {

std::string_view TextOf(sqlite3_value* value) {
  const auto* const text = reinterpret_cast<const char*>(sqlite3_value_text(value));
  if (text == nullptr) return {};
  return {text, static_cast<size_t>(sqlite3_value_bytes(value))};
}

bool HasNull(int count, sqlite3_value** values) {
  return std::any_of(values, values + count,
                     [](sqlite3_value* value) { return sqlite3_value_type(value) == SQLITE_NULL; });
}

void ReturnText(sqlite3_context* context, std::string_view text) {
  sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

void DropPattern(void* pattern) { delete static_cast<re2::RE2*>(pattern); }

// The compiled pattern, which SQLite keeps while the argument is constant; null if it is wrong.
re2::RE2* PatternOf(sqlite3_context* context, sqlite3_value* pattern) {
  auto* const known = static_cast<re2::RE2*>(sqlite3_get_auxdata(context, 0));
  if (known != nullptr) return known;
  constexpr size_t kLongest = 10'000;
  constexpr int64_t kMostMemory = 1 << 20;
  const std::string_view text = TextOf(pattern);
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kMostMemory);
  auto made = std::make_unique<re2::RE2>(
      re2::StringPiece(text.data(), std::min(text.size(), kLongest)), options);
  if (!made->ok() || text.size() > kLongest) {
    const std::string error = fmt::format("the pattern '{}' is wrong: {}", text.substr(0, 50),
                                          made->ok() ? "it is too long" : made->error());
    sqlite3_result_error(context, error.c_str(), -1);
    return nullptr;
  }
  re2::RE2* const kept = made.release();
  sqlite3_set_auxdata(context, 0, kept, DropPattern);
  return static_cast<re2::RE2*>(sqlite3_get_auxdata(context, 0));
}

// `text REGEXP pattern` is regexp(pattern, text).
void Regexp(sqlite3_context* context, int count, sqlite3_value** values) {
  if (HasNull(count, values)) return;
  const re2::RE2* const pattern = PatternOf(context, values[0]);
  if (pattern == nullptr) return;
  const std::string_view text = TextOf(values[1]);
  const bool matches = re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *pattern);
  sqlite3_result_int(context, matches ? 1 : 0);
}

// A number as ScaledText() takes it.
void ReturnScaled(sqlite3_context* context, sqlite3_value* value, Unit unit, double factor) {
  const int type = sqlite3_value_numeric_type(value);
  if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) return;
  ReturnText(context, ScaledText(sqlite3_value_double(value) * factor, unit));
}

void Duration(sqlite3_context* context, int, sqlite3_value** values) {
  constexpr double kMicrosPerNano = 1e-3;
  ReturnScaled(context, values[0], Unit::kMicros, kMicrosPerNano);
}

void Bytes(sqlite3_context* context, int, sqlite3_value** values) {
  ReturnScaled(context, values[0], Unit::kBytes, 1);
}

void Overlap(sqlite3_context* context, int count, sqlite3_value** values) {
  if (HasNull(count, values)) return;
  const int64_t begin = std::max(sqlite3_value_int64(values[0]), sqlite3_value_int64(values[2]));
  const int64_t end = std::min(sqlite3_value_int64(values[1]), sqlite3_value_int64(values[3]));
  int64_t both = 0;
  const bool is_huge = end > begin && __builtin_sub_overflow(end, begin, &both);
  sqlite3_result_int64(context, is_huge ? INT64_MAX : both);
}

std::string FrameText(const Profile& profile, const FrameRow& frame) {
  std::string text(profile.strings[frame.file]);
  if (frame.line != kUnknown) text += fmt::format(":{}", frame.line);
  if (frame.function.valid()) text += fmt::format(":{}", profile.strings[frame.function]);
  return text;
}

void Stack(sqlite3_context* context, int count, sqlite3_value** values) {
  if (HasNull(count, values)) return;
  const auto& profile = *static_cast<const Profile*>(sqlite3_user_data(context));
  const int64_t number = sqlite3_value_int64(values[0]);
  if (number < 0 || number >= static_cast<int64_t>(profile.frames.size())) return;
  constexpr size_t kMostFrames = 1000;
  std::vector<std::string> lines;
  for (FrameId id(static_cast<uint32_t>(number)); id.valid() && lines.size() < kMostFrames;
       id = profile.frames[id].parent) {
    lines.push_back(FrameText(profile, profile.frames[id]));
  }
  std::reverse(lines.begin(), lines.end());
  ReturnText(context, fmt::format("{}", fmt::join(lines, ";")));
}

struct Scalar {
  const char* name;
  int arguments;
  void (*call)(sqlite3_context*, int, sqlite3_value**);
};
constexpr Scalar kScalars[] = {{"regexp", 2, Regexp},
                               {"duration", 1, Duration},
                               {"bytes", 1, Bytes},
                               {"overlap", 4, Overlap},
                               {"stack", 1, Stack}};

}  // namespace

int AddScalars(sqlite3* db, const Profile& profile) {
  constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  for (const Scalar& scalar : kScalars) {
    const int rc = sqlite3_create_function_v2(db, scalar.name, scalar.arguments, kFlags,
                                              const_cast<Profile*>(&profile), scalar.call, nullptr,
                                              nullptr, nullptr);
    if (rc != SQLITE_OK) return rc;
  }
  return SQLITE_OK;
}

}  // namespace profiler::sql
