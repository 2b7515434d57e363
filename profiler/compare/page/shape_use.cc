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

// Whether the op of that name has the same shapes in nearly each step in which it runs, as those of
// a model's layers, and not those of what each batch holds.
bool HasFixedShapes(const Profile& profile, std::string_view name) {
  constexpr size_t kFewestSteps = 3;
  constexpr double kNearlyEach = 0.8;  // steps at both ends may be cut
  const InputShapes shapes(profile, Quirks(/*compat_tfprof=*/false));
  const StringId id = profile.strings.Find(name);
  std::set<StepId> steps;
  std::map<std::string, std::set<StepId>> steps_of;
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    if (profile.ops.row[OpId(i)].name != id) continue;
    std::string text;
    shapes.AppendJoined(OpId(i), ", ", text);
    if (text.empty()) continue;
    std::set<StepId>& of_shape = steps_of[text];
    const auto [first, last] = profile.ExecsOf(OpId(i));
    for (uint32_t exec = first; exec < last; ++exec) {
      const StepId step = profile.execs().row[exec].step;
      if (step.valid()) of_shape.insert(step);
    }
    steps.insert(of_shape.begin(), of_shape.end());
  }
  if (steps.size() < kFewestSteps) return false;
  return std::all_of(steps_of.begin(), steps_of.end(), [&](const auto& shape) {
    return static_cast<double>(shape.second.size()) >=
           kNearlyEach * static_cast<double>(steps.size());
  });
}

// How many numbers of two shapes are equal, place by place; 0 of shapes of another form.
size_t EqualNumbers(std::string_view a, std::string_view b) {
  size_t equal = 0;
  const auto number = [](std::string_view& text) {
    const size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
    const std::string_view digits = text.substr(0, end);
    text.remove_prefix(end);
    return digits;
  };
  while (!a.empty() && !b.empty()) {
    if (number(a) == number(b)) ++equal;
    if (a.empty() || b.empty()) break;
    if (a.front() != b.front()) return 0;
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return a.empty() && b.empty() ? equal : 0;
}

// The shapes that run most often on a side.
std::vector<std::string_view> MostFrequent(const ShapeShares& shares) {
  constexpr double kAsOften = 0.99;
  double most = 0;
  for (const auto& [text, share] : shares) most = std::max(most, share);
  std::vector<std::string_view> texts;
  for (const auto& [text, share] : shares) {
    if (share >= kAsOften * most) texts.push_back(text);
  }
  return texts;
}

// One of the most frequent shapes of each side, those that are most alike.
ShapeDifference MostAlike(const ShapeShares& base, const ShapeShares& next) {
  constexpr size_t kMostCompared = 64;
  std::vector<std::string_view> of_base = MostFrequent(base), of_next = MostFrequent(next);
  of_base.resize(std::min(of_base.size(), kMostCompared));
  of_next.resize(std::min(of_next.size(), kMostCompared));
  std::string_view old_shape = of_base.front(), new_shape = of_next.front();
  size_t most = EqualNumbers(old_shape, new_shape);
  for (const std::string_view a : of_base) {
    for (const std::string_view b : of_next) {
      if (const size_t equal = EqualNumbers(a, b); equal > most) {
        most = equal;
        old_shape = a;
        new_shape = b;
      }
    }
  }
  return {std::string(old_shape), std::string(new_shape)};
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
  const bool have_common = std::any_of(of_base.begin(), of_base.end(), [&](const auto& shape) {
    return of_next.contains(shape.first);
  });
  if (have_common) return {};
  const bool are_few = of_base.size() <= kFewShapes && of_next.size() <= kFewShapes;
  if (!are_few && !(HasFixedShapes(base, name) && HasFixedShapes(next, name))) return {};
  return MostAlike(of_base, of_next);
}

ShapeDifference CompareTypes(const Profile& base, std::string_view base_name, const Profile& next,
                             std::string_view name) {
  const std::set<std::string> of_base = TypesOf(base, base_name), of_next = TypesOf(next, name);
  if (of_base.empty() || of_next.empty() || of_base == of_next) return {};
  return {fmt::format("{}", fmt::join(of_base, "; ")), fmt::format("{}", fmt::join(of_next, "; "))};
}

}  // namespace profiler
