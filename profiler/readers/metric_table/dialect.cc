#include "profiler/readers/metric_table/dialect.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "profiler/base/byte_order_mark.h"
#include "profiler/readers/metric_table/dmon.h"
#include "profiler/readers/metric_table/fields.h"
#include "profiler/readers/metric_table/header.h"
#include "profiler/readers/metric_table/json_row.h"
#include "profiler/readers/metric_table/number_cell.h"
#include "profiler/readers/metric_table/table_clock.h"

namespace profiler::metric_table {
namespace {

constexpr size_t kLongestLine = 64 << 10;  // of those examined
constexpr int kSure = 80, kLikely = 60;
constexpr size_t kRowsForUsualTime = 9;

bool IsText(std::string_view line) {
  return std::all_of(line.begin(), line.end(),
                     [](char c) { return static_cast<unsigned char>(c) >= 0x20 || c == '\t'; });
}

Dialect No(std::string why) {
  Dialect none;
  none.why_not = std::move(why);
  return none;
}

// Returns the delimiter that splits the line in the most columns.
char DelimiterOf(std::string_view line) {
  char best = ',';
  for (const char c : {',', ';', '\t'}) {
    if (std::count(line.begin(), line.end(), c) > std::count(line.begin(), line.end(), best)) {
      best = c;
    }
  }
  return best;
}

// Returns the time of a row, or nullopt if the row has none, e.g. if it is damaged.
std::optional<TableTime> TimeOf(const Header& header, const std::vector<std::string_view>& cells) {
  TableClock clock;
  clock.SetStart("1 Jan 2000 00:00:00 UTC");
  for (size_t i = 0; i < std::min(cells.size(), header.columns.size()); ++i) {
    const Column& column = header.columns[i];
    if (column.role == ColumnRole::kTime) return clock.Read(cells[i], column.unit);
    if (column.role == ColumnRole::kDate) return clock.Read(cells[i]);
  }
  return std::nullopt;
}

Header HeaderOf(const std::vector<std::string_view>& names) {
  std::vector<ColumnText> columns;
  columns.reserve(names.size());
  for (const std::string_view name : names) columns.push_back({name});
  return MakeHeader(columns, false);
}

std::optional<TableTime> TimeOfJson(std::string_view row) {
  JsonRowParser parser;
  if (!parser.Parse(row)) return std::nullopt;
  return TimeOf(HeaderOf(parser.keys()), parser.cells());
}

// Returns the first line from `at` on that is not blank, and moves `at` after it.
std::string_view TakeFilledLine(std::string_view bytes, size_t& at) {
  std::string_view line;
  while (at < bytes.size() && line.empty()) line = Trim(TakeLine(bytes, at));
  return line;
}

// The header at the start of the file.
std::string_view TakeHead(std::string_view bytes, size_t& at) {
  at = bytes.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  return TakeFilledLine(bytes, at);
}

constexpr char kNoTime[] =
    "no column is named time or timestamp: metrics need the time of each row";
constexpr char kNoSamples[] =
    "none of its columns is a known metric, and its rows are no samples in order of time";
constexpr char kNoMetric[] = "it has a column of times and none of metrics";

Dialect FindJsonLines(std::string_view line) {
  JsonRowParser parser;
  if (!parser.Parse(line)) return No("its first line is no JSON object");
  const Header header = HeaderOf(parser.keys());
  if (!header.has_time) return No(kNoTime);
  if (!header.HasValues()) return No(kNoMetric);
  if (!TimeOf(header, parser.cells())) return No("the time of its first line cannot be read");
  return {Dialect::Kind::kJsonLines, ',', kLikely, ""};
}

bool HasKnownMetric(const Header& header) {
  return header.is_long ||
         std::any_of(header.columns.begin(), header.columns.end(), [](const Column& column) {
           return column.role == ColumnRole::kMetric && column.metric.is_known;
         });
}

// Whether the first rows from `at` on are in order of time; one of them may have a wrong clock.
// Rows of other tables are of something that they name first, and what they call time_ms is a
// duration.
bool AreSamples(const Header& header, char delimiter, std::string_view bytes, size_t at) {
  FieldSplitter splitter;
  std::optional<TableTime> last;
  int rows = 0, earlier = 0;  // than the row before
  for (size_t i = 0; i < kRowsForUsualTime; ++i) {
    const std::string_view row = TakeFilledLine(bytes, at);
    if (row.empty() || at > bytes.size()) break;
    if (!splitter.Split(row, delimiter)) return false;
    const std::vector<std::string_view>& cells = splitter.fields();
    const std::optional<TableTime> time = TimeOf(header, cells);
    if (!time) return false;
    ++rows;
    if (last && time->ps < last->ps) ++earlier;
    last = time;
    const bool is_named = header.columns[0].role == ColumnRole::kMetric && !cells.empty() &&
                          ReadNumber(cells[0]).what == NumberCell::What::kText;
    if (is_named) return false;
  }
  return 4 * earlier <= rows;
}

Dialect FindPlain(std::string_view bytes, size_t at, std::string_view head) {
  const char delimiter = DelimiterOf(head);
  FieldSplitter splitter;
  if (!splitter.Split(head, delimiter) || splitter.fields().size() < 2) {
    return No("it is no table");
  }
  const Header header = HeaderOf(splitter.fields());
  if (!header.has_time) return No(kNoTime);
  if (!header.HasValues()) return No(kNoMetric);
  const size_t first_row = at;
  const std::string_view row = TakeFilledLine(bytes, at);
  const bool is_unfinished = row.empty() || at > bytes.size();  // the file was just started
  if (is_unfinished) return {Dialect::Kind::kPlain, delimiter, kLikely, ""};
  const bool is_row =
      splitter.Split(row, delimiter) && TimeOf(header, splitter.fields()).has_value();
  if (!is_row) return No("the time of its first row cannot be read");
  if (!HasKnownMetric(header) && !AreSamples(header, delimiter, bytes, first_row)) {
    return No(kNoSamples);
  }
  return {Dialect::Kind::kPlain, delimiter, kLikely, ""};
}

}  // namespace

std::string_view TakeLine(std::string_view bytes, size_t& at) {
  const size_t end = std::min(bytes.find('\n', at), bytes.size());
  std::string_view line = bytes.substr(at, end - at);
  at = end + 1;
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::optional<TableTime> UsualTime(std::string_view bytes, const Dialect& dialect) {
  const bool is_json = dialect.kind == Dialect::Kind::kJsonLines;
  if (!is_json && dialect.kind != Dialect::Kind::kPlain) return std::nullopt;
  Header header;
  FieldSplitter splitter;
  if (!is_json) {
    size_t at = 0;
    if (!splitter.Split(TakeHead(bytes, at), dialect.delimiter)) return std::nullopt;
    header = HeaderOf(splitter.fields());
  }
  std::vector<TableTime> times;
  for (size_t i = 0; i < kRowsForUsualTime; ++i) {
    const size_t part = bytes.size() / (2 * kRowsForUsualTime) * (2 * i + 1);
    size_t at = bytes.find('\n', part);
    if (at++ == bytes.npos) break;
    const std::string_view row = TakeLine(bytes, at);
    std::optional<TableTime> time;
    if (is_json) {
      time = TimeOfJson(row);
    } else if (splitter.Split(row, dialect.delimiter)) {
      time = TimeOf(header, splitter.fields());
    }
    if (time) times.push_back(*time);
  }
  if (times.empty()) return std::nullopt;
  const auto middle = times.begin() + static_cast<ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end(),
                   [](const TableTime& a, const TableTime& b) { return a.ps < b.ps; });
  return *middle;
}

Dialect FindDialect(std::string_view bytes) {
  bytes = bytes.substr(0, 2 * kLongestLine);
  size_t at = 0;
  const std::string_view line = TakeHead(bytes, at);
  if (line.empty() || line.size() > kLongestLine || !IsText(line)) return No("it is no text");
  if (line.starts_with('{')) return FindJsonLines(line);
  if (line.starts_with("# hostname;interval;timestamp")) {
    return {Dialect::Kind::kSadf, ';', kSure, ""};
  }
  if (line.starts_with('"') && line.substr(0, 64).find(" CSV output\"") != line.npos) {
    return {Dialect::Kind::kDool, ',', kSure, ""};
  }
  if (line.starts_with("Linux ") && line.ends_with("CPU)")) {
    return {Dialect::Kind::kSar, FieldSplitter::kBlanks, kSure, ""};
  }
  if (IsDmonHeader(line)) {
    if (std::string why = WhyNoDmonTimes(line); !why.empty()) return No(std::move(why));
    return {Dialect::Kind::kDmon, DmonDelimiterOf(line), kSure, ""};
  }
  return FindPlain(bytes, at, line);
}

}  // namespace profiler::metric_table
