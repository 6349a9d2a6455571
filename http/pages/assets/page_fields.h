#pragma once
#include <string_view>

#include "http/edge/http1/message.h"

namespace countersign::http {

// The Permissions-Policy (W3C) of a page that uses no feature of the device.
inline constexpr std::string_view kFeaturesOfNothing =
    "camera=(), microphone=(), geolocation=(), clipboard-read=(), clipboard-write=(), "
    "display-capture=(), publickey-credentials-get=(), publickey-credentials-create=()";

// Adds the fields that are on every answer with a page, or with a file that a page loads: its
// policies, and those by which other sites' pages neither show nor read it. A Worker has the policy
// that came with its own script, and a picture that is opened by itself is a page too.
void add_page_fields(Headers& fields, std::string_view policy, std::string_view permissions);

}  // namespace countersign::http
