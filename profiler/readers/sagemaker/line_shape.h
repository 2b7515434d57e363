#ifndef PROFILER_READERS_SAGEMAKER_LINE_SHAPE_H_
#define PROFILER_READERS_SAGEMAKER_LINE_SHAPE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace profiler::sagemaker {

// The text of a line without its value and its time. All lines of a metric differ only in these two
// numbers, so a line of a known shape can be read without a JSON parser.
class LineShape {
 public:
  struct Sample {
    double value = 0;
    int64_t wall_ns = 0;  // since 1970
  };

  LineShape() = default;
  // `value` and `time` are the numbers within `line`.
  LineShape(std::string_view line, std::string_view value, std::string_view time);

  // Reads the line at the start of `text`. Returns the line's length including the line break, or 0
  // if the line has another shape or its numbers need the parser.
  size_t Match(std::string_view text, Sample& sample) const;

 private:
  std::string before_, between_, behind_;  // empty for an unset shape
  bool is_value_first_ = true;
};

}  // namespace profiler::sagemaker

#endif  // PROFILER_READERS_SAGEMAKER_LINE_SHAPE_H_
