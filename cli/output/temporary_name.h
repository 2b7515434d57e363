#ifndef CLI_OUTPUT_TEMPORARY_NAME_H_
#define CLI_OUTPUT_TEMPORARY_NAME_H_

#include <string>

namespace profiler {

// A file with a temporary name. RenameTo() gives it its real name; without that, it is removed.
class TemporaryName {
 public:
  // Creates and opens a file with a short name in the folder.
  explicit TemporaryName(const std::string& folder);
  // Removes the file, unless it was renamed.
  ~TemporaryName();
  TemporaryName(const TemporaryName&) = delete;
  TemporaryName& operator=(const TemporaryName&) = delete;

  // The file descriptor, which the caller closes; -1 if the file could not be created (errno is
  // set).
  int fd() const { return fd_; }
  // Returns 0, or the errno of the failure.
  int RenameTo(const std::string& path);

 private:
  std::string path_;  // empty if there is no file, or it was renamed
  int fd_ = -1;
  char* noted_ = nullptr;  // for RemoveTemporaryFiles()
};

// Removes all temporary files. Async-signal-safe; call before _exit().
void RemoveTemporaryFiles();

}  // namespace profiler

#endif  // CLI_OUTPUT_TEMPORARY_NAME_H_
