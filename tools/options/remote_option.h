#pragma once
#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace countersign {

// Judging programs on other machines, by HOST:PORT.
struct RemoteSettings {
  std::vector<std::string> inspectors{};
  std::vector<std::string> matchers{};
  std::vector<std::string> readers{};
  std::uint64_t places = 32;    // submissions that are there at the same time, of each program
  bool fallback_local = false;  // the local workers judge when none of them can

  bool any() const { return !inspectors.empty() || !matchers.empty() || !readers.empty(); }
};

// `--remote-inspector`, `--remote-matcher`, `--remote-reader`, `--remote-places` and
// `--inspector-fallback`. The target must outlive the parsing.
void add_remote_options(CLI::App& app, RemoteSettings& remote);

// Returns why the addresses cannot be used together, or nullopt.
std::optional<std::string> conflict_in_remote(const RemoteSettings& remote);

}  // namespace countersign
