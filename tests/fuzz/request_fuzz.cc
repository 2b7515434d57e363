// Any bytes as a request to the server of pages: a request line, then fields of the header. Without
// the token nothing may be given; a question may only ask.
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

#include "cli/ask/line_answers.h"
#include "web/server/gate.h"
#include "web/server/request_text.h"
#include "web/server/routes.h"

namespace {

using namespace profiler;

constexpr std::string_view kToken = "00112233445566778899aabbccddeeff";
constexpr uint16_t kPort = 8000;

class NothingOpen final : public web::Source {
 public:
  web::Answer Ask(std::string_view /*line*/, RunContext& /*context*/) override { return {}; }
  std::string State() override { return "{}"; }
};

void Fail(std::string_view why) {
  std::cerr << why << "\n";
  std::abort();
}

std::string_view Take(std::string_view& text, char separator) {
  const size_t end = text.find(separator);
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(end == text.npos ? text.size() : end + 1);
  return part;
}

web::RequestHead HeadOf(std::string_view text) {
  web::RequestHead head;
  std::string_view first = Take(text, '\n');
  head.method = Take(first, ' ');
  head.target = first;
  while (!text.empty()) {
    std::string_view value = Take(text, '\n');
    const std::string_view name = Take(value, ':');
    if (name == "host") head.host = value;
    if (name == "origin") head.origin = value;
    if (name == "site") head.fetch_site = value;
    if (name == "cookie") head.cookie = value;
    if (name == "authorization") head.authorization = value;
    if (name == "encoding") head.accept_encoding = value;
    if (name == "match") head.if_none_match = value;
  }
  return head;
}

void CheckQuestion(const std::string& question) {
  const absl::StatusOr<Command> command = ParseQuestion(question, Options());
  if (!command.ok()) return;
  if (command->redirect.kind != Redirect::Kind::kNone || command->options.output.type != "stdout") {
    Fail("a question writes");
  }
  if (command->kind != CommandKind::kView && command->kind != CommandKind::kSchema) {
    Fail("a question does more than ask");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static const web::Gate& gate =
      *new web::Gate({"127.0.0.1", "localhost"}, kPort, "00112233445566778899aabbccddeeff");
  NothingOpen source;
  const web::RequestHead head = HeadOf(text);
  const web::Route route = web::RouteOf(head, gate, source);
  const int status = route.response.status;
  const bool is_let_in = route.question || status < 400 || status == 404;
  if (is_let_in && text.find(kToken) == text.npos && text.find('%') == text.npos) {
    Fail("let in without the token");
  }
  if (is_let_in && web::PathOf(head.target).empty()) Fail("let in without a path");
  if (route.question) CheckQuestion(*route.question);
  CheckQuestion(std::string(text));
  return 0;
}
