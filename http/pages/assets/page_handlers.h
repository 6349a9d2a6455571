#pragma once
#include "http/call/call.h"

// The handlers of the web pages: for everyone, without a part of the service.
namespace countersign::http {

// GET / of the listener of the API, and of that of the console: for a person who has lost the way.
void get_root_html(const CallPtr& call);
void get_review_root_html(const CallPtr& call);
// GET /capture. Never stored, so that the assets it names are those of the running server.
void get_capture_html(const CallPtr& call);
// GET /assets/{file}. Stored for good: another content has another name.
void get_asset(const CallPtr& call);
// GET /review and GET /review/assets/{file}: the same for the console.
void get_review_html(const CallPtr& call);
void get_review_asset(const CallPtr& call);

}  // namespace countersign::http
