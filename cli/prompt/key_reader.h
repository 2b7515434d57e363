#ifndef CLI_PROMPT_KEY_READER_H_
#define CLI_PROMPT_KEY_READER_H_

#include <signal.h>

#include <functional>

#include "profiler/base/run_context.h"

namespace profiler {

// Handles signals while a line is edited. They are blocked except while ReadKey() waits, because
// the terminal is in raw mode and must be restored before the program ends or stops.
class EditingSignals {
 public:
  EditingSignals();
  ~EditingSignals();  // raises the signal to end the program, if there was one
  EditingSignals(const EditingSignals&) = delete;
  EditingSignals& operator=(const EditingSignals&) = delete;

  enum class Event { kKey, kEnd, kInterrupt, kResize, kContinue };
  // Waits for a UTF-8 character from `fd`. A byte that starts no character is a key by itself.
  Event ReadKey(int fd, const RunContext& context, wchar_t& key);

 private:
  Event Wait(int fd, const RunContext& context) const;
  Event ReadByte(int fd, const RunContext& context, unsigned char& byte) const;

  sigset_t outside_;
  struct sigaction old_[4];
};

}  // namespace profiler

#endif  // CLI_PROMPT_KEY_READER_H_
