#include "tools/doctor/outside_checks.h"

#include <fmt/format.h>

#include <chrono>

#include "core/check.h"
#include "tools/terminal/quantity.h"

namespace countersign {
namespace {

constexpr int kAnswersWell = 200;
constexpr auto kWarnedBefore = std::chrono::hours(24 * 14);
constexpr auto kLateBefore = std::chrono::hours(24 * 3);
constexpr const char* kPublicUrl = "public-url";
constexpr const char* kProxyPage = "read docs/operators/proxy.md";

bool is_of_this_machine(const std::string& origin) {
  return origin.find("//localhost") != std::string::npos ||
         origin.find("//127.") != std::string::npos || origin.find("//[::1]") != std::string::npos;
}

// Whether a count of the server went up between two readings.
bool went_up(const std::optional<MetricSamples>& before,
             const std::optional<MetricSamples>& after,
             const char* name) {
  if (!before || !after) return false;
  return after->value(name).value_or(0) > before->value(name).value_or(0);
}

Finding judge_proxy(const ServerSettings& settings,
                    const std::optional<MetricSamples>& before,
                    const std::optional<MetricSamples>& after) {
  constexpr const char* kCheck = "proxy";
  if (!before || !after) {
    return not_checked(kCheck, "without a running server nobody says what its proxy sends");
  }
  if (went_up(before, after, "countersign_forwards_ignored_total")) {
    return error(kCheck,
                 "the server ignores the X-Forwarded-For of its proxy: one stranger's wrong "
                 "credentials use up everybody's rate",
                 "name the proxy's address in --trusted-proxies");
  }
  if (went_up(before, after, "countersign_forwards_missing_total")) {
    return error(kCheck,
                 "the trusted proxy sends no X-Forwarded-For: all clients have its address",
                 "set the field in the proxy, as docs/nginx.conf does");
  }
  if (settings.tls) return good(kCheck, "the server has TLS of its own, and no proxy is needed");
  return good(kCheck, "the proxy says for whom it asks, and is believed");
}

Finding judge_reach(const std::string& url,
                    const Result<http::ClientAnswer, http::NoAnswer>& answer) {
  if (!answer) {
    return error(kPublicUrl,
                 url + " does not answer, as asked from this machine: " + answer.error().why,
                 "look at the name, the proxy, its certificate and the firewall");
  }
  if (answer->status != kAnswersWell) {
    return error(kPublicUrl,
                 fmt::format("{} answers {}, as asked from this machine", url, answer->status),
                 "have the proxy pass everything on to the server");
  }
  return good(kPublicUrl, url + " answers, as asked from this machine");
}

}  // namespace

AskUrl ask_over_network(http::HttpClient& client) {
  return [&client](const std::string& url, const std::vector<std::string>& headers) {
    http::ClientRequest request;
    request.url = url;
    request.headers = headers;
    request.asks_certificate = true;
    return client.ask(request);
  };
}

Finding judge_certificate(const std::string& check,
                          const Result<UtcTime, std::string>& end,
                          UtcTime now) {
  if (!end) return error(check, end.error(), "renew the certificate, then send SIGHUP");
  const std::string remedy = "renew the certificate, then reload whoever serves with it";
  if (*end <= now) return error(check, "the certificate ended at " + to_string(*end), remedy);
  const auto left = std::chrono::duration_cast<std::chrono::seconds>(*end - now);
  const std::string found =
      fmt::format("the certificate ends at {}, in {}", to_string(*end), rounded_time(left));
  if (left < kLateBefore) return error(check, found, remedy);
  return left < kWarnedBefore ? warning(check, found, remedy) : good(check, found);
}

Diagnosis check_public_url(const ServerSettings& settings,
                           const AskUrl& ask,
                           const ReadMetrics& metrics,
                           UtcTime now) {
  check(settings.service.public_origin.has_value(), "a public URL that is asked is set");
  const std::string& origin = *settings.service.public_origin;
  const auto before = metrics();
  const auto answer = ask(origin + "/healthz", {});
  const auto after = metrics();
  Diagnosis findings{judge_reach(origin + "/healthz", answer)};
  if (findings[0].verdict != Verdict::Good) {
    findings.push_back(not_checked("proxy", "the public URL does not lead to the server"));
    return findings;
  }
  if (answer->certificate_end) {
    findings.push_back(judge_certificate("public-certificate", *answer->certificate_end, now));
  } else if (origin.starts_with("https:")) {
    findings.push_back(
        not_checked("public-certificate", "the end of the public certificate was not told"));
  }
  if (!is_of_this_machine(origin)) {
    const auto counts = ask(origin + "/metrics", {});
    findings.push_back(
        counts && counts->status == kAnswersWell
            ? warning("public-metrics",
                      "/metrics is served at the public URL, at least to this machine",
                      "have the proxy refuse the path, as docs/nginx.conf does")
            : good("public-metrics", "/metrics is not served at the public URL"));
    findings.push_back(judge_proxy(settings, before, after));
  } else {
    findings.push_back(warning(
        "proxy", origin + " is an address of this machine, which no phone opens", kProxyPage));
  }
  return findings;
}

Diagnosis before_first_start(Diagnosis of_public_url) {
  for (Finding& finding : of_public_url) {
    if (finding.check != kPublicUrl || finding.verdict != Verdict::Error) continue;
    finding = not_checked(finding.check,
                          finding.found + "; no server has been started yet",
                          "have the name lead to this machine and the proxy serve it, start the "
                          "server, then ask again");
  }
  return of_public_url;
}

}  // namespace countersign
