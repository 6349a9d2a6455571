#include "http/answers/sealed_values.h"

#include "core/text/json_writer.h"
#include "events/vault/files/sealed_text.h"

namespace countersign::http {
namespace {

// Differs from the context of a sealed origin, so that neither can be passed off as the other.
std::string context_of(const RequestId& request) {
  return "values of the document of request " + request.value();
}

// Returns nullopt if the zone has no such value.
std::optional<std::string> said(const std::string& value) {
  return value.empty() ? std::nullopt : std::optional(value);
}

}  // namespace

std::string sealed_values(const MrzValues& values,
                          Side side,
                          const SessionKey& key,
                          const SessionId& session,
                          const RequestId& request,
                          RandomSource& random) {
  JsonWriter json;
  json.begin_object()
      .member("side", side)
      .member("documentCode", said(values.document_code))
      .member("issuer", said(values.issuer))
      .member("documentNumber", said(values.document_number))
      .member("birthDate", said(values.birth_date))
      .member("expiryDate", said(values.expiry_date))
      .member("nationality", said(values.nationality))
      .member("sex", said(values.sex))
      .member("surname", said(values.surname))
      .member("givenNames", said(values.given_names))
      .key("proven")
      .begin_array();
  for (const char* name : {"documentNumber", "birthDate", "expiryDate"}) json.text(name);
  json.end_array().end_object();
  return seal_text(key, session, context_of(request), json.take(), random);
}

std::optional<std::string> open_values(std::string_view sealed,
                                       const SessionKey& key,
                                       const SessionId& session,
                                       const RequestId& request) {
  return open_text(key, session, context_of(request), sealed);
}

}  // namespace countersign::http
