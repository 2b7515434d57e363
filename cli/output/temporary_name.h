#ifndef CLI_OUTPUT_TEMPORARY_NAME_H_
#define CLI_OUTPUT_TEMPORARY_NAME_H_

#include <string>

namespace profiler {

// A file that is to get its real name when it is whole, and must not stay before.
class TemporaryName {
 public:
  // Made in the folder, with a short name of its own; `fd` is of it.
  explicit TemporaryName(const std::string& folder);
  // Removes the file, unless it was renamed.
  ~TemporaryName();
  TemporaryName(const TemporaryName&) = delete;
  TemporaryName& operator=(const TemporaryName&) = delete;

  // The file, open for writing; -1: there is none, as errno told. The caller closes it.
  int fd() const { return fd_; }
  // 0, or the errno of what failed.
  int RenameTo(const std::string& path);

 private:
  std::string path_;  // empty: there is none, any more
  int fd_ = -1;
  char* noted_ = nullptr;  // for RemoveTemporaryFiles()
};

// Safe from a signal handler, before the program ends on the spot.
void RemoveTemporaryFiles();

}  // namespace profiler

#endif  // CLI_OUTPUT_TEMPORARY_NAME_H_
