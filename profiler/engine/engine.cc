#include "profiler/engine/engine.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <string_view>
#include <utility>

#include "profiler/analysis/kept/left_out_events.h"
#include "profiler/analysis/values/step_statistic.h"
#include "profiler/base/status.h"
#include "profiler/base/timings.h"
#include "profiler/catalog/exporters.h"
#include "profiler/compare/formats.h"
#include "profiler/compare/views/view_diff.h"
#include "profiler/engine/cache.h"
#include "profiler/engine/commands.h"
#include "profiler/engine/files/device_peaks_file.h"
#include "profiler/engine/files/rules_file.h"
#include "profiler/engine/open_runs.h"
#include "profiler/engine/transform.h"
#include "profiler/report/failed_check.h"
#include "profiler/views/notes/place_notes.h"
#include "profiler/views/notes/several_runs_note.h"

namespace profiler {
namespace {

// Cached results may take at most 1/kPartKept of a command's memory limit.
constexpr uint64_t kPartKept = 4;

uint64_t DefaultCacheBytes() {
  constexpr uint64_t kUnknownMachine = uint64_t{4} << 30;
  const int64_t pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  const bool is_known = pages > 0 && page > 0;
  const uint64_t memory =
      is_known ? static_cast<uint64_t>(pages) * static_cast<uint64_t>(page) : kUnknownMachine;
  constexpr uint64_t kMost = uint64_t{4} << 30;  // leaves memory for other programs
  return std::min(memory / 4, kMost);
}

// A question with its profiles transformed for the selection.
struct Resolved {
  Query query;
  std::deque<Selected> of;
  std::vector<std::shared_ptr<const void>> holds;  // keep the profiles alive
  std::vector<Note> notes;                         // about the transforms
};

absl::Status AddProfile(const ProfileHandle& handle, RunContext& context, Resolved& resolved) {
  const Selection& selection = resolved.query.selection;
  resolved.holds.push_back(handle.shared_profile());
  if (!selection.transforms()) {
    resolved.of.emplace_back(handle.profile(), selection);
    return absl::OkStatus();
  }
  if (LacksEvents(handle.profile())) {
    return absl::FailedPreconditionError(
        fmt::format("-from, -to and -step_event need events, and the store of {} holds none "
                    "(events=none): open the full profile",
                    SourcesWithoutEvents(handle.profile())));
  }
  const TimedPart transforming(context.times(), RunPart::kTransform);
  PROFILER_ASSIGN_OR_RETURN(const std::shared_ptr<const Transformed> transformed,
                            KeptTransform(handle.profile(), selection, context));
  resolved.of.emplace_back(transformed->profile, selection);
  resolved.holds.push_back(transformed);
  resolved.notes.insert(resolved.notes.end(), transformed->notes.begin(), transformed->notes.end());
  return absl::OkStatus();
}

// One statistic for all profiles. The front end may have set another one than the standard.
void ChooseStatistic(Resolved& resolved) {
  Query& query = resolved.query;
  if (query.statistic != Query().statistic) return;
  for (const Selected& selected : resolved.of) {
    query.statistic = DefaultStatistic(selected, query.compat_tfprof);
    if (query.statistic == Statistic::kMean) return;
  }
}

absl::StatusOr<Resolved> Resolve(const std::vector<ProfileHandle>& of, const Question& question,
                                 RunContext& context) {
  context.Doing("answering");
  PROFILER_RETURN_IF_ERROR(context.Check());
  Resolved resolved;
  resolved.query = question.query;
  resolved.query.compat_tfprof =
      !of.empty() && std::all_of(of.begin(), of.end(), [&](const ProfileHandle& handle) {
        return AnswersAsTfprof(question.compat, handle);
      });
  PROFILER_RETURN_IF_ERROR(ReadRulesFile(question.rules_file, resolved.query.advice));
  PROFILER_ASSIGN_OR_RETURN(resolved.query.device_peaks,
                            ReadDevicePeaks(resolved.query.device_peaks_file));
  for (const ProfileHandle& handle : of) {
    if (!handle) return absl::FailedPreconditionError("no input was opened");
    PROFILER_RETURN_IF_ERROR(AddProfile(handle, context, resolved));
  }
  if (!question.statistic_is_given) ChooseStatistic(resolved);
  return resolved;
}

// The view's answer about the first profile, compared with that about the second.
absl::StatusOr<Report> RunCompared(const View& view, const Resolved& resolved,
                                   const CompareOptions& compare, RunContext& context) {
  const SampledView sampled = {.name = view.name,
                               .takes_steps = view.obeys.Has(OptionUse::kSteps),
                               .rows_are_steps = view.rows_are_steps,
                               .has_series = view.has_step_series,
                               .shape = view.shape};
  return DiffView(LeafViews(), sampled, resolved.of[0], resolved.of[1], resolved.query, compare,
                  context);
}

absl::StatusOr<Report> Run(const std::string& command, const Resolved& resolved,
                           const CompareOptions& compare, RunContext& context) {
  const TimedPart asking(context.times(), RunPart::kQuery);
  const Composite* const composite = FindComposite(command);
  const View* const view = composite == nullptr ? FindView(command) : nullptr;
  const bool is_compared = view != nullptr && view->obeys.Has(OptionUse::kBase);
  if (is_compared && resolved.of.size() == 2) return RunCompared(*view, resolved, compare, context);
  const size_t takes = composite == nullptr ? 1 : composite->profiles;
  const size_t most = takes + (composite != nullptr && composite->may_have_base ? 1 : 0);
  const bool may_have_parts = composite != nullptr && composite->may_have_parts;
  const bool is_too_many = resolved.of.size() > most && !may_have_parts;
  if (resolved.of.size() < takes || is_too_many) {
    return absl::InvalidArgumentError(fmt::format("{} is about {} profile{}, not {}", command,
                                                  takes, takes == 1 ? "" : "s",
                                                  resolved.of.size()));
  }
  Answerer& views = LeafViews();
  if (composite == nullptr) {
    return views.Ask(command, resolved.of.front(), resolved.query, context);
  }
  std::vector<const Selected*> of;
  for (const Selected& selected : resolved.of) of.push_back(&selected);
  return composite->run(views, of, resolved.query, compare, context);
}

void AddImportNotes(const ImportReport& import_report, std::vector<Note>& notes) {
  for (const ImportReport::Entry& entry : import_report.entries()) {
    const ImportProblemInfo& info = Info(entry.problem);
    if (info.severity == ImportSeverity::kInfo) continue;
    notes.push_back({std::string(info.id), Severity::kWarning, ImportReport::Line(entry)});
  }
}

}  // namespace

Compat CompatOf(std::string_view word) {
  if (word == "tfprof") return Compat::kTfprof;
  return word == "off" ? Compat::kOff : Compat::kAuto;
}

bool AnswersAsTfprof(Compat compat, const ProfileHandle& profile) {
  if (compat != Compat::kAuto) return compat == Compat::kTfprof;
  return profile && profile.is_of_tfprof();
}

Engine::Engine(const EngineOptions& options)
    : cache_(std::make_shared<Cache>(options.cache_bytes > 0 ? options.cache_bytes
                                                             : DefaultCacheBytes())) {}

absl::StatusOr<ProfileHandle> Engine::Open(const OpenRequest& request, RunContext& context) {
  const TimedPart reading(context.times(), RunPart::kRead);
  PROFILER_ASSIGN_OR_RETURN(OpenedProfile opened, OpenProfile(request, context));
  return ProfileHandle::Make(std::make_shared<const Profile>(std::move(opened.profile)),
                             std::move(opened.import_report), request.Paths(), cache_);
}

absl::StatusOr<ProfileHandle> Engine::OpenAsRuns(const OpenRequest& request, RunContext& context) {
  const TimedPart reading(context.times(), RunPart::kRead);
  PROFILER_ASSIGN_OR_RETURN(OpenedProfile opened, OpenRuns(request, context));
  return ProfileHandle::Make(std::make_shared<const Profile>(std::move(opened.profile)),
                             std::move(opened.import_report), request.Paths(), cache_);
}

ProfileHandle Engine::Adopt(std::shared_ptr<const Profile> profile, ImportReport import_report) {
  return ProfileHandle::Make(std::move(profile), std::move(import_report), {}, cache_);
}

absl::StatusOr<Report> Engine::Answer(const ProfileHandle& of, const Question& question,
                                      RunContext& context) {
  return Answer(std::vector<ProfileHandle>{of}, question, context);
}

absl::StatusOr<Report> Engine::Answer(const std::vector<ProfileHandle>& of,
                                      const Question& question, RunContext& context) {
  if (context.max_memory() > 0) cache_->Trim(context.max_memory() / kPartKept);
  const UsedMemo used(context, *cache_);
  PROFILER_ASSIGN_OR_RETURN(Resolved resolved, Resolve(of, question, context));
  PROFILER_ASSIGN_OR_RETURN(Report report,
                            Run(question.command, resolved, question.compare, context));
  report.notes.insert(report.notes.begin(), resolved.notes.begin(), resolved.notes.end());
  constexpr size_t kComparable = 2;  // the profile and its base; the others are parts of them
  for (size_t i = 0; i < std::min(resolved.of.size(), kComparable); ++i) {
    const Selected& selected = resolved.of[i];
    AddPlaceNotes(selected, report);
    // A comparison takes several runs as samples.
    if (resolved.of.size() == 1) AddSeveralRunsNote(selected, report);
  }
  if (resolved.of.size() == 2) {
    WarnOfOtherFormat(resolved.of[1].profile(), resolved.of[0].profile(), report.notes);
  }
  if (question.answer_shows_problems) {
    for (const ProfileHandle& handle : of) AddImportNotes(handle.import_report(), report.notes);
  }
  if (report.checks.empty()) {
    report.fails_from = FailsFrom(resolved.query.advice.fail_on);
    report.failed_check = FailedCheck(question.command, resolved.query.advice.fail_on, report);
  }
  report.holds = std::move(resolved.holds);
  return report;
}

absl::Status Engine::AskAbout(
    const ProfileHandle& of, const Question& question,
    const std::function<absl::Status(Answerer&, const Selected&, const Query&)>& ask,
    RunContext& context) {
  if (context.max_memory() > 0) cache_->Trim(context.max_memory() / kPartKept);
  const UsedMemo used(context, *cache_);
  PROFILER_ASSIGN_OR_RETURN(const Resolved resolved, Resolve({of}, question, context));
  const TimedPart asking(context.times(), RunPart::kQuery);
  return ask(LeafViews(), resolved.of.front(), resolved.query);
}

absl::StatusOr<ExportResult> Engine::Export(const ProfileHandle& of, const Question& question,
                                            const Exporter& exporter, const ExportParams& params,
                                            OutputFiles& files, RunContext& context) {
  return Export(std::vector<ProfileHandle>{of}, question, exporter, params, files, context);
}

absl::StatusOr<ExportResult> Engine::Export(const std::vector<ProfileHandle>& of,
                                            const Question& question, const Exporter& exporter,
                                            const ExportParams& params, OutputFiles& files,
                                            RunContext& context) {
  if (context.max_memory() > 0) cache_->Trim(context.max_memory() / kPartKept);
  const UsedMemo used(context, *cache_);
  PROFILER_ASSIGN_OR_RETURN(const Resolved resolved, Resolve(of, question, context));
  context.Doing("exporting");
  const TimedPart exporting(context.times(), RunPart::kExport);
  ExportParams with_base = params;
  if (resolved.of.size() > 1) with_base.base = &resolved.of[1];
  PROFILER_ASSIGN_OR_RETURN(
      ExportResult result,
      RunExporter(exporter, resolved.of.front(), resolved.query, with_base, files, context));
  result.notes.insert(result.notes.begin(), resolved.notes.begin(), resolved.notes.end());
  return result;
}

// Values in use are kept, because a window of a profile must not lose the link to its full profile.
void Engine::ForgetAnswers() { cache_->Trim(0); }

}  // namespace profiler
