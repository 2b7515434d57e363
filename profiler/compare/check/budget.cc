#include "profiler/compare/check/budget.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/base/suggest.h"
#include "profiler/compare/check/toml_tables.h"

namespace profiler {
namespace {

constexpr TomlTables kBudgets = {"budget", "budgets",
                                 "a budget is [[budget]], then lines name = \"...\" and require = "
                                 "\"steps: median(total_us) <= 20ms\""};

// The keys of a budget.
constexpr std::string_view kName = "name", kRequire = "require", kView = "view", kRows = "rows",
                           kOptions = "options", kSeverity = "severity", kOwner = "owner",
                           kWhy = "why";
constexpr std::array<std::string_view, 8> kKeys = {kName,    kRequire,  kView,  kRows,
                                                   kOptions, kSeverity, kOwner, kWhy};

class BudgetReader {
 public:
  BudgetReader(std::string_view path, const toml::table& table) : path_(path), table_(table) {}

  absl::StatusOr<Budget> Read() const {
    PROFILER_RETURN_IF_ERROR(CheckKeys());
    Budget budget;
    budget.where = WhereKey(kRequire);
    budget.where_of_view = WhereKey(table_.contains(kView) ? kView : kRequire);
    PROFILER_ASSIGN_OR_RETURN(budget.name, Needed(kName));
    PROFILER_ASSIGN_OR_RETURN(budget.owner, Text(kOwner));
    PROFILER_ASSIGN_OR_RETURN(budget.why, Text(kWhy));
    PROFILER_ASSIGN_OR_RETURN(budget.severity, ReadSeverity());
    PROFILER_ASSIGN_OR_RETURN(const std::string text, Expression());
    absl::StatusOr<Requirement> requirement = ParseRequirement(text);
    if (!requirement.ok()) {
      return Error(table_.get(kRequire)->source(),
                   fmt::format("budget '{}': {}", budget.name, Message(requirement.status())));
    }
    budget.requirement = *std::move(requirement);
    return budget;
  }

 private:
  std::string Where(const toml::source_region& at) const {
    return fmt::format("{}:{}", path_, at.begin.line);
  }
  std::string WhereKey(std::string_view key) const {
    const toml::node* const node = table_.get(key);
    return Where(node == nullptr ? table_.source() : node->source());
  }
  absl::Status Error(const toml::source_region& at, std::string_view what) const {
    return absl::InvalidArgumentError(fmt::format("{}: {}", Where(at), what));
  }

  absl::Status CheckKeys() const {
    for (const auto& [key, value] : table_) {
      if (std::find(kKeys.begin(), kKeys.end(), key.str()) != kKeys.end()) continue;
      return Error(key.source(), fmt::format("'{}' is no key of a budget{} (keys: {})", key.str(),
                                             DidYouMean(key.str(), {kKeys.begin(), kKeys.end()}),
                                             fmt::join(kKeys, ", ")));
    }
    return absl::OkStatus();
  }

  // Empty if the key is not there.
  absl::StatusOr<std::string> Text(std::string_view key) const {
    const toml::node* const node = table_.get(key);
    if (node == nullptr) return std::string();
    if (const auto* const text = node->as_string(); text != nullptr) return text->get();
    return Error(node->source(), fmt::format("{} must be a text in quotes", key));
  }

  absl::StatusOr<std::string> Needed(std::string_view key) const {
    PROFILER_ASSIGN_OR_RETURN(std::string text, Text(key));
    if (!text.empty()) return text;
    return Error(table_.source(), fmt::format("the budget misses {0}: {0} = \"...\"", key));
  }

  absl::StatusOr<Severity> ReadSeverity() const {
    PROFILER_ASSIGN_OR_RETURN(const std::string word, Text(kSeverity));
    if (word.empty() || word == Name(Severity::kError)) return Severity::kError;
    if (word == Name(Severity::kWarning)) return Severity::kWarning;
    return Error(table_.get(kSeverity)->source(),
                 fmt::format("severity is error or warning, not '{}'", word));
  }

  // The whole requirement, made of the keys that hold parts of it.
  absl::StatusOr<std::string> Expression() const {
    PROFILER_ASSIGN_OR_RETURN(const std::string require, Needed(kRequire));
    PROFILER_ASSIGN_OR_RETURN(const std::string view, Text(kView));
    PROFILER_ASSIGN_OR_RETURN(const std::string rows, Text(kRows));
    PROFILER_ASSIGN_OR_RETURN(const std::string options, Text(kOptions));
    if (view.empty()) {
      if (rows.empty() && options.empty()) return require;
      return Error(table_.source(), "rows and options need view: view = \"op\"");
    }
    return fmt::format("{}{}{}{}: {}", view, rows.empty() ? "" : fmt::format("[{}]", rows),
                       options.empty() ? "" : " ", options, require);
  }

  const std::string_view path_;
  const toml::table& table_;
};

}  // namespace

absl::StatusOr<std::vector<Budget>> ParseBudgets(std::string_view toml, std::string_view path) {
  PROFILER_ASSIGN_OR_RETURN(const toml::array tables, ReadTomlTables(toml, path, kBudgets));
  std::vector<Budget> budgets;
  std::set<std::string> names;
  for (const toml::node& node : tables) {
    PROFILER_ASSIGN_OR_RETURN(Budget budget, BudgetReader(path, *node.as_table()).Read());
    if (!names.insert(budget.name).second) {
      return absl::InvalidArgumentError(fmt::format("{}:{}: two budgets are named '{}'", path,
                                                    node.source().begin.line, budget.name));
    }
    budgets.push_back(std::move(budget));
  }
  return budgets;
}

absl::StatusOr<std::vector<Budget>> BudgetsOf(const std::vector<std::string>& requirements) {
  std::vector<Budget> budgets;
  for (const std::string& text : requirements) {
    absl::StatusOr<Requirement> requirement = ParseRequirement(text);
    if (!requirement.ok()) {
      return absl::InvalidArgumentError("-require: " + Message(requirement.status()));
    }
    Budget budget;
    budget.name = requirement->text;
    budget.requirement = *std::move(requirement);
    budget.where = budget.where_of_view = "-require";
    budgets.push_back(std::move(budget));
  }
  return budgets;
}

}  // namespace profiler
