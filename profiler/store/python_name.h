#ifndef PROFILER_STORE_PYTHON_NAME_H_
#define PROFILER_STORE_PYTHON_NAME_H_

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>

namespace profiler {

// A Python function as recorders name its events. Empty for functions without a file.
struct PythonName {
  std::string_view path, function;

  std::string_view file() const { return path.substr(path.rfind('/') + 1); }
};

// Splits "$profiler.py:101 start_trace" and "torch/profiler/profiler.py(751): start_trace".
inline PythonName SplitPythonName(std::string_view name) {
  const size_t at = name.rfind(' ');
  if (at == name.npos) return {};
  std::string_view path = name.substr(0, at);
  path = path.substr(0, path.find_last_of(":("));
  if (path.ends_with(')')) path = path.substr(0, path.rfind('('));
  if (!path.empty() && path.front() == '$') path.remove_prefix(1);
  const size_t open = path.find('(');
  return {path.substr(0, open), name.substr(at + 1)};
}

// Whether a function of Python is built into it, so that it has no file: "<built-in function
// next>",
// "$time sleep".
inline bool IsBuiltIn(std::string_view name) {
  if (name.starts_with('<')) return true;
  return name.starts_with('$') && name.substr(0, name.rfind(' ')).find(':') == name.npos;
}

// Whether an event is a call of a function that JAX compiles: "PjitFunction(step)".
inline bool IsJitCall(std::string_view name) { return name.starts_with("PjitFunction("); }

// "step" of "PjitFunction(step)".
inline std::string_view JitFunction(std::string_view call) {
  call.remove_prefix(std::min(call.find('(') + 1, call.size()));
  return call.substr(0, call.rfind(')'));
}

// Whether the list has the function of the file. Its paths are of files without folders; of an
// item without a function all functions of the file count.
template <size_t kSize>
bool HasFunction(const PythonName (&list)[kSize], std::string_view file,
                 std::string_view function) {
  return std::any_of(std::begin(list), std::end(list), [&](const PythonName& one) {
    return one.path == file && (one.function.empty() || one.function == function);
  });
}

}  // namespace profiler

#endif  // PROFILER_STORE_PYTHON_NAME_H_
