#include "profiler/compare/row_pairs.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/container/inlined_vector.h"
#include "profiler/base/ascii.h"
#include "profiler/base/threads/in_parallel.h"
#include "profiler/compare/pairing/alignment.h"
#include "profiler/compare/pairing/pair_cost.h"

namespace profiler {
namespace {

// The rows with one stem and type: mostly one of each side.
struct SameStem {
  absl::InlinedVector<size_t, 1> base, next;
};
using SideOfStem = absl::InlinedVector<size_t, 1> SameStem::*;

bool IsPair(const RowPair& pair) { return pair.base && pair.next; }

// Pairs rows of one stem.
class StemPairing {
 public:
  StemPairing(const std::vector<PairedRow>& base, const std::vector<PairedRow>& next,
              const PairCosts& costs)
      : base_(base), next_(next), costs_(costs) {}

  std::vector<RowPair> Pair(const SameStem& rows) const {
    std::vector<RowPair> named = ByName(rows);
    if (rows.base.empty() || rows.next.empty()) return named;
    // Each name is there once, or nothing changed.
    const bool is_simple = rows.base.size() == 1 && rows.next.size() == 1 && IsPair(named[0]);
    if (is_simple || costs_.OfAll(named) == 0) return named;
    // Where both have the same names, most likely nothing but the times changed: that numbers were
    // shifted must explain nearly all of that.
    constexpr double kLeft = 0.25;
    const bool have_same_names = std::all_of(named.begin(), named.end(), IsPair);
    named = PairRest(std::move(named));
    std::vector<RowPair> aligned = PairAlike(AlignRows(rows.base, rows.next, costs_));
    const bool may_be_shifted =
        !have_same_names || costs_.OfPairs(aligned) <= kLeft * costs_.OfPairs(named);
    return may_be_shifted && costs_.OfAll(aligned) < costs_.OfAll(named) ? aligned : named;
  }

 private:
  std::vector<RowPair> ByName(const SameStem& rows) const {
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

  // Aligns what has no partner of its name.
  std::vector<RowPair> PairRest(std::vector<RowPair> pairs) const {
    std::vector<size_t> base_rest, new_rest;
    for (const RowPair& pair : pairs) {
      if (!pair.next) base_rest.push_back(*pair.base);
      if (!pair.base) new_rest.push_back(*pair.next);
    }
    if (base_rest.empty() || new_rest.empty()) return pairs;
    std::erase_if(pairs, [](const RowPair& pair) { return !IsPair(pair); });
    const std::vector<RowPair> rest = AlignRows(base_rest, new_rest, costs_);
    pairs.insert(pairs.end(), rest.begin(), rest.end());
    return PairAlike(std::move(pairs));
  }

  // Pairs what is left, in any order, if nothing but the name differs: rows that were moved.
  std::vector<RowPair> PairAlike(std::vector<RowPair> pairs) const {
    constexpr double kMost = 0.15;
    std::vector<RowPair> lone;
    for (const RowPair& pair : pairs) {
      if (!IsPair(pair)) lone.push_back(pair);
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
        if (costs_.Of(*both.base, *both.next) <= kMost) {
          kept.push_back(both);
          ++i;
          continue;
        }
      }
      kept.push_back(lone[i]);
    }
    std::erase_if(pairs, [](const RowPair& pair) { return !IsPair(pair); });
    pairs.insert(pairs.end(), kept.begin(), kept.end());
    return pairs;
  }

  const std::vector<PairedRow>&base_, &next_;
  const PairCosts& costs_;
};

// Whether the row's name is its stem, which no build numbers.
bool IsOwnStem(const PairedRow& row) { return row.stem.empty() && !IsNumbered(row.name); }

// `made` owns stems that neither the row nor the profile has.
std::string_view StemIn(const PairedRow& row, std::deque<std::string>& made) {
  if (!row.stem.empty()) return row.stem;
  return IsOwnStem(row) ? row.name : made.emplace_back(StemOf(row.name));
}

// Pairs rows that have the same place, name and type in both, as most have, and alone their stem.
// No two rows of a side may have one name and type. Returns whether each place is paired.
std::vector<char> PairInPlace(const std::vector<PairedRow>& base,
                              const std::vector<PairedRow>& next, std::vector<RowPair>& pairs) {
  absl::flat_hash_set<std::string_view> other_stems;
  std::deque<std::string> made;
  for (const std::vector<PairedRow>* const rows : {&base, &next}) {
    for (const PairedRow& row : *rows) {
      if (!IsOwnStem(row)) other_stems.insert(StemIn(row, made));
    }
  }
  std::vector<char> is_paired(std::min(base.size(), next.size()));
  for (size_t i = 0; i < is_paired.size(); ++i) {
    const PairedRow &old_row = base[i], &new_row = next[i];
    is_paired[i] = old_row.name == new_row.name && old_row.type == new_row.type &&
                   IsOwnStem(old_row) && new_row.stem.empty() &&
                   (other_stems.empty() || !other_stems.contains(old_row.name));
    if (is_paired[i] != 0) pairs.push_back({i, i, false, PairedBy::kName});
  }
  return is_paired;
}

// Groups rows by stem and type, in the order of the first row of each. Stems must outlive it.
class RowsByStem {
 public:
  void Reserve(size_t count) {
    index_.reserve(count);
    groups_.reserve(count);
  }
  void Add(std::string_view type, std::string_view stem, size_t row, SideOfStem side) {
    const auto [it, is_new] = index_.try_emplace(std::pair(type, stem), groups_.size());
    if (is_new) groups_.emplace_back();
    (groups_[it->second].*side).push_back(row);
  }
  void SortRows() {
    for (SameStem& group : groups_) {
      std::sort(group.base.begin(), group.base.end());
      std::sort(group.next.begin(), group.next.end());
    }
  }
  const std::vector<SameStem>& groups() const { return groups_; }

 private:
  absl::flat_hash_map<std::pair<std::string_view, std::string_view>, size_t> index_;
  std::vector<SameStem> groups_;
};

// A type may be the name itself.
std::string_view RowTypeOf(const PairedRow& row) {
  return row.type == row.name ? std::string_view() : row.type;
}

void Finish(const std::vector<PairedRow>& base, const std::vector<PairedRow>& next, PairedBy by,
            RowPair& pair) {
  pair.is_renamed = base[*pair.base].name != next[*pair.next].name;
  pair.by = pair.is_renamed ? by : PairedBy::kName;
}

// Without a number at the end.
std::string_view Unnumbered(std::string_view name) {
  const size_t last = name.find_last_not_of("0123456789");
  const bool has_number =
      last != name.npos && last > 0 && last + 1 < name.size() && name[last] == '.';
  return has_number ? name.substr(0, last) : name;
}

}  // namespace

std::string StemOf(std::string_view name) {
  name = Unnumbered(name);
  std::string stem;
  stem.reserve(name.size());
  int depth = 0;
  for (const char c : name) {
    if (c == '<') ++depth;
    if (c == '>' && depth > 0) --depth;
    if (depth == 0 || !IsDigit(c)) stem += c;
  }
  return stem;
}

bool IsNumbered(std::string_view name) {
  const std::string_view rest = Unnumbered(name);
  // Most names have no <.
  return rest.size() < name.size() ||
         (rest.find('<') != rest.npos && StemOf(rest).size() < rest.size());
}

std::string TypeByKey(const std::vector<std::string>& key, std::string_view name) {
  std::string type;
  for (const std::string& part : key) {
    if (part != name) type += StemOf(part) + '\n';
  }
  return type;
}

std::vector<RowPair> PairRows(const std::vector<PairedRow>& base,
                              const std::vector<PairedRow>& next,
                              const std::function<void()>& fill_times, size_t threads,
                              bool has_unique_names) {
  const PairCosts costs(base, next, fill_times);
  const StemPairing pairing(base, next, costs);
  RowsByStem by_stem, by_loose_stem;
  std::deque<std::string> made;  // owns stems
  std::vector<RowPair> pairs;
  pairs.reserve(std::max(base.size(), next.size()));
  const std::vector<char> is_paired =
      has_unique_names ? PairInPlace(base, next, pairs) : std::vector<char>();
  const auto add = [&](const std::vector<PairedRow>& rows, SideOfStem side) {
    for (size_t i = 0; i < rows.size(); ++i) {
      if (i < is_paired.size() && is_paired[i] != 0) continue;
      by_stem.Add(RowTypeOf(rows[i]), StemIn(rows[i], made), i, side);
    }
  };
  by_stem.Reserve(std::max(base.size(), next.size()) - pairs.size());
  add(base, &SameStem::base);
  add(next, &SameStem::next);
  // The pairs of each group, which are found at the same time.
  const auto pair_all = [&](const std::vector<SameStem>& groups) {
    std::vector<std::vector<RowPair>> pairs(groups.size());
    constexpr size_t kAtOnce = 64;  // most groups are small
    InParallel(groups.size() / kAtOnce + 1, threads, [&](size_t part) {
      const size_t end = std::min(groups.size(), (part + 1) * kAtOnce);
      for (size_t i = part * kAtOnce; i < end; ++i) pairs[i] = pairing.Pair(groups[i]);
    });
    return pairs;
  };
  for (std::vector<RowPair>& of_stem : pair_all(by_stem.groups())) {
    for (RowPair& pair : of_stem) {
      if (IsPair(pair)) {
        Finish(base, next, PairedBy::kStem, pair);
        pairs.push_back(pair);
      } else if (const size_t row = pair.base ? *pair.base : *pair.next;
                 !(pair.base ? base : next)[row].loose_stem.empty()) {
        const PairedRow& lone = (pair.base ? base : next)[row];
        by_loose_stem.Add(RowTypeOf(lone), lone.loose_stem, row,
                          pair.base ? &SameStem::base : &SameStem::next);
      } else {
        pairs.push_back(pair);
      }
    }
  }
  by_loose_stem.SortRows();
  for (std::vector<RowPair>& of_stem : pair_all(by_loose_stem.groups())) {
    for (RowPair& pair : of_stem) {
      if (IsPair(pair)) Finish(base, next, PairedBy::kLooseStem, pair);
      pairs.push_back(pair);
    }
  }
  const auto is_before = [](const RowPair& a, const RowPair& b) {
    const auto key = [](const RowPair& pair) {
      return std::tuple(!pair.next.has_value(), pair.next ? *pair.next : *pair.base);
    };
    return key(a) < key(b);
  };
  if (!std::is_sorted(pairs.begin(), pairs.end(), is_before)) {
    std::sort(pairs.begin(), pairs.end(), is_before);
  }
  return pairs;
}

}  // namespace profiler
