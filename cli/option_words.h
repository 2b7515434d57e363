// Options among words: one spelling for the command line and the prompt, made from the one table.
#ifndef CLI_OPTION_WORDS_H_
#define CLI_OPTION_WORDS_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/query/options/options.h"

namespace profiler {

enum class OptionPlace {
  kCommandLine,  // takes every option, and words that are none
  kLine,         // of the prompt or a script: neither inputs nor stray words
  kOpen,         // a line with `open`: inputs, and options that say how to take them
};

struct OptionWords {
  std::vector<std::pair<const OptionSpec*, std::string>> given;  // in order, with their values
  std::vector<std::string> others;                               // words that are no option
  bool help = false, version = false;
};

// `-name value`, `--name value`, `-name=value` and `--name=value` are the same. A value that starts
// with `-` needs the `=`, but for negative whole numbers. A bool may stand bare: before another
// option, at the end, and where inputs may stand also before a word that is no bool. After `--` no
// word is an option (not in kLine).
absl::StatusOr<OptionWords> ReadOptionWords(const std::vector<std::string>& words,
                                            OptionPlace place);

// Whether the option may be given there.
bool Takes(OptionPlace place, const OptionSpec& spec);

// Sets what was given, in order, so that the last use of an option wins.
absl::Status Apply(const OptionWords& words, Options& options);

// The options that say what is asked and how, spelled `-name value`: " -order_by micros", or "".
std::string Spell(const OptionWords& words);

}  // namespace profiler

#endif  // CLI_OPTION_WORDS_H_
