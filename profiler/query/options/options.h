// The descriptor of an option. The command line, the prompt, `help` and the reference page use one
// table of all options (catalog/options.h). A new option is one entry in one of the sets
// (option_sets.h).
#ifndef PROFILER_QUERY_OPTIONS_OPTIONS_H_
#define PROFILER_QUERY_OPTIONS_OPTIONS_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "profiler/query/compare_options.h"
#include "profiler/query/options/option_use.h"
#include "profiler/query/query.h"

namespace profiler {

// The output that is a page for a browser, in one file.
inline constexpr std::string_view kPageOutput = "html";

// The value of -output: the destination of a report, or an exporter to run.
struct OutputSpec {
  std::string type = "stdout";  // catalog/output_options.cc lists them
  std::string outfile;          // for types that write a file
  bool with_events = true;      // for stores: with all events

  bool is_page() const { return type == kPageOutput; }
};

// How a command takes the profiles that are named.
enum class ProfilesAs : uint8_t {
  kTogether,  // as one profile
  kRuns,      // as one profile, in which each is a run of its own
  kEach,      // one after the other
};

// All values that a command line or a prompt line can set.
struct Options {
  Query query;
  CompareOptions compare;
  OutputSpec output;
  std::string format = "text";
  bool format_is_given = false;  // if not, the default on a terminal is another one
  std::string compat = "auto";   // auto means tfprof if tfprof can read every source
  std::string rules_file;        // thresholds for advise
  bool merge_steps = false;      // for timelines: one file for all steps
  bool tables = false;           // for schema: show the tables of the store
  bool options = false;          // for schema: show the options
  bool no_args = false;          // for stores: without the raw arguments of events
  int64_t port = 0;              // for serve; 0 for a free one
  std::string listen = "127.0.0.1";
  bool allow_remote = false;
  bool browser = false;
  bool timing = false;
  bool no_pager = false;
  uint64_t max_memory = 0;  // in bytes; 0 for no limit
  std::string max_memory_text = "0";
  std::chrono::nanoseconds timeout{0};  // 0: no limit
  std::string timeout_text = "0";

  ProfilesAs profiles_as = ProfilesAs::kTogether;  // of the command on the command line
  std::vector<std::string> profile_paths;          // files, folders, globs
  std::vector<std::string> base_paths;             // the profile to compare with, likewise
  std::string graph_path;                          // these four are inputs of one profile
  std::vector<std::string> run_meta_paths;         // of steps 0, 1, 2, ...
  std::string op_log_path;
  std::string checkpoint_path;
  std::string run;                         // the name of the run that all inputs belong to
  std::string input_format;                // the format to use if several match
  int64_t threads = 0;                     // for reading files; 0 for one per processor
  std::vector<std::string> metrics_paths;  // files of metrics, recorded besides the profile
  std::string metrics_utc_offset;          // for metrics without a time zone
  bool strict = false;

  std::vector<std::string> commands;  // -c
  std::string script;                 // -f
  bool keep_going = false;
  bool no_rc = false;
};

enum class OptionGroup {
  kFilter,   // tfprof's own options, listed by an empty line
  kReport,   // how an answer is printed; also for `set` at the prompt
  kInput,    // inputs, for the command line and `open`
  kProgram,  // only for the command line, e.g. the commands to run
};

enum class OptionType { kInteger, kBool, kList, kText };

struct OptionSpec {
  std::string name;  // without dashes
  OptionGroup group = OptionGroup::kFilter;
  OptionType type = OptionType::kText;
  std::string value_name;                     // in help: N, REGEX,..., FILE
  std::string help;                           // one line
  std::string details = {};                   // paragraphs that `help NAME` adds
  std::vector<std::string_view> choices;      // the allowed values, if these are a fixed set
  std::vector<std::string_view> choice_help;  // one line per choice, or empty
  std::function<absl::Status(Options&, std::string_view value)> set;
  std::function<std::string(const Options&)> get;
  bool repeats = false;  // each use adds a value; if false, the last use wins
  OptionUse use = OptionUse::kEveryCommand;
  bool of_tfprof = false;  // tfprof has it, too
};

// Splits at commas and drops empty items. `\,` is a comma in an item; other backslashes are kept.
std::vector<std::string> SplitList(std::string_view text);

}  // namespace profiler

#endif  // PROFILER_QUERY_OPTIONS_OPTIONS_H_
