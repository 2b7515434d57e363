#include "profiler/compare/page/work_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "profiler/base/text/without_digits.h"
#include "profiler/base/threads/in_parallel.h"
#include "profiler/compare/page/diff_table.h"
#include "profiler/compare/pairing/stems.h"
#include "profiler/compare/row_pairs.h"
#include "profiler/compare/stats/sort_values.h"

namespace profiler {
namespace {

// Calls `each` with the first and the end of each part of so many rows.
void InParts(size_t rows, size_t threads, const std::function<void(size_t, size_t)>& each) {
  constexpr size_t kAtOnce = 255;  // a multiple of Comparison::kAtOnce
  InParallel(rows / kAtOnce + 1, threads,
             [&](size_t part) { each(part * kAtOnce, std::min(rows, (part + 1) * kAtOnce)); });
}

// The middle value of the times of each item.
std::vector<double> MiddlesOf(const WorkInSteps& work) {
  std::vector<double> middles;
  middles.reserve(work.items.size());
  std::array<std::vector<double>, kSortedAtOnce> sorted;
  while (middles.size() < work.items.size()) {
    const size_t first = middles.size();
    const size_t count = std::min(kSortedAtOnce, work.items.size() - first);
    std::array<std::span<double>, kSortedAtOnce> samples;
    for (size_t i = 0; i < count; ++i) {
      const std::span<const double> times = work.Of(first + i);
      sorted[i].assign(times.begin(), times.end());
      samples[i] = sorted[i];
    }
    SortEach(std::span(samples).first(count));
    for (size_t i = 0; i < count; ++i) middles.push_back(sorted[i][sorted[i].size() / 2]);
  }
  return middles;
}

// "f32[8,128]" of the op's first result; empty if unknown.
std::string_view ShapeOf(const Profile& profile, OpId op, std::vector<std::string>& made) {
  const auto shapes = profile.ops.output_shapes[op];
  if (shapes.empty() || shapes[0].count == 0) return {};
  const auto first = profile.ops.dims.begin() + shapes[0].first;
  made.push_back(fmt::format("{}", fmt::join(first, first + shapes[0].count, ",")));
  return made.back();
}

// The rows of one side to pair, and which item each row is.
struct RowsToPair {
  std::vector<PairedRow> rows;
  std::vector<uint32_t> items;
  std::vector<std::string> made;  // owns shapes
};

void DescribeOp(const Profile& profile, OpId id, RowsToPair& to, PairedRow& row) {
  if (!id.valid()) return;
  const OpRow& op = profile.ops.row[id];
  if (op.kind != OpKind::kHloInstruction) return;
  row.category = profile.strings[op.category];
  if (op.framework_op.valid()) {
    row.framework_op = profile.strings[profile.ops.row[op.framework_op].name];
  }
  row.shape = ShapeOf(profile, id, to.made);
}

// The functions of each file that has lines, by its name without the folder.
using FunctionsOfFiles = std::map<std::string_view, std::set<std::string_view>>;

FunctionsOfFiles FilesOf(const Profile& profile, const WorkInSteps& work) {
  FunctionsOfFiles files;
  for (const WorkInSteps::Item& item : work.items) {
    if (!item.frame.valid()) continue;
    const FrameRow& frame = profile.frames[item.frame];
    files[BaseNameOf(profile.strings[frame.file])].insert(profile.strings[frame.function]);
  }
  return files;
}

// By a file that only the new profile has, the one that only the base has and which was renamed to
// it: most functions of one of them are those of the other. One of a name that many files have,
// such as __call__, says nothing.
using RenamedFiles = std::map<std::string_view, std::string_view>;

RenamedFiles FindRenamedFiles(const FunctionsOfFiles& base, const FunctionsOfFiles& next) {
  constexpr size_t kLeast = 2;
  RenamedFiles renamed;
  for (const auto& [file, functions] : next) {
    if (base.contains(file)) continue;
    size_t most = 0;
    for (const auto& old : base) {
      const std::set<std::string_view>& old_functions = old.second;
      if (next.contains(old.first)) continue;
      const auto shared = static_cast<size_t>(
          std::count_if(functions.begin(), functions.end(), [&](std::string_view function) {
            return !function.starts_with("__") && !function.starts_with("<") &&
                   function != "forward" && old_functions.contains(function);
          }));
      const bool are_most = 2 * shared >= std::min(functions.size(), old_functions.size());
      if (shared < kLeast || shared <= most || !are_most) continue;
      most = shared;
      renamed[file] = old.first;
    }
  }
  return renamed;
}

void DescribeLine(const Profile& profile, FrameId id, const RenamedFiles& renamed, PairedRow& row) {
  if (!id.valid()) return;
  const FrameRow& frame = profile.frames[id];
  const std::string_view path = profile.strings[frame.file];
  const std::string_view function = profile.strings[frame.function];
  const auto old_name = renamed.find(BaseNameOf(path));
  const std::string_view file = old_name == renamed.end() ? BaseNameOf(path) : old_name->second;
  row.stem = fmt::format("{} {}", path, function);
  row.loose_stem = fmt::format("{} {}", file, function);
  row.category = profile.strings[frame.code];
}

RowsToPair RowsOf(const Side& side, const WorkInSteps& work, WorkNames names,
                  const RenamedFiles& renamed, bool pairs_renamed) {
  const Profile& profile = side.profile();
  RowsToPair to;
  to.items.resize(work.items.size());
  to.made.reserve(work.items.size());
  std::iota(to.items.begin(), to.items.end(), 0);
  if (names == WorkNames::kLines) {
    const auto place = [&](uint32_t item) {
      const FrameId frame = work.items[item].frame;
      return frame.valid() ? std::tuple(profile.strings[profile.frames[frame].file],
                                        profile.frames[frame].line)
                           : std::tuple(std::string_view(), int64_t{0});
    };
    std::stable_sort(to.items.begin(), to.items.end(),
                     [&](uint32_t a, uint32_t b) { return place(a) < place(b); });
  }
  to.rows.reserve(to.items.size());
  for (const uint32_t item : to.items) {
    const WorkInSteps::Item& of = work.items[item];
    PairedRow row;
    row.name = of.name;
    row.type = of.type;
    if (names == WorkNames::kKernels) {
      const std::string name = Demangled(of.name);
      row.stem = StemOf(name);
      row.loose_stem = WithoutDigits(row.stem);
      DescribeOp(profile, of.op, to, row);
    } else if (names == WorkNames::kLines) {
      DescribeLine(profile, of.frame, renamed, row);
    } else {
      row.loose_stem = WithoutTransforms(row.name);
      if (names == WorkNames::kOps) DescribeOp(profile, of.op, to, row);
    }
    // Here, as both sides are described at once, and rows are paired after that.
    if (row.stem.empty()) row.stem = StemOf(row.name);
    if (!pairs_renamed) {
      row.stem = row.name;
      row.loose_stem.clear();
    }
    to.rows.push_back(std::move(row));
  }
  return to;
}

void FillTimes(const WorkInSteps& work, RowsToPair& to) {
  const std::vector<double> middles = MiddlesOf(work);
  for (size_t i = 0; i < to.rows.size(); ++i) to.rows[i].time = middles[to.items[i]];
}

// The rows of both sides, and their pairs.
class Paired {
 public:
  Paired(const Side& base, const WorkInSteps& base_work, const Side& next,
         const WorkInSteps& new_work, WorkNames names, bool pairs_renamed, size_t threads)
      : base_(base), next_(next), base_work_(base_work), new_work_(new_work) {
    const RenamedFiles renamed = names == WorkNames::kLines
                                     ? FindRenamedFiles(FilesOf(base.profile(), base_work),
                                                        FilesOf(next.profile(), new_work))
                                     : RenamedFiles();
    InParallel(2, threads, [&](size_t i) {
      if (i == 0) old_rows_ = RowsOf(base, base_work, names, {}, pairs_renamed);
      if (i == 1) new_rows_ = RowsOf(next, new_work, names, renamed, pairs_renamed);
    });
    const auto fill_times = [&] {
      InParallel(2, threads, [&](size_t i) {
        if (i == 0) FillTimes(base_work, old_rows_);
        if (i == 1) FillTimes(new_work, new_rows_);
      });
    };
    pairs_ = PairRows(old_rows_.rows, new_rows_.rows, fill_times, threads);
  }

  size_t size() const { return pairs_.size(); }

  bool IsInBoth(size_t i) const { return pairs_[i].base && pairs_[i].next; }

  // Room for the values of rows.
  struct Room {
    std::vector<double> base, next;
  };
  // Of a pair that is in both.
  Comparison::RowValues ValuesOf(size_t i, Room& room) const {
    return {OfBase(i, room), OfNext(i, room)};
  }
  Change Compare(size_t i, const Comparison& comparison, Room& room) const {
    if (!pairs_[i].base) return comparison.Added(OfNext(i, room));
    if (!pairs_[i].next) return comparison.Removed(OfBase(i, room));
    const auto [base, next] = ValuesOf(i, room);
    return comparison.Of(base, next);
  }

  // The row, without its change.
  DiffRow RowOf(size_t i) const {
    const RowPair& pair = pairs_[i];
    const PairedRow& shown = pair.next ? new_rows_.rows[*pair.next] : old_rows_.rows[*pair.base];
    DiffRow row;
    row.name = shown.name;
    row.by = pair.by;
    if (shown.type != shown.name) row.type = shown.type;
    if (pair.is_renamed) row.base_name = old_rows_.rows[*pair.base].name;
    if (pair.base) row.base_runs = base_work_.items[old_rows_.items[*pair.base]].runs;
    if (pair.next) row.new_runs = new_work_.items[new_rows_.items[*pair.next]].runs;
    return row;
  }

 private:
  std::span<const double> OfBase(size_t i, Room& room) const {
    return base_.samples.Of(base_work_.Of(old_rows_.items[*pairs_[i].base]), room.base);
  }
  std::span<const double> OfNext(size_t i, Room& room) const {
    return next_.samples.Of(new_work_.Of(new_rows_.items[*pairs_[i].next]), room.next);
  }

  const Side &base_, &next_;
  const WorkInSteps &base_work_, &new_work_;
  RowsToPair old_rows_, new_rows_;
  std::vector<RowPair> pairs_;
};

// Compares the pairs [first, end), those of few rows without intervals.
void CompareShifts(const Paired& paired, const Comparison& comparison, size_t first, size_t end,
                   std::vector<Change>& changes) {
  constexpr size_t kAtOnce = Comparison::kAtOnce;
  std::array<Paired::Room, kAtOnce> room;
  std::array<size_t, kAtOnce> rows;
  size_t count = 0;
  const auto compare = [&] {
    std::array<Comparison::RowValues, kAtOnce> values;
    for (size_t k = 0; k < kAtOnce; ++k) {
      // The first row again where there are no more.
      values[k] = k < count ? paired.ValuesOf(rows[k], room[k]) : values[0];
    }
    const std::array shifts = comparison.ShiftsOf(values);
    for (size_t k = 0; k < count; ++k) changes[rows[k]] = shifts[k];
    count = 0;
  };
  for (size_t i = first; i < end; ++i) {
    if (!paired.IsInBoth(i)) {
      changes[i] = paired.Compare(i, comparison, room[0]);
      continue;
    }
    rows[count++] = i;
    if (count == kAtOnce) compare();
  }
  if (count > 0) compare();
}

// Compares all pairs, and judges those that are read.
class WorkChanges {
 public:
  WorkChanges(const Paired& paired, const WorkComparison& by, size_t threads)
      : paired_(paired), by_(by), threads_(threads), changes_(paired.size()) {
    const bool judges_all = by.least_judged <= 0 || !by.comparison.HasManySamples();
    InParts(paired.size(), threads, [&](size_t first, size_t end) {
      Paired::Room room;
      if (!judges_all) return CompareShifts(paired_, by_.comparison, first, end, changes_);
      for (size_t i = first; i < end; ++i) {
        changes_[i] = paired_.Compare(i, by_.comparison, room);
      }
    });
    std::vector<Change*> judged;
    judged.reserve(changes_.size());
    for (Change& change : changes_) {
      if (change.verdict == Verdict::kNone) judged.push_back(&change);
    }
    if (judges_all) {
      by_.comparison.JudgeAll(std::move(judged));
    } else {
      by_.comparison.CorrectAll(judged);
      JudgeWhatIsRead();
    }
  }

  std::vector<Change> Take() && { return std::move(changes_); }

 private:
  void JudgeWhatIsRead() {
    InParts(changes_.size(), threads_, [&](size_t first, size_t end) {
      Paired::Room room;
      for (size_t i = first; i < end; ++i) {
        const Change shift = changes_[i];
        const bool is_read =
            Comparison::MayBeChanged(shift) || std::abs(shift.delta) >= by_.least_judged;
        if (shift.verdict != Verdict::kNone || !is_read) continue;
        changes_[i] = paired_.Compare(i, by_.comparison, room);
        changes_[i].p_value = shift.p_value;
        by_.comparison.Judge(changes_[i]);
      }
    });
  }

  const Paired& paired_;
  const WorkComparison& by_;
  const size_t threads_;
  std::vector<Change> changes_;
};

}  // namespace

std::vector<DiffRow> CompareWork(const WorkComparison& by, const Side& base,
                                 const WorkInSteps& base_work, const Side& next,
                                 const WorkInSteps& new_work, WorkNames names,
                                 const RunContext& context) {
  const size_t threads = context.threads();
  const Paired paired(base, base_work, next, new_work, names, by.pairs_renamed, threads);
  const std::vector<Change> changes = WorkChanges(paired, by, threads).Take();
  // Made in their order: they are large.
  const std::vector<size_t> order = OrderByChange(changes);
  std::vector<DiffRow> rows(paired.size());
  InParts(rows.size(), threads, [&](size_t first, size_t end) {
    for (size_t i = first; i < end; ++i) {
      rows[i] = paired.RowOf(order[i]);
      rows[i].change = changes[order[i]];
    }
  });
  return rows;
}

}  // namespace profiler
