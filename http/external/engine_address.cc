#include "http/external/engine_address.h"

#include "http/client/http_url.h"

namespace countersign::http {
namespace {

constexpr std::string_view kUnix = "unix:";
// The limit of sockaddr_un, without the terminating zero.
constexpr std::size_t kSocketPathMax = 107;

}  // namespace

bool EngineAddress::is_exposed() const { return unix_socket.empty() && is_exposed_url(url); }

Result<EngineAddress, std::string> parse_engine_address(std::string_view text) {
  if (text.starts_with(kUnix)) {
    const std::string_view path = text.substr(kUnix.size());
    if (!path.starts_with('/')) return std::string("has no absolute path behind unix:");
    if (path.size() > kSocketPathMax)
      return std::string("has a path that is too long for a socket");
    if (path.find('\0') != path.npos) return std::string("has a path with a zero in it");
    return EngineAddress{"http://localhost", std::string(path)};
  }
  if (!text.starts_with("http://") && !text.starts_with("https://")) {
    return std::string("does not begin with https://, http:// or unix:/");
  }
  std::string url(text);
  while (url.ends_with('/')) url.pop_back();
  if (std::string wrong = wrong_with_url(url); !wrong.empty()) return wrong;
  return EngineAddress{std::move(url), ""};
}

}  // namespace countersign::http
