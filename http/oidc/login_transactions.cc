#include "http/oidc/login_transactions.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/big_endian.h"
#include "core/text/base64url.h"
#include "events/crypto/hmac.h"

namespace countersign::http {
namespace {

constexpr std::string_view kStatePurpose = "state of a login";
constexpr std::string_view kNoncePurpose = "nonce of a login";
constexpr std::string_view kVerifierPurpose = "verifier of a login";
constexpr std::size_t kTimeBytes = sizeof(std::uint64_t);
constexpr std::size_t kBegunBytes = kTimeBytes + Digest().size();

// Microseconds of the steady clock, whose zero no other process knows.
std::string bytes_of_time(SteadyTime time) {
  const auto since = std::chrono::duration_cast<std::chrono::microseconds>(time.time_since_epoch());
  std::string bytes;
  append_big_endian(bytes, static_cast<std::uint64_t>(since.count()));
  return bytes;
}

SteadyTime time_in(std::string_view bytes) {
  const auto since = static_cast<std::int64_t>(big_endian<std::uint64_t>(bytes));
  return SteadyTime(std::chrono::microseconds(since));
}

void append(std::string& bytes, const Digest& digest) {
  bytes.append(reinterpret_cast<const char*>(digest.data()), digest.size());
}

Digest digest_in(std::string_view bytes) {
  Digest digest{};
  std::ranges::copy(bytes.substr(0, digest.size()), digest.begin());
  return digest;
}

}  // namespace

// The parts have fixed lengths but for the last, so that no two logins have one text.
Digest LoginTransactions::keyed(std::string_view purpose,
                                std::string_view begun,
                                std::string_view browser) const {
  std::string text(purpose);
  text += '\0';
  text += begun;
  text += browser;
  return hmac_sha256(key_.reveal(), text);
}

LoginTransactions::Begun LoginTransactions::begin(const Digest& page, SteadyTime now) const {
  std::array<std::uint8_t, 32> bytes{};
  random_.fill(bytes);
  std::string browser = to_base64url(bytes);
  std::string begun = bytes_of_time(now);
  append(begun, page);
  std::string state = begun;
  append(state, keyed(kStatePurpose, begun, browser));
  std::string nonce = to_base64url(keyed(kNoncePurpose, begun, browser));
  std::string verifier = to_base64url(keyed(kVerifierPurpose, begun, browser));
  return {to_base64url(state), std::move(browser), std::move(nonce), std::move(verifier)};
}

std::optional<Digest> LoginTransactions::good(std::string_view state,
                                              std::string_view browser,
                                              SteadyTime now) const {
  const auto bytes = from_base64url(state);
  if (!bytes || bytes->size() != kBegunBytes + Digest().size()) return std::nullopt;
  const std::string_view begun = std::string_view(*bytes).substr(0, kBegunBytes);
  const Digest given = digest_in(std::string_view(*bytes).substr(kBegunBytes));
  if (!equal_in_constant_time(given, keyed(kStatePurpose, begun, browser))) return std::nullopt;
  return now - time_in(begun) < kLifetime ? std::optional(given) : std::nullopt;
}

bool LoginTransactions::is_open(std::string_view state,
                                std::string_view browser,
                                SteadyTime now) const {
  const auto hash = good(state, browser, now);
  const MutexLock lock(mutex_);
  return hash && !ended_.contains(*hash);
}

std::optional<LoginTransactions::Taken> LoginTransactions::take(std::string_view state,
                                                                std::string_view browser,
                                                                SteadyTime now) {
  const auto hash = good(state, browser, now);
  if (!hash) return std::nullopt;
  {
    const MutexLock lock(mutex_);
    forget_old(now);
    in_order_.emplace_back(now, *hash);
    if (!ended_.insert(*hash).second) {
      in_order_.pop_back();
      return std::nullopt;
    }
  }
  const std::string bytes = from_base64url(state).value();
  const std::string_view begun = std::string_view(bytes).substr(0, kBegunBytes);
  return Taken{digest_in(begun.substr(kTimeBytes)),
               to_base64url(keyed(kNoncePurpose, begun, browser)),
               to_base64url(keyed(kVerifierPurpose, begun, browser))};
}

std::size_t LoginTransactions::ended() const {
  const MutexLock lock(mutex_);
  return ended_.size();
}

void LoginTransactions::forget_old(SteadyTime now) {
  while (!in_order_.empty()) {
    const auto& [at, hash] = in_order_.front();
    if (now - at < kLifetime && in_order_.size() < kEndedMost) return;
    ended_.erase(hash);
    in_order_.pop_front();
  }
}

}  // namespace countersign::http
