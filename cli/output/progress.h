#ifndef CLI_OUTPUT_PROGRESS_H_
#define CLI_OUTPUT_PROGRESS_H_

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "profiler/base/run_context.h"

namespace profiler {

// After a short delay, shows the current activity on a line of the terminal. The destructor removes
// the line.
class Progress {
 public:
  static constexpr std::chrono::milliseconds kQuiet{1000};

  // `fd` is the terminal's file descriptor, or -1 to show nothing.
  Progress(int fd, const RunContext& context, std::chrono::milliseconds quiet = kQuiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

 private:
  void Run();

  const int fd_;
  const RunContext& context_;
  const std::chrono::milliseconds quiet_;
  std::mutex mutex_;
  std::condition_variable ends_;
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace profiler

#endif  // CLI_OUTPUT_PROGRESS_H_
