#ifndef PROFILER_COMPARE_ROW_PAIRS_H_
#define PROFILER_COMPARE_ROW_PAIRS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

// A row of one profile. Rows come in the order of the program.
struct PairedRow {
  std::string_view name = {}, type = {};
  double time = 0;  // typical
  // The part of the name that stays from build to build. If empty, StemOf(name).
  std::string stem = {};
  // A shorter part for rows that have no partner of their stem; if empty, they get none.
  std::string loose_stem = {};
  // What else identifies the row; empty if unknown.
  std::string_view framework_op = {}, category = {}, shape = {};
  // Of a line of code: an edit shifts lines and hardly ever swaps them.
  bool is_line = false;
  // Its name is its place in the program, so it stays the same row if only its type changes.
  bool is_named_by_place = false;
};

enum class PairedBy : uint8_t { kNothing, kName, kStem, kLooseStem };

// Rows of both profiles that are the same thing, or a row that only one profile has.
struct RowPair {
  std::optional<size_t> base, next;
  bool is_renamed = false;
  PairedBy by = PairedBy::kNothing;

  bool is_pair() const { return base && next; }
};

// The part of a name that does not change from build to build: without the number at the end
// (fusion.12) and without numbers between < and > (template arguments).
std::string StemOf(std::string_view name);

// Whether the name has the smaller number, of names of one stem: fusion.9 is before fusion.12.
// Numbers follow the program.
inline bool IsNumberedBefore(std::string_view a, std::string_view b) {
  return a.size() == b.size() ? a < b : a.size() < b.size();
}

// Whether another build may give the name to another row: fusion.12.
bool IsNumbered(std::string_view name);

// The type of a row by the parts of its key besides the name: of these only numbers that builds
// change may differ.
std::string TypeByKey(const std::vector<std::string>& key, std::string_view name);

// Pairs rows of the same stem and type: by name, or by their order in the program if numbers were
// shifted, so that fusion.8 is another instruction than before. Of both ways, the one counts in
// which fewer rows change much and fewer are left. What is left and is named by its place is paired
// by name alone, where each side has one of it. docs/metrics.md has the rules. Pairs are sorted
// by the row of the new profile, then those that only the base has. `fill_times` is called before
// times of rows are read, if any are: names mostly suffice. Runs on so many threads. If no two rows
// of a side have one name and type, that saves time.
std::vector<RowPair> PairRows(
    const std::vector<PairedRow>& base, const std::vector<PairedRow>& next,
    const std::function<void()>& fill_times = [] {}, size_t threads = 1,
    bool has_unique_names = false);

}  // namespace profiler

#endif  // PROFILER_COMPARE_ROW_PAIRS_H_
