// Joins the lines of an SQL query, at the prompt, on a pipe and in scripts.
#ifndef CLI_QUERY_LINES_H_
#define CLI_QUERY_LINES_H_

#include <optional>
#include <string>
#include <utility>

namespace profiler {

// A line that begins with SELECT, WITH or EXPLAIN is a query, which ends with the line that ends
// with `;`. Any other line is whole by itself.
class QueryLines {
 public:
  // Adds a line. Returns what is whole now; nullopt if the query goes on.
  std::optional<std::string> Add(std::string line);

  bool is_open() const { return !query_.empty(); }
  // Ends the query without `;`, as at the end of the input. Nullopt if there is none.
  std::optional<std::string> Finish();
  void Drop() { query_.clear(); }

 private:
  std::string query_;  // the lines so far
};

}  // namespace profiler

#endif  // CLI_QUERY_LINES_H_
