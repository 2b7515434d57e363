#include "profiler/analysis/memory/program_memory.h"

#include <algorithm>
#include <map>
#include <utility>

#include "profiler/base/value.h"

namespace profiler {
namespace {

constexpr size_t kRunMoments = 48;  // points of a series

int64_t SizeOf(const BufferRow& row) { return row.bytes == kUnknown ? 0 : row.bytes; }

int64_t PaddingOf(const BufferRow& row) {
  return row.unpadded_bytes == kUnknown ? 0 : std::max<int64_t>(0, row.bytes - row.unpadded_bytes);
}

// A moment at which a temporary takes its room (bytes above 0) or gives it back.
struct HeapChange {
  int64_t at, bytes;
};

// Sums up the buffers of one program in one memory space.
class ProgramSum {
 public:
  ProgramSum(const Profile& profile, ModuleId module, int32_t space) : profile_(profile) {
    memory_.module = module;
    memory_.space = space;
  }

  void Add(size_t row_number) {
    const BufferRow& row = profile_.buffers[row_number];
    if (row.kind == BufferKind::kTemporary) {
      temporaries_.push_back(row_number);
    } else if (row.kind == BufferKind::kHeap) {
      memory_.heap += SizeOf(row);
    } else {
      memory_.whole_run += SizeOf(row);
      memory_.held.push_back(row_number);
      if (row.kind == BufferKind::kParameter) memory_.parameters += SizeOf(row);
    }
    if (row.live_out) memory_.live_out += SizeOf(row);
  }

  ProgramMemory Finish() && {
    FindPeak();
    for (const size_t number : temporaries_) {
      const BufferRow& row = profile_.buffers[number];
      const bool is_held = row.live_from <= memory_.peak_at &&
                           (row.live_to == kUnknown || row.live_to > memory_.peak_at);
      if (memory_.peak_at == kUnknown || row.live_from == kUnknown || !is_held) continue;
      memory_.held.push_back(number);
      memory_.padding += PaddingOf(row);
    }
    std::stable_sort(memory_.held.begin(), memory_.held.end(), [&](size_t a, size_t b) {
      return SizeOf(profile_.buffers[a]) > SizeOf(profile_.buffers[b]);
    });
    return std::move(memory_);
  }

 private:
  void FindPeak() {
    std::vector<HeapChange> changes;
    for (const size_t number : temporaries_) {
      const BufferRow& row = profile_.buffers[number];
      if (row.live_from == kUnknown) continue;
      changes.push_back({row.live_from, SizeOf(row)});
      if (row.live_to != kUnknown) changes.push_back({row.live_to, -SizeOf(row)});
    }
    std::stable_sort(changes.begin(), changes.end(),
                     [](const HeapChange& a, const HeapChange& b) { return a.at < b.at; });
    Int128 alive = 0;
    std::vector<double> levels;
    levels.reserve(changes.size());
    for (const HeapChange& change : changes) {
      alive += change.bytes;
      if (memory_.peak_at == kUnknown || alive > memory_.temporaries) {
        memory_.temporaries = alive;
        memory_.peak_at = change.at;
      }
      levels.push_back(static_cast<double>(memory_.whole_run + alive));
    }
    Thin(levels);
  }

  void Thin(const std::vector<double>& levels) {
    const size_t moments = std::min(kRunMoments, levels.size());
    memory_.over_run.assign(moments, 0);
    for (size_t i = 0; i < levels.size(); ++i) {
      double& most = memory_.over_run[i * moments / levels.size()];
      most = std::max(most, levels[i]);
    }
  }

  const Profile& profile_;
  std::vector<size_t> temporaries_;
  ProgramMemory memory_;
};

}  // namespace

double ProgramMemory::fragmentation() const {
  if (heap <= 0) return kAbsentReal;
  return std::max(0.0, 1 - static_cast<double>(temporaries) / static_cast<double>(heap));
}

std::vector<ProgramMemory> MemoryOfPrograms(const Profile& profile) {
  std::map<std::pair<ModuleId, int32_t>, ProgramSum> sums;
  for (size_t i = 0; i < profile.buffers.size(); ++i) {
    const BufferRow& row = profile.buffers[i];
    const auto [it, is_new] =
        sums.try_emplace({row.module, row.memory_space}, profile, row.module, row.memory_space);
    it->second.Add(i);
  }
  std::vector<ProgramMemory> programs;
  programs.reserve(sums.size());
  for (auto& [key, sum] : sums) programs.push_back(std::move(sum).Finish());
  std::stable_sort(
      programs.begin(), programs.end(),
      [](const ProgramMemory& a, const ProgramMemory& b) { return a.peak() > b.peak(); });
  return programs;
}

}  // namespace profiler
