#include "profiler/render/display.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

namespace profiler {
namespace {

struct Range {
  char32_t first, last;
};

// Unicode's marks of width 0 in the scripts that are common.
constexpr Range kZeroWidth[] = {
    {0x300, 0x36f},    {0x483, 0x489},   {0x591, 0x5bd},   {0x5bf, 0x5bf},   {0x5c1, 0x5c2},
    {0x5c4, 0x5c5},    {0x610, 0x61a},   {0x64b, 0x65f},   {0x670, 0x670},   {0x93c, 0x93c},
    {0x941, 0x948},    {0x94d, 0x94d},   {0xe31, 0xe31},   {0xe34, 0xe3a},   {0xe47, 0xe4e},
    {0x1ab0, 0x1ace},  {0x1dc0, 0x1dff}, {0x200b, 0x200d}, {0x2060, 0x2064}, {0x20d0, 0x20f0},
    {0x302a, 0x302d},  {0x3099, 0x309a}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xfeff, 0xfeff},
    {0xe0100, 0xe01ef}};

// Those that East_Asian_Width calls W or F; gaps of one kind of writing are filled.
constexpr Range kWide[] = {
    {0x1100, 0x115f},   {0x231a, 0x231b},   {0x2329, 0x232a},   {0x23e9, 0x23ec},
    {0x23f0, 0x23f0},   {0x23f3, 0x23f3},   {0x25fd, 0x25fe},   {0x2614, 0x2615},
    {0x2648, 0x2653},   {0x267f, 0x267f},   {0x2693, 0x2693},   {0x26a1, 0x26a1},
    {0x26aa, 0x26ab},   {0x26bd, 0x26be},   {0x26c4, 0x26c5},   {0x26ce, 0x26ce},
    {0x26d4, 0x26d4},   {0x26ea, 0x26ea},   {0x26f2, 0x26f3},   {0x26f5, 0x26f5},
    {0x26fa, 0x26fa},   {0x26fd, 0x26fd},   {0x2705, 0x2705},   {0x270a, 0x270b},
    {0x2728, 0x2728},   {0x274c, 0x274c},   {0x274e, 0x274e},   {0x2753, 0x2755},
    {0x2757, 0x2757},   {0x2795, 0x2797},   {0x27b0, 0x27b0},   {0x27bf, 0x27bf},
    {0x2b1b, 0x2b1c},   {0x2b50, 0x2b50},   {0x2b55, 0x2b55},   {0x2e80, 0x303e},
    {0x3041, 0x4dbf},   {0x4e00, 0xa4cf},   {0xa960, 0xa97f},   {0xac00, 0xd7a3},
    {0xf900, 0xfaff},   {0xfe10, 0xfe19},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},
    {0xffe0, 0xffe6},   {0x16fe0, 0x18aff}, {0x1b000, 0x1b2ff}, {0x1f004, 0x1f004},
    {0x1f0cf, 0x1f0cf}, {0x1f18e, 0x1f19a}, {0x1f200, 0x1f64f}, {0x1f680, 0x1f6ff},
    {0x1f7e0, 0x1f7ff}, {0x1f900, 0x1faff}, {0x20000, 0x3fffd}};

// What a terminal takes as an order, or what hides the order of the characters: C0, C1, line and
// paragraph separators, bidirectional overrides and isolates.
constexpr Range kControls[] = {{0, 0x1f},        {0x7f, 0x9f},     {0x61c, 0x61c},
                               {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2066, 0x2069}};

template <size_t count>
bool IsIn(const Range (&ranges)[count], char32_t code) {
  const auto* const after =
      std::upper_bound(std::begin(ranges), std::end(ranges), code,
                       [](char32_t c, const Range& range) { return c < range.first; });
  return after != std::begin(ranges) && code <= std::prev(after)->last;
}

size_t WidthOf(char32_t code) {
  if (code < 0x300) return 1;
  if (IsIn(kZeroWidth, code)) return 0;
  return IsIn(kWide, code) ? 2 : 1;
}

struct Character {
  char32_t code = 0xfffd;
  size_t length = 1;  // in bytes
  bool is_valid = false;
};

// The first one of a text that is not empty. Of a sequence that breaks off, all that was right so
// far is one invalid character.
Character First(std::string_view text) {
  const auto at = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = at(0);
  if (lead < 0x80) return {lead, 1, true};
  if (lead < 0xc2 || lead > 0xf4) return {};
  const size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  char32_t code = lead & (0x7fU >> length);
  for (size_t i = 1; i < length; ++i) {
    unsigned char low = 0x80, high = 0xbf;
    // No longer forms than needed, no surrogates, nothing beyond U+10FFFF.
    if (i == 1 && lead == 0xe0) low = 0xa0;
    if (i == 1 && lead == 0xf0) low = 0x90;
    if (i == 1 && lead == 0xed) high = 0x9f;
    if (i == 1 && lead == 0xf4) high = 0x8f;
    if (i >= text.size() || at(i) < low || at(i) > high) return {0xfffd, i, false};
    code = code << 6 | (at(i) & 0x3fU);
  }
  return {code, length, true};
}

void AppendWrittenOut(char32_t code, std::string& out) {
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
  const auto number = static_cast<uint32_t>(code);
  if (number < 0x80) {
    fmt::format_to(std::back_inserter(out), "\\x{:02x}", number);
  } else if (number < 0x10000) {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", number);
  } else {
    fmt::format_to(std::back_inserter(out), "\\U{:08x}", number);
  }
}

}  // namespace

size_t DisplayWidth(std::string_view text) {
  size_t width = 0;
  while (!text.empty()) {
    const Character character = First(text);
    width += WidthOf(character.code);
    text.remove_prefix(character.length);
  }
  return width;
}

std::string Printable(std::string_view text, bool unicode) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Character character = First(text);
    if (!character.is_valid) {
      out += unicode ? "\xef\xbf\xbd" : "?";
    } else if (IsIn(kControls, character.code) || (!unicode && character.code >= 0x80)) {
      AppendWrittenOut(character.code, out);
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
  for (size_t at = 0; at < text.size(); at += First(text.substr(at)).length) {
    places.push_back({at, WidthOf(First(text.substr(at)).code)});
  }
  // A mark stays with the character that it stands on.
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
