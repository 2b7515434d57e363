#include "profiler/advise/rules/memory/alike_scopes.h"

#include <map>
#include <string>

#include "profiler/base/ascii.h"

namespace profiler {
namespace {

// Names of ops may have numbers that mean more.
std::string ScopeWithoutNumbers(std::string_view name) {
  if (name.find("::") != name.npos) return std::string(name);
  std::string text;
  for (const char c : name) {
    if (!IsDigit(c)) text += c;
  }
  return text;
}

}  // namespace

AlikeScopes MostAlike(const std::vector<std::pair<std::string_view, Value>>& scopes) {
  std::map<std::string, AlikeScopes> by_name;
  for (const auto& [name, bytes] : scopes) {
    AlikeScopes& alike = by_name[ScopeWithoutNumbers(name)];
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

}  // namespace profiler
