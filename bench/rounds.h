#pragma once
#include <time.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace countersign::bench {

inline double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

// How often each code occurred, as the members of a JSON object.
inline std::string codes_text(const std::map<std::string, std::size_t>& codes) {
  std::string text;
  for (const auto& [code, count] : codes) {
    if (!text.empty()) text += ',';
    text += '"' + code + "\":" + std::to_string(count);
  }
  return text;
}

inline double clock_ms(::clockid_t clock) {
  ::timespec time{};
  ::clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

// The CPU time that this thread has used, in milliseconds.
inline double core_ms() { return clock_ms(CLOCK_THREAD_CPUTIME_ID); }
// The CPU time that this process has used on all cores, in milliseconds.
inline double process_ms() { return clock_ms(CLOCK_PROCESS_CPUTIME_ID); }

// Measures ours and the limit in turns, so that other load on the machine falls on both. Prints one
// line of JSON: the medians, and the median of the rounds' own ratios, which is compared with the
// goal and returned.
inline double compare(const std::string& name,
                      const std::string& unit,
                      std::size_t rounds,
                      double goal,
                      const std::function<double()>& ours,
                      const std::function<double()>& limit) {
  std::vector<double> our_values;
  std::vector<double> limit_values;
  std::vector<double> ratios;
  for (std::size_t round = 0; round < rounds; ++round) {
    our_values.push_back(ours());
    limit_values.push_back(limit());
    ratios.push_back(our_values.back() / limit_values.back());
  }
  const double ratio = median(ratios);
  std::printf(
      "{\"bench\":\"%s\",\"unit\":\"%s\",\"rounds\":%zu,\"ours\":%.1f,\"limit\":%.1f,"
      "\"ratio\":%.3f,\"goal\":%.2f,\"met\":%s}\n",
      name.c_str(),
      unit.c_str(),
      rounds,
      median(our_values),
      median(limit_values),
      ratio,
      goal,
      ratio >= goal ? "true" : "false");
  std::fflush(stdout);
  return ratio;
}

}  // namespace countersign::bench
