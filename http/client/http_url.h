#pragma once
#include <string>
#include <string_view>

namespace countersign::http {

// Returns what is wrong with the address of a service, as the end of a sentence, or "" if it is
// valid. A valid address is an http or https URL with a host and optionally a port and a path, in
// visible ASCII. A user and password are refused because they would get into logs; a query or
// fragment is refused too.
std::string wrong_with_url(std::string_view text);

// Returns whether others can read what is sent to the URL: without TLS, and to another machine.
// REQUIRES: an http or https URL.
bool is_exposed_url(std::string_view url);

}  // namespace countersign::http
