#include "tests/http/objects/support/sigv4.h"

#include <algorithm>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "core/text/bytes.h"
#include "events/crypto/hmac.h"
#include "events/crypto/sha256.h"

namespace countersign::http {
namespace {

std::vector<std::string> split(const std::string& text, char by) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, by);) parts.push_back(part);
  return parts;
}

// `Credential=...`, `SignedHeaders=...` and `Signature=...` of the field Authorization.
std::map<std::string, std::string> parts_of(const std::string& authorization) {
  std::map<std::string, std::string> parts;
  for (std::string part : split(authorization, ',')) {
    part.erase(0, part.find_first_not_of(' '));
    const std::size_t equals = part.find('=');
    if (equals != part.npos) parts[part.substr(0, equals)] = part.substr(equals + 1);
  }
  return parts;
}

// Sorted by the names; a parameter without a value gets an empty one.
std::string canonical_query(const std::string& query) {
  std::vector<std::string> parameters = split(query, '&');
  for (std::string& each : parameters) {
    if (each.find('=') == each.npos) each += '=';
  }
  std::ranges::sort(parameters);
  std::string joined;
  for (const std::string& each : parameters) joined += (joined.empty() ? "" : "&") + each;
  return joined;
}

std::string hmac(const std::string& key, const std::string& message) {
  const Digest digest = hmac_sha256(bytes_of(key), message);
  return {digest.begin(), digest.end()};
}

}  // namespace

std::optional<std::string> wrong_with_signature(const S3Request& request,
                                                const S3Credentials& credentials) {
  const auto field = [&](const std::string& name) {
    const auto found = request.fields.find(name);
    return found == request.fields.end() ? std::string() : found->second;
  };
  const std::string kind = "AWS4-HMAC-SHA256 ";
  const std::string authorization = field("authorization");
  if (!authorization.starts_with(kind)) return "AccessDenied";
  auto parts = parts_of(authorization.substr(kind.size()));
  const std::vector<std::string> scope = split(parts["Credential"], '/');
  if (scope.size() != 5 || scope[0] != credentials.key_id) return "InvalidAccessKeyId";
  const std::string time = field("x-amz-date");
  const bool is_in_scope = scope[2] == credentials.region && scope[3] == "s3" &&
                           scope[4] == "aws4_request" && time.substr(0, 8) == scope[1];
  if (!is_in_scope) return "AuthorizationHeaderMalformed";

  const std::vector<std::string> signed_names = split(parts["SignedHeaders"], ';');
  const std::set<std::string> names(signed_names.begin(), signed_names.end());
  for (const auto& [name, value] : request.fields) {
    if ((name == "host" || name.starts_with("x-amz-")) && !names.contains(name)) {
      return "AccessDenied";
    }
  }
  std::string canonical = request.method + '\n' + request.path + '\n';
  canonical += canonical_query(request.query) + '\n';
  for (const std::string& name : signed_names) canonical += name + ':' + field(name) + '\n';
  canonical += '\n' + parts["SignedHeaders"] + '\n' + field("x-amz-content-sha256");

  const std::string text = "AWS4-HMAC-SHA256\n" + time + '\n' + scope[1] + '/' + scope[2] + '/' +
                           scope[3] + '/' + scope[4] + '\n' +
                           to_hex(sha256(std::string_view(canonical)));
  std::string key = "AWS4" + credentials.secret;
  for (std::size_t i = 1; i < scope.size(); ++i) key = hmac(key, scope[i]);
  const std::string signature = to_hex(hmac_sha256(bytes_of(key), text));
  if (parts["Signature"] != signature) return "SignatureDoesNotMatch";
  return std::nullopt;
}

}  // namespace countersign::http
