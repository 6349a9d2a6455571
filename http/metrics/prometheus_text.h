#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace countersign::http {

// Writes metrics in the Prometheus text format, version 0.0.4: each family once, with its HELP and
// TYPE before its samples. One thread at a time.
class PrometheusText {
 public:
  static constexpr std::string_view kContentType = "text/plain; version=0.0.4; charset=utf-8";

  enum class Kind { Counter, Gauge, Histogram };
  struct Label {
    std::string_view name;
    std::string_view value;
  };

  // REQUIRES: the name was not used before; a counter's name ends in _total.
  void family(std::string_view name, Kind kind, std::string_view help);
  // Adds a sample to the family that was begun last.
  void sample(std::uint64_t value, std::span<const Label> labels = {});
  void sample(std::uint64_t value, Label label) { sample(value, std::span(&label, 1)); }
  // The same of a sample without labels whose value is written in seconds.
  void sample_us(std::uint64_t us);

  // `bounds_us` are the upper bounds of the buckets except the last, which has no bound. `counts`
  // are per bucket, not cumulative. Written in seconds.
  void histogram(Label label,
                 std::span<const std::uint64_t> bounds_us,
                 std::span<const std::uint64_t> counts,
                 std::uint64_t sum_us);

  // Writes a family of one sample without labels.
  void counter(std::string_view name, std::string_view help, std::uint64_t value);
  void gauge(std::string_view name, std::string_view help, std::uint64_t value);

  std::string take() { return std::move(text_); }

 private:
  void line(std::string_view suffix, std::span<const Label> labels, std::string_view value);

  std::string text_;
  std::string name_;
};

}  // namespace countersign::http
