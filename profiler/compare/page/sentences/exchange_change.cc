#include "profiler/compare/page/sentences/exchange_change.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/analysis/collectives/missing_ranks.h"
#include "profiler/analysis/step_split/step_part_names.h"
#include "profiler/base/text/listed.h"
#include "profiler/compare/page/sentences/summary.h"

namespace profiler {
namespace {

constexpr double kMuchOfStep = 0.5;  // of the step's change

bool DoCollectivesExplain(const Change& step, const std::vector<DiffRow>& parts) {
  return std::any_of(parts.begin(), parts.end(), [&](const DiffRow& part) {
    return part.name == Name(StepPart::kCollectives) && part.change.is_changed() &&
           part.change.delta / step.delta >= kMuchOfStep;
  });
}

// By how much longer each collective of the kind takes without waits, if each exchanges as many
// bytes, each step has as many, and waits changed by less; else NaN.
double ExchangeFactor(const KindExchange& base, double base_steps, const KindExchange& next,
                      double new_steps) {
  constexpr double kSame = 0.01;
  const auto are_same = [&](double before, double now) {
    return std::abs(now - before) <= kSame * before;
  };
  const bool do_as_much = are_same(base.calls / base_steps, next.calls / new_steps) &&
                          are_same(base.bytes / base.calls, next.bytes / next.calls);
  const double exchange = next.exchange / next.calls - base.exchange / base.calls;
  const double wait = next.wait / next.calls - base.wait / base.calls;
  if (!do_as_much || !(base.exchange > 0) || std::abs(wait) >= std::abs(exchange)) {
    return kAbsentReal;
  }
  return next.exchange / next.calls * base.calls / base.exchange;
}

// A mean of both sides, which is `more` now than before, or less, by a tenth of the lesser.
struct MeansOfSides {
  double before, now;

  bool are_more(bool more) const {
    constexpr double kNoticed = 1.1;
    return before > 0 && now > 0 && (more ? now >= kNoticed * before : before >= kNoticed * now);
  }
  std::string OnHostsText() const {
    return fmt::format(
        "on {:.3g} host{} now, before on {:.3g}, and data between hosts takes other "
        "links",
        now, now == 1 ? "" : "s", before);
  }
};

// What is known to slow the exchange down, or to speed it up: that ranks are on more hosts or are
// more, or that kernels have fewer blocks. Empty if nothing is.
std::string CauseText(const KindExchange& before, const KindExchange& now, bool is_slower) {
  std::vector<std::string> facts;
  const MeansOfSides hosts = {static_cast<double>(before.hosts.size()),
                              static_cast<double>(now.hosts.size())};
  const MeansOfSides spans = {before.spans / before.calls, now.spans / now.calls};
  if (hosts.are_more(is_slower)) {
    facts.push_back(fmt::format("The ranks are {}", hosts.OnHostsText()));
  } else if (spans.are_more(is_slower)) {
    facts.push_back(fmt::format(
        "The ranks of a group are {}: groups have other ranks, as where the dimensions of a device "
        "mesh are swapped",
        spans.OnHostsText()));
  }
  if (before.most_ranks != kUnknown &&
      (is_slower ? now.most_ranks > before.most_ranks
                 : now.most_ranks != kUnknown && now.most_ranks < before.most_ranks)) {
    facts.push_back(fmt::format("{}{} ranks exchange data, before {}", facts.empty() ? "Now " : "",
                                now.most_ranks, before.most_ranks));
  }
  const MeansOfSides blocks = {before.blocks / before.launches, now.blocks / now.launches};
  if (blocks.are_more(!is_slower)) {
    facts.push_back(fmt::format(
        "{} kernels have {:.3g} blocks now, before {:.3g}: NCCL runs one for each channel, of "
        "which NCCL_MIN_NCHANNELS, NCCL_MAX_NCHANNELS, NCCL_ALGO, its version and the topology "
        "decide how many there are",
        facts.empty() ? "Their" : "their", blocks.now, blocks.before));
  }
  return fmt::format("{}", fmt::join(facts, "; "));
}

// The ranks of a side whose files were not opened, such as "rank 11 is" or "7 of 8 ranks are";
// empty if there are none.
std::string RanksNotOpened(const Side& side) {
  std::vector<MissingRanks> jobs = FindMissingRanks(side.profile());
  std::erase_if(jobs, [](const MissingRanks& job) { return job.are_in_other_run; });
  if (jobs.empty()) return "";
  const MissingRanks& first = jobs.front();
  if (jobs.size() > 1) return fmt::format("ranks of {} runs are", jobs.size());
  if (first.missing.size() == 1) return fmt::format("rank {} is", first.missing.front());
  const int64_t missing = first.world_size - first.recorded;
  return fmt::format("{} of {} ranks {}", missing, first.world_size, missing == 1 ? "is" : "are");
}

}  // namespace

std::string RanksNotOpenedText(const Side& base, const Side& next) {
  const std::string before = RanksNotOpened(base), now = RanksNotOpened(next);
  if (before.empty() && now.empty()) return "";
  const std::string who =
      now.empty()      ? fmt::format("{} missing in the base", before)
      : before.empty() ? fmt::format("{} missing in the new profile", now)
      : before == now
          ? fmt::format("{} missing in both profiles", now)
          : fmt::format("{} missing in the base and {} in the new profile", before, now);
  return fmt::format(
      "But {}, and the others may be waiting for what was not opened: open the files of all ranks "
      "before you blame the links",
      who);
}

std::string ExchangeSentence(const Change& step, const std::vector<DiffRow>& parts,
                             const Side& base, const Side& next, const std::string& not_opened) {
  constexpr double kLeastFactor = 1.1;
  constexpr size_t kMostNamed = 3;
  const bool is_slower = step.verdict == Verdict::kSlower;
  if (!is_slower && step.verdict != Verdict::kFaster) return "";
  if (!DoCollectivesExplain(step, parts)) return "";
  std::vector<std::string> texts;
  std::string cause;  // of the first of these
  for (const KindExchange& now : next.exchanges.kinds) {
    for (const KindExchange& before : base.exchanges.kinds) {
      if (now.kind != before.kind) continue;
      const double factor = ExchangeFactor(before, static_cast<double>(base.totals.size()), now,
                                           static_cast<double>(next.totals.size()));
      if (!((is_slower ? factor : 1 / factor) >= kLeastFactor)) continue;
      const std::string much =
          is_slower ? fmt::format("{:.3g} times as long", factor) : PercentText(factor);
      texts.push_back(fmt::format("{} takes {}", Name(now.kind), much));
      if (cause.empty()) cause = CauseText(before, now, is_slower);
    }
  }
  if (texts.empty()) return "";
  if (!not_opened.empty()) {
    return fmt::format(
        "Collectives send as many bytes as often: without waits for ranks that were opened, {}{}{}"
        ". {}",
        Listed(texts, kMostNamed), is_slower ? "" : " of the time",
        cause.empty() ? "" : ". " + cause, not_opened);
  }
  if (cause.empty() && is_slower) {
    cause = "Look at the links between the ranks and at what else uses them";
  }
  return fmt::format(
      "Collectives exchange as many bytes as often, but {}: without waits for other ranks {}{}{}",
      is_slower ? "more slowly" : "faster", Listed(texts, kMostNamed),
      is_slower ? "" : " of the time", cause.empty() ? "" : ". " + cause);
}

std::string WaitsOfCollectivesSentence(const Change& step, const std::vector<DiffRow>& parts,
                                       const std::vector<DiffRow>& ops, const Side& next) {
  constexpr double kGoodPart = 0.2;  // of the step's change
  if (!step.is_slower_or_faster()) return "";
  const auto is_much = [&](const DiffRow& row) {
    return row.change.is_changed() && row.change.delta / step.delta >= kGoodPart;
  };
  const bool are_ops = std::any_of(
      ops.begin(), ops.end(), [&](const DiffRow& op) { return op.is_collective && is_much(op); });
  const bool is_split = next.samples.ProcessesOf(0).size() > 1;  // as SplitCollectives() does
  const bool is_part = !is_split && std::any_of(parts.begin(), parts.end(), [&](const auto& part) {
    return part.name == Name(StepPart::kCollectives) && is_much(part);
  });
  if (!are_ops && !is_part) return "";
  return "The time of collectives includes waits for slower ranks";
}

}  // namespace profiler
