#ifndef PROFILER_BASE_TENSOR_VALUE_H_
#define PROFILER_BASE_TENSOR_VALUE_H_

#include <complex>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace profiler {

// The numbers of a tensor, or the first of them.
struct TensorValue {
  // Integers and booleans of any width are in the second; uint64 is kept apart, so that none wraps.
  using Values = std::variant<std::vector<double>, std::vector<int64_t>, std::vector<uint64_t>,
                              std::vector<std::complex<double>>>;

  std::string dtype;           // as numpy calls it: float32
  std::vector<int64_t> shape;  // empty: one number
  Values values;               // in row-major order
  int64_t count = 0;           // of the whole tensor; `values` may hold fewer

  size_t size() const {
    return std::visit([](const auto& numbers) { return numbers.size(); }, values);
  }
};

// No text shows more of a tensor's values than this, and a report need not hold more.
inline constexpr int64_t kMaxReportedTensorValues = 5001;

}  // namespace profiler

#endif  // PROFILER_BASE_TENSOR_VALUE_H_
