#pragma once
#include "http/secrets/capture_links.h"
#include "http/secrets/session_token_issuer.h"
#include "http/webhooks/webhook_secrets.h"
#include "projections/queries/queries.h"

namespace countersign::http {

// The parts of the server that make an answer again (Endpoint::again). Holds references only; every
// part is safe from any thread.
struct RepeatService {
  const Queries& queries;
  const SessionTokenIssuer& tokens;
  const CaptureLinks& links;
  const WebhookSecrets& webhook_secrets;
};

}  // namespace countersign::http
