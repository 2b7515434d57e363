#include "profiler/render/cut_apart.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "profiler/base/text/utf8.h"
#include "profiler/render/display.h"

namespace profiler {
namespace {

// What stands before the place where a text begins to differ, so that a number is seen as a whole.
constexpr size_t kLeadIn = 4;
// With less room than this, the parts of a name could not be read.
constexpr size_t kLeastRoom = 12;

// The first bytes of the text, in whole characters, that take at most `width` columns.
std::string_view HeadOf(std::string_view text, size_t width) {
  size_t end = 0;
  while (end < text.size()) {
    const Character character = FirstCharacter(text.substr(end));
    const size_t columns = CharacterWidth(character.code);
    if (columns > width) break;
    width -= columns;
    end += character.length;
  }
  return text.substr(0, end);
}

// The begin of the character that the byte belongs to, `characters` characters before it.
size_t CharactersBefore(std::string_view text, size_t byte, size_t characters) {
  const auto is_inside = [&](size_t at) { return (static_cast<uint8_t>(text[at]) & 0xC0) == 0x80; };
  while (byte > 0 && is_inside(byte)) --byte;
  for (; byte > 0 && characters > 0; --characters) {
    --byte;
    while (byte > 0 && is_inside(byte)) --byte;
  }
  return byte;
}

// The text's begin, and what it has from a few characters before `differs` on.
std::string CutAround(std::string_view text, size_t differs, size_t width, bool unicode) {
  const std::string_view gap = Ellipsis(unicode);
  const size_t gap_width = DisplayWidth(gap);
  if (width < kLeastRoom + 2 * gap_width) return CutMiddle(text, width, unicode);
  const std::string_view head = HeadOf(text, (width - 2 * gap_width) / 3);
  const std::string_view part = text.substr(CharactersBefore(text, differs, kLeadIn));
  if (part.data() <= head.data() + head.size()) {
    return fmt::format("{}{}", HeadOf(text, width - gap_width), gap);
  }
  const size_t room = width - DisplayWidth(head) - gap_width;
  if (DisplayWidth(part) <= room) {
    // What the part leaves free goes to the head.
    return fmt::format("{}{}{}", HeadOf(text, width - gap_width - DisplayWidth(part)), gap, part);
  }
  return fmt::format("{}{}{}{}", head, gap, HeadOf(part, room - gap_width), gap);
}

size_t SharedBytes(std::string_view a, std::string_view b) {
  return static_cast<size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<ptrdiff_t>(std::min(a.size(), b.size())),
                    b.begin())
          .first -
      a.begin());
}

// For each of several different texts, in order, the first byte that makes it unlike all others.
std::vector<size_t> FirstOwnBytes(const std::vector<std::string_view>& sorted) {
  std::vector<size_t> own(sorted.size(), 0);
  for (size_t i = 1; i < sorted.size(); ++i) {
    const size_t shared = SharedBytes(sorted[i - 1], sorted[i]);
    own[i - 1] = std::max(own[i - 1], std::min(shared, sorted[i - 1].size() - 1));
    own[i] = shared;
  }
  return own;
}

}  // namespace

std::vector<std::string> CutApart(const std::vector<TextToCut>& texts, bool unicode) {
  std::vector<std::string> cut;
  cut.reserve(texts.size());
  std::map<std::string, std::vector<size_t>> of_one_form;
  for (const TextToCut& text : texts) {
    cut.push_back(CutMiddle(text.text, text.width, unicode));
    if (cut.back() != text.text) of_one_form[cut.back()].push_back(cut.size() - 1);
  }
  for (const auto& [form, rows] : of_one_form) {
    std::vector<std::string_view> different;
    for (const size_t row : rows) different.push_back(texts[row].text);
    std::sort(different.begin(), different.end());
    different.erase(std::unique(different.begin(), different.end()), different.end());
    if (different.size() < 2) continue;
    const std::vector<size_t> own = FirstOwnBytes(different);
    for (const size_t row : rows) {
      const auto at = std::lower_bound(different.begin(), different.end(), texts[row].text);
      cut[row] = CutAround(texts[row].text, own[static_cast<size_t>(at - different.begin())],
                           texts[row].width, unicode);
    }
  }
  return cut;
}

}  // namespace profiler
