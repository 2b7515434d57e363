#include "tests/answers/names.h"

#include <fmt/format.h>

#include "profiler/base/status.h"
#include "tests/answers/columns.h"

namespace profiler {

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

SourceId Names::AddSource(const std::string& name, const SourceRow& row) {
  return source = sources_[name] = builder.AddSource(row);
}

absl::StatusOr<OpId> Names::AddOp(const std::string& name, const OpRow& row) {
  const auto [op, is_new] = ops_.try_emplace(name);
  if (!is_new) {
    return absl::InvalidArgumentError(fmt::format("there is an op '{}' already", name));
  }
  op->second = builder.AddOp(row);
  builder.AddType(op->second, row.type);
  return op->second;
}

absl::Status Names::Find(std::string_view name, StringId& id) {
  id = builder.Intern(name);
  return absl::OkStatus();
}

absl::Status Names::Find(std::string_view name, SourceId& id) {
  const auto found = sources_.find(name);
  if (found == sources_.end()) {
    return absl::InvalidArgumentError(fmt::format("no source '{}' above", name));
  }
  id = found->second;
  return absl::OkStatus();
}

absl::Status Names::Find(std::string_view name, DeviceId& id) {
  id = builder.Device(name);
  return absl::OkStatus();
}

absl::Status Names::Find(std::string_view name, StepId& id) {
  SourceId of = source;
  const size_t colon = name.rfind(':');
  if (colon != std::string_view::npos) {
    PROFILER_RETURN_IF_ERROR(Find(name.substr(0, colon), of));
    name.remove_prefix(colon + 1);
  }
  PROFILER_ASSIGN_OR_RETURN(const int64_t number, ReadNumber<int64_t>(name));
  id = builder.Step(of, number);
  return absl::OkStatus();
}

absl::Status Names::Find(std::string_view name, OpId& id) {
  const auto found = ops_.find(name);
  if (found != ops_.end()) {
    id = found->second;
    return absl::OkStatus();
  }
  OpRow row;
  row.name = row.type = builder.Intern(name);
  PROFILER_ASSIGN_OR_RETURN(id, AddOp(std::string(name), row));
  return absl::OkStatus();
}

absl::Status Names::Find(std::string_view name, FrameId& id) {
  for (const std::string_view text : Split(name, ';')) {
    const std::vector<std::string_view> parts = Split(text, ':');
    if (parts.size() < 3) {
      return absl::InvalidArgumentError(fmt::format("'{}' is no FILE:LINE:FUNCTION", text));
    }
    FrameRow row;
    row.parent = id;
    if (!parts[0].empty()) row.file = builder.Intern(parts[0]);
    if (!parts[1].empty()) PROFILER_RETURN_IF_ERROR(Take(ReadNumber<int64_t>(parts[1]), row.line));
    const size_t function = parts[0].size() + parts[1].size() + 2;
    if (function < text.size()) row.function = builder.Intern(text.substr(function));
    id = builder.Frame(row);
  }
  return absl::OkStatus();
}

}  // namespace profiler
