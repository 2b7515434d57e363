// Writes answers to where their commands send them: stdout, a pager, a file, a shell command.
#ifndef CLI_OUTPUT_ANSWER_WRITER_H_
#define CLI_OUTPUT_ANSWER_WRITER_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "cli/output/disk_files.h"
#include "cli/output/output.h"
#include "cli/words.h"
#include "profiler/base/run_context.h"
#include "profiler/query/options/options.h"
#include "profiler/render/render.h"
#include "profiler/report/report.h"

namespace profiler {

class AnswerWriter {
 public:
  AnswerWriter(Output& output, DiskFiles& files, RunContext& context)
      : output_(output), files_(files), context_(context) {}

  // Renders the report and writes it where -output says, except to a page or by an exporter. On
  // stdout, an answer must be either complete or an error, so the whole text is built first.
  absl::Status WriteReport(const Options& options, const Report& report, const Renderer& renderer,
                           const RenderContext& about);

  // Writes a rendered answer to stdout, after the separator if it is not the first of its stream.
  absl::Status WriteRendered(const Options& options, const std::string& bytes,
                             const Renderer& renderer);

  // Writes to stdout, with a pager if the text is longer than the terminal's screen.
  absl::Status WriteText(const Options& options, std::string_view bytes,
                         bool is_safe_to_show = false);

  // Writes the text of a command's answer to where its line redirects it.
  absl::Status WriteRedirected(const Redirect& redirect, const std::string& answer);

  // Prints notes on stderr, except for formats that support errors, because they include notes as
  // well.
  void SayNotes(const std::vector<Note>& notes, const Renderer& renderer) const;

  // Starts a new stream of answers, so no separator is written before the next answer.
  void StartStream() { answered_ = false; }

 private:
  absl::Status RenderToFile(const std::string& path, const Report& report, const Renderer& renderer,
                            RenderContext about);

  Output& output_;
  DiskFiles& files_;
  RunContext& context_;
  bool answered_ = false;  // a report was written to stdout
};

}  // namespace profiler

#endif  // CLI_OUTPUT_ANSWER_WRITER_H_
