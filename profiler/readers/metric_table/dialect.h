#ifndef PROFILER_READERS_METRIC_TABLE_DIALECT_H_
#define PROFILER_READERS_METRIC_TABLE_DIALECT_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "profiler/readers/metric_table/table_clock.h"

namespace profiler::metric_table {

// How the rows of a file are written.
struct Dialect {
  enum class Kind {
    kNone,       // no table of metrics
    kPlain,      // a head, then rows with one delimiter; nvidia-smi writes so, too
    kJsonLines,  // an object in each line
    kDool,       // dool and dstat: some lines on the recording, two lines of head
    kSadf,       // sadf -d: a head behind "# ", again for each kind of metric
    kSar,        // sar's text: a head behind each empty line
  };
  Kind kind = Kind::kNone;
  char delimiter = ',';
  int score = 0;        // as sniffers give it
  std::string why_not;  // of kNone: what is missing
};

// Looks at the first lines only.
Dialect FindDialect(std::string_view bytes);

// The median time of some rows all over the file, as the clock of any one may have been wrong; of
// tables whose rows tell their whole time.
std::optional<TableTime> UsualTime(std::string_view bytes, const Dialect& dialect);

// The line at `at`, without what ends it; `at` is then where the next one begins.
std::string_view TakeLine(std::string_view bytes, size_t& at);

}  // namespace profiler::metric_table

#endif  // PROFILER_READERS_METRIC_TABLE_DIALECT_H_
