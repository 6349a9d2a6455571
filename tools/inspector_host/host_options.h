#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/result.h"

namespace countersign {

// The options of an inspector that listens. Limits and their defaults are those of the server, and
// a server whose limits differ refuses the inspector.
struct HostOptions {
  std::string listen;       // HOST:PORT
  std::string key_file;     // as `countersign inspector add` makes it
  std::size_t workers = 0;  // submissions judged at the same time; 0: two for each core
  std::uint64_t max_pixels = 40'000'000;
  std::uint64_t max_image_bytes = 10ull << 20;
  std::chrono::milliseconds inspection_timeout{std::chrono::seconds(10)};
  std::vector<std::string> arguments{};  // of the program itself: its models
};

// The error is a sentence.
Result<HostOptions, std::string> parse_host_options(std::span<char* const> arguments);

}  // namespace countersign
