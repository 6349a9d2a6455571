#pragma once
#include <string>
#include <vector>

#include "tools/measure/labels/error_rates.h"

namespace countersign {

// A table of rates, a row for each condition and the last for all of them.
struct RateTable {
  struct Column {
    std::string name;
    bool is_number = false;
  };
  std::string title;
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
};

// The tables of docs/inspection.md: what is fit to be read, what is not, what is no document, what
// lies between, and how the zones were read. A table without pictures is left out.
std::vector<RateTable> tables_of(const ErrorRates& rates);

// In percent: "1.8", and the interval of a rate, "0.8 to 3.8".
std::string percent(double share);
std::string interval_text(const ErrorRate& rate);

// The table in Markdown, as docs/inspection.md has it.
std::string markdown(const RateTable& table);

}  // namespace countersign
