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

}  // namespace

// The parts have fixed lengths but for the last, so that no two logins have one text.
Digest LoginTransactions::keyed(std::string_view purpose,
                                std::string_view begun_at,
                                std::string_view browser) const {
  std::string text(purpose);
  text += '\0';
  text += begun_at;
  text += browser;
  return hmac_sha256(key_.reveal(), text);
}

LoginTransactions::Begun LoginTransactions::begin(SteadyTime now) const {
  std::array<std::uint8_t, 32> bytes{};
  random_.fill(bytes);
  std::string browser = to_base64url(bytes);
  const std::string begun_at = bytes_of_time(now);
  std::string state = begun_at;
  const Digest hash = keyed(kStatePurpose, begun_at, browser);
  state.append(reinterpret_cast<const char*>(hash.data()), hash.size());
  std::string nonce = to_base64url(keyed(kNoncePurpose, begun_at, browser));
  std::string verifier = to_base64url(keyed(kVerifierPurpose, begun_at, browser));
  return {to_base64url(state), std::move(browser), std::move(nonce), std::move(verifier)};
}

std::optional<Digest> LoginTransactions::good(std::string_view state,
                                              std::string_view browser,
                                              SteadyTime now) const {
  const auto bytes = from_base64url(state);
  Digest given{};
  if (!bytes || bytes->size() != kTimeBytes + given.size()) return std::nullopt;
  const std::string_view begun_at = std::string_view(*bytes).substr(0, kTimeBytes);
  std::copy(bytes->begin() + kTimeBytes, bytes->end(), given.begin());
  if (!equal_in_constant_time(given, keyed(kStatePurpose, begun_at, browser))) return std::nullopt;
  return now - time_in(begun_at) < kLifetime ? std::optional(given) : std::nullopt;
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
  const std::string_view begun_at = std::string_view(bytes).substr(0, kTimeBytes);
  return Taken{to_base64url(keyed(kNoncePurpose, begun_at, browser)),
               to_base64url(keyed(kVerifierPurpose, begun_at, browser))};
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
