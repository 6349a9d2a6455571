#include "http/oidc/login_transactions.h"

#include <array>
#include <utility>

#include "core/text/base64url.h"
#include "events/crypto/secret.h"
#include "events/crypto/sha256.h"

namespace countersign::http {

std::string LoginTransactions::random_text() {
  std::array<std::uint8_t, 32> bytes{};
  random_.fill(bytes);
  return to_base64url(bytes);
}

void LoginTransactions::forget_old(SteadyTime now) {
  while (!in_order_.empty()) {
    const auto oldest = waiting_.find(in_order_.front());
    const bool ended = oldest == waiting_.end();
    const bool old = !ended && now - oldest->second.begun_at >= kLifetime;
    if (!ended && !old && in_order_.size() < kMax) return;
    if (!ended) waiting_.erase(oldest);
    in_order_.pop_front();
  }
}

LoginTransactions::Begun LoginTransactions::begin(SteadyTime now) {
  forget_old(now);
  Begun begun{random_text(), random_text(), random_text(), random_text()};
  const Digest key = sha256(begun.state);
  waiting_[key] = {sha256(begun.browser), {begun.nonce, begun.verifier}, now};
  in_order_.push_back(key);
  return begun;
}

std::optional<LoginTransactions::Taken> LoginTransactions::take(std::string_view state,
                                                                std::string_view browser,
                                                                SteadyTime now) {
  const auto found = waiting_.find(sha256(state));
  if (found == waiting_.end()) return std::nullopt;
  if (!equal_in_constant_time(found->second.browser, sha256(browser))) return std::nullopt;
  const Waiting ended = std::move(found->second);
  waiting_.erase(found);
  if (now - ended.begun_at >= kLifetime) return std::nullopt;
  return ended.taken;
}

}  // namespace countersign::http
