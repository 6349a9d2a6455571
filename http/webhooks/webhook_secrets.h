#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/utc_time.h"
#include "core/webhook/webhooks.h"
#include "events/crypto/ed25519.h"
#include "events/crypto/secret.h"

namespace countersign::http {

// The secrets of webhooks, by which a receiver knows who has sent (Standard Webhooks). Each follows
// from the id of the endpoint and the generation of its secret: none is stored, and without the
// installation's keys nobody can make one from the log. They outlive a rotation of the master key.
//
// Immutable and thread-safe.
class WebhookSecrets {
 public:
  // `key` is KeyRing::derive(kWebhookSecretLabel).
  explicit WebhookSecrets(SecretBytes<32> key) : key_(std::move(key)) {}

  // `whsec_` and base64 of 32 bytes: what both sides compute the signature `v1` with.
  std::string shared(const WebhookId& webhook, std::uint32_t generation) const;
  // `whpk_` and base64 of the public key that verifies the signature `v1a`.
  std::string public_key(const WebhookId& webhook, std::uint32_t generation) const;

  // The value of the header `webhook-signature` for `id.timestamp.body`: `v1` of each secret that
  // signs at `now`, the newest first, then `v1a` of each.
  std::string signatures(const Webhook& webhook, std::string_view signed_text, UtcTime now) const;

 private:
  SecretBytes<32> derived(std::string_view use,
                          const WebhookId& webhook,
                          std::uint32_t generation) const;

  const SecretBytes<32> key_;
};

}  // namespace countersign::http
