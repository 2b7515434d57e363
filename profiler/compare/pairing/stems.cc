#include "profiler/compare/pairing/stems.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace profiler {

std::string Demangled(std::string_view name) {
  std::string text(name);
  if (!name.starts_with("_Z")) return text;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> plain(
      abi::__cxa_demangle(text.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && plain != nullptr ? std::string(plain.get()) : text;
}

std::string_view BaseNameOf(std::string_view path) { return path.substr(path.rfind('/') + 1); }

}  // namespace profiler
