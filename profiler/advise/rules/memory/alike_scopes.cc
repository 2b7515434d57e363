#include "profiler/advise/rules/memory/alike_scopes.h"

#include <fmt/format.h>

#include <map>
#include <string>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/base/text/without_digits.h"

namespace profiler {
namespace {

// Ops have names such as "aten::mm", which no scope has.
bool IsNameOfOp(std::string_view name) { return name.find("::") != name.npos; }

// The outermost scope that holds most. Empty if there is one alone, or if what holds most is an op.
struct OuterScope {
  std::string_view name;
  Value bytes = 0;
};

OuterScope MostOfOuterScopes(const std::vector<std::pair<std::string_view, Value>>& scopes) {
  std::map<std::string_view, Value> by_name;
  size_t modules = 0;
  for (const auto& [name, bytes] : scopes) {
    const std::string_view outer = name.substr(0, name.find('/'));
    const auto [at, is_new] = by_name.try_emplace(outer, 0);
    at->second += bytes;
    if (is_new && !IsNameOfOp(outer)) ++modules;
  }
  OuterScope most;
  for (const auto& [name, bytes] : by_name) {
    if (bytes > most.bytes) most = {name, bytes};
  }
  return modules > 1 && !IsNameOfOp(most.name) ? most : OuterScope();
}

}  // namespace

AlikeScopes MostAlike(const std::vector<std::pair<std::string_view, Value>>& scopes) {
  std::map<std::string, AlikeScopes> by_name;
  for (const auto& [name, bytes] : scopes) {
    // Numbers in names of ops may mean more.
    AlikeScopes& alike = by_name[IsNameOfOp(name) ? std::string(name) : WithoutDigits(name)];
    if (alike.count++ == 0) {
      alike.largest = name;
      alike.largest_bytes = bytes;
    }
    alike.bytes += bytes;
  }
  AlikeScopes most;
  for (const auto& [name, alike] : by_name) {
    if (alike.bytes > most.bytes) most = alike;
  }
  return most;
}

std::string OuterScopeText(const std::vector<std::pair<std::string_view, Value>>& scopes,
                           Value peak, Value told, std::string_view held) {
  constexpr double kMuch = 0.25, kMore = 1.5;
  const OuterScope outer = MostOfOuterScopes(scopes);
  const bool is_much = Share(outer.bytes, peak) >= kMuch &&
                       static_cast<double>(outer.bytes) >= kMore * static_cast<double>(told);
  return is_much ? fmt::format("; of the outermost scopes {} {} most, {:.0f}%", outer.name, held,
                               Percentage(outer.bytes, peak))
                 : "";
}

}  // namespace profiler
