#include "profiler/compare/pairing/stem_pairing.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "profiler/compare/pairing/alignment.h"

namespace profiler {

std::vector<RowPair> StemPairing::Pair(const SameStem& rows) const {
  std::vector<RowPair> named = ByName(rows);
  if (rows.base.empty() || rows.next.empty()) return named;
  // Each name is there once, or nothing changed.
  const bool is_simple = rows.base.size() == 1 && rows.next.size() == 1 && named[0].is_pair();
  if (is_simple || costs_.OfAll(named) == 0) return named;
  // Where both have the same names, most likely nothing but the times changed: that numbers were
  // shifted must explain nearly all of that.
  constexpr double kLeft = 0.25;
  const bool have_same_names =
      std::all_of(named.begin(), named.end(), [](const RowPair& pair) { return pair.is_pair(); });
  if (have_same_names && next_[rows.next[0]].is_line) return named;
  named = PairRest(std::move(named));
  std::vector<RowPair> aligned = PairAlike(AlignRows(rows.base, rows.next, costs_));
  const bool may_be_shifted =
      !have_same_names || costs_.OfPairs(aligned) <= kLeft * costs_.OfPairs(named);
  return may_be_shifted && costs_.OfAll(aligned) < costs_.OfAll(named) ? aligned : named;
}

std::vector<RowPair> StemPairing::ByName(const SameStem& rows) const {
  if (rows.base.size() == 1 && rows.next.size() == 1 &&
      costs_.SameName(rows.base[0], rows.next[0])) {
    return {{rows.base[0], rows.next[0]}};
  }
  absl::flat_hash_map<std::string_view, size_t> of_name;
  for (const size_t row : rows.next) of_name.try_emplace(next_[row].name, row);
  std::vector<RowPair> pairs;
  absl::flat_hash_set<size_t> taken;
  for (const size_t row : rows.base) {
    const auto it = of_name.find(base_[row].name);
    if (it == of_name.end()) {
      pairs.push_back({row, std::nullopt});
      continue;
    }
    pairs.push_back({row, it->second});
    taken.insert(it->second);
    of_name.erase(it);
  }
  for (const size_t row : rows.next) {
    if (!taken.contains(row)) pairs.push_back({std::nullopt, row});
  }
  return pairs;
}

std::vector<RowPair> StemPairing::PairRest(std::vector<RowPair> pairs) const {
  std::vector<size_t> base_rest, new_rest;
  for (const RowPair& pair : pairs) {
    if (!pair.next) base_rest.push_back(*pair.base);
    if (!pair.base) new_rest.push_back(*pair.next);
  }
  if (base_rest.empty() || new_rest.empty()) return pairs;
  std::erase_if(pairs, [](const RowPair& pair) { return !pair.is_pair(); });
  const std::vector<RowPair> rest = AlignRows(base_rest, new_rest, costs_);
  pairs.insert(pairs.end(), rest.begin(), rest.end());
  return PairAlike(std::move(pairs));
}

std::vector<RowPair> StemPairing::PairAlike(std::vector<RowPair> pairs) const {
  constexpr double kMost = 0.15;
  absl::flat_hash_set<std::string_view> base_lines, new_lines;
  for (const RowPair& pair : pairs) {
    if (pair.base && base_[*pair.base].is_line) base_lines.insert(base_[*pair.base].name);
    if (pair.next && next_[*pair.next].is_line) new_lines.insert(next_[*pair.next].name);
  }
  // A line that is in both was not moved.
  const auto may_be_moved = [&](size_t base_row, size_t new_row) {
    return costs_.SameName(base_row, new_row) ||
           (!new_lines.contains(base_[base_row].name) && !base_lines.contains(next_[new_row].name));
  };
  std::vector<RowPair> lone;
  for (const RowPair& pair : pairs) {
    if (!pair.is_pair()) lone.push_back(pair);
  }
  std::stable_sort(lone.begin(), lone.end(), [&](const RowPair& a, const RowPair& b) {
    return costs_.LogTime(a) < costs_.LogTime(b);
  });
  std::vector<RowPair> kept;
  for (size_t i = 0; i < lone.size(); ++i) {
    const bool has_next =
        i + 1 < lone.size() && lone[i].base.has_value() != lone[i + 1].base.has_value();
    if (has_next) {
      const RowPair both = {lone[i].base ? lone[i].base : lone[i + 1].base,
                            lone[i].next ? lone[i].next : lone[i + 1].next};
      if (may_be_moved(*both.base, *both.next) && costs_.Of(*both.base, *both.next) <= kMost) {
        kept.push_back(both);
        ++i;
        continue;
      }
    }
    kept.push_back(lone[i]);
  }
  std::erase_if(pairs, [](const RowPair& pair) { return !pair.is_pair(); });
  pairs.insert(pairs.end(), kept.begin(), kept.end());
  return pairs;
}

}  // namespace profiler
