#ifndef PROFILER_READERS_METRIC_TABLE_JSON_ROW_H_
#define PROFILER_READERS_METRIC_TABLE_JSON_ROW_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace profiler::metric_table {

// Reads a JSON object as a row. The keys are the column names.
class JsonRowParser {
 public:
  JsonRowParser();
  ~JsonRowParser();

  // Returns false if the line is not a JSON object. Drops nested objects and lists; null becomes
  // "".
  bool Parse(std::string_view line);
  // Valid until the next line is parsed.
  const std::vector<std::string_view>& keys() const { return keys_; }
  const std::vector<std::string_view>& cells() const { return cells_; }

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
  std::string copy_;  // with the padding that simdjson needs
  std::vector<std::string_view> keys_, cells_;
};

}  // namespace profiler::metric_table

#endif  // PROFILER_READERS_METRIC_TABLE_JSON_ROW_H_
