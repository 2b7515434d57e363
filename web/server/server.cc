#include "web/server/server.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <exception>
#include <thread>
#include <utility>
#include <vector>

#include "profiler/base/status.h"
#include "web/server/connection.h"
#include "web/server/gate.h"
#include "web/server/token.h"
#include "web/server/workers.h"

namespace profiler::web {
namespace {

using boost::asio::ip::tcp;
using Error = boost::system::error_code;

constexpr size_t kMostConnections = 128;
constexpr size_t kMostWaiting = 64;  // questions
constexpr size_t kLeastThreads = 2, kMostThreads = 8;
// After a failed accept, as when the program has too many files open.
constexpr std::chrono::milliseconds kPause{100};

std::string InUrl(const boost::asio::ip::address& address) {
  return address.is_v6() ? fmt::format("[{}]", address.to_string()) : address.to_string();
}

std::string NameOfMachine() {
  std::array<char, 256> name = {};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "localhost";
}

// The names by which browsers reach the address; the first one is for the URL.
std::vector<std::string> HostsOf(const boost::asio::ip::address& address) {
  std::vector<std::string> hosts;
  if (address.is_unspecified()) hosts.push_back(NameOfMachine());
  if (!address.is_unspecified()) hosts.push_back(InUrl(address));
  if (address.is_loopback() || address.is_unspecified()) {
    hosts.emplace_back("localhost");
    hosts.emplace_back(address.is_v6() ? "[::1]" : "127.0.0.1");
  }
  return hosts;
}

absl::Status Failed(const ServerOptions& options, const Error& error) {
  return absl::UnavailableError(fmt::format("cannot listen on {} port {}: {}", options.address,
                                            options.port, error.message()));
}

class ServerOnThread final : public Server {
 public:
  ServerOnThread(tcp::acceptor acceptor, std::unique_ptr<boost::asio::io_context> io,
                 const std::vector<std::string>& hosts, const std::string& token, Source& source)
      : shared_{gate_, source, workers_},
        io_(std::move(io)),
        acceptor_(std::move(acceptor)),
        pause_(*io_),
        url_host_(hosts.front()),
        gate_(hosts, acceptor_.local_endpoint().port(), token),
        workers_(
            std::clamp<size_t>(std::thread::hardware_concurrency(), kLeastThreads, kMostThreads),
            kMostWaiting, source) {
    Accept();
    thread_ = std::thread([this] { Run(); });
  }

  ~ServerOnThread() override {
    io_->stop();
    thread_.join();
    for (Connection* const connection : shared_.open) connection->Close();
  }

  std::string Url() const override {
    return fmt::format("http://{}:{}{}", url_host_, acceptor_.local_endpoint().port(),
                       gate_.EntryTarget());
  }

 private:
  void Run() {
    while (!io_->stopped()) {
      try {
        io_->run();
      } catch (const std::exception&) {
        // No memory for one request: its connection is gone, the others go on.
      }
    }
  }

  void Accept() {
    acceptor_.async_accept([this](Error error, tcp::socket socket) {
      if (error) {
        pause_.expires_after(kPause);
        pause_.async_wait([this](Error stopped) {
          if (!stopped) Accept();
        });
        return;
      }
      Welcome(std::move(socket));
      Accept();
    });
  }

  // Makes room by closing the oldest connection that asks nothing.
  bool HasRoom() {
    if (shared_.open.size() < kMostConnections) return true;
    const auto idle = std::find_if(shared_.open.begin(), shared_.open.end(),
                                   [](const Connection* one) { return one->is_idle(); });
    if (idle == shared_.open.end()) return false;
    (*idle)->Close();
    return true;
  }

  void Welcome(tcp::socket socket) {
    if (!HasRoom()) return;
    Error ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    std::make_shared<Connection>(std::move(socket), shared_)->Read();
  }

  // Members are destroyed from the last to the first. Workers post to `io_`, which ends the
  // connections that are left, and these are listed in `shared_`.
  Shared shared_;
  std::unique_ptr<boost::asio::io_context> io_;
  tcp::acceptor acceptor_;
  boost::asio::steady_timer pause_;
  const std::string url_host_;
  const Gate gate_;
  Workers workers_;
  std::thread thread_;
};

}  // namespace

bool IsAddress(const std::string& address) {
  Error error;
  boost::asio::ip::make_address(address, error);
  return !error;
}

bool IsLoopback(const std::string& address) {
  Error error;
  const auto parsed = boost::asio::ip::make_address(address, error);
  return !error && parsed.is_loopback();
}

absl::StatusOr<std::unique_ptr<Server>> Server::Start(const ServerOptions& options,
                                                      Source& source) {
  PROFILER_ASSIGN_OR_RETURN(const std::string token, MakeToken());
  Error error;
  const auto address = boost::asio::ip::make_address(options.address, error);
  if (error) {
    return absl::InvalidArgumentError(
        fmt::format("'{}' is no IP address, as 127.0.0.1 is", options.address));
  }
  auto io = std::make_unique<boost::asio::io_context>(1);
  tcp::acceptor acceptor(*io);
  const tcp::endpoint endpoint(address, options.port);
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(boost::asio::socket_base::max_listen_connections, error);
  if (error) return Failed(options, error);
  return std::make_unique<ServerOnThread>(std::move(acceptor), std::move(io), HostsOf(address),
                                          token, source);
}

}  // namespace profiler::web
