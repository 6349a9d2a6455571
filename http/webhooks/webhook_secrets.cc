#include "http/webhooks/webhook_secrets.h"

#include <fmt/format.h>

#include <vector>

#include "core/text/base64url.h"
#include "events/crypto/hkdf.h"
#include "events/crypto/hmac.h"

namespace countersign::http {

// No id contains a space.
SecretBytes<32> WebhookSecrets::derived(std::string_view use,
                                        const WebhookId& webhook,
                                        std::uint32_t generation) const {
  return derive_key(key_.reveal(), fmt::format("{} {} {}", use, webhook.value(), generation));
}

std::string WebhookSecrets::shared(const WebhookId& webhook, std::uint32_t generation) const {
  return "whsec_" + to_base64(derived("v1", webhook, generation).reveal());
}

std::string WebhookSecrets::public_key(const WebhookId& webhook, std::uint32_t generation) const {
  const Ed25519Key key(derived("v1a", webhook, generation));
  return "whpk_" + to_base64(key.public_key());
}

std::string WebhookSecrets::signatures(const Webhook& webhook,
                                       std::string_view signed_text,
                                       UtcTime now) const {
  std::vector<std::uint32_t> generations{webhook.generation};
  if (webhook.generation > 1 && now < webhook.old_until) {
    generations.push_back(webhook.generation - 1);
  }
  std::string value;
  for (const std::uint32_t generation : generations) {
    const auto secret = derived("v1", webhook.id, generation);
    value +=
        (value.empty() ? "v1," : " v1,") + to_base64(hmac_sha256(secret.reveal(), signed_text));
  }
  for (const std::uint32_t generation : generations) {
    const Ed25519Key key(derived("v1a", webhook.id, generation));
    value += " v1a," + to_base64(key.sign(bytes_of(signed_text)));
  }
  return value;
}

}  // namespace countersign::http
