#include "http/sealed/sealed_words.h"

#include "events/vault/files/sealed_text.h"

namespace countersign::http {
namespace {

// Differs from the contexts of all other sealed parts, so that none can be passed off as another.
std::string context_of_words(const RequestId& request) {
  return "words to a supervisor of request " + request.value();
}

}  // namespace

std::string sealed_words(std::string_view words,
                         const SessionKey& key,
                         const SessionId& session,
                         const RequestId& request,
                         RandomSource& random) {
  return seal_text(key, session, context_of_words(request), words, random);
}

std::optional<std::string> open_words(std::string_view sealed,
                                      const SessionKey& key,
                                      const SessionId& session,
                                      const RequestId& request) {
  return open_text(key, session, context_of_words(request), sealed);
}

}  // namespace countersign::http
