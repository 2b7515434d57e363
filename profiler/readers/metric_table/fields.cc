#include "profiler/readers/metric_table/fields.h"

#include <algorithm>

#include "profiler/base/ascii.h"

namespace profiler::metric_table {
namespace {

constexpr std::string_view kBlankLetters = " \t\r";

}  // namespace

std::string_view Trim(std::string_view text) {
  const size_t first = text.find_first_not_of(kBlankLetters);
  if (first == text.npos) return "";
  return text.substr(first, text.find_last_not_of(kBlankLetters) - first + 1);
}

std::string Normal(std::string_view name) {
  std::string normal;
  for (const char c : Lower(name)) {
    const bool is_kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (is_kept) {
      normal += c;
    } else if (!normal.empty() && normal.back() != '_') {
      normal += '_';
    }
  }
  if (normal.ends_with('_')) normal.pop_back();
  return normal;
}

bool FieldSplitter::Split(std::string_view row, char delimiter) {
  fields_.clear();
  unescaped_.clear();
  if (delimiter == kBlanks) {
    SplitAtBlanks(row);
    return true;
  }
  for (std::string_view rest = row;;) {
    const size_t first = std::min(rest.find_first_not_of(' '), rest.size());
    if (first < rest.size() && rest[first] == '"') {
      rest.remove_prefix(first + 1);
      if (!TakeQuoted(rest)) return false;
    } else {
      fields_.push_back(Trim(rest.substr(0, rest.find(delimiter))));
    }
    const size_t end = rest.find(delimiter);
    if (end == rest.npos) return true;
    rest.remove_prefix(end + 1);
  }
}

// Reads the text after an opening quote, and sets `rest` to the text after the closing quote.
bool FieldSplitter::TakeQuoted(std::string_view& rest) {
  std::string* unescaped = nullptr;
  for (size_t from = 0;;) {
    const size_t quote = rest.find('"', from);
    if (quote == rest.npos) return false;
    const bool is_doubled = quote + 1 < rest.size() && rest[quote + 1] == '"';
    if (is_doubled && unescaped == nullptr) unescaped = &unescaped_.emplace_back();
    if (unescaped != nullptr) unescaped->append(rest.substr(from, quote - from));
    if (!is_doubled) {
      fields_.push_back(unescaped != nullptr ? *unescaped : rest.substr(0, quote));
      rest.remove_prefix(quote + 1);
      return true;
    }
    unescaped->push_back('"');
    from = quote + 2;
  }
}

void FieldSplitter::SplitAtBlanks(std::string_view row) {
  for (size_t at = row.find_first_not_of(kBlankLetters); at != row.npos;) {
    const size_t end = std::min(row.find_first_of(kBlankLetters, at), row.size());
    fields_.push_back(row.substr(at, end - at));
    at = row.find_first_not_of(kBlankLetters, end);
  }
}

}  // namespace profiler::metric_table
