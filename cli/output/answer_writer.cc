#include "cli/output/answer_writer.h"

#include <fmt/format.h>

#include <memory>

#include "cli/output/pager.h"
#include "cli/output/shell_pipe.h"
#include "profiler/base/status.h"

namespace profiler {

absl::Status AnswerWriter::WriteReport(const Options& options, const Report& report,
                                       const Renderer& renderer, const RenderContext& about) {
  const OutputSpec& to = options.output;
  if (to.type == "file") return RenderToFile(to.outfile, report, renderer, about);
  const std::string bytes = [&] {
    const TimedPart rendering(context_.times(), RunPart::kRender);
    return renderer.render(report, about);
  }();
  PROFILER_RETURN_IF_ERROR(context_.Check());
  return to.type == "none" ? absl::OkStatus() : WriteRendered(options, bytes, renderer);
}

// Writes the answer to a file while the text is built. The file is renamed when it is complete.
absl::Status AnswerWriter::RenderToFile(const std::string& path, const Report& report,
                                        const Renderer& renderer, RenderContext about) {
  PROFILER_ASSIGN_OR_RETURN(const std::unique_ptr<OutputFile> file, files_.Create(path));
  absl::Status written;
  about.spill = [&](std::string_view text) {
    const TimedPart writing(context_.times(), RunPart::kWrite);
    if (written.ok()) written = file->Append(text);
    return written;
  };
  {
    const TimedPart rendering(context_.times(), RunPart::kRender);
    about.spill(renderer.render(report, about)).IgnoreError();
  }
  PROFILER_RETURN_IF_ERROR(written);
  const TimedPart writing(context_.times(), RunPart::kWrite);
  return file->Close();
}

absl::Status AnswerWriter::WriteRendered(const Options& options, const std::string& bytes,
                                         const Renderer& renderer) {
  if (output_.captured()) return output_.Write(bytes);
  context_.LimitTime({});  // the reader of the answer has no time limit
  const TimedPart writing(context_.times(), RunPart::kWrite);
  if (answered_) PROFILER_RETURN_IF_ERROR(output_.Write(renderer.separator));
  answered_ = true;
  return WriteText(options, bytes, renderer.is_safe_to_show);
}

absl::Status AnswerWriter::WriteText(const Options& options, std::string_view bytes,
                                     bool is_safe_to_show) {
  const bool may_page = output_.terminal() && !output_.captured() && !options.no_pager;
  const std::string pager = may_page ? PagerCommand() : "";
  if (pager.empty() || !IsLongerThanScreen(bytes)) return output_.Write(bytes, is_safe_to_show);
  const absl::Status shown =
      ShowInPager(pager, is_safe_to_show ? std::string(bytes) : EscapeControls(bytes), context_);
  return absl::IsNotFound(shown) ? output_.Write(bytes, is_safe_to_show) : shown;
}

absl::Status AnswerWriter::WriteRedirected(const Redirect& redirect, const std::string& answer) {
  const TimedPart writing(context_.times(), RunPart::kWrite);
  const std::string& target = redirect.target;
  switch (redirect.kind) {
    case Redirect::Kind::kNone:
      return output_.Write(answer);
    case Redirect::Kind::kFile:
      return files_.Write(target, answer);
    case Redirect::Kind::kAppend:
      return files_.AppendTo(target, answer);
    case Redirect::Kind::kPipe:
      context_.LimitTime({});  // the shell command has no time limit
      return PipeToShell(target, answer, context_);
  }
  return absl::OkStatus();
}

void AnswerWriter::SayNotes(const std::vector<Note>& notes, const Renderer& renderer) const {
  if (renderer.render_error != nullptr) return;
  for (const Note& note : notes) output_.Say(fmt::format("note: {}", note.text));
}

}  // namespace profiler
