#include "cli/runner.h"

#include <fmt/format.h>

#include "profiler/base/status.h"

namespace profiler {

bool Runner::Open() {
  opened_ = session_.Open();
  if (opened_.ok()) return true;
  Fail(opened_, "");
  return !interrupted_;
}

bool Runner::Run(const Command& command, std::string_view where) {
  absl::Status status = context_.Check();
  if (status.ok()) status = session_.Run(command);
  if (status.ok()) return !session_.quit();
  if (!opened_.ok() && status == opened_) return keep_going_;  // Open() has reported this error
  return Fail(status, where);
}

bool Runner::Fail(const absl::Status& status, std::string_view where) {
  if (output_.closed()) return false;
  interrupted_ = absl::IsCancelled(status);
  failed_ = true;
  output_.Say(where.empty() ? Message(status) : fmt::format("{}: {}", where, Message(status)));
  return keep_going_ && !interrupted_;
}

ExitStatus Runner::exit_status() const {
  // A closed output pipe (as with `| head`) is not an error, but a failed check still sets the exit
  // status.
  if (output_.closed()) return session_.check_failed() ? kCheckFailed : kFine;
  if (interrupted_) return kInterrupted;
  if (failed_ || session_.damaged()) return kFailed;
  return session_.check_failed() ? kCheckFailed : kFine;
}

}  // namespace profiler
