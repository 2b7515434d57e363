// Which commands obey which options, from the descriptors of both.
#ifndef PROFILER_CATALOG_OBEYED_OPTIONS_H_
#define PROFILER_CATALOG_OBEYED_OPTIONS_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/export/export.h"
#include "profiler/query/options/options.h"
#include "profiler/views/view.h"

namespace profiler {

// Whether the option can change the command's answer or, if `exporter` is not null, the files that
// the exporter writes for the command.
bool Obeys(const View& view, const Exporter* exporter, const OptionSpec& spec);
// Whether the option may be written in the command: the command obeys it, or both are tfprof's own.
bool Accepts(const View& view, const Exporter* exporter, const OptionSpec& spec);
// Whether the command accepts the option with some value of -output.
bool MayAccept(const View& view, const OptionSpec& spec);

// Why the command does not accept the option: a sentence that names the commands which do, of
// `commands`.
std::string WhyRefused(const View& view, const Exporter* exporter, const OptionSpec& spec,
                       const std::vector<View>& commands);
// The same for a value that the command does not take, of -by (TakesBy()).
std::string WhyByRefused(const View& view, std::string_view by, const std::vector<View>& commands);

// "a", "a and b", "a, b and c".
std::string JoinWords(const std::vector<std::string_view>& words);

}  // namespace profiler

#endif  // PROFILER_CATALOG_OBEYED_OPTIONS_H_
