#include "profiler/base/suggest.h"

#include <algorithm>

#include "profiler/base/ascii.h"

namespace profiler {
namespace {

// The number of insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`.
size_t Distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<size_t>> d(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replace = d[i - 1][j - 1] + (Lower(a[i - 1]) != Lower(b[j - 1]));
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replace});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

std::string Suggest(std::string_view word, const std::vector<std::string_view>& choices) {
  constexpr size_t kLongestWord = 64;  // longer words are not typed by hand
  constexpr size_t kShortestPart = 3;
  if (word.empty() || word.size() > kLongestWord) return "";
  const auto begins = [word](std::string_view choice) { return choice.starts_with(word); };
  const auto longer = std::find_if(choices.begin(), choices.end(), begins);
  // Prefers a choice that starts with `word`: `form` means `format`, not `from`.
  if (word.size() >= kShortestPart && longer != choices.end() &&
      std::none_of(longer + 1, choices.end(), begins)) {
    return std::string(*longer);
  }
  std::string_view best;
  size_t best_distance = std::max<size_t>(1, word.size() / 3) + 1;
  for (std::string_view choice : choices) {
    const size_t longer_by =
        std::max(word.size(), choice.size()) - std::min(word.size(), choice.size());
    if (longer_by >= best_distance) continue;
    const size_t distance = Distance(word, choice);
    if (distance < best_distance) {
      best = choice;
      best_distance = distance;
    }
  }
  if (!best.empty()) return std::string(best);
  for (std::string_view choice : choices) {  // a part of the name: `accel` for accelerator_micros
    if (word.size() >= kShortestPart && choice.find(word) != std::string_view::npos)
      return std::string(choice);
  }
  return "";
}

std::string DidYouMean(std::string_view word, const std::vector<std::string_view>& choices) {
  const std::string guess = Suggest(word, choices);
  return guess.empty() ? "" : "; did you mean '" + guess + "'?";
}

}  // namespace profiler
