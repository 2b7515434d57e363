// Helpers of the tests of checkpoints to open and read one.
#ifndef TESTS_UNIT_READERS_BUNDLE_READER_H_
#define TESTS_UNIT_READERS_BUNDLE_READER_H_

#include <catch2/catch.hpp>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/readers/checkpoint/checkpoint.h"
#include "tests/unit/readers/bundle_writer.h"

namespace profiler {

inline constexpr int64_t kAll = TensorValues::kAllValues;

template <typename T>
std::string BytesOf(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

inline std::vector<float> Floats(size_t n, float first = 0) {
  std::vector<float> values(n);
  std::iota(values.begin(), values.end(), first);
  return values;
}

// Opens a bundle whose data is in memory; shards that are not in `data` are missing.
inline absl::StatusOr<std::unique_ptr<Checkpoint>> OpenBytes(const std::string& index,
                                                             std::vector<std::string> data) {
  return Checkpoint::FromIndex(
      Input::FromBytes("w.index", index), "w",
      [data = std::move(data)](const std::string& path) -> absl::StatusOr<Input> {
        const auto shard = std::stoul(path.substr(path.find("data-") + 5, 5));
        if (shard >= data.size()) return absl::NotFoundError("'" + path + "': no such file");
        return Input::FromBytes(path, data[shard]);
      });
}
inline std::unique_ptr<Checkpoint> Open(const BundleWriter& bundle) {
  auto opened = OpenBytes(bundle.Index(), {bundle.data});
  REQUIRE(opened.status() == absl::OkStatus());
  return *std::move(opened);
}
inline std::unique_ptr<Checkpoint> OpenPath(const std::string& path) {
  auto opened = Checkpoint::Open(path);
  INFO(Message(opened.status()));
  REQUIRE(opened.ok());
  return *std::move(opened);
}

inline std::vector<double> Doubles(const Checkpoint& checkpoint, std::string_view name,
                                   int64_t max_values = kAll) {
  const auto value = checkpoint.Read(name, max_values);
  INFO(Message(value.status()));
  REQUIRE(value.ok());
  REQUIRE(std::holds_alternative<std::vector<double>>(value->values));
  return std::get<std::vector<double>>(value->values);
}
inline std::vector<int64_t> Integers(const Checkpoint& checkpoint, std::string_view name) {
  const auto value = checkpoint.Read(name, kAll);
  INFO(Message(value.status()));
  REQUIRE(value.ok());
  REQUIRE(std::holds_alternative<std::vector<int64_t>>(value->values));
  return std::get<std::vector<int64_t>>(value->values);
}
inline std::string ErrorOf(const Checkpoint& checkpoint, std::string_view name) {
  const auto value = checkpoint.Read(name, kAll);
  REQUIRE_FALSE(value.ok());
  return Message(value.status());
}
inline std::string ErrorOf(const absl::StatusOr<std::unique_ptr<Checkpoint>>& opened) {
  REQUIRE_FALSE(opened.ok());
  return Message(opened.status());
}

template <typename T>
std::vector<T> UpTo(size_t n) {
  std::vector<T> values(n);
  std::iota(values.begin(), values.end(), T(0));
  return values;
}

}  // namespace profiler

#endif  // TESTS_UNIT_READERS_BUNDLE_READER_H_
