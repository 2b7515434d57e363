#include "cli/output/temporary_name.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "cli/interrupt.h"

namespace profiler {
namespace {

// The paths of existing temporary files, for the signal handler. Unused arrays are empty. Four are
// enough, because rarely more than one file is written at a time.
char g_noted[4][PATH_MAX];

// Copies the path to an unused array; null if all arrays are in use. Call it with signals blocked.
char* NotePath(const std::string& path) {
  if (path.size() >= PATH_MAX) return nullptr;
  for (char* const place : g_noted) {
    if (place[0] != '\0') continue;
    std::memcpy(place, path.c_str(), path.size() + 1);
    return place;
  }
  return nullptr;
}

}  // namespace

TemporaryName::TemporaryName(const std::string& folder) {
  const InterruptsBlocked here;  // a signal before NotePath() would leave the file behind
  // The name is short, because the target's name may already have the maximum length.
  std::string path = std::filesystem::path(folder) / ".profiler.XXXXXX";
  fd_ = mkostemp(path.data(), O_CLOEXEC);
  if (fd_ < 0) return;
  noted_ = NotePath(path);
  path_ = std::move(path);
}

TemporaryName::~TemporaryName() {
  const int error = errno;
  if (!path_.empty()) unlink(path_.c_str());
  if (noted_ != nullptr) noted_[0] = '\0';
  errno = error;
}

int TemporaryName::RenameTo(const std::string& path) {
  if (rename(path_.c_str(), path.c_str()) != 0) return errno;
  if (noted_ != nullptr) noted_[0] = '\0';
  noted_ = nullptr;
  path_.clear();
  return 0;
}

void RemoveTemporaryFiles() {
  for (const char* const place : g_noted) {
    if (place[0] != '\0') unlink(place);
  }
}

}  // namespace profiler
