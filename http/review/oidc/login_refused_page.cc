#include "http/review/oidc/login_refused_page.h"

#include <fmt/format.h>

#include <string_view>

namespace countersign::http {
namespace {

struct RefusalWords {
  int status;
  std::string_view sentence;
};

RefusalWords refusal_words(LoginEnd end) {
  switch (end) {
    case LoginEnd::NoPage:
      return {400, "This login has not begun on the console's page. Begin it there."};
    case LoginEnd::ProviderFails:
      return {503, "The identity provider cannot be asked now. Try again later."};
    case LoginEnd::Stale:
      return {400, "This login has expired, or began in another browser. Begin it again."};
    case LoginEnd::Refused:
      return {403, "The identity provider has not logged you in."};
    case LoginEnd::NotBelieved:
      return {403,
              "The answer of the identity provider is not right. Tell the operator of this server, "
              "whose log has the reason."};
    case LoginEnd::NoRole:
      return {403, "The identity provider knows you, and you have no role here."};
    case LoginEnd::Disabled:
      return {403, "You have been disabled here."};
  }
  return {};
}

}  // namespace

LoginEnd end_of(LoginFault fault) {
  switch (fault) {
    case LoginFault::ProviderFails:
      return LoginEnd::ProviderFails;
    case LoginFault::Stale:
      return LoginEnd::Stale;
    case LoginFault::Refused:
      return LoginEnd::Refused;
    case LoginFault::NotBelieved:
      return LoginEnd::NotBelieved;
  }
  return LoginEnd::NotBelieved;
}

Response login_refused_page(LoginEnd end) {
  const auto [status, sentence] = refusal_words(end);
  Response response;
  response.status = status;
  response.headers = {{"Content-Type", "text/html; charset=utf-8"},
                      {"Cache-Control", "no-store"},
                      {"Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"},
                      {"Referrer-Policy", "no-referrer"},
                      {"X-Content-Type-Options", "nosniff"}};
  response.body = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Not logged in</title>\n"
      "<h1>Not logged in</h1>\n<p role=\"alert\">{}</p>\n"
      "<p><a href=\"/review\">Back to the console</a></p>\n",
      sentence);
  return response;
}

}  // namespace countersign::http
