#include "web/files/page_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "profiler/base/run_context.h"
#include "profiler/base/status.h"
#include "profiler/io/gzip.h"
#include "web/describe/catalog.h"
#include "web/describe/json_text.h"
#include "web/files/embedded.h"
#include "web/files/gzip.h"

namespace profiler::web {
namespace {

absl::StatusOr<std::string> Unpacked(std::string_view gzip) {
  RunContext context;
  PROFILER_ASSIGN_OR_RETURN(Inflated whole,
                            Inflate(gzip, std::numeric_limits<size_t>::max(), context));
  return std::move(whole.bytes);
}

std::string Base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  constexpr size_t kGroup = 3;
  std::string out;
  out.reserve((bytes.size() + kGroup - 1) / kGroup * 4);
  for (size_t i = 0; i < bytes.size(); i += kGroup) {
    uint32_t bits = 0;
    for (size_t j = 0; j < kGroup; ++j) {
      const bool is_there = i + j < bytes.size();
      bits = bits << 8 | (is_there ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    }
    const size_t digits = std::min(kGroup, bytes.size() - i) + 1;
    for (size_t j = 0; j < 4; ++j) out += j < digits ? kDigits[bits >> (18 - 6 * j) & 63] : '=';
  }
  return out;
}

// Without the newline that ends an answer.
std::string_view WithoutNewline(std::string_view json) {
  while (json.ends_with('\n')) json.remove_suffix(1);
  return json;
}

std::string DataJson(const PageData& data) {
  std::string out = "{";
  AppendTextMember("start", data.start, out);
  AppendName("state", out);
  out += WithoutNewline(data.state);
  AppendName("catalog", out);
  out += WithoutNewline(CatalogJson());
  AppendName("answers", out);
  out += '{';
  for (const auto& [line, answer] : data.answers) {
    AppendName(line, out);
    out += WithoutNewline(answer);
  }
  return out + "}}";
}

absl::Status Misses(std::string_view what) {
  return absl::InternalError(fmt::format("the page's template misses {}", what));
}

// Replaces the element that begins with `begin`, has `with` in its tag, and ends with `end`.
absl::Status Replace(std::string_view begin, std::string_view with, std::string_view end,
                     std::string_view by, std::string& page) {
  for (size_t at = page.find(begin); at != page.npos; at = page.find(begin, at + 1)) {
    const size_t tag_end = page.find('>', at), element_end = page.find(end, at);
    if (tag_end == page.npos || element_end == page.npos) break;
    if (std::string_view(page).substr(at, tag_end - at).find(with) == page.npos) continue;
    page.replace(at, element_end + end.size() - at, by);
    return absl::OkStatus();
  }
  return Misses(with);
}

absl::Status InsertAfter(std::string_view mark, std::string_view text, std::string& page) {
  const size_t at = page.find(mark);
  if (at == page.npos) return Misses(mark);
  page.insert(at + mark.size(), text);
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<std::string>> FirstQuestions() {
  PROFILER_ASSIGN_OR_RETURN(const std::string text, Unpacked(Embedded().pages_gzip));
  const auto pages = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  std::vector<std::string> lines;
  if (!pages.is_object()) return Misses("the list of questions");
  for (const auto& page : pages) {
    if (!page.is_array()) return Misses("the list of questions");
    for (const auto& line : page) {
      if (!line.is_string()) return Misses("the list of questions");
      lines.push_back(line.get<std::string>());
    }
  }
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return lines;
}

absl::StatusOr<std::string> PageFile(const PageData& data) {
  const EmbeddedFiles& files = Embedded();
  PROFILER_ASSIGN_OR_RETURN(std::string page, Unpacked(files.index.gzip));
  PROFILER_ASSIGN_OR_RETURN(const std::string style, Unpacked(files.style.gzip));
  PROFILER_ASSIGN_OR_RETURN(const std::string script, Unpacked(files.script.gzip));
  PROFILER_ASSIGN_OR_RETURN(const std::string packed, Gzip(DataJson(data), Packing::kSmall));
  // From the end to the beginning, so that what is inserted is not searched. The script needs the
  // page's elements, so it comes last.
  PROFILER_RETURN_IF_ERROR(Replace("<script", "app.js", "</script>", "", page));
  const size_t body_end = page.rfind("</body>");
  if (body_end == page.npos) return Misses("</body>");
  std::string scripts = R"(<script id="data" type="text/plain">)";
  scripts += Base64(packed);
  scripts += "</script>\n<script>";
  scripts += script;
  scripts += "</script>\n";
  page.insert(body_end, scripts);
  PROFILER_RETURN_IF_ERROR(
      Replace("<link", "app.css", ">", fmt::format("<style>{}</style>", style), page));
  PROFILER_RETURN_IF_ERROR(InsertAfter(
      "<head>",
      fmt::format("\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                  "script-src 'sha256-{}'; style-src 'sha256-{}'; img-src data:; base-uri 'none'; "
                  "form-action 'none'\">",
                  files.script_sha256, files.style_sha256),
      page));
  return page;
}

}  // namespace profiler::web
