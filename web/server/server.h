// An HTTP server for the pages and their questions.
#ifndef WEB_SERVER_SERVER_H_
#define WEB_SERVER_SERVER_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "web/source.h"

namespace profiler::web {

struct ServerOptions {
  std::string address = "127.0.0.1";
  uint16_t port = 0;  // 0 for a free one
};

// Whether the text is an IP address, and one that only this machine reaches.
bool IsAddress(const std::string& address);
bool IsLoopback(const std::string& address);

// Answers requests on threads of its own until it is destroyed. `source` must outlive it.
class Server {
 public:
  static absl::StatusOr<std::unique_ptr<Server>> Start(const ServerOptions& options,
                                                       Source& source);
  // Cancels what is being answered, and closes all connections.
  virtual ~Server() = default;
  // The URL that admits a browser.
  virtual std::string Url() const = 0;
};

}  // namespace profiler::web

#endif  // WEB_SERVER_SERVER_H_
