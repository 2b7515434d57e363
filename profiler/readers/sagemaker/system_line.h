#ifndef PROFILER_READERS_SAGEMAKER_SYSTEM_LINE_H_
#define PROFILER_READERS_SAGEMAKER_SYSTEM_LINE_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "profiler/base/int128.h"

namespace profiler::sagemaker {

inline constexpr int kNanoDigits = 9;  // of a time in seconds, behind its point

// One value of a system metric. Texts are good until the next line is parsed.
struct SystemLine {
  std::string_view type, name, dimension, node;
  std::optional<double> value;             // finite
  std::optional<Int128> wall_ns;           // since 1970
  std::string_view value_json, wall_json;  // the numbers as they stand in the line
};

class SystemLineParser {
 public:
  SystemLineParser();
  ~SystemLineParser();

  // `behind`: how many bytes can be read behind the line. False where it is no JSON object.
  bool Parse(std::string_view json, size_t behind, SystemLine& line);

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
  std::string copy_;  // of a line at the end of the file
};

}  // namespace profiler::sagemaker

#endif  // PROFILER_READERS_SAGEMAKER_SYSTEM_LINE_H_
