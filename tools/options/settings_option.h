#pragma once
#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/event/client_policy.h"
#include "http/settings/service_settings.h"
#include "http/webhooks/webhook_settings.h"
#include "http/wire/trusted_proxies.h"
#include "http/witness/witness_address.h"

namespace countersign {

// CLI11 options for the types of value that the programs have, each with its default in --help and
// an error message that shows what is valid. The last value given wins. `target` must outlive the
// parsing.
CLI::Option* add_duration(CLI::App& app,
                          const std::string& flag,
                          std::chrono::milliseconds& target,
                          const std::string& meaning);
// Without a default: the meaning says what holds without the option.
CLI::Option* add_duration(CLI::App& app,
                          const std::string& flag,
                          std::optional<std::chrono::milliseconds>& target,
                          const std::string& meaning);
CLI::Option* add_byte_size(CLI::App& app,
                           const std::string& flag,
                           std::uint64_t& target,
                           const std::string& meaning);
CLI::Option* add_rate(CLI::App& app,
                      const std::string& flag,
                      Rate& target,
                      const std::string& meaning);
CLI::Option* add_count(CLI::App& app,
                       const std::string& flag,
                       std::uint64_t& target,
                       std::uint64_t least,
                       std::uint64_t most,
                       const std::string& meaning);
CLI::Option* add_trusted_proxies(CLI::App& app,
                                 const std::string& flag,
                                 http::TrustedProxies& target,
                                 const std::string& meaning);
CLI::Option* add_addresses(CLI::App& app,
                           const std::string& flag,
                           http::AddressBlocks& target,
                           const std::string& meaning);
// How many calls each may make.
void add_rates(CLI::App& app, http::ServiceSettings& service);
// `--webhook-allow` and `--webhook-timeout`.
void add_webhooks(CLI::App& app, http::WebhookSettings& target);
// How long tokens, nonces and files last.
void add_lifetimes(CLI::App& app, http::ServiceSettings& service);
// `--public-url`: an https origin, or an http one of this machine. Its last value counts.
CLI::Option* add_public_url(CLI::App& app, std::optional<std::string>& origin);
// `--review-listen` and `--review-url`.
void add_console_options(CLI::App& app, std::string& listen, std::string& url);
// `NAME=ERROR/WARNING`, repeated, or several with spaces between them. All values given count, and
// each name may be given once.
CLI::Option* add_thresholds(CLI::App& app,
                            const std::string& flag,
                            std::vector<ThresholdOverride>& target,
                            const std::string& meaning);
// `URL=VKEY`, repeated, or several with spaces between them. All values given count.
CLI::Option* add_witnesses(CLI::App& app,
                           const std::string& flag,
                           std::vector<http::WitnessAddress>& target,
                           const std::string& meaning);

}  // namespace countersign
