#include "profiler/compare/page/shape_use.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <set>
#include <vector>

#include "profiler/analysis/ops/input_shapes.h"
#include "profiler/analysis/shapes/slot_list.h"

namespace profiler {
namespace {

// Each as a part of all runs of the name. By the text of the shapes.
using ShapeShares = std::map<std::string, double>;

// The types of an op's inputs, e.g. "float" or "BFloat16, float"; empty if none is recorded.
std::string TypesOf(const Profile& profile, const OpRow& op) {
  std::vector<std::string_view> types;
  if (!op.input_types.valid()) return "";
  ForEachSlot(profile.strings[op.input_types], [&](std::string_view, std::string_view type) {
    type = WithoutC10(type);
    const bool is_new = std::find(types.begin(), types.end(), type) == types.end();
    if (is_new && type.find("Scalar") == type.npos) types.push_back(type);
  });
  return fmt::format("{}", fmt::join(types, ", "));
}

std::set<std::string> TypesOf(const Profile& profile, std::string_view name) {
  std::set<std::string> types;
  const StringId id = profile.strings.Find(name);
  for (const OpRow& op : profile.ops.row.values()) {
    if (op.name != id) continue;
    if (std::string text = TypesOf(profile, op); !text.empty()) types.insert(std::move(text));
  }
  return types;
}

ShapeShares ShapeSharesOf(const Profile& profile, std::string_view name) {
  const InputShapes shapes(profile, Quirks(/*compat_tfprof=*/false));
  const StringId id = profile.strings.Find(name);
  ShapeShares shares;
  double all = 0;
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    if (profile.ops.row[OpId(i)].name != id) continue;
    std::string text;
    shapes.AppendJoined(OpId(i), ", ", text);
    if (text.empty()) continue;
    double runs = 0;
    const auto [first, last] = profile.ExecsOf(OpId(i));
    for (uint32_t exec = first; exec < last; ++exec) {
      const int64_t of_step = profile.execs().row[exec].runs;
      if (of_step != kUnknown) runs += static_cast<double>(of_step);
    }
    if (runs == 0) continue;
    shares[text] += runs;
    all += runs;
  }
  for (auto& [text, share] : shares) share /= all;
  return shares;
}

double ShareOfShape(const ShapeShares& shares, const std::string& text) {
  const auto it = shares.find(text);
  return it == shares.end() ? 0 : it->second;
}

// A recording may begin or end within a step, which moves shares a little.
constexpr double kOtherShare = 0.05;
// Shapes that only one profile has differ from this share on.
constexpr double kLeastShapeShare = 0.01;

// The shapes that differ, the most frequent ones first.
std::vector<std::string> DifferingShapes(const ShapeShares& base, const ShapeShares& next) {
  ShapeShares differing;
  const auto add = [&](const ShapeShares& of, const ShapeShares& other) {
    for (const auto& [text, share] : of) {
      const double other_share = ShareOfShape(other, text);
      const double least = other_share == 0 ? kLeastShapeShare : kOtherShare;
      if (std::abs(share - other_share) > least) differing[text] = std::max(share, other_share);
    }
  };
  add(base, next);
  add(next, base);
  std::vector<std::string> texts;
  for (const auto& [text, share] : differing) texts.push_back(text);
  std::stable_sort(texts.begin(), texts.end(), [&](const std::string& a, const std::string& b) {
    return differing.at(a) > differing.at(b);
  });
  return texts;
}

std::string ShapesText(const ShapeShares& shares, const std::vector<std::string>& differing) {
  constexpr size_t kMostShapes = 3;
  if (shares.size() == 1) return shares.begin()->first;
  std::string text;
  for (size_t i = 0; i < std::min(differing.size(), kMostShapes); ++i) {
    const double share = ShareOfShape(shares, differing[i]);
    const std::string percent =
        share > 0 && share < 0.01 ? "less than 1%" : fmt::format("{:.0f}%", 100 * share);
    text += fmt::format("{}{} in {} of its runs", i > 0 ? "; " : "", differing[i], percent);
  }
  if (differing.size() > kMostShapes) {
    text += fmt::format("; and {} more that differ", differing.size() - kMostShapes);
  }
  return text;
}

}  // namespace

ShapeDifference CompareShapes(const Profile& base, std::string_view base_name, const Profile& next,
                              std::string_view name) {
  const ShapeShares of_base = ShapeSharesOf(base, base_name), of_next = ShapeSharesOf(next, name);
  if (of_base.empty() || of_next.empty()) return {};
  const std::vector<std::string> differing = DifferingShapes(of_base, of_next);
  if (differing.empty()) return {};
  return {ShapesText(of_base, differing), ShapesText(of_next, differing)};
}

ShapeDifference CompareFewShapes(const Profile& base, const Profile& next, std::string_view name) {
  constexpr size_t kFewShapes = 4;
  const ShapeShares of_base = ShapeSharesOf(base, name), of_next = ShapeSharesOf(next, name);
  if (of_base.empty() || of_next.empty()) return {};
  if (of_base.size() > kFewShapes || of_next.size() > kFewShapes) return {};
  const bool have_common = std::any_of(of_base.begin(), of_base.end(), [&](const auto& shape) {
    return of_next.contains(shape.first);
  });
  if (have_common) return {};
  const auto most = [](const ShapeShares& shares) {
    return std::max_element(shares.begin(), shares.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
        ->first;
  };
  return {most(of_base), most(of_next)};
}

ShapeDifference CompareTypes(const Profile& base, std::string_view base_name, const Profile& next,
                             std::string_view name) {
  const std::set<std::string> of_base = TypesOf(base, base_name), of_next = TypesOf(next, name);
  if (of_base.empty() || of_next.empty() || of_base == of_next) return {};
  return {fmt::format("{}", fmt::join(of_base, "; ")), fmt::format("{}", fmt::join(of_next, "; "))};
}

}  // namespace profiler
