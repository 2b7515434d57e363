#ifndef PROFILER_READERS_METRIC_TABLE_DIALECT_H_
#define PROFILER_READERS_METRIC_TABLE_DIALECT_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "profiler/readers/metric_table/table_clock.h"

namespace profiler::metric_table {

// The format of a table's rows.
struct Dialect {
  enum class Kind {
    kNone,       // not a table of metrics
    kPlain,      // a header, then rows with one delimiter; also nvidia-smi
    kJsonLines,  // one JSON object per line
    kDool,       // dool and dstat: lines about the recording, two header lines
    kSadf,       // sadf -d: a header after "# ", repeated for each kind of metric
    kSar,        // sar's text: a header after each empty line
    kDmon,       // nvidia-smi dmon: header lines after "#", repeated among the rows
  };
  Kind kind = Kind::kNone;
  char delimiter = ',';
  int score = 0;        // as returned by sniffers
  std::string why_not;  // for kNone: the reason
};

// Detects the format from the first lines.
Dialect FindDialect(std::string_view bytes);

// Returns the median time of some rows spread over the file, because the clock may be wrong in
// single rows. Returns nullopt for tables whose rows have no complete time.
std::optional<TableTime> UsualTime(std::string_view bytes, const Dialect& dialect);

// Returns the line at `at` without its line break, and moves `at` to the next line.
std::string_view TakeLine(std::string_view bytes, size_t& at);

}  // namespace profiler::metric_table

#endif  // PROFILER_READERS_METRIC_TABLE_DIALECT_H_
