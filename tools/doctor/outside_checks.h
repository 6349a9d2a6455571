#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/result.h"
#include "core/utc_time.h"
#include "http/client/http_client.h"
#include "tools/doctor/finding.h"
#include "tools/doctor/metric_samples.h"
#include "tools/options/settings.h"

// The questions of `countersign doctor` from outside of the server: the address for browsers,
// through the proxy, and the certificates.
namespace countersign {

// Asks a URL with GET. `headers` are further fields.
using AskUrl = std::function<Result<http::ClientAnswer, http::NoAnswer>(
    const std::string& url, const std::vector<std::string>& headers)>;
AskUrl ask_over_network(http::HttpClient& client);

// Reads the server's metrics now; none if no server runs.
using ReadMetrics = std::function<std::optional<MetricSamples>()>;

// The file of `--tls-cert`: an end in less than two weeks is a warning, in less than three days an
// error.
Finding judge_certificate(const std::string& check,
                          const Result<UtcTime, std::string>& end,
                          UtcTime now);

// Asks the public URL from this machine: whether it leads to this server, whether its certificate
// ends, whether /metrics is kept from strangers, and, by the counts of a running server, whether
// the proxy says for whom it asks and is believed. REQUIRES: the settings have a public URL.
Diagnosis check_public_url(const ServerSettings& settings,
                           const AskUrl& ask,
                           const ReadMetrics& metrics,
                           UtcTime now);

// The findings of check_public_url() for an installation that no server has served yet: that nobody
// answers is no error then.
Diagnosis before_first_start(Diagnosis of_public_url);

}  // namespace countersign
