#include "http/review/ceremony.h"

#include <utility>

#include "events/crypto/passkey/assertion.h"
#include "http/caller/run_later.h"
#include "http/edge/socket/address_block.h"
#include "http/review/authenticate_reviewer.h"

namespace countersign::http {

ClientKey line_of_address(const CallPtr& call) {
  return ClientKey("address " + std::string(address_block_name(call->head().peer_address)));
}

ClientKey line_of(const ReviewerId& reviewer) { return ClientKey("reviewer " + reviewer.value()); }

void run_ceremony(ReviewService& service,
                  const ClientKey& line,
                  const CallPtr& call,
                  std::function<void()> work) {
  run_later(service.ceremony_threads,
            line,
            call,
            "Too many people use passkeys at once; try again later.",
            std::move(work));
}

void run_entry_ceremony(ReviewService& service, const CallPtr& call, std::function<void()> work) {
  const ClientKey line = line_of_address(call);
  if (!hold_console_place(service.places.entry, line, call)) return;
  run_ceremony(service, line, call, std::move(work));
}

std::optional<std::string> open_challenge(const ReviewService& service,
                                          std::string_view client_data,
                                          ChallengePurpose purpose,
                                          std::string_view ceremony) {
  auto challenge = challenge_in(client_data);
  if (!challenge || !service.challenges.is_open(*challenge, purpose, ceremony)) return std::nullopt;
  return challenge;
}

}  // namespace countersign::http
