#pragma once
#include <string>
#include <string_view>

namespace countersign::http {

// What is wrong with an address of a service, as the end of a sentence; empty if nothing is. It
// is one of http or https with a host and perhaps a port and a path, in visible ASCII: without a
// user and password, which would get into logs, and without a query and fragment.
std::string wrong_with_url(std::string_view url);

}  // namespace countersign::http
