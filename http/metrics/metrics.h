#pragma once
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/machine/threads/mutex.h"
#include "core/terms.h"
#include "http/edge/edge_counters.h"
#include "http/metrics/counters.h"
#include "http/metrics/prometheus_text.h"
#include "projections/retention/sweep.h"

namespace countersign::http {

// Counts what the service does, for Prometheus (text format 0.0.4).
//
// No label has a value that a caller chooses: endpoints are those of the table, and codes are the
// server's own, at most kCodesMax of them. So the page stays small and reveals nothing about
// anyone.
//
// Threading: counting is safe from any thread and takes no lock except for a code. The sources are
// set before the service is served. write() calls them, so they must be thread-safe and must not
// block.
class Metrics {
 public:
  static constexpr std::size_t kCodesMax = 96;

  // A number that is kept elsewhere and read when the page is made.
  enum class Kind { Counter, Gauge };
  struct Source {
    std::string name;  // countersign_...
    std::string help;
    Kind kind = Kind::Gauge;
    std::function<std::uint64_t()> read;
  };

  // `operations`: the operation ids that are counted apart.
  explicit Metrics(std::span<const std::string_view> operations);
  ~Metrics();
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;

  // `operation` is an operation_id of the table; any other or empty text counts as "unrouted".
  void answered(std::string_view operation, int status, std::chrono::microseconds took);
  void rate_limited(std::string_view operation);

  // Adds to a counter. REQUIRES: the counter has no label; those that have one, and those that are
  // counted together, have functions of their own below.
  void count(Counter counter, std::uint64_t n = 1);

  // Sandbox sessions are counted separately.
  void session_created(Purpose purpose, bool sandbox);
  // `code` is empty for a success.
  void step_judged(Step step, std::string_view code, bool sandbox);
  void session_finalized(ResultStatus result, bool sandbox);
  void challenge_issued(Step step);

  // An upload in progress; counted as long as the object exists.
  class Upload {
   public:
    explicit Upload(Metrics& metrics);
    ~Upload();
    Upload(const Upload&) = delete;
    Upload& operator=(const Upload&) = delete;

   private:
    Metrics& metrics_;
  };

  void bundle_sent(std::uint64_t files, std::uint64_t bytes);
  void file_sent(std::uint64_t bytes);
  void files_purged(std::uint64_t files, std::uint64_t bytes);
  // Counts a completed sweep, whether periodic or requested, and the files that it purged.
  void swept(const SweepReport& report);

  void add_source(Source source);
  // Adds a function that writes its own families, under the same rules as sources.
  void add_part(std::function<void(PrometheusText& page)> write);
  void set_edge_source(std::function<EdgeCounters()> read);

  // The number that a source of this name reads now; nullopt if there is none.
  std::optional<std::uint64_t> value_of(std::string_view source) const;

  // Adds every family to the page.
  void write(PrometheusText& page) const;

 private:
  using Count = std::atomic<std::uint64_t>;
  static constexpr std::size_t kLatencyBuckets = 14;
  static constexpr std::size_t kStatusClasses = 6;  // indexed by status / 100

  struct PerEndpoint {
    std::string operation;
    std::array<Count, kStatusClasses> answers{};
    std::array<Count, kLatencyBuckets + 1> latency{};  // the last bucket: slower than all bounds
    Count latency_us_sum{0};
    Count limited{0};
  };
  struct Codes {
    Mutex mutex;
    std::map<std::pair<Step, std::string>, std::uint64_t> counts GUARDED_BY(mutex);
  };

  PerEndpoint& endpoint(std::string_view operation);
  void write_endpoints(PrometheusText& page) const;
  // The count of a family without labels, or of one value of the family's label.
  Count& count_of(Counter counter, std::size_t value = 0);
  void write_counters(PrometheusText& page) const;
  void write_judged(PrometheusText& page) const;
  void write_edge(PrometheusText& page) const;

  std::vector<std::unique_ptr<PerEndpoint>> endpoints_;  // one per endpoint; fixed
  std::map<std::string_view, PerEndpoint*> by_operation_;
  mutable Codes codes_;
  std::array<std::array<Count, kCounterSamplesMax>, kCounters> counts_{};
  std::vector<Source> sources_;
  std::vector<std::function<void(PrometheusText&)>> parts_;
  std::function<EdgeCounters()> edge_;
};

}  // namespace countersign::http
