#include "profiler/store/transform/run_identity.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "profiler/base/run_folder.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

std::string_view FolderOf(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Whether the name has "rank" or "worker" and then a number: "rank0.5.pt.trace.json".
bool NamesRank(std::string_view path) {
  std::string_view name = path.substr(path.rfind('/') + 1);
  for (const std::string_view word : {"rank", "worker"}) {
    const size_t at = name.rfind(word);
    if (at == name.npos) continue;
    const size_t number = name.find_first_not_of("_-", at + word.size());
    if (number != name.npos && IsDigit(name[number])) return true;
  }
  return false;
}

void AddTime(const SourceRow& source, int64_t begin, int64_t end, RunIdentity& group) {
  if (begin == kUnknown) return;
  const bool has_clock = source.epoch_ns != kUnknown;
  const Int128 zero =
      has_clock ? Int128{source.epoch_ns} * kPicosPerNano + source.clock_offset_ps : Int128{0};
  group.begin = group.has_events ? std::min(group.begin, zero + begin) : zero + begin;
  group.end = group.has_events ? std::max(group.end, zero + end) : zero + end;
  group.has_time = has_clock && (group.has_time || !group.has_events);
  group.has_events = true;
}

void AddSource(const Profile& part, const SourceRow& source, RunIdentity& group) {
  const std::string_view path = part.strings[source.path];
  if (group.files.empty()) {
    group.folder = FolderOf(path);
    group.is_named_by_rank = true;
  }
  if (group.named.empty()) group.named = part.strings[source.run];
  std::error_code error;
  const std::filesystem::path file = std::filesystem::absolute(path, error).lexically_normal();
  if (!path.empty()) group.files.insert(file.native());
  if (!RunOfPath(file.native()).empty()) group.log_run = file.parent_path().native();
  if (const std::string_view host = part.strings[source.host]; !host.empty()) {
    group.hosts.insert(host);
  }
  if (source.rank != kUnknown) group.ranks.insert(source.rank);
  if (source.world_size != kUnknown) group.world_sizes.insert(source.world_size);
  group.is_of_tfprof = group.is_of_tfprof && source.tfprof_rules != TfprofRules::kNotRead;
  group.is_named_by_rank = group.is_named_by_rank && NamesRank(path);
}

void AddTracks(const Profile& part, RunIdentity* groups) {
  for (uint32_t t = 0; t < part.tracks.size(); ++t) {
    const TrackRow& track = part.tracks[TrackId(t)];
    const SourceRow& source = part.sources[track.source];
    RunIdentity& group = groups[source.run_group];
    const std::string_view name = part.strings[track.name];
    if (!IsAccelerator(track) && std::any_of(name.begin(), name.end(), IsDigit)) {
      group.threads.insert(name);
    }
    const Events& events = part.events[TrackId(t)];
    for (size_t e = 0; e < events.size(); ++e) {
      AddTime(source, events.begin[e], events.begin[e] + events.duration[e], group);
    }
  }
}

// Adds at least one group, as a part may have no sources. Returns how many.
size_t AddGroups(const Profile& part, std::vector<RunIdentity>& all) {
  const size_t first = all.size();
  all.push_back({.part = &part});
  for (const SourceRow& source : part.sources.values()) {
    while (source.run_group >= all.size() - first) {
      all.push_back({.part = &part, .number = static_cast<uint32_t>(all.size() - first)});
    }
    AddSource(part, source, all[first + source.run_group]);
  }
  for (const OpRow& op : part.ops.row.values()) ++all[first + op.run_group].ops;
  return all.size() - first;
}

// What is only needed to compare groups of several parts.
void AddContents(const Profile& part, RunIdentity* groups) {
  AddTracks(part, groups);
  for (const StepRow& step : part.steps.values()) {
    const bool is_numbered = step.found_by == StepFoundBy::kRecorded && step.number != kUnknown;
    if (is_numbered) groups[part.sources[step.source].run_group].steps.insert(step.number);
  }
}

// Steps have names with their number: "ProfilerStep#12".
std::string_view WithoutNumber(std::string_view name) {
  const size_t mark = name.rfind('#');
  const bool has_number =
      mark != name.npos &&
      std::all_of(name.begin() + static_cast<ptrdiff_t>(mark) + 1, name.end(), IsDigit);
  return has_number ? name.substr(0, mark) : name;
}

// Calls use(name) for the ops of a group.
template <typename Use>
void ForEachName(const RunIdentity& group, const Use& use) {
  for (const OpRow& op : group.part->ops.row.values()) {
    if (op.run_group != group.number) continue;
    const std::string_view name = WithoutNumber(group.part->strings[op.name]);
    use(absl::string_view(name.data(), name.size()));
  }
}

}  // namespace

std::vector<RunIdentity> RunIdentities(const std::vector<Profile>& parts) {
  std::vector<RunIdentity> groups;
  for (const Profile& part : parts) {
    const size_t added = AddGroups(part, groups);
    if (parts.size() > 1) AddContents(part, &groups[groups.size() - added]);
  }
  return groups;
}

bool ShareOps(const RunIdentity& a, const RunIdentity& b) {
  const RunIdentity& small = a.ops < b.ops ? a : b;
  const RunIdentity& large = &small == &a ? b : a;
  absl::flat_hash_set<absl::string_view> names;
  ForEachName(large, [&](absl::string_view name) { names.insert(name); });
  size_t shared = 0;
  ForEachName(small, [&](absl::string_view name) { shared += names.contains(name); });
  return 2 * shared > small.ops;
}

bool HasCollectives(const RunIdentity& a) {
  bool found = false;
  ForEachName(a, [&found](absl::string_view name) {
    for (const absl::string_view library : {"nccl", "gloo:", "c10d::"}) {
      found = found || name.find(library) != absl::string_view::npos;
    }
  });
  return found;
}

}  // namespace profiler
