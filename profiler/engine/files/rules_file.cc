#include "profiler/engine/files/rules_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include "profiler/advise/rule.h"
#include "profiler/base/status.h"
#include "profiler/query/options/option_kinds.h"

namespace profiler {

absl::Status ReadRulesFile(const std::string& path, AdviceOptions& options) {
  if (path.empty()) return absl::OkStatus();
  std::ifstream file(path);
  AdviceOptions read;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    line.resize(std::min(line.size(), line.find('#')));
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    auto threshold = ParseThreshold(line);
    absl::Status status = threshold.status();
    if (status.ok()) {
      read.thresholds.push_back(*std::move(threshold));
      status = CheckAdvice(read);
    }
    if (!status.ok()) {
      return absl::InvalidArgumentError(fmt::format("{}:{}: {}", path, number, Message(status)));
    }
  }
  if (!file.eof()) {
    return absl::NotFoundError(
        fmt::format("cannot read the rules in {}: {}", path, std::strerror(errno)));
  }
  options.thresholds.insert(options.thresholds.begin(), read.thresholds.begin(),
                            read.thresholds.end());
  return absl::OkStatus();
}

}  // namespace profiler
