#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace countersign {

// The samples of a page of metrics (Prometheus text format, as http/metrics/prometheus_text.h
// writes it). Pure; one thread at a time.
class MetricSamples {
 public:
  // Reads a page of any content: a line that is no sample of a whole number is passed over. The
  // time is proportional to the page.
  static MetricSamples parse(std::string_view page);

  // The sample of this name without labels.
  std::optional<std::uint64_t> value(const std::string& name) const;

  // The samples of a family with one label: the label's value, and the number.
  struct Labelled {
    std::string label;
    std::uint64_t value = 0;
  };
  std::vector<Labelled> family(const std::string& name) const;

  // The samples of a family with two labels: the labels' values in their order, and the number.
  struct TwiceLabelled {
    std::string first;
    std::string second;
    std::uint64_t value = 0;
  };
  std::vector<TwiceLabelled> family_of_two(const std::string& name) const;

 private:
  struct Sample {
    std::vector<std::string> labels;
    std::uint64_t value = 0;
  };
  std::map<std::string, std::vector<Sample>> samples_;
};

}  // namespace countersign
