#include "profiler/views/scope.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "profiler/base/status.h"
#include "profiler/views/op_rows.h"
#include "profiler/views/skeleton.h"
#include "profiler/views/tree_report.h"

namespace profiler {
namespace {

constexpr char kScopeType[] = "_kTFScopeParent";

absl::string_view ToAbsl(std::string_view text) { return {text.data(), text.size()}; }

// "a/b" of "a/b/c"; false for a name without a scope.
bool EnclosingScope(std::string_view name, std::string_view& scope) {
  const size_t slash = name.rfind('/');
  if (slash == std::string_view::npos) return false;
  scope = name.substr(0, slash);
  return true;
}

// Every op, and every scope that some op's name runs through, by name.
TreeSkeleton BuildSkeleton(const Profile& profile, const OpValues& values) {
  const OpNames names(profile, values);
  absl::flat_hash_map<absl::string_view, int32_t> item_by_name;
  std::vector<std::string_view> all_names;
  std::vector<std::pair<std::string_view, int32_t>> more;
  const auto add = [&](std::string_view name, int32_t item) {
    const auto [it, is_new] = item_by_name.try_emplace(ToAbsl(name), item);
    if (is_new) {
      all_names.push_back(name);
    } else if (it->second == kNoNode) {
      it->second = item;  // an op stands where another name's scope did
    } else if (item != kNoNode) {
      more.emplace_back(name, item);
    }
    return is_new;
  };
  for (int32_t item = 0; item < names.size(); ++item) {
    std::string_view name = names[item];
    add(name, item);
    while (EnclosingScope(name, name) && add(name, kNoNode)) {
    }
  }
  std::sort(all_names.begin(), all_names.end());
  absl::flat_hash_map<absl::string_view, int32_t> node_by_name;
  SkeletonBuilder builder;
  for (std::string_view name : all_names) {
    node_by_name[ToAbsl(name)] = builder.Add(name, item_by_name[ToAbsl(name)]);
  }
  for (std::string_view name : all_names) {
    std::string_view scope;
    if (EnclosingScope(name, scope)) {
      builder.SetParent(node_by_name[ToAbsl(name)], node_by_name[ToAbsl(scope)]);
    }
  }
  std::vector<int32_t> position;
  TreeSkeleton tree = std::move(builder).Build(&position);
  for (const auto& [name, item] : more) {
    tree.more.emplace_back(position[node_by_name[ToAbsl(name)]], item);
  }
  return tree;
}

std::vector<std::string> PathParts(std::string_view name) {
  std::vector<std::string> parts;
  while (true) {
    const size_t slash = name.find('/');
    parts.emplace_back(name.substr(0, slash));
    if (slash == std::string_view::npos) return parts;
    name.remove_prefix(slash + 1);
  }
}

}  // namespace

absl::StatusOr<Report> ScopeView(const Profile& profile, const Query& query, RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const auto values, GetOpValues(profile, query, context));
  const auto skeleton =
      context.Cached<TreeSkeleton>(values->has_outside ? "scope tree, outside" : "scope tree",
                                   [&] { return BuildSkeleton(profile, *values); });
  TreeInput input;
  input.skeleton = skeleton.get();
  input.min_on_self = Quirks(query.compat_tfprof).Has(Quirk::kMinOnSelf);
  if (Quirks(query.compat_tfprof).Has(Quirk::kOccurrenceUnordered)) {
    input.order_by_occurrence = TreeInput::OrderByOccurrence::kByName;
  }
  FillOpNodes(profile, query, *values, kScopeType, input);
  PROFILER_ASSIGN_OR_RETURN(const TreeOutput output, RunTree(input, query, context));
  Report report = StartReport(profile, query, "scope",
                              "scope: The nodes in the model graph are organized by their names, "
                              "which is hierarchical like "
                              "filesystem.",
                              ColumnOrder::kCountsFirst);
  FillTreeReport(input, output, query,
                 {[&](int32_t node) { return PathParts(skeleton->name[node]); },
                  [&](int32_t node, const ReportColumn& column) {
                    return OpNodeTexts(profile, skeleton->item[node], kScopeType, column);
                  }},
                 report);
  return report;
}

}  // namespace profiler
