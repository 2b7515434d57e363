#ifndef PROFILER_READERS_METRIC_TABLE_JSON_ROW_H_
#define PROFILER_READERS_METRIC_TABLE_JSON_ROW_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace profiler::metric_table {

// Takes a JSON object as a row: its keys are the columns.
class JsonRowParser {
 public:
  JsonRowParser();
  ~JsonRowParser();

  // False where the line is no JSON object. Objects and lists in it are left out; null is "".
  bool Parse(std::string_view line);
  // Good until the next line is parsed.
  const std::vector<std::string_view>& keys() const { return keys_; }
  const std::vector<std::string_view>& cells() const { return cells_; }

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
  std::string copy_;  // with the padding that simdjson asks for
  std::vector<std::string_view> keys_, cells_;
};

}  // namespace profiler::metric_table

#endif  // PROFILER_READERS_METRIC_TABLE_JSON_ROW_H_
