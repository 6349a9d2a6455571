#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include "core/webhook/webhook_type.h"
#include "http/call/endpoint.h"

// The pictures of docs/flows name calls that the tables of endpoints have, and messages that
// webhooks get.
namespace countersign::http::flows_test {

namespace fs = std::filesystem;

bool is_endpoint(const std::string& method, const std::string& path) {
  const auto fits = [&](const Endpoint& row) {
    const Method wanted = method == "GET" ? Method::Get : Method::Post;
    return row.method == wanted && row.path == path;
  };
  return std::ranges::any_of(public_endpoints(), fits) ||
         std::ranges::any_of(review_endpoints(), fits);
}

std::vector<std::string> lines_of_flows() {
  std::vector<std::string> lines;
  for (const auto& entry : fs::directory_iterator(COUNTERSIGN_SOURCE_DIR "/docs/flows")) {
    if (entry.path().extension() != ".seq") continue;
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) lines.push_back(line);
  }
  return lines;
}

TEST_CASE("each call of a picture is one of the API or of the console") {
  static const std::regex call(R"(\b(GET|POST) (/[^ ,;]*))");
  std::size_t calls = 0;
  for (const std::string& line : lines_of_flows()) {
    for (std::sregex_iterator at(line.begin(), line.end(), call), end; at != end; ++at) {
      ++calls;
      CHECK_MESSAGE(is_endpoint((*at)[1], (*at)[2]), line);
    }
  }
  CHECK(calls > 15);
}

TEST_CASE("each message of a picture is a type of webhook") {
  static const std::regex message(R"(webhook ([a-z]+\.[a-z.]+))");
  std::size_t messages = 0;
  for (const std::string& line : lines_of_flows()) {
    for (std::sregex_iterator at(line.begin(), line.end(), message), end; at != end; ++at) {
      ++messages;
      CHECK_MESSAGE(parse_name<WebhookType>((*at)[1].str()).has_value(), line);
    }
  }
  CHECK(messages == 3);
}

TEST_CASE("a call that there is not is found out") {
  CHECK(is_endpoint("POST", "/api/svc/session/create"));
  CHECK_FALSE(is_endpoint("GET", "/api/svc/session/create"));
  CHECK_FALSE(is_endpoint("POST", "/api/svc/session/open"));
}

}  // namespace countersign::http::flows_test
