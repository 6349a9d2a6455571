#pragma once
#include <optional>
#include <string_view>

#include "http/edge/http1/message.h"

namespace countersign::http {

// The value of the cookie of this name in the fields of a request (RFC 6265bis section 5.8.3);
// nullopt if there is none, or more than one. Other cookies of the host are passed over, whatever
// they are. Valid as long as the fields.
std::optional<std::string_view> one_cookie(const Headers& headers, std::string_view name);

}  // namespace countersign::http
