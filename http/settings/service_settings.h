#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "core/event/client_policy.h"
#include "core/inspection/thresholds/thresholds.h"
#include "http/settings/review_site.h"
#include "http/webhooks/webhook_settings.h"
#include "http/wire/trusted_proxies.h"

namespace countersign::http {

// Every limit of the service with its default. The programs set them from flags, environment
// variables and the config file; handlers only read them.
struct ServiceSettings {
  std::chrono::milliseconds session_ttl{std::chrono::seconds(1800)};
  std::chrono::milliseconds document_nonce_ttl{std::chrono::seconds(300)};
  std::chrono::milliseconds liveness_nonce_ttl{std::chrono::seconds(120)};
  // For clients without periods of their own.
  std::chrono::milliseconds retention = RetentionPeriods{}.completed;
  std::chrono::milliseconds retention_unfinished = RetentionPeriods{}.unfinished;
  std::optional<std::chrono::milliseconds> retention_review{};  // none: as `retention`
  std::chrono::milliseconds sweep_interval{std::chrono::minutes(5)};
  std::uint32_t sweep_rate = 500;  // sessions purged per second at most; 0: no limit

  std::uint32_t attempts = 5;  // judged attempts for each side, and for liveness

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

  Rate create_rate{300, 60'000};       // per client
  Rate read_rate{600, 60'000};         // per client: result, list
  Rate purge_rate{300, 60'000};        // per client: erasures, which are batched
  Rate bundle_rate{60, 60'000};        // per client: bundle, single file
  Rate device_rate{120, 60'000};       // per session
  Rate auth_failure_rate{30, 60'000};  // per address
  Rate review_rate{600, 60'000};       // per reviewer: calls of the console
  Rate look_rate{240, 60'000};         // per reviewer: looks at pictures
  Rate report_rate{30, 60'000};        // per reviewer: reports

  // The origin under which browsers reach this server, as normalised_origin() returns it. Empty:
  // the server has no capture links, and no handoff to another device.
  std::optional<std::string> public_origin{};

  // Where the reviewers' console is. Empty: there is none.
  std::optional<ReviewSite> review{};

  TrustedProxies trusted_proxies{};  // the peers whose X-Forwarded-For is trusted

  AddressBlocks metrics_from{};  // addresses that may read /metrics too (metrics_page.cc)

  Thresholds thresholds{};  // for judging images of clients without their own

  WebhookSettings webhooks{};

  bool deny_unperformable = false;  // refuse purposes whose checks cannot be performed

  // The places for connections of devices and clients, which the calls in progress take and share.
  // The program fits this to its number of descriptors.
  std::size_t connections = 10'000;

  RetentionPeriods periods() const { return {retention, retention_unfinished, retention_review}; }
};

}  // namespace countersign::http
