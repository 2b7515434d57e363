// The one table of options. The command line, the prompt, `help` and the reference page all read
// it; a new option is one row in options.cc.
#ifndef PROFILER_QUERY_OPTIONS_OPTIONS_H_
#define PROFILER_QUERY_OPTIONS_OPTIONS_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "profiler/query/query.h"

namespace profiler {

// -output: where a report goes, or the exporter that runs instead.
struct OutputSpec {
  std::string type = "stdout";  // output_types.h lists them
  std::string outfile;          // of types that write a file
};

// Everything an invocation or a prompt line can set.
struct Options {
  Query query;
  OutputSpec output;
  std::string format = "text";
  std::string compat = "auto";  // auto: tfprof where every source is tfprof's own
  std::string rules_file;       // thresholds for advise
  bool merge_steps = false;     // of timelines: one file for all steps
  bool tables = false;          // of schema: the store's own
  bool no_args = false;         // of stores: without the raw arguments of events
  bool timing = false;
  uint64_t max_memory = 0;  // in bytes; 0: what there is
  std::string max_memory_text = "0";
  std::chrono::nanoseconds timeout{0};  // 0: none
  std::string timeout_text = "0";

  std::vector<std::string> profile_paths;   // files, folders, globs
  std::string graph_path;                   // these four belong together
  std::vector<std::string> run_meta_paths;  // step 0, 1, 2 ...
  std::string op_log_path;
  std::string checkpoint_path;
  std::string run;                         // the name of the run that all inputs belong to
  std::string input_format;                // decides where sniffing would be a tie
  int64_t threads = 0;                     // that read files; 0: one for each processor
  std::vector<std::string> metrics_paths;  // recorded beside the profile
  std::string metrics_utc_offset;          // of those that tell no zone
  bool strict = false;

  std::vector<std::string> commands;  // -c
  std::string script;                 // -f
  bool keep_going = false;
  bool no_rc = false;
};

enum class OptionGroup {
  kFilter,   // tfprof's own options, which the options table of an empty line lists
  kReport,   // how an answer is given; may be set at the prompt too
  kInput,    // what is opened: on the command line and for `open`
  kProgram,  // command line only: what is run
};

enum class OptionType { kInteger, kBool, kList, kText };

struct OptionSpec {
  std::string name;  // without dashes
  OptionGroup group = OptionGroup::kFilter;
  OptionType type = OptionType::kText;
  std::string value_name;                     // in help: N, REGEX,..., FILE
  std::string help;                           // one line
  std::string details = {};                   // paragraphs that `help NAME` adds
  std::vector<std::string_view> choices;      // the values it takes, where they are a fixed set
  std::vector<std::string_view> choice_help;  // a line each, or none at all
  std::function<absl::Status(Options&, std::string_view value)> set;
  std::function<std::string(const Options&)> get;
  bool repeats = false;  // each use adds a value; otherwise the last one wins
};

// In the order in which tfprof's options table lists them, ours behind.
const std::vector<OptionSpec>& AllOptions();
// Null when there is no such option.
const OptionSpec* FindOption(std::string_view name);

// Comma separated, empty items dropped, `\,` a comma; every other backslash stays.
std::vector<std::string> SplitList(std::string_view text);

}  // namespace profiler

#endif  // PROFILER_QUERY_OPTIONS_OPTIONS_H_
