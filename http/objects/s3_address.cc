#include "http/objects/s3_address.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/ascii.h"
#include "http/client/http_url.h"

namespace countersign::http {
namespace {

constexpr std::size_t kBucketMin = 3;
constexpr std::size_t kBucketMost = 63;
constexpr std::size_t kPrefixMost = 200;

bool is_lower_or_digit(char c) { return is_digit(c) || (c >= 'a' && c <= 'z'); }

bool is_bucket(std::string_view name) {
  return name.size() >= kBucketMin && name.size() <= kBucketMost &&
         is_lower_or_digit(name.front()) && is_lower_or_digit(name.back()) &&
         name.find("..") == name.npos && std::ranges::all_of(name, [](char c) {
           return is_lower_or_digit(c) || c == '-' || c == '.';
         });
}

bool is_part(std::string_view part) {
  return !part.empty() && part != "." && part != ".." && std::ranges::all_of(part, [](char c) {
    return is_letter_or_digit(c) || c == '-' || c == '_' || c == '.';
  });
}

bool is_prefix(std::string_view prefix) {
  if (prefix.size() > kPrefixMost) return false;
  for (std::size_t begin = 0; begin <= prefix.size();) {
    const std::size_t end = std::min(prefix.find('/', begin), prefix.size());
    if (!is_part(prefix.substr(begin, end - begin))) return false;
    begin = end + 1;
  }
  return true;
}

}  // namespace

std::string S3Address::name() const {
  const std::string_view shown =
      std::string_view(prefix).substr(0, prefix.empty() ? 0 : prefix.size() - 1);
  return fmt::format("s3:{}{}{}", bucket, shown.empty() ? "" : "/", shown);
}

std::string S3Address::bucket_url() const {
  if (path_style) return fmt::format("{}/{}/", endpoint, bucket);
  const std::size_t host = endpoint.find("://") + 3;
  return fmt::format("{}{}.{}/", endpoint.substr(0, host), bucket, endpoint.substr(host));
}

std::string wrong_with_bucket(std::string_view text, S3Address& address) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  const std::string_view bucket = text.substr(0, slash);
  if (!is_bucket(bucket)) {
    return "names no bucket: 3 to 63 lower-case letters, digits, dots and hyphens";
  }
  address.bucket = bucket;
  address.prefix.clear();
  if (slash == text.size()) return "";
  std::string_view prefix = text.substr(slash + 1);
  if (prefix.ends_with('/')) prefix.remove_suffix(1);
  if (!is_prefix(prefix)) {
    return "has a prefix whose parts are not of letters, digits, '-', '_' and '.'";
  }
  address.prefix = std::string(prefix) + '/';
  return "";
}

std::string wrong_with_endpoint(const S3Address& address) {
  const bool has_region =
      !address.region.empty() && address.region.size() <= kBucketMost &&
      std::ranges::all_of(address.region, [](char c) { return is_lower_or_digit(c) || c == '-'; });
  if (!has_region) return "--s3-region must be of lower-case letters, digits and hyphens";
  if (std::string wrong = wrong_with_url(address.endpoint); !wrong.empty()) {
    return "--s3-endpoint " + wrong;
  }
  const std::size_t path = address.endpoint.find('/', address.endpoint.find("://") + 3);
  if (path != std::string::npos) return "--s3-endpoint must end behind the host and the port";
  if (is_exposed_url(address.endpoint)) {
    return "--s3-endpoint must be https: what is sent without TLS to another machine can be read "
           "and changed on the way";
  }
  if (!address.path_style && address.endpoint.starts_with("https://") &&
      address.bucket.find('.') != std::string::npos) {
    return "--file-store has a bucket with a dot, for which no certificate can be verified in the "
           "name of a host; give --s3-path-style";
  }
  if (!address.authorities_file.empty() && !address.endpoint.starts_with("https://")) {
    return "--s3-ca is for an --s3-endpoint of https://";
  }
  return "";
}

std::string percent_encoded(std::string_view text) {
  std::string encoded;
  for (const char c : text) {
    if (is_letter_or_digit(c) || c == '-' || c == '_' || c == '.' || c == '~') {
      encoded += c;
    } else {
      encoded += fmt::format("%{:02X}", static_cast<std::uint8_t>(c));
    }
  }
  return encoded;
}

}  // namespace countersign::http
