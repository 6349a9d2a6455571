#include "core/machine/process_usage.h"

#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <system_error>

namespace countersign {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kStatBytesMax = 4096;  // some 350 are usual

// Places of the numbers behind the name and the state, the first of which is the field `ppid`.
constexpr std::size_t kUserTicks = 10;
constexpr std::size_t kSystemTicks = 11;
constexpr std::size_t kStartTicks = 18;
constexpr std::size_t kResidentPages = 20;

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Some of the fields may be negative.
bool is_number(std::string_view text) {
  return whole_number(text.starts_with('-') ? text.substr(1) : text).has_value();
}

// The text before the next space, which is taken off with the space; nullopt if there is no space.
std::optional<std::string_view> take_word(std::string_view& text) {
  const std::size_t space = text.find(' ');
  if (space == std::string_view::npos) return std::nullopt;
  const std::string_view word = text.substr(0, space);
  text.remove_prefix(space + 1);
  return word;
}

// The numbers as far as the last one that is wanted; nullopt if any of the line is no number.
std::optional<std::array<std::string_view, kResidentPages + 1>> numbers_of(std::string_view text) {
  std::array<std::string_view, kResidentPages + 1> numbers;
  std::size_t count = 0;
  for (bool is_last = false; !is_last; ++count) {
    const auto word = take_word(text);
    is_last = !word;
    const std::string_view number = word.value_or(text);
    if (!is_number(number)) return std::nullopt;
    if (count < numbers.size()) numbers[count] = number;
  }
  if (count < numbers.size()) return std::nullopt;
  return numbers;
}

std::optional<std::string_view> read_stat(const fs::path& path,
                                          std::array<char, kStatBytesMax>& bytes) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "re"),
                                                             &std::fclose);
  if (!file) return std::nullopt;
  const std::size_t size = std::fread(bytes.data(), 1, bytes.size(), file.get());
  if (size == bytes.size() || std::ferror(file.get()) != 0) return std::nullopt;
  return std::string_view(bytes.data(), size);
}

// Counts the descriptors without the one that counts them.
std::optional<std::uint64_t> count_open_files(const fs::path& folder) {
  std::error_code error;
  std::uint64_t count = 0;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    ++count;
  }
  if (error || count == 0) return std::nullopt;
  return count - 1;
}

std::optional<std::uint64_t> open_files_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
    return std::nullopt;
  }
  return limit.rlim_cur;
}

std::optional<std::int64_t> clock_us(clockid_t clock) {
  timespec now{};
  if (::clock_gettime(clock, &now) != 0) return std::nullopt;
  return static_cast<std::int64_t>(now.tv_sec) * 1'000'000 + now.tv_nsec / 1000;
}

}  // namespace

std::optional<ProcessStat> parse_process_stat(std::string_view text) {
  if (!text.ends_with('\n')) return std::nullopt;
  text.remove_suffix(1);
  const std::size_t name = text.find(" (");
  const std::size_t name_end = text.rfind(") ");
  if (name == std::string_view::npos || name_end == std::string_view::npos || name_end < name) {
    return std::nullopt;
  }
  if (!whole_number(text.substr(0, name))) return std::nullopt;
  text.remove_prefix(name_end + 2);
  const auto state = take_word(text);
  if (!state || state->size() != 1) return std::nullopt;
  const auto numbers = numbers_of(text);
  if (!numbers) return std::nullopt;
  const auto user = whole_number((*numbers)[kUserTicks]);
  const auto system = whole_number((*numbers)[kSystemTicks]);
  const auto start = whole_number((*numbers)[kStartTicks]);
  const auto resident = whole_number((*numbers)[kResidentPages]);
  if (!user || !system || !start || !resident) return std::nullopt;
  return ProcessStat{*user, *system, *start, *resident};
}

ProcessUsage process_usage(const fs::path& process) {
  ProcessUsage usage;
  usage.open_files_max = open_files_limit();
  usage.open_files = count_open_files(process / "fd");
  std::array<char, kStatBytesMax> bytes;
  const auto text = read_stat(process / "stat", bytes);
  const auto stat = text ? parse_process_stat(*text) : std::nullopt;
  const long ticks = ::sysconf(_SC_CLK_TCK);
  const long page = ::sysconf(_SC_PAGESIZE);
  if (!stat || ticks <= 0 || page <= 0) return usage;
  const auto us_of = [ticks](std::uint64_t n) {
    const auto second = static_cast<std::uint64_t>(ticks);
    return n / second * 1'000'000 + n % second * 1'000'000 / second;
  };
  usage.cpu_us = us_of(stat->user_ticks) + us_of(stat->system_ticks);
  usage.resident_bytes = stat->resident_pages * static_cast<std::uint64_t>(page);
  usage.started_after_boot_us = us_of(stat->start_ticks);
  return usage;
}

std::optional<std::uint64_t> boot_time_us() {
  const auto now = clock_us(CLOCK_REALTIME);
  const auto up = clock_us(CLOCK_BOOTTIME);
  if (!now || !up || *now < *up) return std::nullopt;
  return static_cast<std::uint64_t>(*now - *up);
}

}  // namespace countersign
