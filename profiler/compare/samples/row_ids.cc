#include "profiler/compare/samples/row_ids.h"

#include <string>
#include <tuple>

#include "absl/hash/hash.h"
#include "absl/strings/string_view.h"

namespace profiler {
namespace {

// The id of a row by the parts of the key that stand in the row itself (KeyOf()).
RowId ContinuedBy(const Report& report, size_t row, RowId id) {
  const auto& of = report.rows[row];
  for (const std::string& part : of.key) id = id.Below(part);
  const bool has_names =
      report.shape == Shape::kTree ? of.parent >= 0 : report.shape == Shape::kRanked;
  return of.key.empty() && has_names ? id.Below(of.name) : id;
}

}  // namespace

RowId RowId::Below(std::string_view part) const {
  const absl::string_view text(part.data(), part.size());
  const absl::Hash<std::tuple<uint64_t, absl::string_view>> hash;
  constexpr uint64_t kOther = 0x9e3779b97f4a7c15;  // makes the two hashes independent
  return {hash({high, text}), hash({low ^ kOther, text})};
}

std::vector<RowId> RowIdsOf(const Report& report) {
  std::vector<RowId> ids(report.rows.size());
  for (size_t row = 0; row < ids.size(); ++row) {
    const int32_t parent = report.rows[row].parent;
    switch (report.keys) {
      case Report::Keys::kPaths:  // keys are equal if names are
        if (parent >= 0) ids[row] = RowId().Below(report.rows[row].name);
        break;
      case Report::Keys::kNest:  // parents come first
        ids[row] = ContinuedBy(report, row, parent >= 0 ? ids[parent] : RowId());
        break;
      case Report::Keys::kOwn:
        ids[row] = ContinuedBy(report, row, RowId());
        break;
    }
  }
  return ids;
}

}  // namespace profiler
