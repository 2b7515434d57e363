#include "profiler/compare/check/base_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "profiler/base/text/without_digits.h"
#include "profiler/compare/pairing/stems.h"
#include "profiler/compare/row_pairs.h"

namespace profiler {
namespace {

// The index of the row of each name; kSeveral if several rows have it.
constexpr size_t kSeveral = static_cast<size_t>(-1);
absl::flat_hash_map<std::string_view, size_t> ByName(const std::vector<MeasuredRow>& rows) {
  absl::flat_hash_map<std::string_view, size_t> by_name;
  for (size_t i = 0; i < rows.size(); ++i) {
    const auto [it, is_new] = by_name.try_emplace(rows[i].name, i);
    if (!is_new) it->second = kSeveral;
  }
  return by_name;
}

class BaseRows {
 public:
  BaseRows(const std::vector<MeasuredRow>& next, const std::vector<MeasuredRow>& base, RowKind kind)
      : next_(next), base_(base), kind_(kind), found_(next.size()), is_taken_(base.size()) {}

  std::vector<const MeasuredRow*> Find() && {
    PairRenamed(NumberedOnce());
    PairByKey();
    PairByName();
    const auto takes_all = [](std::string_view) { return true; };
    PairRenamed(takes_all);
    PairRenamed(takes_all, /*is_loose=*/true);
    return std::move(found_);
  }

 private:
  void Pair(size_t next, size_t base) {
    if (found_[next] != nullptr || is_taken_[base] != 0) return;
    found_[next] = &base_[base];
    is_taken_[base] = 1;
  }

  void PairByKey() {
    std::map<std::vector<std::string>, size_t> by_key;
    for (size_t i = 0; i < base_.size(); ++i) by_key.try_emplace(base_[i].key, i);
    for (size_t i = 0; i < next_.size(); ++i) {
      if (const auto it = by_key.find(next_[i].key); it != by_key.end()) Pair(i, it->second);
    }
  }

  void PairByName() {
    const auto in_base = ByName(base_);
    for (const auto& [name, row] : ByName(next_)) {
      const auto it = in_base.find(name);
      if (it != in_base.end() && row != kSeveral && it->second != kSeveral) Pair(row, it->second);
    }
  }

  // Names that another row may have in another build. If several rows share one, keys say which is
  // which.
  std::function<bool(std::string_view)> NumberedOnce() const {
    return [in_next = ByName(next_), in_base = ByName(base_)](std::string_view name) {
      const auto is_shared = [&](const auto& rows) {
        const auto it = rows.find(name);
        return it != rows.end() && it->second == kSeveral;
      };
      return IsNumbered(name) && !is_shared(in_next) && !is_shared(in_base);
    };
  }

  // `types` own what the row refers to.
  PairedRow RowToPair(const MeasuredRow& row, bool is_loose, std::deque<std::string>& types) const {
    const bool is_kernel = kind_ == RowKind::kKernels;
    std::string type = TypeByKey(row.key, row.name);
    PairedRow paired;
    paired.name = row.name;
    paired.time = row.value;
    if (is_kernel) paired.stem = StemOf(WithoutArchitecture(Demangled(row.name)));
    if (is_loose) {
      paired.loose_stem = is_kernel ? WithoutDigits(paired.stem) : WithoutTransforms(row.name);
      if (is_kernel) type = WithoutDigits(type);  // another tile needs another grid
    }
    paired.type = types.emplace_back(std::move(type));
    return paired;
  }

  void PairRenamed(const std::function<bool(std::string_view name)>& takes, bool is_loose = false) {
    std::deque<std::string> types;  // rows refer to them
    std::vector<size_t> next_left, base_left;
    for (size_t i = 0; i < next_.size(); ++i) {
      if (found_[i] == nullptr && takes(next_[i].name)) next_left.push_back(i);
    }
    for (size_t i = 0; i < base_.size(); ++i) {
      if (is_taken_[i] == 0 && takes(base_[i].name)) base_left.push_back(i);
    }
    const auto rows_of = [&](const std::vector<MeasuredRow>& rows, std::vector<size_t>& left) {
      std::stable_sort(left.begin(), left.end(), [&](size_t a, size_t b) {
        return IsNumberedBefore(rows[a].name, rows[b].name);
      });
      std::vector<PairedRow> paired;
      paired.reserve(left.size());
      for (const size_t i : left) paired.push_back(RowToPair(rows[i], is_loose, types));
      return paired;
    };
    if (next_left.empty() || base_left.empty()) return;
    const std::vector<PairedRow> next_rows = rows_of(next_, next_left);
    const std::vector<PairedRow> base_rows = rows_of(base_, base_left);
    for (const RowPair& pair : PairRows(base_rows, next_rows)) {
      if (pair.is_pair()) Pair(next_left[*pair.next], base_left[*pair.base]);
    }
  }

  const std::vector<MeasuredRow>&next_, &base_;
  const RowKind kind_;
  std::vector<const MeasuredRow*> found_;  // by row of the new profile
  std::vector<char> is_taken_;             // by row of the base
};

// A kernel's key is its name, its op and its launch.
std::string_view OpOfKernel(const MeasuredRow& kernel) {
  return kernel.key.size() == 3 ? std::string_view(kernel.key[1]) : std::string_view();
}

}  // namespace

std::vector<const MeasuredRow*> RowsInBase(const Measured& next, const Measured& base,
                                           RowKind kind) {
  return BaseRows(next.rows, base.rows, kind).Find();
}

std::vector<std::string> OpsWithOtherKernels(const Measured& next, const Measured& base,
                                             const std::vector<const MeasuredRow*>& in_base) {
  constexpr double kMostTimes = 2;  // as much, or half
  struct Sums {
    double added = 0, gone = 0;
  };
  absl::flat_hash_map<std::string_view, Sums> by_op;
  absl::flat_hash_set<const MeasuredRow*> taken(in_base.begin(), in_base.end());
  for (const MeasuredRow& row : base.rows) {
    if (!taken.contains(&row)) by_op[OpOfKernel(row)].gone += row.value;
  }
  for (size_t i = 0; i < next.rows.size(); ++i) {
    if (in_base[i] == nullptr) by_op[OpOfKernel(next.rows[i])].added += next.rows[i].value;
  }
  std::vector<std::string> ops(next.rows.size());
  for (size_t i = 0; i < next.rows.size(); ++i) {
    const std::string_view op = OpOfKernel(next.rows[i]);
    if (in_base[i] != nullptr || op.empty()) continue;
    const auto [added, gone] = by_op[op];
    const bool are_alike =
        added > 0 && gone > 0 && added <= kMostTimes * gone && gone <= kMostTimes * added;
    if (are_alike) ops[i] = op;
  }
  return ops;
}

absl::Status CheckKernelsCanPair(const Measured& next, const Measured& base,
                                 const Profile& base_profile) {
  bool has_kernels = false;
  for (const WorkTimeRow& row : base_profile.work_times.values()) {
    if (row.works_for.valid() || row.launch.valid()) return absl::OkStatus();
    has_kernels = true;
  }
  if (!has_kernels) return absl::OkStatus();
  const auto in_base = ByName(base.rows);
  for (const auto& [name, row] : ByName(next.rows)) {
    if (row != kSeveral || !in_base.contains(name)) continue;
    return absl::FailedPreconditionError(fmt::format(
        "the base is a store that has kernels by name only, as earlier versions wrote them, and "
        "several kernels of the new profile are named {}: write the base again with `baseline`, or "
        "compare the sum() of them",
        name));
  }
  return absl::OkStatus();
}

}  // namespace profiler
