#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "core/event/client_policy.h"
#include "core/inspection/thresholds/thresholds.h"
#include "http/settings/live.h"
#include "http/settings/review_site.h"
#include "http/webhooks/webhook_settings.h"
#include "http/wire/trusted_proxies.h"

namespace countersign::http {

// Every limit of the service with its default. The programs set them from flags, environment
// variables and the config file; handlers only read them. Those that are Live may change while the
// server runs (take_live()); all others are constant.
struct ServiceSettings {
  Live<std::chrono::milliseconds> session_ttl{std::chrono::seconds(1800)};
  Live<std::chrono::milliseconds> document_nonce_ttl{std::chrono::seconds(300)};
  Live<std::chrono::milliseconds> liveness_nonce_ttl{std::chrono::seconds(120)};
  // For clients without periods of their own.
  std::chrono::milliseconds retention = RetentionPeriods{}.completed;
  std::chrono::milliseconds retention_unfinished = RetentionPeriods{}.unfinished;
  std::optional<std::chrono::milliseconds> retention_review{};  // none: as `retention`
  Live<std::chrono::milliseconds> sweep_interval{std::chrono::minutes(5)};
  Live<std::uint32_t> sweep_rate = 500;  // sessions purged per second at most; 0: no limit

  Live<std::uint32_t> attempts = 5;  // judged attempts for each side, and for liveness

  std::uint64_t max_document_bytes = 10ull << 20;
  std::uint64_t max_frame_bytes = 4ull << 20;
  std::uint64_t max_request_bytes = 52ull << 20;
  std::uint64_t max_json_bytes = 64ull << 10;
  std::uint64_t max_pixels = 40'000'000;
  std::uint32_t max_frames = 12;

  // Uploads in flight, see http/limits/upload_permits.h. One that stores its images takes a
  // descriptor and, until its body is complete, at most 768 KiB of memory. The program fits these
  // limits to its number of descriptors.
  std::uint32_t uploads_a_session = 2;
  std::uint32_t max_uploads = 512;
  std::uint32_t max_upload_files = 2048;

  Live<Rate> create_rate = Rate{300, 60'000};       // per client
  Live<Rate> read_rate = Rate{600, 60'000};         // per client: result, list
  Live<Rate> purge_rate = Rate{300, 60'000};        // per client: erasures, which are batched
  Live<Rate> bundle_rate = Rate{60, 60'000};        // per client: bundle, single file
  Live<Rate> device_rate = Rate{120, 60'000};       // per session
  Live<Rate> auth_failure_rate = Rate{30, 60'000};  // per address
  Live<Rate> review_rate = Rate{600, 60'000};       // per reviewer: calls of the console
  Live<Rate> look_rate = Rate{240, 60'000};         // per reviewer: looks at pictures
  Live<Rate> report_rate = Rate{30, 60'000};        // per reviewer: reports

  // The origin under which browsers reach this server, as normalised_origin() returns it. Empty:
  // the server has no capture links, and no handoff to another device.
  std::optional<std::string> public_origin{};

  // Where the reviewers' console is. Empty: there is none.
  std::optional<ReviewSite> review{};

  TrustedProxies trusted_proxies{};  // the peers whose X-Forwarded-For is trusted

  AddressBlocks metrics_from{};  // addresses that may read /metrics too (metrics_page.cc)

  Thresholds thresholds{};  // for judging images of clients without their own

  WebhookSettings webhooks{};

  Live<bool> deny_unperformable = false;  // refuse purposes whose checks cannot be performed

  // The places for connections of devices and clients, which the calls in progress take and share.
  // The program fits this to its number of descriptors.
  std::size_t connections = 10'000;

  RetentionPeriods periods() const { return {retention, retention_unfinished, retention_review}; }
};

// Copies what is Live, from settings that were read anew to those that the server uses.
inline void take_live(ServiceSettings& used, const ServiceSettings& read) {
  used.session_ttl = read.session_ttl;
  used.document_nonce_ttl = read.document_nonce_ttl;
  used.liveness_nonce_ttl = read.liveness_nonce_ttl;
  used.sweep_interval = read.sweep_interval;
  used.sweep_rate = read.sweep_rate;
  used.attempts = read.attempts;
  used.create_rate = read.create_rate;
  used.read_rate = read.read_rate;
  used.purge_rate = read.purge_rate;
  used.bundle_rate = read.bundle_rate;
  used.device_rate = read.device_rate;
  used.auth_failure_rate = read.auth_failure_rate;
  used.review_rate = read.review_rate;
  used.look_rate = read.look_rate;
  used.report_rate = read.report_rate;
  used.deny_unperformable = read.deny_unperformable;
}

}  // namespace countersign::http
