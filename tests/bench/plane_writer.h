#ifndef TESTS_BENCH_PLANE_WRITER_H_
#define TESTS_BENCH_PLANE_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

namespace profiler::bench {

// A text that is stored once in its plane's table.
struct Ref {
  std::string_view text;
};

// One stat of an event.
struct Stat {
  std::string_view name;
  std::variant<int64_t, double, Ref, std::string_view> value;
};

// Writes an XPlane. Events of a line must be added in order of begin, outer ones first.
class PlaneWriter {
 public:
  PlaneWriter(int64_t id, std::string_view name) : id_(id), name_(name) {}

  void AddStat(const Stat& stat);
  // Times are in microseconds from the start of the trace.
  void AddEvent(std::string_view line, std::string_view name, double at, double micros,
                std::initializer_list<Stat> stats);

  // Appends the plane to `space`, as a field of an XSpace.
  void Write(std::string& space) const;

 private:
  // Assigns ids to names, from 1.
  class Names {
   public:
    int64_t Id(std::string_view name);
    const std::vector<const std::string*>& all() const { return names_; }

   private:
    struct Hash : std::hash<std::string_view> {
      using is_transparent = void;
    };
    std::unordered_map<std::string, int64_t, Hash, std::equal_to<>> ids_;
    std::vector<const std::string*> names_;
  };
  struct Line {
    std::string name, events;
  };

  Line& LineOf(std::string_view name);
  template <typename Parent>
  void PutStat(Parent& parent, uint32_t field, const Stat& stat);

  const int64_t id_;
  const std::string name_;
  std::vector<std::unique_ptr<Line>> lines_;
  Names events_, stats_;
  std::string own_stats_;
};

}  // namespace profiler::bench

#endif  // TESTS_BENCH_PLANE_WRITER_H_
