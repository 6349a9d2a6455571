#include "http/sealed/sealed_values.h"

#include "events/vault/files/sealed_text.h"
#include "http/json/json_of.h"

namespace countersign::http {
namespace {

// Differs from the context of a sealed origin, so that neither can be passed off as the other.
std::string context_of_values(const RequestId& request) {
  return "values of the document of request " + request.value();
}

}  // namespace

std::vector<std::string_view> proven_values(const DocumentValues& document) {
  std::vector<std::string_view> proven = {"documentNumber"};
  if (!document.values.birth_date.empty()) proven.emplace_back("birthDate");
  if (!document.values.expiry_date.empty()) proven.emplace_back("expiryDate");
  return proven;
}

std::string sealed_values(const MrzValues& values,
                          Side side,
                          const SessionKey& key,
                          const SessionId& session,
                          const RequestId& request,
                          RandomSource& random) {
  return seal_text(
      key, session, context_of_values(request), json_of(DocumentValues{side, values}), random);
}

std::optional<OpenedValues> open_values(std::string_view sealed,
                                        const SessionKey& key,
                                        const SessionId& session,
                                        const RequestId& request) {
  auto json = open_text(key, session, context_of_values(request), sealed);
  if (!json) return std::nullopt;
  return OpenedValues{*std::move(json)};
}

}  // namespace countersign::http
