#include "core/event/decision_signature.h"

#include "core/big_endian.h"
#include "core/text/base64url.h"

namespace countersign {

std::uint32_t counter_in(std::string_view authenticator_data) {
  const auto data = from_base64url(authenticator_data);
  if (!data || data->size() < kSignCounterAt + sizeof(std::uint32_t)) return 0;
  return big_endian<std::uint32_t>(std::string_view(*data).substr(kSignCounterAt));
}

std::uint32_t counter_of(const DecisionSignature& signature) {
  return counter_in(signature.authenticator_data);
}

}  // namespace countersign
