#include "profiler/render/display.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "profiler/base/text/utf8.h"

namespace profiler {
namespace {

struct Range {
  uint32_t first, last;
};

// Characters that control a terminal or change the order of text: C0, C1, line and paragraph
// separators, bidirectional marks, overrides and isolates.
constexpr Range kControls[] = {{0, 0x1f},        {0x7f, 0x9f},     {0x61c, 0x61c},
                               {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2066, 0x2069}};

bool IsControl(uint32_t code) {
  if (code >= ' ' && code < 0x7f) return false;
  return std::any_of(std::begin(kControls), std::end(kControls), [code](const Range& range) {
    return code >= range.first && code <= range.last;
  });
}

void AppendEscaped(uint32_t code, std::string& out) {
  switch (code) {
    case '\n':
      out += "\\n";
      return;
    case '\t':
      out += "\\t";
      return;
    case '\r':
      out += "\\r";
      return;
    default:
      break;
  }
  if (code < 0x80) {
    fmt::format_to(std::back_inserter(out), "\\x{:02x}", code);
  } else if (code < 0x10000) {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", code);
  } else {
    fmt::format_to(std::back_inserter(out), "\\U{:08x}", code);
  }
}

}  // namespace

size_t DisplayWidth(std::string_view text) {
  size_t width = 0;
  while (!text.empty()) {
    const Character character = FirstCharacter(text);
    width += CharacterWidth(character.code);
    text.remove_prefix(character.length);
  }
  return width;
}

std::string Printable(std::string_view text, bool unicode) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Character character = FirstCharacter(text);
    if (!character.is_valid) {
      out += unicode ? "\xef\xbf\xbd" : "?";
    } else if (IsControl(character.code) || (!unicode && character.code >= 0x80)) {
      AppendEscaped(character.code, out);
    } else {
      out += text.substr(0, character.length);
    }
    text.remove_prefix(character.length);
  }
  return out;
}

std::string_view Ellipsis(bool unicode) { return unicode ? "…" : "..."; }

std::string CutMiddle(std::string_view text, size_t width, bool unicode) {
  if (text.size() <= width || DisplayWidth(text) <= width) return std::string(text);
  const std::string_view gap = Ellipsis(unicode);
  const size_t gap_width = DisplayWidth(gap);
  if (width < gap_width) return std::string(width, '.');
  const size_t room = width - gap_width;

  struct Place {
    size_t begin, width;
  };
  std::vector<Place> places;
  for (size_t at = 0; at < text.size();) {
    const Character character = FirstCharacter(text.substr(at));
    places.push_back({at, CharacterWidth(character.code)});
    at += character.length;
  }
  // A combining mark must not be separated from its character.
  size_t head = 0, used = 0;
  while (used + places[head].width <= room - room / 2) used += places[head++].width;
  size_t tail = places.size();
  for (size_t at = tail; at > 0 && used + places[at - 1].width <= room; --at) {
    used += places[at - 1].width;
    if (places[at - 1].width > 0) tail = at - 1;
  }
  const size_t tail_begin = tail < places.size() ? places[tail].begin : text.size();
  return fmt::format("{}{}{}", text.substr(0, places[head].begin), gap, text.substr(tail_begin));
}

void AppendIndented(std::string_view text, size_t indent, std::string& out) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (!line.empty()) out.append(indent, ' ').append(line);
    out += '\n';
  }
}

}  // namespace profiler
