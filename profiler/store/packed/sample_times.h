#ifndef PROFILER_STORE_PACKED_SAMPLE_TIMES_H_
#define PROFILER_STORE_PACKED_SAMPLE_TIMES_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace profiler {

// The times of a series' values. Metrics that are sampled together share one column of times, and
// each uses a prefix of the column. This saves memory, because a fleet records about a hundred
// metrics at the same times. While another thread reads a series that shares the column, Append()
// must not be called except on frozen times.
class SampleTimes {
 public:
  SampleTimes() : column_(std::make_shared<std::vector<int64_t>>()) {}
  explicit SampleTimes(std::vector<int64_t> times)
      : column_(std::make_shared<std::vector<int64_t>>(std::move(times))), size_(column_->size()) {}

  // Returns empty times. Appended times are shared with `other` while they are equal to those of
  // `other`.
  static SampleTimes Beside(const SampleTimes& other) {
    SampleTimes times = other;
    times.size_ = 0;
    return times;
  }

  void Append(int64_t time) {
    const bool is_behind = first_ + size_ < column_->size();
    if (frozen_ || (is_behind && (*column_)[first_ + size_] != time)) {
      column_ = std::make_shared<std::vector<int64_t>>(begin(), end());
      first_ = 0;
      frozen_ = false;
    }
    if (first_ + size_ == column_->size()) column_->push_back(time);
    ++size_;
  }

  // From now on, appending to this or a copy does not change the shared column.
  void Freeze() { frozen_ = true; }

  SampleTimes Part(size_t first, size_t count) const {
    SampleTimes part = *this;
    part.first_ += first;
    part.size_ = count;
    return part;
  }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const int64_t* begin() const { return column_->data() + first_; }
  const int64_t* end() const { return begin() + size_; }
  int64_t operator[](size_t i) const { return begin()[i]; }
  int64_t front() const { return begin()[0]; }
  int64_t back() const { return begin()[size_ - 1]; }

  friend bool operator==(const SampleTimes& a, const std::vector<int64_t>& b) {
    return std::vector<int64_t>(a.begin(), a.end()) == b;
  }

 private:
  std::shared_ptr<std::vector<int64_t>> column_;
  size_t first_ = 0, size_ = 0;
  bool frozen_ = false;
};

}  // namespace profiler

#endif  // PROFILER_STORE_PACKED_SAMPLE_TIMES_H_
