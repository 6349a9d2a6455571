#include "tools/inspector_host/host_options.h"

#include <charconv>
#include <functional>
#include <map>
#include <string_view>

#include "core/machine/net/tcp.h"
#include "tools/options/byte_size.h"
#include "tools/options/duration.h"

namespace countersign {
namespace {

constexpr std::size_t kWorkersMax = 1024;
constexpr std::uint64_t kPixelsMax = 1'000'000'000;

std::optional<std::uint64_t> number_in(std::string_view text, std::uint64_t most) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number == 0 || number > most) {
    return std::nullopt;
  }
  return number;
}

// Takes the value of one option. False if the value is not allowed.
using Take = std::function<bool(HostOptions&, std::string_view)>;

const std::map<std::string_view, Take>& takes() {
  static const std::map<std::string_view, Take> all{
      {"--listen",
       [](HostOptions& options, std::string_view value) {
         options.listen = value;
         return parse_tcp_address(value).has_value();
       }},
      {"--key",
       [](HostOptions& options, std::string_view value) {
         options.key_file = value;
         return !value.empty();
       }},
      {"--workers",
       [](HostOptions& options, std::string_view value) {
         options.workers = number_in(value, kWorkersMax).value_or(0);
         return options.workers > 0;
       }},
      {"--max-pixels",
       [](HostOptions& options, std::string_view value) {
         options.max_pixels = number_in(value, kPixelsMax).value_or(0);
         return options.max_pixels > 0;
       }},
      {"--max-image-bytes",
       [](HostOptions& options, std::string_view value) {
         options.max_image_bytes = parse_byte_size(value).value_or(0);
         return options.max_image_bytes > 0 && options.max_image_bytes < UINT32_MAX;
       }},
      {"--inspection-timeout",
       [](HostOptions& options, std::string_view value) {
         options.inspection_timeout = parse_duration(value).value_or(std::chrono::milliseconds(0));
         return options.inspection_timeout >= std::chrono::milliseconds(100);
       }},
  };
  return all;
}

}  // namespace

Result<HostOptions, std::string> parse_host_options(std::span<char* const> arguments) {
  HostOptions options;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view argument(arguments[i]);
    if (!argument.starts_with("--")) {
      options.arguments.emplace_back(argument);
      continue;
    }
    const std::size_t sign = argument.find('=');
    const std::string name(argument.substr(0, sign));
    const auto take = takes().find(name);
    if (take == takes().end()) return "there is no option " + name;
    if (sign == std::string_view::npos && i + 1 == arguments.size()) return name + " needs a value";
    const std::string_view value = sign == std::string_view::npos ? std::string_view(arguments[++i])
                                                                  : argument.substr(sign + 1);
    if (!take->second(options, value)) {
      return name + " cannot be '" + std::string(value) + "'";
    }
  }
  if (options.key_file.empty()) {
    return std::string("--listen needs --key FILE, which `countersign inspector add` makes");
  }
  return options;
}

}  // namespace countersign
