#include "profiler/export/stacks/pprof_tables.h"

#include <fmt/format.h>

#include <protozero/pbf_writer.hpp>

#include "profiler/analysis/trees/code_tree.h"
#include "profiler/base/output_text.h"
#include "profiler/base/text/utf8.h"

namespace profiler {
namespace {

using protozero::pbf_writer;

absl::string_view AbslView(std::string_view text) { return {text.data(), text.size()}; }

// A name as in tfprof: the file without folders and extension, then the function.
std::string FunctionName(const StackFrame& frame) {
  if (!frame.is_code) return std::string(frame.function);
  const std::string_view file = FileName(frame.file);
  return fmt::format("{}:{}", file.substr(0, file.rfind('.')), frame.function);
}

}  // namespace

int64_t PprofTables::IdOf(std::string_view text) {
  const auto known = string_ids_.find(AbslView(text));
  return known != string_ids_.end() ? known->second : Add(made_.emplace_back(ValidUtf8(text)));
}

int64_t PprofTables::IdOfKept(std::string_view text) {
  return IsPlainJson(text) ? Add(text) : IdOf(text);  // plain text is valid UTF-8
}

int64_t PprofTables::Add(std::string_view text) {
  const auto next = static_cast<int64_t>(string_ids_.size());
  const auto [it, is_new] = string_ids_.try_emplace(AbslView(text), next);
  if (is_new) pbf_writer(strings_).add_string(6, text.data(), text.size());
  return it->second;
}

uint64_t PprofTables::LineLocation(const StackFrame& frame) {
  return Location(frame.file, frame, frame.line);
}

uint64_t PprofTables::CallLocation(const StackFrame& caller, const StackFrame& frame) {
  return Location(caller.file, frame, caller.line);
}

uint32_t PprofTables::NumberOf(std::string_view text) {
  return numbers_.try_emplace(AbslView(text), static_cast<uint32_t>(numbers_.size())).first->second;
}

uint64_t PprofTables::Location(std::string_view file, const StackFrame& function, int64_t line) {
  const Key key = {NumberOf(file), NumberOf(function.function), line};
  const auto [it, is_new] = location_ids_.try_emplace(key, location_ids_.size() + 1);
  if (!is_new) return it->second;
  pbf_writer profile(locations_);
  pbf_writer location(profile, 4);
  location.add_uint64(1, it->second);
  pbf_writer lines(location, 4);
  lines.add_uint64(1, FunctionOf(function));
  if (line != kUnknown) lines.add_int64(2, line);
  return it->second;
}

uint64_t PprofTables::FunctionOf(const StackFrame& frame) {
  const Key key = {NumberOf(frame.file), NumberOf(frame.function), frame.function_start_line};
  const auto [it, is_new] = function_ids_.try_emplace(key, function_ids_.size() + 1);
  if (!is_new) return it->second;
  pbf_writer profile(functions_);
  pbf_writer function(profile, 5);
  function.add_uint64(1, it->second);
  function.add_int64(2, IdOf(FunctionName(frame)));
  function.add_int64(4, IdOfKept(frame.file));
  if (frame.function_start_line != kUnknown) function.add_int64(5, frame.function_start_line);
  return it->second;
}

}  // namespace profiler
