#include "profiler/analysis/accelerators/kernel_details.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "profiler/base/value.h"

namespace profiler {
namespace {

int64_t Number(std::string_view text) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? number : kUnknown;
}

double Real(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole = error == std::errc() && end == text.data() + text.size();
  return is_whole ? number : kAbsentReal;
}

void AddUnlessTooMuch(int64_t& sum, int64_t value) {
  if (value == kUnknown || value < 0) return;
  if (sum == kUnknown) sum = 0;
  if (__builtin_add_overflow(sum, value, &sum)) sum = kUnknown;
}

// Calls take(key, value) with each "key:value" of the text.
template <typename Take>
void ForEachItem(std::string_view text, const Take& take) {
  while (!text.empty()) {
    const std::string_view item = text.substr(0, text.find_first_of(" \n"));
    text.remove_prefix(item.size() + (item.size() < text.size() ? 1 : 0));
    const size_t colon = item.find(':');
    if (colon != item.npos) take(item.substr(0, colon), item.substr(colon + 1));
  }
}

}  // namespace

KernelDetails ParseKernelDetails(std::string_view text) {
  KernelDetails details;
  details.occupancy_pct = kAbsentReal;
  ForEachItem(text, [&](std::string_view key, std::string_view value) {
    if (key == "regs") {
      details.registers = Number(value);
    } else if (key == "static_shared" || key == "dynamic_shared" || key == "group_mem") {
      AddUnlessTooMuch(details.shared_bytes, Number(value));
    } else if (key == "grid") {
      details.grid = value;
    } else if (key == "block") {
      details.block = value;
    } else if (key == "occ_pct") {
      details.occupancy_pct = Real(value);
      // Tracers write 0 if the occupancy is unknown; a kernel that ran cannot have 0.
      if (details.occupancy_pct <= 0) details.occupancy_pct = kAbsentReal;
    } else if (key == "size") {
      details.copied_bytes = Number(value);
    }
  });
  return details;
}

int64_t BlocksOfGrid(std::string_view grid) {
  int64_t blocks = 1;
  while (!grid.empty()) {
    int64_t size = 0;
    const auto [end, error] = std::from_chars(grid.data(), grid.data() + grid.size(), size);
    if (error != std::errc() || size <= 0) return kUnknown;
    if (__builtin_mul_overflow(blocks, size, &blocks)) return kUnknown;
    grid.remove_prefix(static_cast<size_t>(end - grid.data()));
    if (!grid.empty() && grid.front() != ',') return kUnknown;
    if (!grid.empty()) grid.remove_prefix(1);
  }
  return blocks;
}

std::string DetailOfLaunch(const KernelDetails& details) {
  std::string text;
  if (details.copied_bytes != kUnknown) return text;
  const auto add = [&text](std::string_view key, const auto& value) {
    text += fmt::format("{}{}:{}", text.empty() ? "" : " ", key, value);
  };
  if (details.registers != kUnknown) add("regs", details.registers);
  if (details.shared_bytes != kUnknown) add("static_shared", details.shared_bytes);
  if (!details.grid.empty()) add("grid", details.grid);
  if (!details.block.empty()) add("block", details.block);
  if (!std::isnan(details.occupancy_pct)) add("occ_pct", details.occupancy_pct);
  return text;
}

CollectiveDetails ParseCollectiveDetails(std::string_view text) {
  CollectiveDetails details;
  if (text.find("collective:") == text.npos) return details;
  ForEachItem(text, [&](std::string_view key, std::string_view value) {
    if (key == "collective") {
      details.name = value;
    } else if (key == "dtype") {
      details.dtype = value;
    } else if (key == "group") {
      details.group = value;
    } else if (key == "group_size") {
      details.group_size = Number(value);
    } else if (key == "src_rank") {
      details.source_rank = Number(value);
    } else if (key == "dst_rank") {
      details.target_rank = Number(value);
    } else if (key == "in_elements") {
      details.in_elements = Number(value);
    } else if (key == "out_elements") {
      details.out_elements = Number(value);
    }
  });
  return details;
}

}  // namespace profiler
