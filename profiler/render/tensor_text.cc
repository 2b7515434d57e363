#include "profiler/render/tensor_text.h"

#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <cstdlib>
#include <iterator>

#include "profiler/report/report.h"

namespace profiler {
namespace {

constexpr size_t kMaxText = 10000;
static_assert(2 * kMaxReportedTensorValues > kMaxText, "each value has two characters or more");

// tfprof rounds to six digits first, then to two decimals: 0.0049999999 becomes 0.005, then 0.01.
std::string Rounded(double value) {
  const std::string six = fmt::format("{:.6g}", value);
  return fmt::format("{:.2f}", std::strtod(six.c_str(), nullptr));
}
std::string Rounded(int64_t value) { return fmt::format("{}", value); }
std::string Rounded(uint64_t value) { return fmt::format("{}", value); }
std::string Rounded(std::complex<double> value) {
  return fmt::format("{}{}{}j", Rounded(value.real()), std::signbit(value.imag()) ? "-" : "+",
                     Rounded(std::abs(value.imag())));
}

std::string Exact(double value, bool is_single) {
  if (std::isnan(value)) return "nan";
  return is_single ? fmt::format("{}", static_cast<float>(value)) : fmt::format("{}", value);
}
std::string Exact(int64_t value, bool) { return fmt::format("{}", value); }
std::string Exact(uint64_t value, bool) { return fmt::format("{}", value); }
std::string Exact(std::complex<double> value, bool is_single) {
  return fmt::format("{}{}{}j", Exact(value.real(), is_single),
                     std::signbit(value.imag()) ? "-" : "+",
                     Exact(std::abs(value.imag()), is_single));
}

bool IsSingle(const TensorValue& tensor) {
  return tensor.dtype != "float64" && tensor.dtype != "complex128";
}

// Appends values until the text has the maximum length or all values are written.
template <typename T>
class ListWriter {
 public:
  ListWriter(const std::vector<int64_t>& shape, const std::vector<T>& values)
      : shape_(shape), values_(values) {}

  TensorText Write() {
    if (shape_.empty()) {
      text_ += '[';
      AddValue();
      Close();
    } else {
      // The position in the open list at each depth. The code is not recursive, because a file may
      // have any depth.
      std::vector<int64_t> at;
      Open(at);
      while (!at.empty() && !full_) {
        const size_t depth = at.size() - 1;
        if (at[depth] == shape_[depth]) {
          Close();
          at.pop_back();
        } else {
          ++at[depth];
          if (at.size() == shape_.size()) {
            AddValue();
          } else {
            Open(at);
          }
        }
      }
    }
    if (full_) {
      text_.resize(kMaxText);
      text_ += "],\n";
    }
    if (text_.size() >= kMaxText) text_ += "...omitted from display\n\n";
    return {std::move(text_), shown_};
  }

 private:
  void Open(std::vector<int64_t>& at) {
    text_ += '[';
    at.push_back(0);
    full_ = full_ || text_.size() > kMaxText;
  }
  // The last closing bracket may exceed the limit.
  void Close() {
    full_ = full_ || text_.size() > kMaxText;
    if (!full_) text_ += "],\n";
  }
  void AddValue() {
    if (next_ < values_.size()) {
      text_ += Rounded(values_[next_++]);
      text_ += ' ';
    }
    if (text_.size() <= kMaxText) {
      shown_ = next_;
    } else {
      full_ = true;
    }
  }

  const std::vector<int64_t>& shape_;
  const std::vector<T>& values_;
  std::string text_;
  size_t next_ = 0, shown_ = 0;
  bool full_ = false;
};

}  // namespace

TensorText FormatTensor(const TensorValue& tensor) {
  return std::visit([&](const auto& values) { return ListWriter(tensor.shape, values).Write(); },
                    tensor.values);
}

std::string ExactText(const TensorValue& tensor, size_t value) {
  return std::visit([&](const auto& values) { return Exact(values[value], IsSingle(tensor)); },
                    tensor.values);
}

}  // namespace profiler
