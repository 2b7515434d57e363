#include "profiler/open/sniff/sniff_other.h"

#include "profiler/io/gzip.h"
#include "profiler/readers/common/sniff_text.h"
#include "profiler/readers/metric_table/metric_table.h"

namespace profiler {
namespace {

// Whether it is a TFRecord (length, checksum) whose first Event has a file version.
bool IsEventLog(std::string_view bytes) {
  return bytes.substr(0, 64).find("brain.Event:") != std::string_view::npos;
}

// model.ckpt.data-00000-of-00001: raw tensors, whose content looks like noise.
bool IsCheckpointData(std::string_view file_name) {
  const size_t at = file_name.rfind(".data-");
  return at != std::string_view::npos &&
         file_name.find_first_not_of("0123456789-of", at + 6) == std::string_view::npos;
}

// Decides by the name, because only tables of metrics are recognized by content.
bool IsTable(std::string_view file_name) {
  return file_name.ends_with(".csv") || file_name.ends_with(".tsv") ||
         file_name.ends_with(".jsonl");
}

}  // namespace

std::string WhyNoTable(std::string_view file_name, std::string_view bytes) {
  return IsTable(file_name) ? "no table of metrics: " + WhyNoMetricTable(bytes) : "";
}

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
  if (IsTable(file_name)) return WhyNoTable(file_name, bytes);
  if (IsJson(bytes)) {
    return "JSON, but not a recognized profile; a Chrome trace is an array of events with a "
           "\"ph\", at "
           "the top or as \"traceEvents\" of an object";
  }
  return "";
}

}  // namespace profiler
