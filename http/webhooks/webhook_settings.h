#pragma once
#include <chrono>
#include <cstddef>

#include "http/wire/address_blocks.h"

namespace countersign::http {

// The operator's settings for deliveries to webhooks.
struct WebhookSettings {
  AddressBlocks allowed{};  // internal networks that are delivered to, also over plain http
  std::chrono::milliseconds timeout{std::chrono::seconds(20)};  // for a whole answer
  std::size_t together = 128;  // requests at the same time, to all endpoints
};

}  // namespace countersign::http
