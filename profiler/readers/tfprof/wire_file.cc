#include "profiler/readers/tfprof/wire_file.h"

#include <fmt/format.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/message.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/text_format.h>

#include <limits>
#include <utility>

#include "profiler/base/ascii.h"
#include "proto/graph.pb.h"
#include "proto/run_metadata.pb.h"
#include "proto/tfprof_log.pb.h"

namespace profiler {
namespace {

namespace pb = google::protobuf;

// Deeper than any message of TensorFlow, and safe for the stack.
constexpr int kDeepestText = 100;

std::unique_ptr<pb::Message> MakeMessage(WireFileKind kind) {
  switch (kind) {
    case WireFileKind::kGraphDef:
      return std::make_unique<tensorflow::GraphDef>();
    case WireFileKind::kRunMetadata:
      return std::make_unique<tensorflow::RunMetadata>();
    case WireFileKind::kOpLog:
      break;
  }
  return std::make_unique<tensorflow::tfprof::OpLogProto>();
}

bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// The first word of a text, after blanks and comments.
std::string_view FirstWord(std::string_view text) {
  size_t at = 0;
  while (at < text.size() && (IsSpace(text[at]) || text[at] == '#')) {
    if (text[at] == '#') at = std::min(text.find('\n', at), text.size() - 1);
    ++at;
  }
  size_t end = at;
  while (end < text.size() && IsWordCharacter(text[end])) ++end;
  return text.substr(at, end - at);
}

// Binary messages start with a tag and a length, which never spell a field's name.
bool IsText(std::string_view bytes, const pb::Descriptor& message) {
  return message.FindFieldByName(std::string(FirstWord(bytes))) != nullptr;
}

size_t OffsetOf(std::string_view text, int line, int column) {
  size_t at = 0;
  for (; line > 0; --line) {
    const size_t end = text.find('\n', at);
    if (end == std::string_view::npos) return at;
    at = end + 1;
  }
  return std::min(at + static_cast<size_t>(std::max(column, 0)), text.size());
}

class Errors : public pb::io::ErrorCollector {
 public:
  Errors(const Input& input, ImportReport& report) : input_(input), report_(report) {}

  // Keeps the first of several errors, where reading stopped.
  void AddError(int line, int column, const std::string& message) override {
    Count(ImportProblem::kMalformedText, line, column, message);
  }
  void AddWarning(int line, int column, const std::string& message) override {
    Count(ImportProblem::kUnknownField, line, column, message);
  }

 private:
  void Count(ImportProblem problem, int line, int column, const std::string& message) {
    report_.Count(problem, input_.name(), OffsetOf(input_.bytes(), line, column),
                  fmt::format("line {}, column {}: {}", line + 1, column + 1, message));
  }

  const Input& input_;
  ImportReport& report_;
};

// Map entries are sorted by key, so that equal files give equal stores.
bool Serialize(const pb::Message& message, std::string& bytes) {
  if (message.ByteSizeLong() > static_cast<size_t>(std::numeric_limits<int>::max())) return false;
  pb::io::StringOutputStream stream(&bytes);
  pb::io::CodedOutputStream coded(&stream);
  coded.SetSerializationDeterministic(true);
  return message.SerializePartialToCodedStream(&coded);
}

}  // namespace

absl::StatusOr<WireFile> OpenWireFile(const Input& input, WireFileKind kind, ImportReport& report) {
  WireFile file{{report, input.name(), input.bytes().data()}, input.bytes(), false, nullptr};
  const std::unique_ptr<pb::Message> message = MakeMessage(kind);
  if (!IsText(input.bytes(), *message->GetDescriptor())) return file;
  const pb::LogSilencer silencer;  // the library's messages for stderr go to the report
  auto bytes = std::make_shared<std::string>();
  const bool fits = input.bytes().size() <= static_cast<size_t>(std::numeric_limits<int>::max());
  if (fits) {
    Errors errors(input, report);
    pb::TextFormat::Parser parser;
    parser.RecordErrorsTo(&errors);
    parser.AllowUnknownField(true);
    parser.SetRecursionLimit(kDeepestText);
    pb::io::ArrayInputStream stream(input.bytes().data(), static_cast<int>(input.bytes().size()));
    parser.Parse(&stream, message.get());
  }
  if (!fits || !Serialize(*message, *bytes)) {
    return absl::InvalidArgumentError(fmt::format(
        "{}: a text form of more than 2 GiB cannot be read: give the binary file", input.name()));
  }
  file.is_text = true;
  file.bytes = *bytes;
  file.held = std::move(bytes);
  file.place.file_begin = nullptr;
  return file;
}

}  // namespace profiler
