#!/bin/bash
# Writes C++ with the bytes of the pages' files, gzipped, and the hashes of the script and of the
# style that a page with both inside names in its Content-Security-Policy.
#
#   embed.sh INDEX_HTML APP_CSS APP_JS PAGES_JSON > embedded.cc
set -euo pipefail

# A page with the files inside would end at these.
! grep -qi '</style' "$2" || { echo "embed.sh: $2 has </style" >&2; exit 1; }
! grep -qiE '</script|<!--' "$3" || { echo "embed.sh: $3 has </script or <!--" >&2; exit 1; }

bytes() {
  echo "constexpr char k$1Bytes[] ="
  gzip -9n < "$2" | od -An -v -tx1 -w64 | sed 's/ /\\x/g; s/.*/    "&"/'
  echo "    ;"
}

hash() {
  # shellcheck disable=SC2059
  printf "$(sha256sum < "$1" | cut -c1-64 | sed 's/../\\x&/g')" | base64
}

cat << END
#include "web/files/embedded.h"

namespace profiler::web {
namespace {

END
bytes Index "$1"
bytes Style "$2"
bytes Script "$3"
bytes Pages "$4"
cat << END

template <size_t size>
constexpr std::string_view Bytes(const char (&bytes)[size]) {
  return std::string_view(bytes, size - 1);
}

}  // namespace

const EmbeddedFiles& Embedded() {
  static constexpr EmbeddedFiles kFiles = {
      .index = {"/", "text/html; charset=utf-8", Bytes(kIndexBytes)},
      .style = {"/app.css", "text/css; charset=utf-8", Bytes(kStyleBytes)},
      .script = {"/app.js", "text/javascript; charset=utf-8", Bytes(kScriptBytes)},
      .pages_gzip = Bytes(kPagesBytes),
      .style_sha256 = "$(hash "$2")",
      .script_sha256 = "$(hash "$3")",
  };
  return kFiles;
}

}  // namespace profiler::web
END
