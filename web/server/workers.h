// The threads that answer questions.
#ifndef WEB_SERVER_WORKERS_H_
#define WEB_SERVER_WORKERS_H_

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "profiler/base/run_context.h"
#include "web/source.h"

namespace profiler::web {

// A question that a request asks.
struct Job {
  std::string question;
  RunContext context;  // cancelled when nobody waits for the answer
  // Called with the answer, on a thread of Workers.
  std::function<void(Answer)> done;
};

class Workers {
 public:
  Workers(size_t threads, size_t most_waiting, Source& source);
  // Cancels all jobs, and waits for those that run.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // False if too many wait; `done` is not called then.
  bool Add(std::shared_ptr<Job> job);

 private:
  void Work();

  Source& source_;
  const size_t most_waiting_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Job>> waiting_;
  std::set<std::shared_ptr<Job>> running_;
  bool is_ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace profiler::web

#endif  // WEB_SERVER_WORKERS_H_
