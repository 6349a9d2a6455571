#include "tools/options/given_settings.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <string_view>

namespace countersign {
namespace {

// The members of ServiceSettings that are Live, the level of the operator's log, and the files of
// TLS.
constexpr std::array<std::string_view, 19> kLive{"attempts",
                                                 "auth-failure-rate",
                                                 "bundle-rate",
                                                 "create-rate",
                                                 "deny-unperformable",
                                                 "device-rate",
                                                 "document-nonce-ttl",
                                                 "liveness-nonce-ttl",
                                                 "log-level",
                                                 "look-rate",
                                                 "purge-rate",
                                                 "read-rate",
                                                 "report-rate",
                                                 "review-rate",
                                                 "session-ttl",
                                                 "sweep-interval",
                                                 "sweep-rate",
                                                 "tls-cert",
                                                 "tls-key"};

// Where the settings come from, which is no setting.
constexpr std::array<std::string_view, 3> kNoSettings{"config", "help", "version"};

bool is_live(std::string_view name) { return std::ranges::count(kLive, name) > 0; }

}  // namespace

GivenSettings given_in(const CLI::App& app) {
  GivenSettings given;
  for (const CLI::Option* option : app.get_options()) {
    const std::string name = option->get_single_name();
    if (option->count() == 0 || std::ranges::count(kNoSettings, name) > 0) continue;
    given[name] = option->reduced_results();
  }
  return given;
}

ChangedSettings changes_between(const GivenSettings& before, const GivenSettings& after) {
  ChangedSettings changed;
  const auto look_at = [&](const std::string& name) {
    const bool is_replaced = before.contains(name) && after.contains(name);
    const bool live = is_live(name) && (is_replaced || !name.starts_with("tls-"));
    (live ? changed.live : changed.at_restart).push_back(name);
  };
  for (const auto& [name, values] : before) {
    const auto now = after.find(name);
    if (now == after.end() || now->second != values) look_at(name);
  }
  for (const auto& [name, values] : after) {
    if (!before.contains(name)) look_at(name);
  }
  return changed;
}

}  // namespace countersign
