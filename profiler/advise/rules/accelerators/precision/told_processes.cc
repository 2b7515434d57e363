#include "profiler/advise/rules/accelerators/precision/told_processes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "profiler/advise/rules/accelerators/precision/plain_products.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/ranks/rank_names.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

// Shares of processes that differ by less are alike.
constexpr double kAlike = 0.01;

double PlainShare(const ComputePrecision& one) { return Share(one.plain_products, KnownTime(one)); }

bool AreAlike(const ComputePrecision& a, const ComputePrecision& b) {
  constexpr double kPlainAlike = 0.1;
  return std::abs(LowShare(a) - LowShare(b)) < kAlike &&
         std::abs(PlainShare(a) - PlainShare(b)) < kPlainAlike;
}

std::string TimeText(const ComputePrecision& one) {
  return ScaledText(KnownTime(one), Unit::kMicros);
}

// The host of which these are all processes, of several; "" if there is none.
std::string HostOf(const Profile& profile, const ToldProcesses& told) {
  const StringId host = profile.sources[told.alike.front()->source].host;
  const auto is_there = [&](const ComputePrecision* one) {
    return profile.sources[one->source].host == host;
  };
  const bool is_host = std::all_of(told.alike.begin(), told.alike.end(), is_there) &&
                       std::none_of(told.others.begin(), told.others.end(), is_there);
  return is_host ? std::string(profile.strings[host]) : "";
}

}  // namespace

void PutWorstFirst(Precisions& processes) {
  using Process = const ComputePrecision*;
  std::stable_sort(processes.begin(), processes.end(),
                   [](Process a, Process b) { return LowShare(*a) < LowShare(*b); });
  const double least = LowShare(*processes.front());
  const auto end = std::find_if(processes.begin(), processes.end(),
                                [&](Process one) { return LowShare(*one) - least >= kAlike; });
  const auto worst = std::max_element(
      processes.begin(), end, [](Process a, Process b) { return PlainShare(*a) < PlainShare(*b); });
  if (!AreAlike(**worst, *processes.front())) std::rotate(processes.begin(), worst, worst + 1);
}

ToldProcesses::ToldProcesses(const Precisions& processes) {
  for (const ComputePrecision* one : processes) {
    (AreAlike(*one, *processes.front()) ? alike : others).push_back(one);
  }
}

std::string ToldProcesses::Name(const Profile& profile) const {
  std::string first = ProcessName(profile, alike.front()->source);
  if (alike.size() == 1) return first;
  if (others.empty()) {
    return alike.size() == 2
               ? fmt::format("both {} and {}", first, ProcessName(profile, alike.back()->source))
               : fmt::format("all {} processes, as {}", alike.size(), first);
  }
  std::vector<SourceId> sources;
  for (const ComputePrecision* one : alike) sources.push_back(one->source);
  return RanksText(profile, sources);
}

std::string ToldProcesses::Times() const {
  const auto [least, most] = std::minmax_element(
      alike.begin(), alike.end(), [](const ComputePrecision* a, const ComputePrecision* b) {
        return KnownTime(*a) < KnownTime(*b);
      });
  const Int128 of_most = KnownTime(**most);
  return Share(of_most - KnownTime(**least), of_most) < kAlike
             ? TimeText(*alike.front())
             : fmt::format("{} to {}", TimeText(**least), TimeText(**most));
}

void ToldProcesses::SetPlace(const Profile& profile, Finding& finding) const {
  if (alike.size() > 1 && !others.empty()) {
    finding.subject = Name(profile);
    SetPlaceOfHost(profile, HostOf(profile, *this), finding);
    return;
  }
  finding.subject = ProcessName(profile, alike.front()->source);
  profiler::SetPlace(profile, alike.front()->source, finding);
}

std::string ToldProcesses::OthersAsTf32(double low) const {
  const bool is_unlike = !others.empty() && PlainShare(*alike.front()) >= low &&
                         std::all_of(others.begin(), others.end(), [&](const auto* one) {
                           return one->in_tf32 > 0 && PlainShare(*one) < low;
                         });
  if (!is_unlike) return "";
  return others.size() == 1 ? ". The other one computes them as TF32"
                            : fmt::format(". The other {} compute them as TF32", others.size());
}

Report ProcessEvidence(const Profile& profile, const Precisions& found) {
  using C = ColumnOf<const ComputePrecision*>;
  using Row = const ComputePrecision*;
  return EvidenceOf<Row>(
      {
          C::Real("share_16_bit", Unit::kShare, "",
                  "The part in 16 bit or less of the time of known types.",
                  [](Row one) { return LowShare(*one); }),
          C::Number("micros", Unit::kMicros, "", "The time of known types in a step.",
                    [](Row one) -> Value { return KnownTime(*one); }),
      },
      found, [&](Row one) { return ProcessName(profile, one->source); },
      "those with no smaller part in 16 bit or less");
}

}  // namespace profiler
