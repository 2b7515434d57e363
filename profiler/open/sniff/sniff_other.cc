#include "profiler/open/sniff/sniff_other.h"

#include "profiler/io/gzip.h"
#include "profiler/open/sniff/sniff_text.h"
#include "profiler/readers/metric_table/metric_table.h"
#include "profiler/store/file/format.h"

namespace profiler {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kLevelDbMagic = "\x57\xfb\x80\x8b\x24\x75\x47\xdb"sv;
constexpr size_t kLevelDbFooter = 48;

// A TFRecord (length, checksum) whose first Event says so.
bool IsEventLog(std::string_view bytes) {
  return bytes.substr(0, 64).find("brain.Event:") != std::string_view::npos;
}

// model.ckpt.data-00000-of-00001: raw tensors, which no content tells from noise.
bool IsCheckpointData(std::string_view file_name) {
  const size_t at = file_name.rfind(".data-");
  return at != std::string_view::npos &&
         file_name.find_first_not_of("0123456789-of", at + 6) == std::string_view::npos;
}

// By its name: what is in it was no table of metrics.
bool IsTable(std::string_view file_name) {
  return file_name.ends_with(".csv") || file_name.ends_with(".tsv") ||
         file_name.ends_with(".jsonl");
}

}  // namespace

int SniffCheckpointIndex(std::string_view bytes) {
  return bytes.size() >= kLevelDbFooter && bytes.ends_with(kLevelDbMagic) ? 100 : 0;
}

int SniffPythonStats(std::string_view bytes) {
  const auto code = [&](size_t at) {  // without the mark of what may be referred to
    return at < bytes.size() ? static_cast<char>(bytes[at] & 0x7f) : '\0';
  };
  if (code(0) != '{') return 0;
  size_t file = 0;  // of the first key
  if (code(1) == ')' && bytes.substr(2).starts_with('\3')) file = 3;
  if (code(1) == '(' && bytes.substr(2).starts_with("\3\0\0\0"sv)) file = 6;
  constexpr std::string_view kTexts = "zZaAstu";
  return file != 0 && kTexts.find(code(file)) != std::string_view::npos ? 90 : 0;
}

int SniffStore(std::string_view bytes) { return bytes.starts_with(store_file::kMagic) ? 100 : 0; }

std::string DescribeOther(std::string_view file_name, std::string_view bytes) {
  if (IsGzip(bytes)) return "gzip-compressed data; unpack it with gunzip and give what comes out";
  if (IsEventLog(bytes)) {
    return "a TensorBoard event log, which holds no profile; give a profile_N file of "
           "ProfileContext";
  }
  if (IsCheckpointData(file_name)) {
    return "the data of a TensorFlow checkpoint, by its name; give the checkpoint with "
           "--checkpoint_path, and its graph with --graph_path";
  }
  if (IsTable(file_name)) return "no table of metrics: " + WhyNoMetricTable(bytes);
  if (IsJson(bytes)) {
    return "JSON that is no profile; a Chrome trace is an array of events, which have a \"ph\", by "
           "itself or as \"traceEvents\" of an object";
  }
  return "";
}

}  // namespace profiler
