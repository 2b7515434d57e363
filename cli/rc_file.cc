#include "cli/rc_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "cli/paths.h"
#include "cli/script.h"

namespace profiler {

std::string RcFilePath() {
  const std::string folder = ConfigFolder();
  return folder.empty() ? "" : folder + "/rc";
}

RcFile ReadRcFile(const std::string& path) {
  RcFile result;
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (path.empty() || !std::filesystem::exists(status)) return result;
  if (!std::filesystem::is_regular_file(status)) {  // reading a pipe could block
    result.problems.push_back(fmt::format("{} is no file of `set` lines", path));
    return result;
  }
  Options defaults;
  defaults.script = path;
  Script script = ParseScript(defaults);
  result.problems = std::move(script.problems);
  for (const ScriptCommand& line : script.commands) {
    if (line.command.kind == CommandKind::kSet) {
      result.options = line.command.options;
      result.gives_statistic |= line.command.gives_statistic;
    } else {
      result.problems.push_back(
          fmt::format("{}: '{}' is for the prompt: this file takes `set` lines only", line.where,
                      line.command.text));
    }
  }
  result.options.script.clear();
  return result;
}

}  // namespace profiler
