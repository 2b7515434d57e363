// Parses options among words, for the command line and the prompt, from the table of options.
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
  kCommandLine,  // accepts every option, and other words
  kLine,         // the prompt or a script: no inputs and no other words
  kOpen,         // a line with `open`: accepts inputs, and input options
};

struct OptionWords {
  std::vector<std::pair<const OptionSpec*, std::string>> given;  // in order, with their values
  std::vector<std::string> others;                               // words that are not options
  bool help = false, version = false;
};

// `-name value`, `--name value`, `-name=value` and `--name=value` mean the same. A value that
// starts with `-` needs the `=`, except negative whole numbers. The value of a bool may be missing
// before another option and at the end, and where inputs are allowed also before a word that is not
// a bool. After `--` no word is an option (not in kLine).
absl::StatusOr<OptionWords> ReadOptionWords(const std::vector<std::string>& words,
                                            OptionPlace place);

// Fails if inputs follow the value of -base that look like it, beside others: a shell makes of
// `-base old*.json` one base and inputs. `words` are those of the command line, `inputs` those of
// them that are inputs.
absl::Status CheckBasePattern(const std::vector<std::string>& words,
                              const std::vector<std::string>& inputs);

// Whether the option is allowed in this place.
bool Takes(OptionPlace place, const OptionSpec& spec);

// Whether the words have the option.
bool Gives(const OptionWords& words, std::string_view option);
inline bool GivesStatistic(const OptionWords& words) { return Gives(words, "stat"); }

// Sets the given options in order, so that the last use of an option wins.
absl::Status Apply(const OptionWords& words, Options& options);

// The options that affect the answer, spelled `-name value`, e.g. " -order_by micros", or "".
std::string Spell(const OptionWords& words);

}  // namespace profiler

#endif  // CLI_OPTION_WORDS_H_
