#ifndef PROFILER_READERS_METRIC_TABLE_FIELDS_H_
#define PROFILER_READERS_METRIC_TABLE_FIELDS_H_

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace profiler::metric_table {

// Removes blanks at both ends.
std::string_view Trim(std::string_view text);

// Normalizes a column name, so that names that differ only in spelling become equal: lower case,
// with one '_' in place of each run of characters that are not letters or digits, and no '_' at the
// ends.
std::string Normal(std::string_view name);

// Splits rows into cells. The cells are valid until the next row is split.
class FieldSplitter {
 public:
  static constexpr char kBlanks = ' ';  // as a delimiter, means a run of blanks

  // Splits a row and trims the cells. Cells may be quoted, except with kBlanks. Returns false if a
  // quote is not closed.
  bool Split(std::string_view row, char delimiter);
  const std::vector<std::string_view>& fields() const { return fields_; }

 private:
  bool TakeQuoted(std::string_view& rest);
  void SplitAtBlanks(std::string_view row);

  std::vector<std::string_view> fields_;
  std::deque<std::string> unescaped_;  // cells with doubled quotes
};

}  // namespace profiler::metric_table

#endif  // PROFILER_READERS_METRIC_TABLE_FIELDS_H_
