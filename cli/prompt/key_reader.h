#ifndef CLI_PROMPT_KEY_READER_H_
#define CLI_PROMPT_KEY_READER_H_

#include <signal.h>

#include <functional>

#include "profiler/base/run_context.h"

namespace profiler {

// The signals that matter while a line is edited, as the terminal is in a mode of its own then:
// they are held back but for while ReadKey waits.
class EditingSignals {
 public:
  EditingSignals();
  ~EditingSignals();  // what would have ended the program ends it now
  EditingSignals(const EditingSignals&) = delete;
  EditingSignals& operator=(const EditingSignals&) = delete;

  enum class Event { kKey, kEnd, kInterrupt, kResize, kContinue };
  // Waits for a character of `fd` in UTF-8; bytes that are none come one by one.
  Event ReadKey(int fd, const RunContext& context, wchar_t& key);

 private:
  Event Wait(int fd, const RunContext& context) const;
  Event ReadByte(int fd, const RunContext& context, unsigned char& byte) const;

  sigset_t outside_;
  struct sigaction old_[4];
};

}  // namespace profiler

#endif  // CLI_PROMPT_KEY_READER_H_
