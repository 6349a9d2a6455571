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

// The medians of two measures, and of the rounds' own ratios.
struct InTurns {
  double ours = 0;
  double other = 0;
  double ratio = 0;  // of ours to the other
};

// Measures ours and the other in turns, so that other load on the machine falls on both.
inline InTurns measure_in_turns(std::size_t rounds,
                                const std::function<double()>& ours,
                                const std::function<double()>& other) {
  std::vector<double> our_values;
  std::vector<double> other_values;
  std::vector<double> ratios;
  for (std::size_t round = 0; round < rounds; ++round) {
    our_values.push_back(ours());
    other_values.push_back(other());
    ratios.push_back(our_values.back() / other_values.back());
  }
  return {median(our_values), median(other_values), median(ratios)};
}

// Prints one line of JSON. `word` is what the other measure is called.
inline void print_in_turns(const std::string& name,
                           const std::string& unit,
                           std::size_t rounds,
                           const char* word,
                           const InTurns& found,
                           double goal,
                           bool met) {
  std::printf(
      "{\"bench\":\"%s\",\"unit\":\"%s\",\"rounds\":%zu,\"ours\":%.1f,\"%s\":%.1f,"
      "\"ratio\":%.3f,\"goal\":%.2f,\"met\":%s}\n",
      name.c_str(),
      unit.c_str(),
      rounds,
      found.ours,
      word,
      found.other,
      found.ratio,
      goal,
      met ? "true" : "false");
  std::fflush(stdout);
}

// Compares ours with the limit, of which it is to reach at least the goal. Returns the ratio.
inline double compare(const std::string& name,
                      const std::string& unit,
                      std::size_t rounds,
                      double goal,
                      const std::function<double()>& ours,
                      const std::function<double()>& limit) {
  const InTurns found = measure_in_turns(rounds, ours, limit);
  print_in_turns(name, unit, rounds, "limit", found, goal, found.ratio >= goal);
  return found.ratio;
}

// Compares ours with the other, of which it is to be at most the goal.
inline void at_most(const std::string& name,
                    const std::string& unit,
                    std::size_t rounds,
                    double goal,
                    const std::function<double()>& ours,
                    const std::function<double()>& other) {
  const InTurns found = measure_in_turns(rounds, ours, other);
  print_in_turns(name, unit, rounds, "other", found, goal, found.ratio <= goal);
}

}  // namespace countersign::bench
