#include <algorithm>
#include <chrono>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "core/ascii.h"
#include "http/settings/review_site.h"
#include "tools/options/byte_size.h"
#include "tools/options/duration.h"
#include "tools/options/listen_address.h"
#include "tools/options/settings.h"

// The conflicts between settings that are valid on their own.
namespace countersign {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr milliseconds kSessionTtlMin = seconds(60);
constexpr milliseconds kSessionTtlMax = seconds(86'400);
constexpr milliseconds kNonceTtlMin = seconds(1);
constexpr milliseconds kWebhookTimeoutMin = std::chrono::seconds(1);
constexpr milliseconds kWebhookTimeoutMax = std::chrono::seconds(60);
constexpr milliseconds kSweepIntervalMin = milliseconds(100);
constexpr milliseconds kInspectionTimeoutMin = milliseconds(100);
constexpr milliseconds kEngineTimeoutMin = milliseconds(100);
constexpr milliseconds kEngineTimeoutMax = seconds(60);
constexpr std::size_t kWitnessesMax = 16;       // each has a thread
constexpr std::uint64_t kUploadRateMin = 1024;  // a slower upload takes hours for one document
constexpr milliseconds kUploadTimeMin = seconds(10);
constexpr milliseconds kUploadTimeMax = kSessionTtlMax;  // no session token is valid for longer
// The path length of sockaddr_un, without the terminating zero.
constexpr std::size_t kSocketPathMax = 107;
// The bytes that multipart/form-data may add around the files of one request.
constexpr std::uint64_t kMultipartMarginBytes = 64ull << 10;

std::optional<std::string> conflict_in_witnesses(
    const std::vector<http::WitnessAddress>& witnesses) {
  if (witnesses.size() > kWitnessesMax) {
    return "--witness is given more than " + std::to_string(kWitnessesMax) + " times";
  }
  std::set<std::string> names;
  for (const http::WitnessAddress& witness : witnesses) {
    if (names.insert(witness.key.name()).second) continue;
    return "--witness names '" + witness.key.name() + "' twice";
  }
  return std::nullopt;
}

std::optional<std::string> conflict_in_engine(const http::ExternalEngineSettings& engine) {
  if (engine.timeout < kEngineTimeoutMin || engine.timeout > kEngineTimeoutMax) {
    return "--engine-timeout must be from " + to_text(kEngineTimeoutMin) + " to " +
           to_text(kEngineTimeoutMax) + ", not " + to_text(engine.timeout);
  }
  if (!engine.authorities_file.empty() && !engine.address.url.starts_with("https://")) {
    return "--engine-ca is for an --engine-url of https://";
  }
  return std::nullopt;
}

std::optional<std::string> conflict_in_lifetimes(const http::ServiceSettings& service) {
  const milliseconds session_ttl = service.session_ttl;
  if (session_ttl < kSessionTtlMin || session_ttl > kSessionTtlMax) {
    return "--session-ttl must be from " + to_text(kSessionTtlMin) + " to " +
           to_text(kSessionTtlMax) + ", not " + to_text(session_ttl);
  }
  const auto nonce_conflict = [&](const char* flag,
                                  milliseconds ttl) -> std::optional<std::string> {
    if (ttl < kNonceTtlMin) return std::string(flag) + " must be at least " + to_text(kNonceTtlMin);
    if (ttl <= session_ttl) return std::nullopt;
    return std::string(flag) + " (" + to_text(ttl) + ") must not be longer than --session-ttl (" +
           to_text(session_ttl) + ")";
  };
  if (auto conflict = nonce_conflict("--document-nonce-ttl", service.document_nonce_ttl)) {
    return conflict;
  }
  if (auto conflict = nonce_conflict("--liveness-nonce-ttl", service.liveness_nonce_ttl)) {
    return conflict;
  }
  if (service.webhooks.timeout < kWebhookTimeoutMin ||
      service.webhooks.timeout > kWebhookTimeoutMax) {
    return "--webhook-timeout must be from " + to_text(kWebhookTimeoutMin) + " to " +
           to_text(kWebhookTimeoutMax) + ", not " + to_text(service.webhooks.timeout);
  }
  if (service.sweep_interval.get() < kSweepIntervalMin) {
    return "--sweep-interval must be at least " + to_text(kSweepIntervalMin);
  }
  return std::nullopt;
}

std::optional<std::string> conflict_in_pace(const ServerSettings& settings) {
  if (settings.upload_bytes_per_second < kUploadRateMin) {
    return "--min-upload-rate must be at least " + byte_size_text(kUploadRateMin);
  }
  if (settings.upload_longest < kUploadTimeMin || settings.upload_longest > kUploadTimeMax) {
    return "--max-upload-time must be from " + to_text(kUploadTimeMin) + " to " +
           to_text(kUploadTimeMax) + ", not " + to_text(settings.upload_longest);
  }
  return std::nullopt;
}

std::optional<std::string> conflict_in_sizes(const http::ServiceSettings& service) {
  if (service.max_document_bytes == 0) return "--max-document-bytes must not be zero";
  if (service.max_frame_bytes == 0) return "--max-frame-bytes must not be zero";
  const std::uint64_t largest = std::max(service.max_document_bytes, service.max_frame_bytes);
  if (service.max_request_bytes >= largest + kMultipartMarginBytes) return std::nullopt;
  return "--max-request-bytes (" + byte_size_text(service.max_request_bytes) + ") must hold " +
         (largest == service.max_document_bytes ? "--max-document-bytes" : "--max-frame-bytes") +
         " (" + byte_size_text(largest) + ") and " + byte_size_text(kMultipartMarginBytes) +
         " around it";
}

}  // namespace

std::optional<std::string> settle_console(ServerSettings& settings) {
  std::string& listen = settings.console.listen;
  const std::string& url = settings.console.url;
  if (listen.empty()) {
    if (url.empty()) return std::nullopt;
    return "--review-url needs --review-listen";
  }
  if (std::ranges::all_of(listen, is_digit)) listen = "127.0.0.1:" + listen;
  if (!is_listen_address(listen)) {
    return "--review-listen must be HOST:PORT or PORT, not '" + listen + "'";
  }
  const std::string port = listen.substr(listen.rfind(':') + 1);
  if (url.empty() && port == "0") {
    return "--review-listen with port 0 needs --review-url, since passkeys belong to an address";
  }
  const std::string scheme = settings.tls ? "https" : "http";
  auto site = http::review_site_of(url.empty() ? scheme + "://localhost:" + port : url);
  if (!site) return (url.empty() ? "--review-listen " : "--review-url ") + site.error();
  settings.service.review = *std::move(site);
  return std::nullopt;
}

std::optional<std::string> conflict_in(const ServerSettings& settings) {
  if (!is_listen_address(settings.listen)) {
    return "--listen must be HOST:PORT, not '" + settings.listen + "'";
  }
  if (const auto store = file_store_of(settings.file_store); !store) return store.error();
  const std::string socket = admin_socket_of(settings.data).string();
  if (socket.size() > kSocketPathMax) {
    return "--data is too long: the path of its admin socket, " + socket + ", would be " +
           std::to_string(socket.size()) + " bytes, and a unix socket's has at most " +
           std::to_string(kSocketPathMax);
  }
  if (settings.presentation_model && !settings.face_detector_model) {
    return "--presentation-model needs --face-detector-model and --face-recognizer-model";
  }
  if (!settings.remote.matchers.empty() && !settings.face_detector_model) {
    return "--remote-matcher needs --face-detector-model and --face-recognizer-model";
  }
  if (!settings.remote.readers.empty() && !settings.reader.wanted) {
    return "--remote-reader needs a --reader";
  }
  if (auto conflict = conflict_in_remote(settings.remote)) return conflict;
  if (auto conflict = conflict_in_witnesses(settings.witnesses)) return conflict;
  if (settings.engine) {
    if (auto conflict = conflict_in_engine(*settings.engine)) return conflict;
  }
  if (auto conflict = conflict_in_lifetimes(settings.service)) return conflict;
  if (settings.inspection_timeout < kInspectionTimeoutMin) {
    return "--inspection-timeout must be at least " + to_text(kInspectionTimeoutMin);
  }
  if (auto conflict = conflict_in_pace(settings)) return conflict;
  return conflict_in_sizes(settings.service);
}

}  // namespace countersign
