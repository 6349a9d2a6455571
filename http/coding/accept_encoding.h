#pragma once
#include <optional>

#include "core/enum_set.h"
#include "http/coding/coded_content.h"
#include "http/edge/http1/message.h"

namespace countersign::http {

// Returns the coding that the client wants most among those that an answer is kept in, by the
// request's Accept-Encoding (RFC 9110 section 12.5.3); nullopt if it accepts none of them. Codings
// that it wants equally are chosen in the order of ContentCoding. Without a field the answer is not
// coded, although any coding would be acceptable then; nor is it if a field is malformed.
std::optional<ContentCoding> accepted_coding(const Headers& request, EnumSet<ContentCoding> kept);

}  // namespace countersign::http
