#pragma once
#include <chrono>

#include "http/wire/address_blocks.h"

namespace countersign::http {

// What an operator sets for deliveries to webhooks.
struct WebhookSettings {
  AddressBlocks allowed{};  // internal networks that are delivered to, also over plain http
  std::chrono::milliseconds timeout{std::chrono::seconds(20)};  // for a whole answer
};

}  // namespace countersign::http
