#include "http/answers/session_json.h"
#include "http/backend/backend_handlers.h"

namespace countersign::http {

void list_documents(BackendService&, const CallPtr& call, const OwnedSession& owned) {
  call->reply_json(200, documents_json(owned.session));
}

}  // namespace countersign::http
