#include "cli/output/output.h"

#include <fmt/format.h>
#include <unistd.h>

#include "cli/output/write_bytes.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

// The length of the UTF-8 sequence at the start of `bytes` if it is a whole printable one, else 0.
size_t PrintableLength(std::string_view bytes) {
  const auto at = [&](size_t i) { return static_cast<unsigned char>(bytes[i]); };
  if (at(0) < 0x80) return (at(0) >= 0x20 && at(0) != 0x7f) || at(0) == '\n' || at(0) == '\t';
  const size_t length = at(0) >= 0xf0 ? 4 : at(0) >= 0xe0 ? 3 : 2;
  if (at(0) < 0xc2 || at(0) > 0xf4 || bytes.size() < length) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((at(i) & 0xc0) != 0x80) return 0;
  }
  const bool c1_control = at(0) == 0xc2 && at(1) < 0xa0;
  const bool overlong = (at(0) == 0xe0 && at(1) < 0xa0) || (at(0) == 0xf0 && at(1) < 0x90);
  const bool no_letter = (at(0) == 0xed && at(1) >= 0xa0) || (at(0) == 0xf4 && at(1) >= 0x90);
  return c1_control || overlong || no_letter ? 0 : length;
}

}  // namespace

std::string EscapeControls(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  while (!bytes.empty()) {
    size_t length = PrintableLength(bytes);
    if (length > 0) {
      out += bytes.substr(0, length);
    } else {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(bytes[0]));
      length = 1;
    }
    bytes.remove_prefix(length);
  }
  return out;
}

Output::Output(const RunContext& context)
    : context_(context),
      out_is_terminal_(isatty(STDOUT_FILENO) == 1),
      err_is_terminal_(isatty(STDERR_FILENO) == 1) {}

absl::Status Output::Write(std::string_view bytes, bool is_safe_to_show) {
  if (captured_ != nullptr) {
    captured_->append(bytes);
    return absl::OkStatus();
  }
  if (closed_) return absl::AbortedError("stdout is closed");
  absl::Status status = out_is_terminal_ && !is_safe_to_show
                            ? WriteBytes(STDOUT_FILENO, EscapeControls(bytes), context_)
                            : WriteBytes(STDOUT_FILENO, bytes, context_);
  closed_ = absl::IsAborted(status);
  if (absl::IsUnavailable(status)) {
    return absl::UnavailableError("stdout: " + Message(status));
  }
  return status;
}

int Output::error_terminal() const { return err_is_terminal_ ? STDERR_FILENO : -1; }

void Output::Say(std::string_view text) const {
  const std::string line = fmt::format("profiler: {}\n", text);
  // Nobody is left to tell when stderr fails.
  WriteBytes(STDERR_FILENO, err_is_terminal_ ? EscapeControls(line) : line, context_).IgnoreError();
}

}  // namespace profiler
