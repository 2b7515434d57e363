#ifndef PROFILER_BASE_TENSOR_VALUE_H_
#define PROFILER_BASE_TENSOR_VALUE_H_

#include <complex>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace profiler {

// The values of a tensor, or only the first of them.
struct TensorValue {
  // Integers and booleans use int64_t, except uint64, whose values may not fit.
  using Values = std::variant<std::vector<double>, std::vector<int64_t>, std::vector<uint64_t>,
                              std::vector<std::complex<double>>>;

  std::string dtype;           // numpy's name, e.g. "float32"
  std::vector<int64_t> shape;  // empty for a scalar
  Values values;               // in row-major order
  int64_t count = 0;           // of the whole tensor; `values` may contain fewer

  size_t size() const {
    return std::visit([](const auto& numbers) { return numbers.size(); }, values);
  }
};

// The most values of a tensor that any output shows, so reports contain no more.
inline constexpr int64_t kMaxReportedTensorValues = 5001;

}  // namespace profiler

#endif  // PROFILER_BASE_TENSOR_VALUE_H_
