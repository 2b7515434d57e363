#include "profiler/compare/check/toml_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "profiler/compare/check/bare_text.h"

namespace profiler {

absl::Status TomlError(std::string_view path, const toml::source_region& at,
                       std::string_view what) {
  return absl::InvalidArgumentError(fmt::format("{}:{}: {}", path, at.begin.line, what));
}

absl::StatusOr<toml::array> ReadTomlTables(std::string_view toml, std::string_view path,
                                           const TomlTables& tables) {
  if (const size_t at = FindBareNonAscii(toml); at != toml.npos) {
    const auto line = 1 + std::count(toml.begin(), toml.begin() + static_cast<ptrdiff_t>(at), '\n');
    return absl::InvalidArgumentError(fmt::format(
        "{}:{}: a character beyond ASCII must stand between quotes or in a comment", path, line));
  }
  toml::parse_result file = toml::parse(toml);
  if (!file) return TomlError(path, file.error().source(), file.error().description());
  for (const auto& [key, value] : file.table()) {
    if (key.str() == tables.name) continue;
    return TomlError(path, key.source(),
                     fmt::format("'{}' is not expected: a file of {} has [[{}]] tables only",
                                 key.str(), tables.files, tables.name));
  }
  toml::node* const node = file.table().get(tables.name);
  if (node == nullptr || !node->is_array_of_tables()) {
    return absl::InvalidArgumentError(
        fmt::format("{} has no [[{}]]: {}", path, tables.name, tables.how));
  }
  return std::move(*node->as_array());
}

}  // namespace profiler
