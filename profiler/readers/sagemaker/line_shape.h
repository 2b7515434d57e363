#ifndef PROFILER_READERS_SAGEMAKER_LINE_SHAPE_H_
#define PROFILER_READERS_SAGEMAKER_LINE_SHAPE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace profiler::sagemaker {

// The text of a line without its value and its time. A recorder writes all lines of a metric alike,
// so a line of a known shape needs no JSON parser: but for two numbers it is one that was parsed.
class LineShape {
 public:
  struct Sample {
    double value = 0;
    int64_t wall_ns = 0;  // since 1970
  };

  LineShape() = default;
  // `value` and `time`: where the numbers stand in `line`.
  LineShape(std::string_view line, std::string_view value, std::string_view time);

  // Reads the line that `text` begins with. Returns its length with its line break; 0 where it has
  // another shape, or numbers that need more care.
  size_t Match(std::string_view text, Sample& sample) const;

 private:
  std::string before_, between_, behind_;  // empty of no line
  bool is_value_first_ = true;
};

}  // namespace profiler::sagemaker

#endif  // PROFILER_READERS_SAGEMAKER_LINE_SHAPE_H_
