#include "web/server/workers.h"

#include <fmt/format.h>

#include <exception>
#include <new>
#include <utility>

namespace profiler::web {
namespace {

// Libraries may throw; a request must not end the program.
Answer AskSafely(Source& source, Job& job) {
  try {
    if (absl::Status status = job.context.Check(); !status.ok()) return {std::move(status), ""};
    return source.Ask(job.question, job.context);
  } catch (const std::bad_alloc&) {
    return {absl::ResourceExhaustedError("out of memory: select fewer rows or steps"), ""};
  } catch (const std::exception& error) {
    return {absl::InternalError(fmt::format("internal error: {}", error.what())), ""};
  }
}

}  // namespace

Workers::Workers(size_t threads, size_t most_waiting, Source& source)
    : source_(source), most_waiting_(most_waiting) {
  for (size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { Work(); });
}

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
    // Its request holds the job, and `done` the request.
    for (const std::shared_ptr<Job>& job : waiting_) job->done = nullptr;
    waiting_.clear();
    for (const std::shared_ptr<Job>& job : running_) job->context.Cancel();
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool Workers::Add(std::shared_ptr<Job> job) {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= most_waiting_) return false;
    waiting_.push_back(std::move(job));
  }
  changed_.notify_one();
  return true;
}

void Workers::Work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return is_ending_ || !waiting_.empty(); });
    if (is_ending_) return;
    const std::shared_ptr<Job> job = std::move(waiting_.front());
    waiting_.pop_front();
    running_.insert(job);
    lock.unlock();
    Answer answer = AskSafely(source_, *job);
    std::exchange(job->done, nullptr)(std::move(answer));
    lock.lock();
    running_.erase(job);
  }
}

}  // namespace profiler::web
