#include "http/call/endpoint.h"
#include "http/pages/assets/page_handlers.h"
#include "http/review/review_handlers.h"

namespace countersign::http {
namespace {

// As in http/endpoints.cc: rows of the same path are adjacent, and a literal segment comes before a
// {parameter} in its place.
constexpr Endpoint kReview[] = {
    {.method = Method::Get,
     .path = "/review",
     .handler = PageHandler{get_review_html},
     .operation_id = "getReviewHtml"},
    {.method = Method::Get,
     .path = "/review/assets/{file}",
     .handler = PageHandler{get_review_asset},
     .operation_id = "getReviewAsset"},
    {.method = Method::Post,
     .path = "/review/api/register/begin",
     .handler = ReviewEntryHandler{begin_registration},
     .operation_id = "reviewBeginRegistration"},
    {.method = Method::Post,
     .path = "/review/api/register/finish",
     .handler = ReviewEntryHandler{finish_registration},
     .operation_id = "reviewFinishRegistration"},
    {.method = Method::Post,
     .path = "/review/api/login/begin",
     .handler = ReviewEntryHandler{begin_login},
     .operation_id = "reviewBeginLogin"},
    {.method = Method::Post,
     .path = "/review/api/login/finish",
     .handler = ReviewEntryHandler{finish_login},
     .operation_id = "reviewFinishLogin"},
    {.method = Method::Post,
     .path = "/review/api/logout",
     .handler = ReviewerJsonHandler{log_out},
     .operation_id = "reviewLogout"},
    {.method = Method::Get,
     .path = "/review/api/me",
     .handler = ReviewerHandler{get_me},
     .operation_id = "reviewMe"},
    {.method = Method::Post,
     .path = "/review/api/me/keys/begin",
     .handler = ReviewerJsonHandler{begin_own_passkey},
     .operation_id = "reviewBeginPasskey"},
    {.method = Method::Post,
     .path = "/review/api/me/keys/finish",
     .handler = ReviewerJsonHandler{finish_own_passkey},
     .operation_id = "reviewFinishPasskey"},
    {.method = Method::Delete,
     .path = "/review/api/me/keys/{id}",
     .handler = ReviewerHandler{revoke_own_passkey},
     .operation_id = "reviewRevokePasskey"},
    {.method = Method::Delete,
     .path = "/review/api/me/sessions/{id}",
     .handler = ReviewerHandler{end_session},
     .operation_id = "reviewEndSession"},
};

}  // namespace

std::span<const Endpoint> review_endpoints() { return kReview; }

}  // namespace countersign::http
