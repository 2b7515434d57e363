#include "profiler/advise/rules/accelerators/work/idle_after_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/base/int128.h"

namespace profiler {
namespace {

// The reason for the wait. Calls named Async also block if the memory is not pinned.
std::string_view WhyOf(const Profile& profile, const DeviceSyncs::Site& site) {
  const bool is_pageable = profile.strings[site.call].find("Async") != std::string_view::npos;
  if (IsForCopyToDevice(site)) {
    return is_pageable ? " (a copy to the device, from memory that is not pinned)"
                       : " (for a copy to the device)";
  }
  return is_pageable ? " (from or to memory that is not pinned)" : "";
}

const DeviceSyncs::Site& SiteWithMost(const DeviceSyncs& syncs, Int128 DeviceSyncs::Site::*time) {
  return *std::max_element(syncs.sites.begin(), syncs.sites.end(),
                           [&](const auto& a, const auto& b) { return a.*time < b.*time; });
}

// The mean of a step. Beside rare waits, whose own times are told, it says so.
std::string MeanOfStep(const DeviceSyncs& syncs, Int128 time) {
  return FormatMicros(time / syncs.steps) + (AreRare(syncs) ? " a step" : "");
}

// ", most of it in aten::sort itself": what takes more than half of the work that delays devices.
std::string OtherWorkText(const Profile& profile, const DeviceSyncs& syncs) {
  if (syncs.work_mark.valid()) {
    return fmt::format(", most of it in your mark {}", profile.strings[syncs.work_mark]);
  }
  if (!syncs.work.valid()) return "";
  return fmt::format(", most of it in {} itself", CallText(profile, syncs.work));
}

// Devices that are idle after waits, as the host does other work. Both are a cause of that.
std::string DelaysWorkText(const Profile& profile, const DeviceSyncs& syncs) {
  if (ShareOf(syncs.delays_work, syncs.span) < kTooLittleIdle) return "";
  const DeviceSyncs::Site& most = SiteWithMost(syncs, &DeviceSyncs::Site::delays_work);
  return fmt::format(
      "; after these waits, {} after one {}, the host does other work{}, which launches nothing, "
      "while devices run empty, for {} of the time ({}): make that work faster, or let it overlap "
      "with the devices' work: launch the next work before it or, where it needs no result, do not "
      "wait",
      MostOfIt(most.delays_work, syncs.delays_work), PlaceOfWait(profile, most),
      OtherWorkText(profile, syncs), Percent(ShareOf(syncs.delays_work, syncs.span)),
      MeanOfStep(syncs, syncs.delays_work));
}

}  // namespace

bool AreRare(const DeviceSyncs& syncs) { return !syncs.is_whole && syncs.waits < syncs.steps; }

bool IsForCopyToDevice(const DeviceSyncs::Site& site) { return 2 * site.to_device > site.waits; }

std::string PlaceOfWait(const Profile& profile, const DeviceSyncs::Site& site) {
  const std::string line = SourceLine(profile, site.site.frame);
  const std::string by = site.site.op.valid() ? " by " + NameOf(profile, site.site) : "";
  return fmt::format("in {}{}{}{}", profile.strings[site.call], WhyOf(profile, site), by,
                     line.empty() ? "" : " at " + line);
}

std::string IdleAfterText(const Profile& profile, const DeviceSyncs& syncs) {
  const double share = ShareOf(syncs.idle, syncs.span);
  const bool is_input = ShareOf(syncs.delays_input, syncs.span) >= kTooLittleIdle;
  const DeviceSyncs::Site& most = SiteWithMost(syncs, &DeviceSyncs::Site::idle);
  const DeviceSyncs::Site& delaying = SiteWithMost(syncs, &DeviceSyncs::Site::delays_input);
  std::string text = DelaysWorkText(profile, syncs);
  if (is_input) {
    text += fmt::format(
        "; after these waits, {} after one {}, the host makes input while devices run "
        "empty, for {} of the time ({}, which InputChecker counts, too): without the waits that "
        "would overlap with the devices' work",
        MostOfIt(delaying.delays_input, syncs.delays_input), PlaceOfWait(profile, delaying),
        Percent(ShareOf(syncs.delays_input, syncs.span)), MeanOfStep(syncs, syncs.delays_input));
  }
  if (!text.empty()) {
    if (share < kTooLittleIdle) return text;
  } else if (syncs.idle <= 0) {
    return fmt::format(
        "; after these waits the host {} while devices run empty, which is too little to act on",
        syncs.delays_input > 0 ? "makes input" : "does other work");
  }
  text += fmt::format(
      "; as nothing is launched ahead meanwhile, devices run empty after these waits, for {} of "
      "the time ({}){}",
      Percent(share), MeanOfStep(syncs, syncs.idle),
      is_input && &most == &delaying
          ? ""
          : fmt::format(", {} after a wait {}", MostOfIt(most.idle, syncs.idle),
                        PlaceOfWait(profile, most)));
  if (share < kTooLittleIdle) return text + "; this is too little to act on";
  if (2 * syncs.saved >= syncs.idle) return text;
  return text + fmt::format(
                    ". Without the waits the host would launch only {} earlier: it launches slower "
                    "than devices run",
                    MeanOfStep(syncs, syncs.saved));
}

}  // namespace profiler
