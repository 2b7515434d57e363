// The files of the pages, which the build embeds (web/embed.sh).
#ifndef WEB_FILES_EMBEDDED_H_
#define WEB_FILES_EMBEDDED_H_

#include <cstddef>
#include <string_view>

namespace profiler::web {

struct EmbeddedFile {
  std::string_view path;  // where the server has it
  std::string_view content_type;
  std::string_view gzip;
};

struct EmbeddedFiles {
  EmbeddedFile index, style, script;
  std::string_view pages_gzip;  // what each page asks when it starts: {"PAGE": ["COMMAND LINE"]}
  std::string_view style_sha256, script_sha256;  // in Base64
};
const EmbeddedFiles& Embedded();

}  // namespace profiler::web

#endif  // WEB_FILES_EMBEDDED_H_
