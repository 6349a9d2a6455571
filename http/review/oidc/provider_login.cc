#include "http/review/oidc/provider_login.h"

#include <string>
#include <utility>

#include "core/text/base64url.h"
#include "events/crypto/hmac.h"
#include "http/edge/socket/address_block.h"
#include "http/limits/console_places.h"

namespace countersign::http {
namespace {

// No more wait: each holds one of the console's places.
constexpr FairPool::Limits kLoginQueue{.each_client = ConsolePlaces::kProviderEach,
                                       .all = ConsolePlaces::kProvider,
                                       .each_running = ProviderLogin::kAskingMost};
constexpr std::size_t kPersonIdBytes = 16;

}  // namespace

ProviderLogin::ProviderLogin(ProviderLoginSettings settings,
                             Secret client_secret,
                             SecretBytes<32> person_key,
                             RandomSource& random,
                             const Clock& clock,
                             Notice notice)
    : settings_(std::move(settings)),
      person_key_(std::move(person_key)),
      notice_(std::move(notice)),
      login_(settings_.provider, std::move(client_secret), random, clock),
      threads_(kThreads, kLoginQueue, FairPool::Threads::HalfForOthers) {}

bool ProviderLogin::submit(std::string_view peer_address, Work work) {
  return threads_.submit(ClientKey(address_block_name(peer_address)),
                         [this, work = std::move(work)] { work(login_); });
}

ReviewerId ProviderLogin::reviewer_of_subject(std::string_view subject) const {
  std::string person = settings_.provider.issuer;
  person += '\0';
  person += subject;
  const Digest hash = hmac_sha256(person_key_.reveal(), person);
  return ReviewerId(std::string(kReviewerPrefix) +
                    to_base64url(ByteView(hash).first(kPersonIdBytes)));
}

void ProviderLogin::stop() {
  login_.cancel();
  threads_.stop();
}

}  // namespace countersign::http
