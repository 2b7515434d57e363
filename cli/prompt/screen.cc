#include "cli/prompt/screen.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>

namespace profiler {
namespace {

constexpr size_t kWidest = 10000;

std::string_view Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

size_t FindWidth() {
  winsize size = {};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  const std::string_view columns = Variable("COLUMNS");
  const char* const end = columns.data() + columns.size();
  size_t width = 0;
  const std::from_chars_result read = std::from_chars(columns.data(), end, width);
  return read.ec == std::errc() && read.ptr == end && width > 0 ? width : Screen().width;
}

// Whether the locale's character set is UTF-8. Checks the environment, as the program sets no
// locale.
bool IsUtf8() {
  std::string locale;
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    if (locale.empty()) locale = Variable(name);
  }
  for (char& c : locale) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
}

}  // namespace

Screen FindScreen(bool shows) {
  Screen screen;
  screen.width = std::min(FindWidth(), kWidest);
  screen.color = shows && Variable("NO_COLOR").empty() && Variable("TERM") != "dumb";
  screen.unicode = IsUtf8();
  return screen;
}

}  // namespace profiler
