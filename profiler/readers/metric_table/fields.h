#ifndef PROFILER_READERS_METRIC_TABLE_FIELDS_H_
#define PROFILER_READERS_METRIC_TABLE_FIELDS_H_

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace profiler::metric_table {

// Without the blanks around it.
std::string_view Trim(std::string_view text);

// Lower case, with one '_' for whatever is neither letter nor digit, and none at the ends: names of
// columns that differ in spelling alone are the same.
std::string Normal(std::string_view name);

// Splits rows into their cells. What it gives is good until the next row is split.
class FieldSplitter {
 public:
  static constexpr char kBlanks = ' ';  // a delimiter: as many blanks as there are

  // Cells come without the blanks around them; where blanks are no delimiter, quotes hold one
  // together. False where a quote is not closed.
  bool Split(std::string_view row, char delimiter);
  const std::vector<std::string_view>& fields() const { return fields_; }

 private:
  bool TakeQuoted(std::string_view& rest);
  void SplitAtBlanks(std::string_view row);

  std::vector<std::string_view> fields_;
  std::deque<std::string> unescaped_;  // what has doubled quotes
};

}  // namespace profiler::metric_table

#endif  // PROFILER_READERS_METRIC_TABLE_FIELDS_H_
