#ifndef PROFILER_READERS_SAGEMAKER_SYSTEM_LINE_H_
#define PROFILER_READERS_SAGEMAKER_SYSTEM_LINE_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "profiler/base/int128.h"

namespace profiler::sagemaker {

inline constexpr int kNanoDigits = 9;  // decimals of a time in seconds

// One value of a system metric. Texts are valid until the next line is parsed.
struct SystemLine {
  std::string_view type, name, dimension, node;
  std::optional<double> value;             // finite
  std::optional<Int128> wall_ns;           // since 1970
  std::string_view value_json, wall_json;  // the text of both numbers
};

class SystemLineParser {
 public:
  SystemLineParser();
  ~SystemLineParser();

  // `behind` is the number of readable bytes after the line. Returns false if the line is not a
  // JSON object.
  bool Parse(std::string_view json, size_t behind, SystemLine& line);

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
  std::string copy_;  // for a line at the end of the file
};

}  // namespace profiler::sagemaker

#endif  // PROFILER_READERS_SAGEMAKER_SYSTEM_LINE_H_
