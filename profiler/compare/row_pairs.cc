#include "profiler/compare/row_pairs.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "profiler/base/ascii.h"
#include "profiler/base/threads/in_parallel.h"
#include "profiler/compare/pairing/pair_cost.h"
#include "profiler/compare/pairing/stem_pairing.h"

namespace profiler {
namespace {

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
  void Add(std::string_view type, std::string_view stem, size_t row, SameStem::Side side) {
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

// Pairs rows of one name that only their type keeps apart, where the name is their place and each
// side has one row of it.
void PairAcrossTypes(const std::vector<PairedRow>& base, const std::vector<PairedRow>& next,
                     std::vector<RowPair>& pairs) {
  struct OfName {
    std::optional<size_t> base, next;
    bool is_ambiguous = false;
  };
  absl::flat_hash_map<std::string_view, OfName> by_name;
  const auto add = [](std::optional<size_t> row, std::optional<size_t>& side, OfName& of) {
    if (!row) return;
    of.is_ambiguous = of.is_ambiguous || side;
    side = row;
  };
  // Of a pair with one row.
  const auto row_of = [&](const RowPair& pair) -> const PairedRow& {
    return pair.base ? base[*pair.base] : next[*pair.next];
  };
  const auto is_lone_place = [&](const RowPair& pair) {
    return !pair.is_pair() && row_of(pair).is_named_by_place && !IsNumbered(row_of(pair).name);
  };
  for (const RowPair& pair : pairs) {
    if (!is_lone_place(pair)) continue;
    OfName& of = by_name[row_of(pair).name];
    add(pair.base, of.base, of);
    add(pair.next, of.next, of);
  }
  absl::erase_if(by_name, [](const auto& entry) {
    const OfName& of = entry.second;
    return of.is_ambiguous || !of.base || !of.next;
  });
  if (by_name.empty()) return;
  std::erase_if(pairs, [&](const RowPair& pair) {
    return is_lone_place(pair) && by_name.contains(row_of(pair).name);
  });
  for (const auto& [name, of] : by_name)
    pairs.push_back({of.base, of.next, false, PairedBy::kName});
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
  const auto add = [&](const std::vector<PairedRow>& rows, SameStem::Side side) {
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
      if (pair.is_pair()) {
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
      if (pair.is_pair()) Finish(base, next, PairedBy::kLooseStem, pair);
      pairs.push_back(pair);
    }
  }
  PairAcrossTypes(base, next, pairs);
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
