#include <cstdint>
#include <limits>
#include <utility>

#include "profiler/query/options/option_kinds.h"
#include "profiler/query/options/option_sets.h"

namespace profiler {
namespace {

OptionSpec PortOption() {
  OptionSpec spec = IntegerOption("port", "serve: the port to listen on; 0: a free one.",
                                  [](Options& o) -> int64_t& { return o.port; });
  spec.group = OptionGroup::kReport;
  spec.set = [](Options& o, std::string_view v) {
    int64_t port = 0;
    if (!ParseInteger("port", v, port).ok() || port < 0 ||
        port > std::numeric_limits<uint16_t>::max()) {
      return BadValue("port", v, ": a port is a number from 0 to 65535");
    }
    o.port = port;
    return absl::OkStatus();
  };
  return spec;
}

OptionSpec ListenOption() {
  OptionSpec spec = TextOption("listen", OptionGroup::kReport, "ADDRESS",
                               "serve: the IP address to listen on, one of this machine's.",
                               [](Options& o) -> std::string& { return o.listen; });
  spec.details =
      "0.0.0.0 means all addresses. Whoever has the URL can read the profile, and what is sent is "
      "not encrypted: from another machine, rather forward the port with `ssh -L`.";
  return spec;
}

std::vector<OptionSpec> ServeOptionList() {
  return WithUse(OptionUse::kServe,
                 {PortOption(), ListenOption(),
                  BoolOption("allow_remote", OptionGroup::kReport,
                             "serve: listen on an address that other machines reach.",
                             [](Options& o) -> bool& { return o.allow_remote; }),
                  BoolOption("browser", OptionGroup::kReport,
                             "serve: open the page in a browser, with $BROWSER or xdg-open.",
                             [](Options& o) -> bool& { return o.browser; })});
}

}  // namespace

const OptionSet kServeOptions = {ServeOptionList};

}  // namespace profiler
