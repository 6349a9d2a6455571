#pragma once
#include <string_view>

namespace countersign::http {

// Returns whether the text is an address to which a page may lead people: https, or http of this
// machine's own names, with a host as normalised_origin() accepts it, which excludes a user and a
// password. Path, query and fragment are free. Visible ASCII alone, without the characters that
// RFC 3986 does not know, so that every browser reads the same host.
bool is_return_address(std::string_view text);

}  // namespace countersign::http
