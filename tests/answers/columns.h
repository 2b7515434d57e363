// Sets columns of rows by name, from values written as words.
#ifndef TESTS_ANSWERS_COLUMNS_H_
#define TESTS_ANSWERS_COLUMNS_H_

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "profiler/base/status.h"
#include "profiler/query/selection/time_bound.h"
#include "profiler/store/kinds.h"
#include "tests/answers/names.h"

namespace profiler {

// The words for an enum's values, in the order of the enum (store/kinds.h).
using EnumWords = std::vector<std::string_view>;
inline EnumWords WordsOf(DeviceKind) { return {"other", "cpu", "gpu", "tpu", "sparse_core"}; }
inline EnumWords WordsOf(TrackKind) { return {"thread", "lane", "stream", "copy_queue", "marker"}; }
inline EnumWords WordsOf(TrackRole) { return {"exec", "overlay", "async"}; }
inline EnumWords WordsOf(StepFoundBy) { return {"recorded", "marker", "inferred", "whole"}; }
inline EnumWords WordsOf(Recorder) { return {"other", "session", "xprof", "tracer"}; }
inline EnumWords WordsOf(OpKind) {
  return {"graph_node", "framework_op", "hlo_instruction", "runtime"};
}
inline EnumWords WordsOf(Eager) { return {"unknown", "no", "yes"}; }
inline EnumWords WordsOf(EventKind) { return {"slice", "instant"}; }

template <typename Enum>
absl::StatusOr<Enum> ReadEnum(std::string_view word) {
  const EnumWords words = WordsOf(Enum());
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] == word) return static_cast<Enum>(i);
  }
  return absl::InvalidArgumentError(
      fmt::format("'{}' is none of {}", word, fmt::join(words, ", ")));
}

template <typename Number>
absl::StatusOr<Number> ReadNumber(std::string_view word) {
  Number number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error == std::errc() && end == word.data() + word.size()) return number;
  return absl::InvalidArgumentError(fmt::format("'{}' is no number that fits", word));
}

// Reads a time such as 10us or -1.5ms; returns picoseconds.
inline absl::StatusOr<int64_t> ReadTime(std::string_view word) {
  const bool is_negative = !word.empty() && word.front() == '-';
  const auto time = TimeBound::Parse(word.substr(is_negative ? 1 : 0));
  if (!time.ok() || !time->given()) {
    return absl::InvalidArgumentError(fmt::format("'{}' is no time, as 10us or 1.5ms are", word));
  }
  return is_negative ? -time->picos() : time->picos();
}

inline absl::StatusOr<bool> ReadFlag(std::string_view word) {
  if (word == "yes" || word == "no") return word == "yes";
  return absl::InvalidArgumentError(fmt::format("'{}' is neither yes nor no", word));
}

template <typename T>
absl::Status Take(absl::StatusOr<T> read, auto& to) {
  if (read.ok()) to = *read;
  return read.status();
}

template <typename T>
absl::Status ReadCell(std::string_view value, std::string_view unit, Names& names, T& to) {
  if constexpr (std::is_same_v<T, bool>) {
    return Take(ReadFlag(value), to);
  } else if constexpr (requires { WordsOf(to); }) {
    return Take(ReadEnum<T>(value), to);
  } else if constexpr (requires { names.Find(value, to); }) {
    return names.Find(value, to);
  } else if constexpr (std::is_same_v<T, Int128> || std::is_same_v<T, int64_t>) {
    return Take(unit == "ps" ? ReadTime(value) : ReadNumber<int64_t>(value), to);
  } else if constexpr (std::is_arithmetic_v<T>) {
    return Take(ReadNumber<T>(value), to);
  } else {
    return absl::UnimplementedError("a column of this type cannot be told as text yet");
  }
}

// Handles names that are not columns of a row. Returns NotFound for other names.
using Extra = std::function<absl::Status(std::string_view name, std::string_view value)>;
inline absl::Status NoExtra(std::string_view, std::string_view) { return absl::NotFoundError(""); }

// Sets one column. `word` is COLUMN=VALUE.
template <typename Row>
absl::Status SetColumn(std::string_view word, Names& names, Row& row, const Extra& extra) {
  const size_t equals = word.find('=');
  if (equals == std::string_view::npos) {
    return absl::InvalidArgumentError(fmt::format("'{}' is no COLUMN=VALUE", word));
  }
  const std::string_view name = word.substr(0, equals), value = word.substr(equals + 1);
  absl::Status status = extra(name, value);
  std::vector<std::string_view> known;
  EachColumn(row, [&](const ColumnLine& line, const auto& member) {
    known.push_back(line.name);
    if (line.name != name || !absl::IsNotFound(status)) return;
    using Member = std::remove_cv_t<std::remove_reference_t<decltype(member)>>;
    status = ReadCell(value, line.unit, names, const_cast<Member&>(member));
  });
  if (!absl::IsNotFound(status)) return status;
  return absl::InvalidArgumentError(
      fmt::format("no column '{}' ({})", name, fmt::join(known, ", ")));
}

// Sets the columns in `words`, from the word `first` on.
template <typename Row>
absl::Status SetColumns(const std::vector<std::string>& words, size_t first, Names& names, Row& row,
                        const Extra& extra = NoExtra) {
  for (size_t i = first; i < words.size(); ++i) {
    PROFILER_RETURN_IF_ERROR(SetColumn(words[i], names, row, extra));
  }
  return absl::OkStatus();
}

}  // namespace profiler

#endif  // TESTS_ANSWERS_COLUMNS_H_
