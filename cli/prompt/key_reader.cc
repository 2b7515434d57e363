#include "cli/prompt/key_reader.h"

#include <poll.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstring>
#include <string>

#include "profiler/base/text/utf8.h"

namespace profiler {
namespace {

constexpr int kEditingSignals[] = {SIGTERM, SIGHUP, SIGWINCH, SIGCONT};

// Set by the signal handler.
volatile sig_atomic_t g_raise_later = 0, g_resized = 0, g_continued = 0;

void OnEditingSignal(int signal) {
  if (signal == SIGWINCH) {
    g_resized = 1;
  } else if (signal == SIGCONT) {
    g_continued = 1;
  } else {
    g_raise_later = signal;
  }
}

// The length of the UTF-8 character that starts with this byte; 1 if no character does.
int LengthOf(unsigned char first) {
  return first >= 0xc2 && first < 0xf5 ? std::countl_one(first) : 1;
}

}  // namespace

EditingSignals::EditingSignals() {
  sigset_t held;
  sigemptyset(&held);
  sigaddset(&held, SIGINT);
  struct sigaction action = {};
  action.sa_handler = OnEditingSignal;
  for (size_t i = 0; i < std::size(kEditingSignals); ++i) {
    sigaddset(&held, kEditingSignals[i]);
    sigaction(kEditingSignals[i], &action, &old_[i]);
  }
  pthread_sigmask(SIG_BLOCK, &held, &outside_);
}

EditingSignals::~EditingSignals() {
  for (size_t i = 0; i < std::size(kEditingSignals); ++i) {
    sigaction(kEditingSignals[i], &old_[i], nullptr);
  }
  pthread_sigmask(SIG_SETMASK, &outside_, nullptr);
  if (const int ending = g_raise_later; ending != 0) {
    g_raise_later = 0;
    raise(ending);
  }
}

EditingSignals::Event EditingSignals::Wait(int fd, const RunContext& context) const {
  while (true) {
    if (g_raise_later != 0) return Event::kEnd;
    if (!context.Check().ok()) return Event::kInterrupt;
    if (g_resized != 0) {
      g_resized = 0;
      return Event::kResize;
    }
    if (g_continued != 0) {
      g_continued = 0;
      return Event::kContinue;
    }
    pollfd wait = {fd, POLLIN, 0};
    const int ready = ppoll(&wait, 1, nullptr, &outside_);
    if (ready > 0) return Event::kKey;
    if (ready < 0 && errno != EINTR) return Event::kEnd;
  }
}

EditingSignals::Event EditingSignals::ReadByte(int fd, const RunContext& context,
                                               unsigned char& byte) const {
  while (true) {
    const Event event = Wait(fd, context);
    if (event != Event::kKey) return event;
    const ssize_t count = read(fd, &byte, 1);
    if (count == 1) return Event::kKey;
    if (count == 0 || (errno != EAGAIN && errno != EINTR)) return Event::kEnd;
  }
}

EditingSignals::Event EditingSignals::ReadKey(int fd, const RunContext& context, wchar_t& key) {
  unsigned char byte = 0;
  Event event = ReadByte(fd, context, byte);
  if (event != Event::kKey) return event;
  key = byte;
  const int length = LengthOf(byte);
  std::string character(1, static_cast<char>(byte));
  for (int i = 1; i < length; ++i) {
    // A resize in the middle of a character is handled after the character.
    do {
      event = ReadByte(fd, context, byte);
    } while (event == Event::kResize || event == Event::kContinue);
    if (event != Event::kKey) return event;
    character += static_cast<char>(byte);
  }
  if (length > 1) key = static_cast<wchar_t>(FirstCharacter(character).code);
  return Event::kKey;
}

}  // namespace profiler
