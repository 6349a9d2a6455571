#include "http/answers/sealed/sealed_note.h"

#include "events/vault/files/sealed_text.h"

namespace countersign::http {
namespace {

// Differs from the contexts of a sealed origin and of sealed values, so that none can be passed off
// as another.
std::string context_of_note(const RequestId& request) {
  return "note of the decision of request " + request.value();
}

}  // namespace

std::string sealed_note(std::string_view note,
                        const SessionKey& key,
                        const SessionId& session,
                        const RequestId& request,
                        RandomSource& random) {
  return seal_text(key, session, context_of_note(request), note, random);
}

std::optional<std::string> open_note(std::string_view sealed,
                                     const SessionKey& key,
                                     const SessionId& session,
                                     const RequestId& request) {
  return open_text(key, session, context_of_note(request), sealed);
}

}  // namespace countersign::http
