#include "profiler/analysis/collectives/collective_events.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "profiler/analysis/accelerators/kernel_details.h"
#include "profiler/analysis/accelerators/launched_by.h"
#include "profiler/analysis/collectives/collective_bytes.h"
#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/collectives/waits/async_collectives.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/ascii.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

constexpr uint32_t kNotWithin = UINT32_MAX;  // not within an event of a collective
constexpr int kMostLevels = 64;  // from a launch up to the event that describes the collective

bool IsCopy(std::string_view label) {
  return label.starts_with("Memcpy") || label.starts_with("Memset");
}

class CollectiveFinder {
 public:
  explicit CollectiveFinder(const Selected& selected)
      : profile_(selected.profile()), selected_(selected), communication_(profile_) {
    for (uint32_t op = 0; op < profile_.op_count() && !has_host_ops_; ++op) {
      has_host_ops_ = TakesPart(OpId(op));
    }
  }

  absl::Status Run(RunContext& context) {
    PROFILER_RETURN_IF_ERROR(ForEachDeviceEvent(
        selected_, context, [&](const Track& track, uint32_t e) { TakeDevice(track, e); }));
    const auto is_hosts = [](const TrackRow& track) {
      return HoldsWork(track) && !HoldsDeviceWork(track);
    };
    for (const Track track : Tracks(selected_, is_hosts)) {
      PROFILER_RETURN_IF_ERROR(TakeHost(track, context));
    }
    const auto is_annotated = [](const TrackRow& track) {
      return track.kind == TrackKind::kMarker && track.role == TrackRole::kOverlay;
    };
    for (const Track track : Tracks(selected_, is_annotated)) {
      PROFILER_RETURN_IF_ERROR(TakeAnnotations(track, context));
    }
    return absl::OkStatus();
  }

  std::vector<CollectiveEvent> Take() && {
    AddAnnotations();
    AddHosts();
    std::sort(found_.begin(), found_.end(), [](const CollectiveEvent& a, const CollectiveEvent& b) {
      return std::tuple(a.source, a.device, a.begin, a.event.track, a.event.row) <
             std::tuple(b.source, b.device, b.begin, b.event.track, b.event.row);
    });
    return std::move(found_);
  }

 private:
  struct OnHost {
    CollectiveEvent event;
    HostRole role;
    bool is_of_library;  // gloo or MPI
  };
  // A process group's annotation of an accelerator's work.
  struct OnAnnotation {
    CollectiveEvent event;
    bool is_of_library;
  };

  std::string_view TypeOf(OpId op) const {
    const StringId name = CommunicationName(profile_, op);
    return name.valid() ? profile_.strings[name] : std::string_view();
  }
  bool IsAnnotation(OpId op) const {
    return op.valid() && IsProcessGroupName(profile_.strings[profile_.ops.row[op].name]);
  }
  // Whether the op is a collective on a host. Of sends and receives only those that a library
  // annotates are, as others are found on devices or as transfers.
  bool TakesPart(OpId op) {
    const Communication communication = communication_.Of(op);
    return communication == Communication::kCollective ||
           (communication == Communication::kTransfer && IsAnnotation(op) &&
            RunsOnHosts(TypeOf(op)));
  }
  CollectiveDetails DetailsOf(const Events& events, uint32_t e) const {
    if (events.detail.empty() || !events.detail[e].valid()) return {};
    return ParseCollectiveDetails(profile_.strings[events.detail[e]]);
  }

  CollectiveEvent Start(TrackId track, uint32_t e) const {
    const Events& events = profile_.events[track];
    CollectiveEvent found;
    found.event = {track, e};
    found.source = profile_.tracks[track].source;
    found.device = profile_.tracks[track].device;
    found.step = events.step[e];
    found.begin = events.begin[e];
    found.duration = found.in_flight = found.own_time = events.duration[e];
    return found;
  }

  // A rank is not its own peer: some recorders write the sender with a receive.
  void Fill(const CollectiveDetails& details, CollectiveEvent& found) const {
    if (details.name.empty()) return;
    const CollectiveKind kind = KindOfCollective(details.name);
    if (kind != CollectiveKind::kOther) found.kind = kind;
    found.dtype = details.dtype;
    found.group = details.group;
    found.group_size = details.group_size;
    found.bytes = BytesOfElements(details);
    if (found.kind == CollectiveKind::kSend) found.peer = details.target_rank;
    if (found.kind == CollectiveKind::kRecv) found.peer = details.source_rank;
    if (found.source.valid() && found.peer == profile_.sources[found.source].rank) {
      found.peer = kUnknown;
    }
  }

  // Fills in the recorded details, and the kind of the collective, from a host event and the events
  // that enclose it.
  void FillFromAbove(EventId id, CollectiveEvent& found) const {
    const Events& events = profile_.events[id.track];
    uint32_t e = id.row;
    for (int level = 0; level < kMostLevels && e != Events::kNoParent; ++level) {
      if (const CollectiveDetails details = DetailsOf(events, e); !details.name.empty()) {
        return Fill(details, found);
      }
      // Libraries implement an all-to-all with sends, so the kind of the enclosing op is used.
      const bool is_open =
          found.kind == CollectiveKind::kOther || found.kind == CollectiveKind::kSendRecv;
      if (is_open && communication_.Of(events.op[e]) == Communication::kCollective) {
        const CollectiveKind kind = KindOfCollective(TypeOf(events.op[e]));
        if (kind != CollectiveKind::kOther) found.kind = kind;
      }
      e = events.ParentOf(e);
    }
  }

  void TakeDevice(const Track& track, uint32_t e) {
    const Events& events = track.events;
    if (communication_.OfEvent(track.row, events, e) != Communication::kCollective) return;
    const std::string_view label =
        events.label.empty() ? std::string_view() : profile_.strings[events.label[e]];
    if (!IsCopy(label)) found_.push_back(OnDevice(track.id, e, label));
  }

  CollectiveEvent OnDevice(TrackId id, uint32_t e, std::string_view label) {
    const Events& events = profile_.events[id];
    const OpId op = events.op[e];
    CollectiveEvent found = Start(id, e);
    if (CommunicationOf(label) == Communication::kCollective) found.kind = KindOfCollective(label);
    const CollectiveDetails details = DetailsOf(events, e);
    if (!details.name.empty()) {
      Fill(details, found);
    } else {
      if (!launched_by_) launched_by_.emplace(profile_);
      const EventId call = (*launched_by_)(id, e);
      if (call.valid()) FillFromAbove(call, found);
    }
    if (found.kind == CollectiveKind::kOther) found.kind = KindOfCollective(TypeOf(op));
    // Sends and receives of a program are here as parts of a collective alone (HostTransfers). What
    // they send goes through the host, so the device's links do not say how long it should take.
    const bool is_sent = found.kind == CollectiveKind::kSend || found.kind == CollectiveKind::kRecv;
    if (is_sent && op.valid() && profile_.ops.row[op].kind == OpKind::kHloInstruction) {
      found.kind = CollectiveKind::kSendRecv;
    } else if (found.bytes == kUnknown && op.valid()) {
      FillFromInstruction(profile_, op, found);
    }
    // TPUs label instructions by their text, which names no kernel.
    const bool is_kernel = CommunicationOf(label) == Communication::kCollective;
    found.is_end = !is_kernel && TypeOf(op).find("-done") != std::string_view::npos;
    return found;
  }

  absl::Status TakeAnnotations(const Track& track, RunContext& context) {
    const Events& events = track.events;
    const DeviceId device = track.row.device;
    const bool is_device = device.valid() && IsAccelerator(profile_.devices[device].kind);
    if (!is_device || events.label.empty()) return absl::OkStatus();
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (e % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context.Check());
      if (!IsSlice(events, e) || !selected_.steps().Has(events.step[e])) continue;
      const std::string_view label = profile_.strings[events.label[e]];
      if (!IsProcessGroupName(label)) continue;
      OnAnnotation found = {Start(track.id, e), RunsOnHosts(label)};
      found.event.kind = KindOfCollective(label);
      found.event.is_annotation = true;
      on_annotations_.push_back(found);
    }
    return absl::OkStatus();
  }

  // Of nested host events, only the outermost of each role counts, but for annotations of process
  // groups: each is one collective, and asynchronous ones may begin and end within another. A
  // framework records the details of a collective in an event inside its call.
  absl::Status TakeHost(const Track& track, RunContext& context) {
    if (!has_host_ops_) return absl::OkStatus();
    const Events& events = track.events;
    const SelectedSteps& steps = selected_.steps();
    // For each event, by role: the index in on_host_ of the collective that contains the event.
    std::vector<std::array<uint32_t, 2>> within(events.size(), {kNotWithin, kNotWithin});
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (e % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context.Check());
      const uint32_t parent = events.ParentOf(e);
      if (parent != Events::kNoParent) within[e] = within[parent];
      if (IsSlice(events, e) && steps.Has(events.step[e]) && TakesPart(events.op[e])) {
        AddOnHost(track.id, e, within[e]);
      }
      const uint32_t call = within[e][static_cast<size_t>(HostRole::kCall)];
      if (call != kNotWithin && on_host_[call].event.bytes == kUnknown) {
        Fill(DetailsOf(events, e), on_host_[call].event);
      }
    }
    return absl::OkStatus();
  }

  void AddOnHost(TrackId id, uint32_t e, std::array<uint32_t, 2>& within) {
    const OpId op = profile_.events[id].op[e];
    const std::string_view type = TypeOf(op);
    const HostRole role = HostRoleOf(type);
    uint32_t& open = within[static_cast<size_t>(role)];
    const bool is_own_work = role == HostRole::kWork && IsAnnotation(op);
    if (open != kNotWithin && !is_own_work) return;
    open = static_cast<uint32_t>(on_host_.size());
    OnHost host = {Start(id, e), role, RunsOnHosts(type)};
    host.event.kind = KindOfCollective(type);
    host.event.is_call = role == HostRole::kCall;
    FillFromAbove({id, e}, host.event);
    if (host.is_of_library && is_own_work) FillFromInputs(profile_, op, host.event);
    if (host.event.bytes == kUnknown) FillFromInstruction(profile_, op, host.event);
    on_host_.push_back(host);
  }

  // Kernels of collectives count before the annotations of the process group that ran them.
  void AddAnnotations() {
    std::set<SourceId> have_kernels;
    for (const CollectiveEvent& found : found_) have_kernels.insert(found.source);
    for (const OnAnnotation& one : on_annotations_) {
      if (!one.is_of_library && have_kernels.count(one.event.source) > 0) continue;
      found_.push_back(one.event);
      if (one.is_of_library) library_on_device_.insert({one.event.source, one.event.kind});
    }
  }

  // What devices ran counts before what hosts did for it, and work before the calls that request
  // it: a library may run a collective by another kind than the call's.
  void AddHosts() {
    std::set<SourceId> have_devices, have_work;
    for (const CollectiveEvent& found : found_) have_devices.insert(found.source);
    for (const OnHost& one : on_host_) {
      if (one.role == HostRole::kWork) have_work.insert(one.event.source);
    }
    for (const OnHost& one : on_host_) {
      const SourceId source = one.event.source;
      const bool is_on_device = have_devices.count(source) > 0;
      bool is_done_elsewhere = is_on_device;
      if (one.role == HostRole::kCall) {
        is_done_elsewhere = is_on_device || have_work.count(source) > 0;
      } else if (one.is_of_library) {
        is_done_elsewhere = library_on_device_.count({source, one.event.kind}) > 0;
      }
      if (!is_done_elsewhere) found_.push_back(one.event);
    }
  }

  const Profile& profile_;
  const Selected& selected_;
  CommunicationTable communication_;
  bool has_host_ops_ = false;  // some op is a collective on a host
  std::optional<LaunchedBy> launched_by_;
  std::vector<CollectiveEvent> found_;
  std::vector<OnHost> on_host_;
  std::vector<OnAnnotation> on_annotations_;
  // Libraries' collectives whose device work is annotated.
  std::set<std::pair<SourceId, CollectiveKind>> library_on_device_;
};

// Whether -from or -to clipped the event. A clipped event reaches to the edge of the time window.
bool IsCut(const Profile& profile, const Selection& selection, const CollectiveEvent& event) {
  const auto at = [&](int64_t time) { return profile.time_axis.FromStart(event.source, time); };
  return (selection.from.picos() > 0 && at(event.begin) <= selection.from.picos()) ||
         (selection.to.given() && at(event.end()) >= selection.to.picos());
}

}  // namespace

absl::StatusOr<std::vector<CollectiveEvent>> FindCollectives(const Selected& selected,
                                                             RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  CollectiveFinder finder(selected);
  PROFILER_RETURN_IF_ERROR(finder.Run(context));
  std::vector<CollectiveEvent> found = std::move(finder).Take();
  JoinStartsAndEnds(profile, found);
  for (CollectiveEvent& one : found) {
    if (IsCut(profile, selected.selection(), one)) one.bytes = kUnknown;
  }
  return found;
}

bool RecordsHostLibraries(const Profile& profile) {
  for (uint32_t i = 0; i < profile.strings.size(); ++i) {
    const std::string_view text = profile.strings[StringId(i)];
    if (IsProcessGroupName(text) && RunsOnHosts(text)) return true;
  }
  return false;
}

}  // namespace profiler
