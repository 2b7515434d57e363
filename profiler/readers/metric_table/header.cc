#include "profiler/readers/metric_table/header.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <tuple>
#include <utility>

#include "profiler/readers/metric_table/fields.h"

namespace profiler::metric_table {
namespace {

struct RoleName {
  std::string_view name;  // normalised (fields.h)
  ColumnRole role;
};
constexpr RoleName kRoles[] = {
    {"time", ColumnRole::kTime},
    {"timestamp", ColumnRole::kTime},
    {"ts", ColumnRole::kTime},
    {"datetime", ColumnRole::kTime},
    {"date_time", ColumnRole::kTime},
    {"epoch", ColumnRole::kTime},
    {"unix_time", ColumnRole::kTime},
    {"time_s", ColumnRole::kTime},
    {"time_ms", ColumnRole::kTime},
    {"time_us", ColumnRole::kTime},
    {"time_ns", ColumnRole::kTime},
    {"timestamp_ms", ColumnRole::kTime},
    {"timestamp_us", ColumnRole::kTime},
    {"timestamp_ns", ColumnRole::kTime},
    {"date", ColumnRole::kDate},
    {"node", ColumnRole::kNode},
    {"host", ColumnRole::kNode},
    {"hostname", ColumnRole::kNode},
    {"node_id", ColumnRole::kNode},
    {"nodeid", ColumnRole::kNode},
    {"instance", ColumnRole::kNode},
    {"interval", ColumnRole::kIgnored},
    {"device", ColumnRole::kDevice},
    {"gpu_index", ColumnRole::kDevice},
    {"gpu_id", ColumnRole::kDevice},
    {"iface", ColumnRole::kPart},
    {"dev", ColumnRole::kPart},
    {"gpu_i_id", ColumnRole::kIgnored},
    {"rank", ColumnRole::kRank},
    {"global_rank", ColumnRole::kRank},
    {"local_rank", ColumnRole::kLocalRank},
    {"process_index", ColumnRole::kRank},
};
// In tables where each row names its metric.
constexpr RoleName kLongRoles[] = {
    {"kind", ColumnRole::kKind},        {"type", ColumnRole::kKind},
    {"name", ColumnRole::kName},        {"metric", ColumnRole::kName},
    {"metric_name", ColumnRole::kName}, {"dimension", ColumnRole::kDimension},
    {"unit", ColumnRole::kUnit},        {"units", ColumnRole::kUnit},
    {"value", ColumnRole::kValue},      {"gpu", ColumnRole::kDevice},
    {"cpu", ColumnRole::kDevice},
};
// Columns that only nvidia-smi writes: with one of them, or one of DCGM's metrics, all columns are
// of the GPU.
constexpr std::string_view kGpuTable[] = {"utilization_gpu", "utilization_memory",
                                          "temperature_gpu", "power_draw",
                                          "pci_bus_id",      "gpu_uuid"};

// A column that shows the subject of the whole table.
struct TableKind {
  std::string_view name, kind;
};
constexpr TableKind kTableKinds[] = {
    {"iface", "network"}, {"dev", "disk"}, {"memused", "memory"}, {"kbmemused", "memory"}};

template <typename Roles>
const RoleName* FindRole(const Roles& roles, std::string_view normal) {
  const auto* const found = std::find_if(std::begin(roles), std::end(roles),
                                         [&](const RoleName& r) { return r.name == normal; });
  return found == std::end(roles) ? nullptr : found;
}

// Normalises without "[MiB]".
std::string NormalName(std::string_view name) { return Normal(name.substr(0, name.find('['))); }

// The unit at the end of "time_ms" and "Time [us]".
TimeUnit UnitOfTimes(std::string_view name) {
  struct Named {
    std::string_view end;
    TimeUnit unit;
  };
  constexpr Named kUnits[] = {{"_s", TimeUnit::kSeconds},
                              {"_ms", TimeUnit::kMillis},
                              {"_us", TimeUnit::kMicros},
                              {"_ns", TimeUnit::kNanos}};
  const std::string normal = Normal(name);
  for (const Named& named : kUnits) {
    if (normal.ends_with(named.end)) return named.unit;
  }
  return TimeUnit::kUntold;
}

bool IsOfGpuTable(std::string_view normal) {
  return normal.starts_with(kDcgmNames) ||
         std::find(std::begin(kGpuTable), std::end(kGpuTable), normal) != std::end(kGpuTable);
}

// The kind of table, which decides the meaning of its columns.
struct Table {
  bool is_long = false, is_of_gpus = false, numbers_devices = false;
  bool has_gpu_numbers = false;  // in a column that says so
  std::string_view kind = "";    // of metrics that have none
};

// Whether a column has the number of the GPU that each row is of.
bool HasGpuNumbers(const std::vector<ColumnText>& columns, bool is_long) {
  bool has_device = false, has_use = false;
  for (const ColumnText& text : columns) {
    const std::string normal = NormalName(text.name);
    if (text.numbers_gpus || normal == "gpu_index" || normal == "gpu_id") return true;
    if (is_long && normal == "gpu") return true;
    has_device |= normal == "device";
    const MetricName metric = NameMetric(text.name, text.group);
    has_use |= metric.dimension == "GPUUtilization" && metric.ordinal == kUnknown;
  }
  return has_device && has_use;
}

Column ColumnOf(const ColumnText& text, const Table& table) {
  Column column;
  const std::string normal = NormalName(text.name);
  if (text.numbers_gpus) {
    column.role = ColumnRole::kDevice;
    return column;
  }
  const RoleName* role = FindRole(kRoles, normal);
  if (role == nullptr && table.is_long) role = FindRole(kLongRoles, normal);
  if (role != nullptr) {
    column.role = role->role;
    column.unit = UnitOfTimes(text.name);
    return column;
  }
  const bool is_number = (table.numbers_devices && (normal == "cpu" || normal == "gpu")) ||
                         (table.is_of_gpus && (normal == "index" || normal == "gpu"));
  if (is_number) {
    column.role = ColumnRole::kDevice;
    return column;
  }
  if (table.is_long || normal.empty() || normal == "index" || normal == "count") return column;
  column.role = ColumnRole::kMetric;
  column.metric =
      table.has_gpu_numbers ? MetricOfGpu(text.name) : NameMetric(text.name, text.group);
  if (table.is_of_gpus && column.metric.kind.empty()) {
    column.metric.device = DeviceKind::kGpu;
    column.metric.kind = "gpu";
  }
  if (column.metric.kind.empty()) column.metric.kind = table.kind;
  return column;
}

// Beside `Hostname`, as dcgm-exporter has it, a scraper's `instance` is the exporter's address.
void PreferHostNames(const std::vector<ColumnText>& texts, std::vector<Column>& columns) {
  const auto is_instance = [&](size_t i) { return NormalName(texts[i].name) == "instance"; };
  bool has_name = false;
  for (size_t i = 0; i < columns.size(); ++i) {
    has_name = has_name || NormalName(texts[i].name) == "hostname";
  }
  for (size_t i = 0; has_name && i < columns.size(); ++i) {
    if (is_instance(i)) columns[i].role = ColumnRole::kIgnored;
  }
}

// Finds metrics that can be computed from the columns of a row, of which there may be many.
class Deriver {
 public:
  explicit Deriver(Header& header) : header_(header) {
    for (size_t i = 0; i < header.columns.size(); ++i) {
      const Column& column = header.columns[i];
      if (column.role == ColumnRole::kMetric) index_.try_emplace(KeyOf(column.metric), i);
    }
  }

  void Run() {
    using enum Derived::Formula;
    for (size_t i = 0; i < header_.columns.size(); ++i) {
      const Column& column = header_.columns[i];
      if (column.role != ColumnRole::kMetric) continue;
      const std::string normal = Normal(column.metric.dimension);
      if (column.metric.device == DeviceKind::kCpu && (normal == "idl" || normal == "idle")) {
        Derive(i, "cpu_percent", kBusy, {"I/OWaitPercentage"}, false);
      } else if (column.metric.device == DeviceKind::kGpu && normal == "memory_used") {
        Derive(i, "gpu_memory_percent", kShare, {"memory.total"}, true);
      } else if (column.metric.kind == "memory" && normal == "used") {
        Derive(i, "memory_percent", kPart, {"free", "buff", "cach"}, true);
      }
    }
  }

 private:
  using Key = std::tuple<DeviceKind, int64_t, std::string_view>;
  static Key KeyOf(const MetricName& metric) {
    return {metric.device, metric.ordinal, metric.dimension};
  }

  void Derive(size_t column, std::string_view as, Derived::Formula formula,
              std::initializer_list<std::string_view> others, bool needs_others) {
    const MetricName& like = header_.columns[column].metric;
    Derived derived;
    derived.metric = NameMetric(as, "");
    derived.metric.ordinal = like.ordinal;
    derived.formula = formula;
    derived.of = {column};
    for (const std::string_view other : others) {
      const auto found = index_.find(Key{like.device, like.ordinal, other});
      if (found != index_.end()) derived.of.push_back(found->second);
    }
    if (needs_others && derived.of.size() == 1) return;
    if (index_.contains(KeyOf(derived.metric))) return;
    header_.derived.push_back(std::move(derived));
  }

  Header& header_;
  std::map<Key, size_t> index_;  // of columns; the first wins
};

}  // namespace

MetricName MetricOfGpu(std::string_view name) {
  MetricName metric = NameMetric(name, "");
  if (metric.is_known || !metric.kind.empty() || metric.ordinal != kUnknown) return metric;
  MetricName of_gpu = NameMetric("gpu_" + std::string(name), "");
  if (of_gpu.is_known) return of_gpu;
  metric.device = DeviceKind::kGpu;
  metric.kind = "gpu";
  return metric;
}

bool Header::HasValues() const {
  return std::any_of(columns.begin(), columns.end(), [](const Column& column) {
    return column.role == ColumnRole::kMetric || column.role == ColumnRole::kValue;
  });
}

Header MakeHeader(const std::vector<ColumnText>& columns, bool numbers_devices) {
  Table table;
  table.numbers_devices = numbers_devices;
  bool has_value = false, has_name = false;
  for (const ColumnText& text : columns) {
    const std::string normal = NormalName(text.name);
    const RoleName* const role = FindRole(kLongRoles, normal);
    for (const TableKind& of_table : kTableKinds) {
      if (of_table.name == normal) table.kind = of_table.kind;
    }
    has_value |= role != nullptr && role->role == ColumnRole::kValue;
    has_name |= role != nullptr &&
                (role->role == ColumnRole::kName || role->role == ColumnRole::kDimension ||
                 role->role == ColumnRole::kKind);
    table.is_of_gpus |= IsOfGpuTable(normal);
  }
  table.is_long = has_value && has_name;
  table.has_gpu_numbers = HasGpuNumbers(columns, table.is_long);
  Header header;
  header.is_long = table.is_long;
  header.is_of_gpus = table.has_gpu_numbers;
  for (const ColumnText& text : columns) header.columns.push_back(ColumnOf(text, table));
  PreferHostNames(columns, header.columns);
  const auto has = [&](ColumnRole role) {
    return std::any_of(header.columns.begin(), header.columns.end(),
                       [role](const Column& column) { return column.role == role; });
  };
  if (!has(ColumnRole::kTime)) {
    for (Column& column : header.columns) {
      if (column.role == ColumnRole::kDate) column.role = ColumnRole::kTime;
    }
  }
  header.has_time = has(ColumnRole::kTime);
  Deriver(header).Run();
  return header;
}

}  // namespace profiler::metric_table
