#include "profiler/compare/pairing/stems.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <vector>

namespace profiler {
namespace {

// jit(step), where JAX compiles a function.
bool IsCompiled(std::string_view part) {
  return part.starts_with("jit(") || part.starts_with("pjit(") || part.starts_with("pmap(");
}

// A part that JAX adds around the body of a loop, a condition or a transformed function. What
// rematted_computation holds is no such body: it is computed a second time.
bool IsTransform(std::string_view part) {
  constexpr std::string_view kParts[] = {
      "body",   "checkpoint",      "closed_call",     "cond",      "remat",
      "remat2", "custom_jvp_call", "custom_vjp_call", "shard_map", "while"};
  return std::find(std::begin(kParts), std::end(kParts), part) != std::end(kParts);
}

// jvp(MLP) of jvp(jvp(MLP)), as where only a checkpoint differentiates the function once more.
std::string WithJvpOnce(std::string path) {
  constexpr std::string_view kTwice = "jvp(jvp(", kOnce = "jvp(";
  for (size_t at = path.find(kTwice); at != path.npos; at = path.find(kTwice, at)) {
    int open = 0;
    size_t end = at + kOnce.size();  // of the inner one
    for (; end < path.size() && (open > 0 || path[end] != ')'); ++end) {
      if (path[end] == '(') ++open;
      if (path[end] == ')' && --open == 0) break;
    }
    const bool is_whole = end + 1 < path.size() && path[end + 1] == ')';
    if (!is_whole) {
      ++at;  // jvp(jvp(f) and more
      continue;
    }
    path.erase(end, 1);
    path.erase(at, kOnce.size());
  }
  return path;
}

}  // namespace

std::string Demangled(std::string_view name) {
  std::string text(name);
  if (!name.starts_with("_Z")) return text;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> plain(
      abi::__cxa_demangle(text.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && plain != nullptr ? std::string(plain.get()) : text;
}

std::string WithoutArchitecture(std::string name) {
  constexpr std::string_view kWord = "sm";
  constexpr size_t kFewestDigits = 2, kMostDigits = 3;
  for (size_t at = name.find(kWord); at != name.npos; at = name.find(kWord, at)) {
    const bool is_begin = at == 0 || name[at - 1] == '_';
    const size_t digits = at + kWord.size();
    size_t end = std::min(name.find_first_not_of("0123456789", digits), name.size());
    const size_t count = end - digits;
    if (end < name.size() && name[end] == 'a') ++end;  // sm90a
    const bool is_architecture = is_begin && count >= kFewestDigits && count <= kMostDigits &&
                                 end < name.size() && name[end] == '_';
    if (is_architecture) {
      name.erase(at, end + 1 - at);
    } else {
      at += kWord.size();
    }
  }
  return name;
}

std::string WithoutTransforms(std::string_view path) {
  if (path.find('(') == path.npos) return "";  // as of most frameworks: nothing is compiled
  std::vector<std::string_view> kept;
  bool is_compiled = false;
  for (size_t at = 0; at <= path.size();) {
    const size_t end = std::min(path.find('/', at), path.size());
    const std::string_view part = path.substr(at, end - at);
    is_compiled |= IsCompiled(part);
    if (!IsCompiled(part) && !IsTransform(part)) kept.push_back(part);
    at = end + 1;
  }
  if (!is_compiled) return "";
  return kept.empty() ? "jit()" : WithJvpOnce(fmt::format("{}", fmt::join(kept, "/")));
}

std::string_view BaseNameOf(std::string_view path) { return path.substr(path.rfind('/') + 1); }

}  // namespace profiler
