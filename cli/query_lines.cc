#include "cli/query_lines.h"

#include "profiler/sql/query_text.h"

namespace profiler {

std::optional<std::string> QueryLines::Add(std::string line) {
  if (!is_open() && !sql::BeginsQuery(line)) return line;
  // What is no query after this many bytes has lost its `;`.
  constexpr size_t kLongest = 1 << 20;
  if (is_open()) query_ += '\n';
  query_ += line;
  if (!sql::EndsQuery(query_) && query_.size() <= kLongest) return std::nullopt;
  return Finish();
}

std::optional<std::string> QueryLines::Finish() {
  if (!is_open()) return std::nullopt;
  return std::exchange(query_, {});
}

}  // namespace profiler
