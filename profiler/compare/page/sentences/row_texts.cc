#include "profiler/compare/page/sentences/row_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "profiler/analysis/samples/ops_in_steps.h"
#include "profiler/analysis/step_split/step_part_names.h"
#include "profiler/compare/page/sentences/summary.h"
#include "profiler/compare/page/side.h"

namespace profiler {
namespace {

constexpr double kLeastShareNamed = 0.05;  // of the step's change
constexpr double kMostInAll = 1.1;         // of it, where others changed a little against it

bool IsNearlyWholeStep(const DiffRow& row, const Change& step) {
  constexpr double kNearlyAll = 0.9;
  return row.change.base >= kNearlyAll * step.base && row.change.next >= kNearlyAll * step.next;
}

template <typename Counts>
Explanation ExplainingIf(const std::vector<DiffRow>& rows, const Change& step, size_t most,
                         const Counts& counts) {
  Explanation found;
  for (const DiffRow& row : rows) {
    if (found.rows.size() == most) break;
    const double share = row.change.delta / step.delta;
    if (!row.change.is_changed() || share < kLeastShareNamed || row.is_beside) continue;
    if (row.name == kNoScopeName || row.name == kNoLineName || !counts(row)) continue;
    found.rows.push_back(&row);
    found.share += share;
  }
  return found;
}

// The part of the step's change that those of its parts make in which hosts work, if they changed.
double ShareOfHosts(const std::vector<DiffRow>& parts, const Change& step) {
  double share = 0;
  for (const DiffRow& part : parts) {
    const bool is_of_hosts = part.name == Name(StepPart::kHostCompute) ||
                             part.name == Name(StepPart::kKernelLaunch) ||
                             part.name == Name(StepPart::kInput) || part.name == "input_code";
    if (is_of_hosts && part.change.is_changed()) share += part.change.delta / step.delta;
  }
  return share;
}

bool IsOfOneProfile(const DiffRow& row) {
  return row.change.verdict == Verdict::kAdded || row.change.verdict == Verdict::kRemoved;
}

// The largest ops of one profile that went the other way than the step, if all of them make a good
// part of what the named ones of one profile do, as what these replace.
std::vector<std::string> ReplacedOps(const std::vector<DiffRow>& ops, const Explanation& explaining,
                                     const Change& step) {
  constexpr double kGoodPart = 0.25;
  constexpr size_t kMostReplaced = 2;
  double of_named = 0, of_others = 0;
  for (const DiffRow* const row : explaining.rows) {
    if (IsOfOneProfile(*row)) of_named += row->change.delta / step.delta;
  }
  std::vector<std::string> texts;
  for (const DiffRow& row : ops) {
    const double share = row.change.delta / step.delta;
    if (!IsOfOneProfile(row) || row.is_beside || !(share <= -kLeastShareNamed)) continue;
    of_others -= share;
    if (texts.size() < kMostReplaced) texts.push_back(RowText(row, step, /*has_share=*/false));
  }
  if (of_named <= 0 || of_others < kGoodPart * of_named) texts.clear();
  return texts;
}

}  // namespace

std::string_view PartInWords(std::string_view name) {
  const std::pair<std::string_view, std::string_view> kWords[] = {
      {Name(StepPart::kHostCompute), "host compute"},
      {Name(StepPart::kHostToDevice), "copies to devices"},
      {Name(StepPart::kKernelLaunch), "kernel launches"},
      {Name(StepPart::kDeviceCompute16), "16-bit compute on devices"},
      {Name(StepPart::kDeviceCompute32), "32-bit compute on devices"},
      {Name(StepPart::kDeviceToDevice), "copies on and between devices"},
      {Name(StepPart::kOther), "the rest of the step"},
      {"input_code", "Python that may make input"},
      {"device_wait", "host waits for devices"},
      {"other_steps", "host work for other steps"},
      {kCollectiveWaitPart, "waits in collectives"}};
  for (const auto& [part, words] : kWords) {
    if (name == part) return words;
  }
  return name;
}

std::vector<DiffRow> PartsInWords(std::vector<DiffRow> parts) {
  for (DiffRow& part : parts) part.name = PartInWords(part.name);
  return parts;
}

std::string ShareText(double share) {
  return share <= kMostInAll ? PercentText(std::min(share, 1.0)) : "";
}

std::string RowText(const DiffRow& row, const Change& step, bool has_share) {
  std::string text = fmt::format("{} {}", row.name, SignedTimeText(row.change.delta));
  std::vector<std::string> facts;
  if (has_share) facts.push_back(ShareText(row.change.delta / step.delta));
  std::erase(facts, "");
  if (row.change.verdict == Verdict::kAdded) facts.emplace_back("added");
  if (row.change.verdict == Verdict::kRemoved) facts.emplace_back("removed");
  if (!row.base_type.empty()) {
    facts.push_back(
        fmt::format("{} in place of {}", row.type.empty() ? row.name : row.type, row.base_type));
  }
  return facts.empty() ? text : fmt::format("{} ({})", text, fmt::join(facts, ", "));
}

bool Explanation::exceeds_change() const {
  constexpr double kMost = 1.5;
  return share > kMost;
}

bool Explanation::HaveMostOf(const Change& step) const {
  constexpr double kMost = 0.5;
  double base = 0, next = 0;
  for (const DiffRow* const row : rows) {
    base += std::isnan(row->change.base) ? 0 : row->change.base;
    next += std::isnan(row->change.next) ? 0 : row->change.next;
  }
  return base >= kMost * step.base && next >= kMost * step.next;
}

std::string Explanation::Heading(std::string_view what_rows, std::string_view what) const {
  return exceeds_change() ? fmt::format("{} that changed most", what_rows)
                          : fmt::format("{} that explain {}", what_rows, what);
}

std::string Explanation::Text(const Change& step) const {
  std::vector<std::string> texts;
  texts.reserve(rows.size());
  // Shares of more than the whole would be parts of nothing.
  const bool have_shares = share <= kMostInAll;
  for (const DiffRow* const row : rows) texts.push_back(RowText(*row, step, have_shares));
  return JoinedText(texts);
}

Explanation Explaining(const std::vector<DiffRow>& rows, const Change& step, size_t most) {
  return ExplainingIf(rows, step, most, [](const DiffRow&) { return true; });
}

Explanation ExplainingOps(const std::vector<DiffRow>& ops, const Change& step,
                          const std::vector<DiffRow>& parts) {
  constexpr double kMuch = 0.5;
  constexpr size_t kMost = 3;
  const Explanation of_devices =
      ExplainingIf(ops, step, kMost, [](const DiffRow& op) { return !op.is_of_hosts; });
  if (of_devices.share < kMuch) return Explaining(ops, step, kMost);
  const double on_hosts = ShareOfHosts(parts, step);
  return ExplainingIf(ops, step, kMost, [&](const DiffRow& op) {
    return !op.is_of_hosts || op.change.delta / step.delta <= on_hosts;
  });
}

Explanation ExplainingLines(const std::vector<DiffRow>& lines, const Change& step, size_t most) {
  return ExplainingIf(lines, step, most,
                      [&](const DiffRow& line) { return !IsNearlyWholeStep(line, step); });
}

std::string AgainstIt(const std::vector<DiffRow>& ops, const Explanation& explaining,
                      const Change& step) {
  constexpr double kMuch = 0.5;  // of the step's change
  const std::vector<std::string> replaced = ReplacedOps(ops, explaining, step);
  if (!replaced.empty()) return fmt::format("; against it {}", JoinedText(replaced));
  bool is_largest = true;
  for (const DiffRow& row : ops) {
    if (!row.change.is_changed() || row.is_beside) continue;
    const double share = row.change.delta / step.delta;
    if (share < 0 && (is_largest || share <= -kMuch)) {
      return fmt::format("; against it {}", RowText(row, step, /*has_share=*/false));
    }
    is_largest = false;
    if (std::abs(share) < kMuch) break;  // those after it changed less
  }
  return "";
}

}  // namespace profiler
