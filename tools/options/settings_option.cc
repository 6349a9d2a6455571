#include "tools/options/settings_option.h"

#include <charconv>
#include <sstream>
#include <system_error>
#include <utility>

#include "core/inspection/thresholds/threshold_text.h"
#include "http/wire/cors.h"
#include "tools/options/byte_size.h"
#include "tools/options/duration.h"
#include "tools/options/rate_text.h"

namespace countersign {

namespace {

// Adds an option whose last value `parse` reads. An invalid value throws an exception that CLI11
// turns into one line.
template <class T, class Parse>
CLI::Option* add(CLI::App& app,
                 const std::string& flag,
                 T& target,
                 const std::string& meaning,
                 const std::string& expected,
                 Parse parse) {
  const auto read = [flag, &target, expected, parse](const CLI::results_t& given) {
    const auto value = parse(given.back());
    if (!value) throw CLI::ValidationError(flag, "'" + given.back() + "' is not " + expected);
    target = *value;
    return true;
  };
  return app.add_option(flag, read, meaning)->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

std::optional<std::uint64_t> parse_count(const std::string& text,
                                         std::uint64_t least,
                                         std::uint64_t most) {
  std::uint64_t value = 0;
  const char* const text_end = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), text_end, value);
  if (error != std::errc{} || end != text_end || value < least || value > most) {
    return std::nullopt;
  }
  return value;
}

// The expectation of parse_count(). A limit beyond any useful value is not mentioned.
std::string whole_number_text(std::uint64_t least, std::uint64_t most) {
  constexpr std::uint64_t kUnreached = 1ull << 53;
  if (most >= kUnreached) return "a whole number of at least " + std::to_string(least);
  return "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
}

// Visits the values of an option that may be repeated, or have several values with spaces between
// them.
template <class Visit>
void for_each_word(const CLI::results_t& given, Visit visit) {
  for (const std::string& some : given) {
    std::istringstream words(some);
    for (std::string word; words >> word;) visit(word);
  }
}

// `List` has a static parse().
template <class List>
CLI::Option* add_address_list(CLI::App& app,
                              const std::string& flag,
                              List& target,
                              const std::string& meaning) {
  return add(app,
             flag,
             target,
             meaning,
             "a list of addresses and blocks, with commas: 127.0.0.1,10.0.0.0/8,2001:db8::/32",
             [](const std::string& text) { return List::parse(text); })
      ->type_name("ADDRESSES");
}

}  // namespace

CLI::Option* add_duration(CLI::App& app,
                          const std::string& flag,
                          std::chrono::milliseconds& target,
                          const std::string& meaning) {
  return add(app,
             flag,
             target,
             meaning,
             "a duration such as 30d, 1h30m, 2s or 500ms",
             [](const std::string& text) { return parse_duration(text); })
      ->type_name("DURATION")
      ->default_str(to_text(target));
}

CLI::Option* add_duration(CLI::App& app,
                          const std::string& flag,
                          std::optional<std::chrono::milliseconds>& target,
                          const std::string& meaning) {
  return add(app,
             flag,
             target,
             meaning,
             "a duration such as 30d, 1h30m, 2s or 500ms",
             [](const std::string& text) { return parse_duration(text); })
      ->type_name("DURATION");
}

CLI::Option* add_byte_size(CLI::App& app,
                           const std::string& flag,
                           std::uint64_t& target,
                           const std::string& meaning) {
  return add(app,
             flag,
             target,
             meaning,
             "a size such as 10MiB, 64KiB or 4096",
             [](const std::string& text) { return parse_byte_size(text); })
      ->type_name("SIZE")
      ->default_str(byte_size_text(target));
}

CLI::Option* add_rate(CLI::App& app,
                      const std::string& flag,
                      Rate& target,
                      const std::string& meaning) {
  return add(app,
             flag,
             target,
             meaning,
             "a rate such as 300/1m or 5/10s",
             [](const std::string& text) { return parse_rate(text); })
      ->type_name("RATE")
      ->default_str(target.count == 0 ? "" : to_text(target));
}

void add_rates(CLI::App& app, http::ServiceSettings& service) {
  add_rate(
      app, "--create-rate", service.create_rate.unshared(), "sessions that a client may create");
  add_rate(
      app, "--read-rate", service.read_rate.unshared(), "results and lists that a client may read");
  add_rate(
      app, "--purge-rate", service.purge_rate.unshared(), "erasures that a client may request");
  add_rate(
      app, "--bundle-rate", service.bundle_rate.unshared(), "downloads that a client may make");
  add_rate(app, "--device-rate", service.device_rate.unshared(), "calls of one session's device");
  add_rate(
      app, "--review-rate", service.review_rate.unshared(), "calls of the console by one reviewer");
  add_rate(
      app, "--look-rate", service.look_rate.unshared(), "pictures that one reviewer may look at");
  add_rate(app,
           "--report-rate",
           service.report_rate.unshared(),
           "reports that one reviewer may ask for");
  add_rate(app,
           "--auth-failure-rate",
           service.auth_failure_rate.unshared(),
           "wrong credentials from one address");
}

CLI::Option* add_count(CLI::App& app,
                       const std::string& flag,
                       std::uint64_t& target,
                       std::uint64_t least,
                       std::uint64_t most,
                       const std::string& meaning) {
  return add(app,
             flag,
             target,
             meaning,
             whole_number_text(least, most),
             [least, most](const std::string& text) { return parse_count(text, least, most); })
      ->type_name("NUMBER")
      ->default_str(std::to_string(target));
}

CLI::Option* add_trusted_proxies(CLI::App& app,
                                 const std::string& flag,
                                 http::TrustedProxies& target,
                                 const std::string& meaning) {
  return add_address_list(app, flag, target, meaning);
}

CLI::Option* add_addresses(CLI::App& app,
                           const std::string& flag,
                           http::AddressBlocks& target,
                           const std::string& meaning) {
  return add_address_list(app, flag, target, meaning);
}

void add_webhooks(CLI::App& app, http::WebhookSettings& target) {
  add_addresses(app,
                "--webhook-allow",
                target.allowed,
                "internal networks that webhooks may lead to, also over http [none]");
  add_duration(
      app, "--webhook-timeout", target.timeout, "longest time for one delivery to a webhook");
}

CLI::Option* add_public_url(CLI::App& app, std::optional<std::string>& origin) {
  const auto read = [&origin](const CLI::results_t& given) {
    origin = http::normalised_origin(given.back());
    if (origin) return true;
    // The value is not shown: a part that does not belong in it may be a password.
    throw CLI::ValidationError("--public-url",
                               "its value is not https://HOST[:PORT] without a path, nor such an "
                               "http: address of this machine");
  };
  return app
      .add_option("--public-url",
                  read,
                  "origin of this server for browsers, with which capture links begin [no links]")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->type_name("ORIGIN");
}

void add_console_options(CLI::App& app, std::string& listen, std::string& url) {
  const auto add = [&](const char* flag, std::string& target, const char* meaning) {
    return app.add_option(flag, target, meaning)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  };
  add("--review-listen",
      listen,
      "address of the reviewers' console; a port alone is of this machine [no console]")
      ->type_name("[HOST:]PORT");
  add("--review-url",
      url,
      "origin of the console for browsers, to which passkeys belong [http://localhost:PORT]")
      ->type_name("ORIGIN");
}

CLI::Option* add_thresholds(CLI::App& app,
                            const std::string& flag,
                            std::vector<ThresholdOverride>& target,
                            const std::string& meaning) {
  const auto read = [flag, &target](const CLI::results_t& given) {
    target.clear();
    for_each_word(given, [&](const std::string& word) {
      auto threshold = parse_threshold(word);
      if (!threshold) throw CLI::ValidationError(flag, threshold.error());
      for (const ThresholdOverride& earlier : target) {
        if (earlier.name != threshold->name) continue;
        throw CLI::ValidationError(flag, threshold->name + " is given twice");
      }
      target.push_back(*std::move(threshold));
    });
    return true;
  };
  return app.add_option(flag, read, meaning)
      ->type_name("NAME=ERROR/WARNING")
      ->expected(1, -1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

CLI::Option* add_witnesses(CLI::App& app,
                           const std::string& flag,
                           std::vector<http::WitnessAddress>& target,
                           const std::string& meaning) {
  const auto read = [flag, &target](const CLI::results_t& given) {
    target.clear();
    for_each_word(given, [&](const std::string& word) {
      auto witness = http::parse_witness_address(word);
      // The value is not shown: a part that does not belong in a URL may be a password.
      if (!witness) throw CLI::ValidationError(flag, "a value " + witness.error());
      target.push_back(std::move(witness).value());
    });
    return true;
  };
  return app.add_option(flag, read, meaning)
      ->type_name("URL=VKEY")
      ->expected(1, -1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_lifetimes(CLI::App& app, http::ServiceSettings& service) {
  add_duration(app, "--session-ttl", service.session_ttl.unshared(), "lifetime of a session token");
  add_duration(app,
               "--document-nonce-ttl",
               service.document_nonce_ttl.unshared(),
               "lifetime of a document's nonce");
  add_duration(app,
               "--liveness-nonce-ttl",
               service.liveness_nonce_ttl.unshared(),
               "lifetime of a liveness nonce");
  add_duration(
      app, "--retention", service.retention, "how long files of completed sessions are kept");
  add_duration(app,
               "--retention-unfinished",
               service.retention_unfinished,
               "how long files of sessions without a result are kept");
  add_duration(app,
               "--retention-review",
               service.retention_review,
               "how long files are kept while a session waits for a review [as --retention]");
  add_webhooks(app, service.webhooks);
  add_duration(app,
               "--sweep-interval",
               service.sweep_interval.unshared(),
               "time between two retention sweeps");
}

}  // namespace countersign
