#include "cli/output/output.h"

#include <fmt/format.h>
#include <unistd.h>

#include "cli/output/write_bytes.h"
#include "profiler/base/status.h"
#include "profiler/base/text/utf8.h"

namespace profiler {
namespace {

// The length of the character at the start of `bytes` if a terminal can show it, else 0.
size_t PrintableLength(std::string_view bytes) {
  const Character first = FirstCharacter(bytes);
  if (first.code < 0x20 || first.code == 0x7f) return first.code == '\n' || first.code == '\t';
  const bool is_c1_control = first.code >= 0x80 && first.code < 0xa0;
  return first.is_valid && !is_c1_control ? first.length : 0;
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
  // If stderr fails, there is no other place for the message.
  WriteBytes(STDERR_FILENO, err_is_terminal_ ? EscapeControls(line) : line, context_).IgnoreError();
}

}  // namespace profiler
