// Files of TOML that users write by hand, as of budgets: a list of tables of one name. All that
// reads TOML includes the parser from here, as it must be set up alike everywhere.
#ifndef PROFILER_COMPARE_CHECK_TOML_TABLES_H_
#define PROFILER_COMPARE_CHECK_TOML_TABLES_H_

// Errors are values here. What the parser asserts of damaged text does not hold ("[[["), and is
// followed by a proper error.
#define TOML_EXCEPTIONS 0
#define TOML_ASSERT(expression) static_assert(true)
#include <toml++/toml.h>

#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace profiler {

// "PATH:LINE: WHAT".
absl::Status TomlError(std::string_view path, const toml::source_region& at, std::string_view what);

// What a file of such tables is called, and how to write one.
struct TomlTables {
  std::string_view name;   // "budget": a table begins with [[budget]]
  std::string_view files;  // "budgets"
  std::string_view how;    // after "PATH has no [[budget]]: "
};

// The tables, all of which are toml::table. Fails if the file has anything else, or none of them.
absl::StatusOr<toml::array> ReadTomlTables(std::string_view toml, std::string_view path,
                                           const TomlTables& tables);

}  // namespace profiler

#endif  // PROFILER_COMPARE_CHECK_TOML_TABLES_H_
