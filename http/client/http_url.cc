#include "http/client/http_url.h"

#include <curl/curl.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "core/ascii.h"

namespace countersign::http {
namespace {

struct FreeUrl {
  void operator()(CURLU* url) const { ::curl_url_cleanup(url); }
};

bool has_part(CURLU* url, CURLUPart part) {
  char* text = nullptr;
  if (::curl_url_get(url, part, &text, 0) != CURLUE_OK) return false;
  const bool there = text != nullptr && *text != '\0';
  ::curl_free(text);
  return there;
}

// 127.0.0.0/8 as a literal. A name may begin with "127." too.
bool is_loopback_ipv4(std::string_view host) {
  return host.starts_with("127.") &&
         std::ranges::all_of(host, [](char c) { return is_digit(c) || c == '.'; });
}

}  // namespace

std::string wrong_with_url(std::string_view text) {
  if (!text.starts_with("http://") && !text.starts_with("https://")) {
    return "does not begin with http:// or https://";
  }
  if (!std::ranges::all_of(text, [](char c) { return c > ' ' && c < '\x7f'; })) {
    return "contains a character that is not visible ASCII";
  }
  if (text.substr(text.find("://") + 3).starts_with('/')) return "has no host";
  const std::unique_ptr<CURLU, FreeUrl> url(::curl_url());
  if (!url || ::curl_url_set(url.get(), CURLUPART_URL, std::string(text).c_str(), 0) != CURLUE_OK) {
    return "is not a URL";
  }
  if (has_part(url.get(), CURLUPART_USER) || has_part(url.get(), CURLUPART_PASSWORD)) {
    return "contains a user or a password";
  }
  if (text.find_first_of("?#") != text.npos) return "has a query or fragment";
  return "";
}

bool is_exposed_url(std::string_view url) {
  if (url.starts_with("https://")) return false;
  std::string_view host = url.substr(url.find("://") + 3);
  host = host.substr(0, host.find_first_of("/?#"));
  const std::size_t end = host.starts_with('[') ? host.find(']') + 1 : host.find(':');
  host = host.substr(0, end);
  return host != "localhost" && host != "[::1]" && !is_loopback_ipv4(host);
}

}  // namespace countersign::http
