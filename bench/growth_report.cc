#include "bench/growth_report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace countersign::bench {

double Figure::ratio() const {
  const double over = growth == Growth::Better ? base : large;
  const double under = growth == Growth::Better ? large : base;
  return under > 0 ? over / under : 1;
}

bool Figure::is_met() const {
  return growth == Growth::Free || ratio() <= kFlat || std::abs(large - base) <= resolved;
}

void GrowthReport::add(Figure figure) {
  std::printf(
      "{\"bench\":\"growth\",\"measure\":\"%s\",\"unit\":\"%s\",\"sessions\":%llu,\"large\":%.3f,"
      "\"base_sessions\":%llu,\"base\":%.3f,\"ratio\":%.2f,",
      figure.name.c_str(),
      figure.unit.c_str(),
      static_cast<unsigned long long>(sessions_),
      figure.large,
      static_cast<unsigned long long>(base_sessions_),
      figure.base,
      figure.ratio());
  if (figure.growth == Growth::Free) {
    std::printf("\"goal\":null}\n");
  } else {
    std::printf("\"goal\":%.2f,\"met\":%s}\n", kFlat, figure.is_met() ? "true" : "false");
  }
  std::fflush(stdout);
  figures_.push_back(std::move(figure));
}

void GrowthReport::print_table() const {
  std::fprintf(stderr,
               "\n%-34s %-16s %12llu %12llu %7s\n",
               "kept sessions",
               "",
               static_cast<unsigned long long>(base_sessions_),
               static_cast<unsigned long long>(sessions_),
               "ratio");
  for (const Figure& figure : figures_) {
    std::fprintf(stderr,
                 "%-34s %-16s %12.3f %12.3f %7.2f%s\n",
                 figure.name.c_str(),
                 figure.unit.c_str(),
                 figure.base,
                 figure.large,
                 figure.ratio(),
                 figure.is_met() ? "" : "  not flat");
  }
}

bool GrowthReport::all_met() const { return std::ranges::all_of(figures_, &Figure::is_met); }

double percentile(std::vector<double> values, std::size_t hundredths) {
  std::ranges::sort(values);
  return values[std::min(values.size() - 1, values.size() * hundredths / 100)];
}

}  // namespace countersign::bench
