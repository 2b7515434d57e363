#include "cli/prompt/sql_completion.h"

#include <algorithm>
#include <string>
#include <vector>

#include "profiler/base/ascii.h"
#include "profiler/engine/sql/names_of_sql.h"

namespace profiler {
namespace {

// Whether the name begins with what is typed, in either case.
bool BeginsWith(std::string_view name, std::string_view typed) {
  return name.size() >= typed.size() &&
         std::equal(typed.begin(), typed.end(), name.begin(),
                    [](char a, char b) { return Lower(a) == Lower(b); });
}

std::string CommonBeginning(const std::vector<std::string>& names) {
  std::string common = names.front();
  for (const std::string& name : names) {
    const auto differ = std::mismatch(common.begin(), common.end(), name.begin(), name.end()).first;
    common.erase(differ, common.end());
  }
  return common;
}

}  // namespace

Completion CompleteSql(std::string_view line) {
  size_t begin = line.size();
  while (begin > 0 && IsWordCharacter(line[begin - 1])) --begin;
  const std::string_view typed = line.substr(begin);
  const bool is_of_table = begin > 0 && line[begin - 1] == '.';
  if (typed.empty() && !is_of_table) return {};
  const NamesOfSql& names = AllNamesOfSql();
  Completion completion;
  completion.from = begin;
  for (const std::string& name : is_of_table ? names.columns : names.words) {
    if (BeginsWith(name, typed)) completion.labels.push_back(name);
  }
  if (completion.labels.empty()) return {};
  completion.insert = CommonBeginning(completion.labels);
  // Names that begin alike in different cases have nothing in common.
  if (completion.insert.size() < typed.size()) completion.insert = typed;
  const bool is_only = completion.labels.size() == 1 && !completion.insert.ends_with('(');
  if (is_only) completion.insert += ' ';
  return completion;
}

}  // namespace profiler
