#include "http/nonce_claims.h"

#include <utility>

namespace countersign::http {

std::optional<NonceClaims::Claim> NonceClaims::claim(const NonceHash& nonce, Resume resume) {
  const std::lock_guard lock(mutex_);
  const auto [entry, is_new] = waiting_.try_emplace(nonce);
  if (is_new) return Claim(*this, nonce);
  entry->second.push_back(std::move(resume));
  return std::nullopt;
}

void NonceClaims::release(const NonceHash& nonce) {
  std::vector<Resume> resumed;
  {
    const std::lock_guard lock(mutex_);
    const auto entry = waiting_.find(nonce);
    resumed = std::move(entry->second);
    waiting_.erase(entry);
  }
  for (const Resume& resume : resumed) resume();
}

}  // namespace countersign::http
